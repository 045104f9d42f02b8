/** `after`: such an event has happened. What grants needs it to be sure; what restricts fears that it may have. */
import { ruleKeywords } from "../terms.js";
import type { ClauseRecord } from "./clause.js";
import { happened, holdsAnyway } from "./events/happened.js";

export const afterClause = {
	keyword: "after",
	form: "events",
	summary: "such an event has happened in this session, so many times if that is said",
	example: "allow git push after exactly npm test same tree",
	kinds: ruleKeywords,
	claims: holdsAnyway,
	chooses: true,
	behindWords: true,
	repeats: true,
	lower: (value, sense) => ({
		past: (words) => happened(value, sense === "granting" ? "needed" : "feared", words),
	}),
} as const satisfies ClauseRecord<"events">;
