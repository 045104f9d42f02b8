/** `until`: the rule ends then. */
import { ruleKeywords } from "../terms.js";
import type { ClauseRecord } from "./clause.js";
import { isEnd } from "./facts/fact-names.js";

export const untilClause = {
	keyword: "until",
	form: "date",
	summary: "the rule ends then: a date, at whose end, or a time of that date, in the policy's `zone` or its own",
	example: "allow npm publish until 2026-12-31T17:00+01:00",
	kinds: ruleKeywords,
	claims: { instead: "a claim is proved for every time: leave it out, or take the claim out when it no longer holds" },
	chooses: true,
	behindWords: true,
	check: (value, words) =>
		isEnd(value)
			? []
			: words.flat().map(({ span }) => ({
					code: "bad-date",
					span,
					message: `\`${value}\` is no date`,
					help: "for example `2026-12-31`, `2026-12-31T17:00` or `2026-12-31T17:00+01:00`",
				})),
	lower: (date) => ({ tests: [{ kind: "until", date }] }),
} as const satisfies ClauseRecord<"date">;
