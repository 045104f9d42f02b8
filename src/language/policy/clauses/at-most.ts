/** `at most`: no more than so many are let through in a time, whichever rule grants them. */
import type { ClauseRecord } from "./clause.js";

export const atMostClause = {
	keyword: "at most",
	form: "limit",
	summary: "no more than so many are let through, whichever rule grants them",
	example: "allow git push at most 5 per 1h",
	kinds: ["allow", "ask", "nudge"],
	claims: { instead: "a claim speaks of commands, however many there were: leave it out" },
	chooses: false,
	behindWords: true,
	lower: (limit) => ({ limit }),
} as const satisfies ClauseRecord<"limit">;
