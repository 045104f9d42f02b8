/** `to`: where the paths of a `constrain` must lie. */
import type { ClauseRecord } from "./clause.js";

export const toClause = {
	keyword: "to",
	form: "paths",
	summary: "where the paths must lie",
	example: "constrain writes of * to ., /tmp/build",
	kinds: ["constrain"],
	claims: {
		instead: "`within …` speaks of commands whose paths all lie inside, `touching …` of those with one that does",
	},
	chooses: false,
	lower: (paths) => ({ inside: paths }),
} as const satisfies ClauseRecord<"paths">;
