/** `unreachable-default`: a rule answers every command, so that the default never decides. */

import { isStricter } from "../../../engine/decide/combine.js";
import type { Rule } from "../../../language/policy/policy.js";
import { isSetting } from "../../../language/syntax/statements.js";
import type { PolicyLint } from "../lint-record.js";
import { isTautology } from "../meaning/tautology.js";

export const unreachableDefault: PolicyLint = {
	name: "unreachable-default",
	family: "anomalies",
	severity: "info",
	needsWhole: true,
	summary: "a rule answers every command, so that the default never decides",
	looksAt: "policy",
	check: (subject) =>
		subject.ownStatements().flatMap(({ statement }) => {
			if (!isSetting(statement, "default")) return [];
			const { file, start } = statement.span;
			const agents = subject.agents.filter((name) =>
				subject.policy.settingOrigins
					.get(name)
					?.get("default")
					?.some(({ span }) => span.file === file && span.start === start),
			);
			const answering = agents.map((name) =>
				subject.policy.agents.get(name)?.rules.find((rule) => answersAll(rule, statement.word.text)),
			);
			const [first] = answering;
			if (first === undefined || answering.includes(undefined)) return [];
			return [
				{
					message: `\`default ${statement.word.text}\` never decides: a rule answers every command`,
					span: statement.span,
					labels: [{ span: first.span, message: `this \`${first.keyword}\` speaks of every command` }],
					help: "see whether the rule speaks of more than is meant: a default answers what no rule speaks of",
				},
			];
		}),
};

/** What is granted never meets the default; what raises every answer as high leaves nothing to it. A denial of everything is told as such. */
function answersAll({ grants, restricts, effect }: Rule, fallback: string): boolean {
	if (effect === "deny") return false;
	return isTautology(grants) || (fallback === "allow" && isStricter(effect, "allow") && isTautology(restricts));
}
