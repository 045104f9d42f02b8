/** `no-expectations`: a policy of many rules that nothing in it puts to the test. */
import type { PolicyLint } from "../lint-record.js";

export const noExpectations: PolicyLint<{ readonly most: number }> = {
	name: "no-expectations",
	family: "tests",
	severity: "info",
	needsWhole: true,
	summary: "a policy of many rules says nowhere what it should answer",
	options: { most: 10 },
	looksAt: "policy",
	check: (subject, { most }) => {
		const rules = subject.rules();
		const [first] = rules;
		if (first === undefined || rules.length <= most) return [];
		if (subject.statements().some(({ statement: { kind } }) => kind === "expect" || kind === "claim")) return [];
		return [
			{
				message: `${rules.length} rules, and no \`expect\`, \`never\` or \`always\` says what they should answer`,
				span: first.statement.span,
				help: "write `expect deny: COMMAND` and `expect allow: COMMAND` into the agents, for what must not change unnoticed; if suites test it, turn this off",
			},
		];
	},
};
