/** `wide-override`: an override names more than an inherited rule does, and takes that rule out with it. */

import { joinWords } from "../../../language/diagnostic/join-words.js";
import type { Rule } from "../../../language/policy/policy.js";
import { patternText } from "../../../language/syntax/write-dsl.js";
import { witnessCommandLine } from "../../analysis/witness.js";
import type { ValidPolicyContext } from "../lint-context.js";
import type { PolicyLint } from "../lint-record.js";
import { liftedBy } from "../without-effect/lifted-rules.js";

export const wideOverride: PolicyLint = {
	name: "wide-override",
	family: "agents",
	severity: "warning",
	summary: "an `override` names a whole program or subcommand, and inherited rules on parts of it no longer hold",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const lifted = liftedBy(stated, subject);
			const [first] = lifted;
			if (first === undefined) return [];
			const witness = witnessCommandLine(first.sample);
			const told = lifted.map(({ rule }) => said(rule, subject));
			return [
				{
					message: `this \`override\` takes ${joinWords(told)} out of what is inherited as well: \`${witness}\` is \`${first.effect}\``,
					span: stated.statement.span,
					labels: lifted
						.slice(0, mostLabels)
						.map(({ rule }) => ({ span: rule.span, message: `this \`${rule.keyword}\`` })),
					help: `name the commands that are meant, or leave out what is not: \`except ${lifted
						.flatMap(({ rule }) => patternsOf(rule, subject))
						.slice(0, mostLabels)
						.join(", ")}\``,
					witness,
				},
			];
		}),
};

const mostLabels = 3;

function said(rule: Rule, subject: ValidPolicyContext): string {
	return `${rule.keyword} ${patternsOf(rule, subject).slice(0, mostLabels).join(", ")}`;
}

function patternsOf(rule: Rule, subject: ValidPolicyContext): readonly string[] {
	return subject.statementOf(rule)?.statement.patterns.map(patternText) ?? [rule.id];
}
