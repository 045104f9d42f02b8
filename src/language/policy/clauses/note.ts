/** `note`: for people: reports and reviews. */
import { ruleKeywords } from "../terms.js";
import type { ClauseRecord } from "./clause.js";

export const noteClause = {
	keyword: "note",
	form: "text",
	summary: "for people: reports and reviews",
	example: 'note "asked for by the release team"',
	kinds: ruleKeywords,
	claims: true,
	chooses: false,
	lower: (note) => ({ note }),
} as const satisfies ClauseRecord<"text">;
