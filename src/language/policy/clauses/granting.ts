/** `granting`: the powers that this rule gives beyond plain use; `everything` trusts all arguments. */
import type { ClauseRecord } from "./clause.js";

export const grantingClause = {
	keyword: "granting",
	form: "powers",
	summary: "the powers that this rule gives beyond plain use; `everything` trusts all arguments",
	example: "allow sort granting write",
	kinds: ["allow", "ask", "nudge"],
	claims: { instead: "a claim grants nothing: `using …` speaks of commands that use a power" },
	chooses: true,
	everything: true,
	lower: (powers) => ({ powers }),
} as const satisfies ClauseRecord<"powers">;
