/** `vague-message`: a `because` that says no more than the rule does. */
import type { PolicyLint } from "../lint-record.js";
import { isVague } from "../meaning/vague.js";

export const vagueMessage: PolicyLint = {
	name: "vague-message",
	family: "hygiene",
	severity: "info",
	summary: "a message tells the agent no more than that something is refused",
	looksAt: "policy",
	check: ({ rules }) =>
		rules().flatMap(({ statement: { clauses } }) =>
			clauses.flatMap((clause) => {
				if (clause.keyword !== "because" || !isVague(clause.text.text)) return [];
				return [
					{
						message: `\`${clause.text.text}\` tells the agent nothing that the rule does not`,
						span: clause.text.span,
						help: "say why, and what to do instead; without a `because` the message names the command",
					},
				];
			}),
		),
};
