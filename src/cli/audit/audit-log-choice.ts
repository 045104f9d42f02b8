/** The log that a question is about, and which of its decisions. */
import { statSync } from "node:fs";
import type { Effect } from "../../language/syntax/statements.js";
import type { ChainKey } from "../../runtime/audit/chain.js";
import type { Selection } from "../../runtime/audit/read-log.js";
import type { ReadSettings } from "../../runtime/audit/settings.js";
import { namesSettings } from "../../runtime/audit/sinks.js";
import { refusedBySystem, WrongQuestion } from "../terminal/exit.js";
import { settingsIn } from "./audit-choice.js";

/** What is asked of a log. */
export interface LogQuestion {
	/** As it was named. */
	readonly log: string;
	readonly json?: true;
	readonly agent?: string;
	readonly session?: string;
	readonly effect?: Effect;
	readonly program?: string;
	readonly since?: string;
	readonly lines?: number;
	readonly follow?: true;
	readonly key?: string;
	readonly holds?: string;
}

/** A log by its path, and its key where settings say it. */
export interface ChosenLog {
	readonly path: string;
	readonly key?: ChainKey;
}

/** The log that a name stands for; settings stand for the log that they name. */
export async function chosenLog(name: string): Promise<ChosenLog> {
	if (name === "-") return { path: name };
	const { log }: Pick<ReadSettings, "log"> = namesSettings(name) ? await settingsIn(name) : { log: { file: name } };
	if (log === undefined)
		throw new WrongQuestion(
			`the audit settings \`${name}\` name no file`,
			"give the log itself, or `-` for standard input",
		);
	try {
		if (statSync(log.file).isDirectory())
			throw new WrongQuestion(`\`${log.file}\` is a folder`, "name the file of a decision log");
	} catch (error) {
		throw refusedBySystem(error, log.file, "read");
	}
	return { path: log.file, ...(log.key === undefined ? {} : { key: log.key }) };
}

/** The key in a file. */
export async function keyIn(path: string | undefined): Promise<ChainKey | undefined> {
	if (path === undefined) return undefined;
	const { readAuditKey } = await import("../../runtime/audit/settings.js");
	const key = readAuditKey(path);
	if ("fault" in key) throw new WrongQuestion(key.fault, key.help);
	return key;
}

/** Which decisions are asked for. */
export function selectionOf({ agent, session, effect, program, since }: LogQuestion, now = Date.now()): Selection {
	return {
		...(agent === undefined ? {} : { agent }),
		...(session === undefined ? {} : { session }),
		...(effect === undefined ? {} : { effect }),
		...(program === undefined ? {} : { program }),
		...(since === undefined ? {} : { since: timeOf(since, now) }),
	};
}

/** Milliseconds since 1970 of `30m`, `7d`, `2026-01-31`. */
function timeOf(text: string, now: number): number {
	const found = /^(?<count>\d{1,6})(?<unit>s|m|h|d|w)$/.exec(text)?.groups;
	if (found !== undefined) return now - Number(found.count) * (units[found.unit as string] as number);
	const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
	if (!Number.isNaN(time)) return time;
	throw new WrongQuestion(
		`\`${text}\` is no time`,
		"for example `30m`, `12h`, `7d`, `2026-01-31`, `2026-01-31T12:00Z`",
	);
}

const units: Readonly<Record<string, number>> = {
	s: 1_000,
	m: 60_000,
	h: 3_600_000,
	d: 86_400_000,
	w: 604_800_000,
};
