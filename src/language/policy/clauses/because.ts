/** `because`: the message for the agent; `{program}`, `{command}` and `{path}` are filled in. */
import { ruleKeywords } from "../terms.js";
import type { ClauseRecord } from "./clause.js";

export const becauseClause = {
	keyword: "because",
	form: "text",
	summary: "the message for the agent; `{program}`, `{command}` and `{path}` are filled in",
	example: 'because "Commits are made by people here."',
	kinds: ruleKeywords,
	claims: true,
	chooses: false,
	lower: (message) => ({ message }),
} as const satisfies ClauseRecord<"text">;
