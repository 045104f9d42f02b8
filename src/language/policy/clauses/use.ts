/** `use`: what to use instead; a nudge raises only if the agent has one of them. On an `allow` it is advice, told after the run. */
import { ruleKeywords } from "../terms.js";
import type { ClauseRecord } from "./clause.js";

export const useClause = {
	keyword: "use",
	form: "names",
	summary:
		"what to use instead; a nudge raises only if the agent has one of them. On an `allow` it is advice, told after the run",
	example: "nudge grep use file.search",
	kinds: ruleKeywords,
	claims: { instead: "a claim sends nobody elsewhere: leave it out" },
	chooses: false,
	lower: (use) => ({ use }),
} as const satisfies ClauseRecord<"names">;
