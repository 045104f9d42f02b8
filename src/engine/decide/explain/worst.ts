/** The worst that a command may do, in one line, for a person who is asked about it: what is lost, where what goes, and what can't be taken back. */

import { joinParts } from "../../../language/diagnostic/join-words.js";
import type { Power } from "../../../language/syntax/statements.js";
import type { Effects, PlacedPath } from "../../effects/effects.js";
import type { EvaluationContext } from "../evaluate/evaluation-context.js";

/** So many things are told at most, the worst first. */
const mostParts = 3;
/** So many files or hosts are named. */
const mostNames = 3;

/** What the effects of a command may bring about, without an end: `what is in \`src/a.ts\` is lost for good`. Undefined where nothing is known to be bad. */
export function worstOf({ args, effects }: Pick<EvaluationContext, "args" | "effects">): string | undefined {
	// Of a program that nobody knows any word may be a file, and none is named.
	const named = args.program === undefined ? () => [] : namedFiles;
	const uses = usesOf(effects);
	const has = (power: Power): boolean => uses.has(power);
	/** `is lost`, or `may be lost` where that is in doubt. */
	const verb = (power: Power, sure: string, perhaps: string): string => (uses.get(power) === true ? sure : perhaps);
	const parts: string[] = [];
	const hosts = hostsOf(effects);
	const written = named(effects.pathsWritten(), effects);
	if (has("delete")) {
		const what =
			written.length > 0
				? `what is in ${listed(written)}`
				: `what it deletes or replaces${hosts === undefined ? "" : ` at ${hosts}`}`;
		parts.push(`${what} ${verb("delete", "is", "may be")} lost for good`);
	}
	if (has("privilege")) parts.push(`it ${verb("privilege", "runs", "may run")} with more rights than yours`);
	const sent = has("network") ? named(effects.pathsRead(), effects) : [];
	if (sent.length > 0) parts.push(`${listed(sent)} may go to ${hosts ?? "another machine"}, and can't be taken back`);
	if (has("secrets")) parts.push(`it ${verb("secrets", "shows", "may show")} secrets`);
	if (has("persistence"))
		parts.push(`it ${verb("persistence", "leaves", "may leave")} behind what runs later by itself`);
	if (has("code") || has("exec")) parts.push("it runs code that nobody has read here");
	if (!has("delete") && written.length > 0)
		parts.push(`${listed(written)} ${written.length === 1 ? "is" : "are"} changed`);
	if (sent.length === 0 && hosts !== undefined && !has("delete")) parts.push(`it talks to ${hosts}`);
	return parts.length === 0 ? undefined : parts.slice(0, mostParts).join("; ");
}

/** Each power with whether it is surely used. */
function usesOf(effects: Effects): ReadonlyMap<Power, boolean> {
	const uses = new Map<Power, boolean>(effects.plainPowers().map((power) => [power, true]));
	for (const { power, sure } of effects.powersBeyond()) uses.set(power, sure || uses.get(power) === true);
	return uses;
}

/** The files that surely are files of this machine. What only may be one would make a list of all words. */
function namedFiles(paths: readonly PlacedPath[], effects: Effects): readonly string[] {
	const hosts = effects.destinations().flatMap(({ host }) => (host === undefined ? [] : [`${host}:`]));
	const shown = paths
		.filter(({ maybe, byCode }) => maybe !== true && byCode !== true)
		.filter(({ text }) => text === undefined || !(unkept.has(text) || hosts.some((host) => text.startsWith(host))))
		.map(({ text, reach }) => {
			const name = text === undefined ? "a file that can't be known" : `\`${text}\``;
			return reach === undefined ? name : `${name}${andBelow}`;
		});
	const names = new Set(shown);
	return [...names].filter((name) => !names.has(`${name}${andBelow}`));
}

const andBelow = " and below";

/** What is written there or read from there lies in no file. */
const unkept: ReadonlySet<string> = new Set(["-", "/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty"]);

function hostsOf(effects: Effects): string | undefined {
	const hosts = effects
		.destinations()
		.filter(({ byCode }) => byCode !== true)
		.map(({ host }) => (host === undefined ? "a host that can't be known" : `\`${host}\``));
	return hosts.length === 0 ? undefined : listed([...new Set(hosts)]);
}

function listed(names: readonly string[]): string {
	const rest = names.length - mostNames;
	return joinParts(rest > 1 ? [...names.slice(0, mostNames), `${rest} more`] : names, "and");
}
