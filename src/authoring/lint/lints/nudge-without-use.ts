/** `nudge-without-use`: a nudge that says neither what to use instead nor what to do. */
import type { PolicyLint } from "../lint-record.js";
import { isVague } from "../meaning/vague.js";

export const nudgeWithoutUse: PolicyLint = {
	name: "nudge-without-use",
	family: "nudges",
	severity: "warning",
	summary: "a nudge does not say what to use instead",
	looksAt: "policy",
	check: ({ rules }) =>
		rules().flatMap(({ statement: { keyword, clauses, span } }) => {
			if (keyword !== "nudge" || clauses.some((one) => one.keyword === "use")) return [];
			// A message may name the better way in its own words.
			if (clauses.some((one) => one.keyword === "because" && !isVague(one.text.text) && hasSentence(one.text.text)))
				return [];
			return [
				{
					message: "this nudge says neither what to use instead nor why: an agent can do nothing but force it",
					span,
					help: "write `use NAME` with the better tool or program, or say in `because` what to do; or make it an `ask` or a `deny`",
				},
			];
		}),
};

/** One or two words name a fault at most, and no better way. */
function hasSentence(text: string): boolean {
	return text.trim().split(/\s+/).length > 2;
}
