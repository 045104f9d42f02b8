/** `rules audit ingest`: brings decision logs into an archive that can be asked in SQL. */
import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { NoDatabase } from "../../authoring/archive/duckdb.js";
import {
	ArchiveBusy,
	type IngestSummary,
	ingest,
	type LogSummary,
	sentPieces,
} from "../../authoring/archive/ingest.js";
import { visible } from "../../language/diagnostic/render-visible.js";
import { filesOf } from "../../runtime/audit/parts.js";
import { exit, refusedBySystem, WrongQuestion } from "../terminal/exit.js";
import { progress } from "../terminal/progress.js";
import type { Terminal } from "../terminal/terminal.js";
import { chosenLog, keyIn } from "./audit-log-choice.js";
import { counted, placesText, placeText } from "./render-record.js";

/** What is brought where. */
export interface IngestQuestion {
	/** As they were named. */
	readonly logs: readonly string[];
	readonly to?: string;
	readonly machine?: string;
	readonly key?: string;
	readonly whole?: true;
	readonly json?: true;
}

/** Brings logs into an archive, and prints what was found. 1 where something is not whole: the rest is in the archive all the same. */
export async function auditIngest(question: IngestQuestion, terminal: Terminal): Promise<number> {
	const { logs: names, to, machine, whole = false, json } = question;
	if (to === undefined)
		throw new WrongQuestion(
			"it is not said where the records go",
			`name a folder: \`rules audit ingest ${names[0]} --to archive\``,
		);
	const given = await keyIn(question.key);
	const logs = [];
	for (const name of names) {
		const sent = name === "-" ? [] : sentTo(name);
		for (const path of sent)
			logs.push({
				name: path,
				path,
				machine: basename(dirname(resolve(path))),
				...(given === undefined ? {} : { key: given }),
			});
		if (sent.length > 0) continue;
		const { path, key = given } = await chosenLog(name);
		logs.push({ name, path, ...(key === undefined ? {} : { key }) });
	}
	const bar = progress("reading", sizeOf(logs.map(({ path }) => path)));
	const options = { logs, folder: to, whole, onBytes: bar.add, ...(machine === undefined ? {} : { machine }) };
	const summary = await ingest(options)
		.catch((error: unknown) => {
			if (error instanceof NoDatabase) throw new WrongQuestion(error.message, error.help);
			if (error instanceof ArchiveBusy) throw new WrongQuestion(error.message, "try again when it has ended");
			throw refusedBySystem(error, (error as NodeJS.ErrnoException).path ?? to, "used");
		})
		.finally(bar.end);
	await terminal.print(json === true ? `${JSON.stringify(summary, null, 2)}\n` : summaryText(summary, to));
	return summary.logs.every(isWhole) ? exit.yes : exit.no;
}

/** The logs that were sent into a folder: `MACHINE/LOG-HASH`, or one of them alone. */
function sentTo(folder: string): readonly string[] {
	if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
	const found = [folder, ...foldersIn(folder), ...foldersIn(folder).flatMap(foldersIn)].filter(
		(one) => sentPieces(one).length > 0,
	);
	if (found.length > 0) return found;
	throw new WrongQuestion(
		`\`${folder}\` holds no log that was sent there`,
		"name a decision log, or a folder that `rules audit ship` sends to",
	);
}

function foldersIn(folder: string): readonly string[] {
	return readdirSync(folder, { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => join(folder, name))
		.sort();
}

function sizeOf(paths: readonly string[]): number | undefined {
	if (paths.includes("-")) return undefined;
	return paths
		.flatMap((path) =>
			statSync(path).isDirectory() ? sentPieces(path).map((name) => join(path, name)) : filesOf(path),
		)
		.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
}

function isWhole({ bad, chain }: LogSummary): boolean {
	return bad.count === 0 && chain.kind === "whole";
}

function summaryText({ added, repeated, days, logs }: IngestSummary, folder: string): string {
	const range =
		days.length === 0
			? ""
			: `, of ${counted(days.length, "day")} (${days[0]}${days.length > 1 ? ` to ${days.at(-1)}` : ""})`;
	return [
		`${visible(folder)}: ${counted(added, "new record")}${range}; ${repeated} were there\n`,
		...logs.flatMap((log) => logText(log).map((line) => `${visible(log.log)}: ${line}\n`)),
	].join("");
}

function logText({ before, lines, records, bad, torn, poisoned, undated, chain }: LogSummary): readonly string[] {
	return [
		`${counted(records, "record")} in ${counted(lines, "line")}${before === 0 ? "" : ` after ${before} that were read before`}, ${chain.kind === "whole" ? "the chain is whole" : `the chain is broken at ${placeText(chain.place)}: ${visible(chain.why)}`}`,
		...(bad.count > 0
			? [`${counted(bad.count, "line")} without a record left out: ${placesText(bad.first, bad.count)}`]
			: []),
		...(torn > 0 ? [`${counted(torn, "torn line")} left out`] : []),
		...(poisoned.count > 0
			? [
					`${counted(poisoned.count, "record")} with text that is none, for which U+FFFD stands now: ${placesText(poisoned.first, poisoned.count)}`,
				]
			: []),
		...(undated > 0 ? [`${counted(undated, "record")} whose time can't be right, kept under the day 1970-01-01`] : []),
	];
}
