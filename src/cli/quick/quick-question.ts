/**
 * The question of a command line, and its decision, where it is as plain as those of hooks are and the policy is compiled already. Whatever is
 * unusual (an option that is not known here, a fault, an agent that is not there) has no answer here: the verb itself answers the same and
 * says more. Kept free of all that is slow to load: option parsers, readers of policies, streams.
 */

import { fstatSync, statSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import { decide } from "../../engine/decide/decide.js";
import type { Decision } from "../../engine/decide/decision.js";
import { firstRequest } from "../../engine/history/first-request.js";
import { askedByLine, askedByWords } from "../../engine/request/calls.js";
import type { Request } from "../../engine/request/request.js";
import { readyDecisions } from "../../runtime/load/decisions.js";
import { nearestPolicyName } from "../../runtime/load/find-policy.js";
import { realWorld } from "../../runtime/load/world.js";

/** The words of a command line. */
export interface Question {
	readonly rules: readonly string[];
	/** Options that stand alone, such as `--force`. */
	readonly flags: ReadonlySet<string>;
	/** Options with their values, without `--rules`. */
	readonly said: ReadonlyMap<string, string>;
	/** What stands behind `--`. */
	readonly argv: readonly string[];
}

/** Options that a verb has beside those of every request. */
export interface OwnOptions {
	readonly flags: readonly string[];
	readonly withValue: readonly string[];
}

/** The question in the words behind a verb; undefined where a verb would have to say what is wrong. */
export function questionIn(words: readonly string[], own: OwnOptions): Question | undefined {
	const end = words.indexOf("--");
	const before = end < 0 ? words : words.slice(0, end);
	const argv = end < 0 ? [] : words.slice(end + 1);
	const rules: string[] = [];
	const flags = new Set<string>();
	const said = new Map<string, string>();
	for (let at = 0; at < before.length; at++) {
		const word = before[at] as string;
		if (word === "--force" || own.flags.includes(word)) flags.add(word);
		else if (withValue.includes(word) || own.withValue.includes(word)) {
			const value = before[++at];
			if (value === undefined || value.startsWith("-") || said.has(word)) return undefined;
			if (word === "--rules") rules.push(value);
			else said.set(word, value);
		} else return undefined;
	}
	return said.has("--script") === argv.length > 0 ? undefined : { rules, flags, said, argv };
}

const withValue = ["--rules", "--agent", "--cwd", "--workspace", "--script"];

/** Decides it with a policy that is compiled already. */
export function quickDecision({
	rules,
	flags,
	said,
	argv,
}: Question): { readonly decision: Decision; readonly request: Request } | undefined {
	const [agent, workspace, script] = [said.get("--agent"), said.get("--workspace"), said.get("--script")];
	const folder = existing(said.get("--cwd") ?? ".");
	const around = workspace === undefined ? folder : existing(workspace);
	if (folder === undefined || around === undefined) return undefined;
	const names = rules.length > 0 ? rules : [nearestPolicyName(process.cwd()) ?? ""];
	if (names.includes("")) return undefined;
	const decisions = readyDecisions(names, process.cwd());
	if (decisions === undefined || "fault" in decisions || !Object.hasOwn(decisions.agents, agent ?? "default"))
		return undefined;
	const asking = {
		...(agent === undefined ? {} : { agent }),
		cwd: folder,
		...(flags.has("--force") ? { force: true } : {}),
	};
	const request: Request = { ...(script === undefined ? askedByWords(argv) : askedByLine(script)), ...asking };
	// Of one command no shape is of use later.
	return { decision: decide(decisions, request, realWorld(around), firstRequest(decisions)), request };
}

function existing(name: string): string | undefined {
	if (name === "") return undefined;
	return statSync(name, { throwIfNoEntry: false })?.isDirectory() === true ? resolve(name) : undefined;
}

/** Would the verb itself colour what it prints? It may, where that may be a terminal: to know it takes what is slow to load. `file`: 1 or 2. */
export function mayColour(file: number): boolean {
	const { NO_COLOR, FORCE_COLOR } = process.env;
	if (NO_COLOR) return false;
	if (FORCE_COLOR !== undefined && FORCE_COLOR !== "") return true;
	const stats = fstatSync(file);
	const isNull = process.platform === "linux" && stats.rdev >> 8 === memoryDevices;
	return stats.isCharacterDevice() && !isNull;
}

/** Linux's number for `/dev/null` and its like. */
const memoryDevices = 1;

/** Writes all of it to standard output or error; false where nothing was written. Whoever stopped reading needs no more. */
export function printAtOnce(file: number, text: string): boolean {
	const bytes = Buffer.from(text);
	let at = 0;
	while (at < bytes.length) {
		try {
			at += writeSync(file, bytes, at);
		} catch (error) {
			const { code } = error as NodeJS.ErrnoException;
			if (code === "EAGAIN") continue;
			return code === "EPIPE" || at > 0;
		}
	}
	return true;
}
