/** `before`: no such event has happened. What grants fears that it may have; what restricts holds unless it surely has. */
import { ruleKeywords } from "../terms.js";
import { not } from "../test.js";
import type { ClauseRecord } from "./clause.js";
import { happened, holdsAnyway } from "./events/happened.js";

export const beforeClause = {
	keyword: "before",
	form: "events",
	summary: "no such event has happened in this session, or not so many times",
	example: "deny terraform apply before terraform plan since terraform apply",
	kinds: ruleKeywords,
	claims: holdsAnyway,
	chooses: true,
	behindWords: true,
	repeats: true,
	lower: (value, sense) => ({
		past: (words) => not(happened(value, sense === "granting" ? "feared" : "needed", words)),
	}),
} as const satisfies ClauseRecord<"events">;
