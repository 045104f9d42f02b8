/** What a permission for commands by their text becomes, where denials go before what is allowed: one rule, and what is not as it was. */
import type { ImportedRule } from "../imported.js";
import { leftOut, type ReadCall } from "./claude-calls.js";
import { type PermissionKind, plainUseOnly, type TextPattern } from "./text-pattern.js";

export interface TextEntry {
	readonly rule: ImportedRule;
	readonly remarks: ReadCall["remarks"];
}

/** `read`: the pattern, or why there is none. What can't be read restricts everything in its place, and grants nothing. */
export function textEntry(kind: PermissionKind, read: TextPattern | string, trusting: boolean): TextEntry | ReadCall {
	if (typeof read === "string")
		return kind === "allow"
			? leftOut(read)
			: {
					rule: { kind: "ask", patterns: ["*"] },
					remarks: [["looser", `${read}: everything is asked about in its place`]],
				};
	const isTrusted = kind === "allow" && trusting && read.isWhole;
	return {
		rule: { kind, patterns: [read.pattern], ...(isTrusted ? { granting: "everything" } : {}) },
		remarks: [...read.remarks, ...(kind === "allow" && !isTrusted ? [["tighter", plainUseOnly] as const] : [])],
	};
}
