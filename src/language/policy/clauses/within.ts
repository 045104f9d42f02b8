/** `within`: every path that the command names lies inside. */
import type { ClauseRecord } from "./clause.js";

export const withinClause = {
	keyword: "within",
	form: "paths",
	summary: "every path that the command names lies inside",
	example: "allow rm, mv within .",
	kinds: ["allow", "ask", "nudge"],
	claims: true,
	chooses: true,
	lower: (paths) => ({ tests: [{ kind: "paths-within", access: "any", paths }] }),
} as const satisfies ClauseRecord<"paths">;
