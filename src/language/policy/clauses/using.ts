/** `using`: the command uses one of these powers, whatever its name. */
import type { ClauseRecord } from "./clause.js";

export const usingClause = {
	keyword: "using",
	form: "powers",
	summary: "the command uses one of these powers, whatever its name",
	example: "deny * using privilege",
	kinds: ["deny", "ask", "nudge", "constrain"],
	claims: true,
	chooses: true,
	ofEvents: true,
	lower: (powers) => ({ tests: powers === "everything" ? [] : [{ kind: "uses-power", powers }] }),
} as const satisfies ClauseRecord<"powers">;
