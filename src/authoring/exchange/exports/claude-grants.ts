/** Calls that are allowed or asked about, as Claude Code's permissions. What they don't name is denied, since nobody is asked in that mode. */
import { type CallEntries, type Calls, entriesOf, serverTool } from "./call-permissions.js";
import { claudeTools, namedClaude } from "./claude-refusals.js";
import type { SaidCall } from "./said-calls.js";

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
	return entriesOf(policy, "Claude Code", (one) => textsOf(one).map((text) => ({ effect: one.effect, text })), []);
}
