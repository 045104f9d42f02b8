/**
 * `rules check` where nothing but a decision is wanted and the policy is compiled already: the way of hooks, which wait for each command.
 * Whatever is unusual (an option that is not known here, a fault, an agent that is not there) is left to the verb itself, which answers
 * the same and says more. Kept free of all that is slow to load: option parsers, readers of policies, streams.
 */
import { fstatSync, statSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import { decideAnew } from "../decide/decide.js";
import { readyDecisions } from "../load/decisions.js";
import { nearestPolicyName } from "../load/find-policy.js";
import { realWorld } from "../load/world.js";
import type { Request } from "../request/request.js";
import { decisionRecord } from "./decision-record.js";
import { exit } from "./exit.js";
import { renderDecision } from "./render-decision.js";

/** The exit code; undefined where the question is one for the verb itself, and nothing was printed. `words`: behind the verb. */
export function quickCheck(words: readonly string[]): number | undefined {
	const asked = askedBy(words);
	if (asked === undefined) return undefined;
	if (!asked.json && mayColour()) return undefined;
	const { rules, agent, cwd, workspace, force, json, script, argv } = asked;
	const folder = existing(cwd ?? ".");
	const around = workspace === undefined ? folder : existing(workspace);
	if (folder === undefined || around === undefined) return undefined;
	const names = rules.length > 0 ? rules : [nearestPolicyName(process.cwd()) ?? ""];
	if (names.includes("")) return undefined;
	const decisions = readyDecisions(names, process.cwd());
	if (decisions === undefined || "fault" in decisions || !Object.hasOwn(decisions.agents, agent ?? "default"))
		return undefined;
	const asking = { ...(agent === undefined ? {} : { agent }), cwd: folder, ...(force ? { force } : {}) };
	const request: Request = script === undefined ? { ...asking, argv } : { ...asking, script };
	// Of one command no shape is of use later.
	const decision = decideAnew(decisions, request, realWorld(around));
	const text = json ? `${JSON.stringify(decisionRecord(decision))}\n` : renderDecision(decision, request, false);
	return print(text) ? (decision.effect === "allow" ? exit.yes : exit.no) : undefined;
}

interface Asked {
	readonly rules: readonly string[];
	readonly agent?: string;
	readonly cwd?: string;
	readonly workspace?: string;
	readonly force: boolean;
	readonly json: boolean;
	readonly script?: string;
	readonly argv: readonly string[];
}

function askedBy(words: readonly string[]): Asked | undefined {
	const end = words.indexOf("--");
	const before = end < 0 ? words : words.slice(0, end);
	const argv = end < 0 ? [] : words.slice(end + 1);
	const rules: string[] = [];
	const flags = new Set<string>();
	const said = new Map<string, string>();
	for (let at = 0; at < before.length; at++) {
		const word = before[at] as string;
		if (word === "--force" || word === "--json") flags.add(word);
		else if (withValue.includes(word)) {
			const value = before[++at];
			if (value === undefined || value.startsWith("-")) return undefined;
			if (word === "--rules") rules.push(value);
			else said.set(word, value);
		} else return undefined;
	}
	const script = said.get("--script");
	if ((script === undefined) === (argv.length === 0)) return undefined;
	const [agent, cwd, workspace] = ["--agent", "--cwd", "--workspace"].map((name) => said.get(name));
	return {
		rules,
		...(agent === undefined ? {} : { agent }),
		...(cwd === undefined ? {} : { cwd }),
		...(workspace === undefined ? {} : { workspace }),
		force: flags.has("--force"),
		json: flags.has("--json"),
		...(script === undefined ? {} : { script }),
		argv,
	};
}

const withValue = ["--rules", "--agent", "--cwd", "--workspace", "--script"];

function existing(name: string): string | undefined {
	if (name === "") return undefined;
	return statSync(name, { throwIfNoEntry: false })?.isDirectory() === true ? resolve(name) : undefined;
}

/** Would the verb itself colour its answer? It may, where standard output may be a terminal: to know that takes what is slow to load. */
function mayColour(): boolean {
	const { NO_COLOR, FORCE_COLOR } = process.env;
	if (NO_COLOR) return false;
	if (FORCE_COLOR !== undefined && FORCE_COLOR !== "") return true;
	const stats = fstatSync(1);
	const isNull = process.platform === "linux" && stats.rdev >> 8 === memoryDevices;
	return stats.isCharacterDevice() && !isNull;
}

/** Linux's number for `/dev/null` and its like. */
const memoryDevices = 1;

/** Writes all of it; false where nothing was written. Whoever stopped reading needs no more. */
function print(text: string): boolean {
	const bytes = Buffer.from(text);
	let at = 0;
	while (at < bytes.length) {
		try {
			at += writeSync(1, bytes, at);
		} catch (error) {
			const { code } = error as NodeJS.ErrnoException;
			if (code === "EAGAIN") continue;
			return code === "EPIPE" || at > 0;
		}
	}
	return true;
}
