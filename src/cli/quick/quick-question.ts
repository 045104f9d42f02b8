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
import type { Request } from "../../engine/request/request.js";
import { askedByLine, askedByWords } from "../../engine/request/request-text.js";
import { readyDecisions } from "../../runtime/load/decisions.js";
import { nearestPolicyName } from "../../runtime/load/find-policy.js";
import { realWorld } from "../../runtime/load/world.js";
import { type OptionRecord, type SaidOptions, saidOptions } from "./option-words.js";
import { policyOption, requestOptions } from "./shared-options.js";

/** What the words behind a verb ask; undefined where a verb would have to say what is wrong, or takes options that are not these. */
export function questionIn(words: readonly string[], own: readonly OptionRecord[]): SaidOptions | undefined {
	const said = saidOptions(words, [policyOption, ...requestOptions, ...own]);
	const isCommand = said.behind !== undefined && said.behind.length > 0;
	return said.faults.length > 0 || isCommand === (said.value("--script") !== undefined) ? undefined : said;
}

/** Decides it with a policy that is compiled already. */
export function quickDecision({
	flags,
	value,
	values,
	behind = [],
}: SaidOptions): { readonly decision: Decision; readonly request: Request } | undefined {
	const [agent, workspace, script] = ["--agent", "--workspace", "--script"].map(value);
	const folder = existing(value("--cwd") ?? ".");
	const around = workspace === undefined ? folder : existing(workspace);
	if (folder === undefined || around === undefined) return undefined;
	const rules = values("--rules");
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
	const request: Request = { ...(script === undefined ? askedByWords(behind) : askedByLine(script)), ...asking };
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
