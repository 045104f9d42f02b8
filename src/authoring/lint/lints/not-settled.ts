/** `not-settled`: the analysis could not find out whether a rule ever decides. It is never silent about that. */
import type { PolicyLint } from "../lint-record.js";

export const notSettled: PolicyLint = {
	name: "not-settled",
	family: "performance",
	severity: "info",
	needsWhole: true,
	summary: "the analysis could not find out whether a rule ever decides",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const fate = subject.fateOf(stated);
			if (fate.kind !== "not-settled") return [];
			return [
				{
					message: `whether this rule ever decides is not settled: the steps did not suffice for \`${fate.program}\``,
					span: stated.statement.span,
					help: "write the rule more simply, or give the analysis more steps: `lint: {steps: …}` in `bylaw.config.yaml`",
				},
			];
		}),
};
