/** `long-message`: a `because` that is longer than an agent should have to read. */
import type { PolicyLint } from "../lint-record.js";

export const longMessage: PolicyLint<{ readonly most: number }> = {
	name: "long-message",
	family: "style",
	severity: "info",
	summary: "a message for the agent is long",
	options: { most: 200 },
	looksAt: "policy",
	check: ({ rules }, { most }) =>
		rules().flatMap(({ statement }) =>
			statement.clauses.flatMap((clause) => {
				if (clause.keyword !== "because") return [];
				const { length } = [...clause.text.text];
				if (length <= most) return [];
				return [
					{
						message: `this message has ${length} characters, and ${most} are a lot for an agent to read each time`,
						span: clause.text.span,
						help: "say what to do, in one sentence; what is for people stands in `note`",
					},
				];
			}),
		),
};
