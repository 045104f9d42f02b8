/** `expectation-by-default`: an `expect` that holds only since no rule speaks of its command. */
import { expected, isMet } from "../expected.js";
import type { PolicyLint } from "../lint.js";

export const expectationByDefault: PolicyLint = {
	name: "expectation-by-default",
	family: "tests",
	severity: "off",
	needsWhole: true,
	summary: "an `expect` holds only since no rule speaks of its command",
	looksAt: "policy",
	check: (subject) =>
		expected(subject).flatMap(({ statement, tries }) => {
			const [first] = tries;
			const isDefault = tries.every(
				({ expectation, decision }) => decision.code === "default" && isMet(expectation, decision),
			);
			if (first === undefined || !isDefault) return [];
			return [
				{
					message: `\`${statement.command.text}\` is \`${first.decision.effect}\` by default: this tests no rule`,
					span: statement.span,
					help: "take a command that a rule speaks of, or keep it as a test of the default",
					witness: statement.command.text,
				},
			];
		}),
};
