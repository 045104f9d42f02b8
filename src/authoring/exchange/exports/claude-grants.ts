/** Calls that are allowed or asked about, as Claude Code's permissions. What they don't name is denied, since nobody is asked in that mode. */
import { type CallEntries, type Calls, entriesOf, serverTool } from "./call-permissions.js";
import { claudeTools, namedClaude } from "./claude-refusals.js";
import type { SaidCall, UntoldCall } from "./said-calls.js";
import { callsFor, type SaidPath } from "./said-paths.js";

export interface ClaudeEntry {
	readonly effect: SaidCall["effect"];
	readonly text: string;
}

export function claudeGrants(policy: Calls): CallEntries<ClaudeEntry> {
	const textsOf = ({ call, operand, host }: SaidCall): readonly string[] => {
		const named = serverTool(call);
		if (named !== undefined) return [`mcp__${named.server}${named.tool === "*" ? "" : `__${named.tool}`}`];
		if (host !== undefined) return [`WebFetch(domain:${host})`];
		if (operand !== undefined) return namedClaude(call, operand);
		// A permission to read or to change files is for several calls at once.
		return call.startsWith("file.") ? [] : (claudeTools[call] ?? []);
	};
	return entriesOf(
		policy,
		"Claude Code",
		(one) => textsOf(one).map((text) => ({ effect: one.effect, text })),
		[],
		"of calls of other tools, what hangs on paths is denied, but for folders in which all that a permission is for is allowed",
	);
}

/** A permission for paths holds there only where a link and what it leads to both lie inside. */
export function claudePathGrants(paths: readonly SaidPath[]): readonly string[] {
	return paths.flatMap(({ does, path }) => {
		const tool = does === "reading" ? "Read" : "Edit";
		return grantedPaths(path).map((one) => `${tool}(${one})`);
	});
}

/** With a slash before it a path begins at the folder of the project, wherever the session does. */
function grantedPaths(path: string): readonly string[] {
	const bare = path.replace(/^\.\//, "").replace(/(?<=.)\/+$/, "");
	if (bare === "." || bare === "") return ["/**"];
	if (bare === "/" || bare === "~") return [bare === "/" ? "//**" : "~/**"];
	const rooted = bare.startsWith("~/") ? bare : `/${bare}`;
	return [rooted, `${rooted}/**`];
}

/** Is all that a rule allows of these calls in permissions for paths? */
export function arePathsSaid(calls: readonly UntoldCall[], paths: readonly SaidPath[]): boolean {
	return calls.every(
		({ call, within }) =>
			within.length > 0 &&
			within.every((path) => paths.some((one) => one.path === path && callsFor[one.does].includes(call))),
	);
}
