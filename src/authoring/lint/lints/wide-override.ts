/** `wide-override`: an override names more than an inherited rule does, and takes that rule out with it. */

import { joinWords } from "../../../language/diagnostic/join-words.js";
import type { Rule } from "../../../language/policy/policy.js";
import { pathText, patternText } from "../../../language/syntax/dsl/part-text.js";
import { witnessCommandLine } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { liftedBy } from "../without-effect/lifted-rules.js";
import { needlesslyLifted } from "../without-effect/needless-override.js";

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
			if (first === undefined) return needless(stated, subject);
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

function needless(stated: StatedRule, subject: ValidPolicyContext): readonly Finding[] {
	const lifted = needlesslyLifted(stated, subject);
	if (lifted.length === 0) return [];
	const { patterns, span } = stated.statement;
	const told = lifted.map((rule) => `${said(rule, subject)}${pathsOf(rule, subject)}`);
	return [
		{
			message: `${joinWords(patterns.map(patternText))} ${patterns.length === 1 ? "is" : "are"} allowed without this: all that the \`override\` does is to take ${joinWords(told)} out`,
			span,
			labels: lifted.slice(0, mostLabels).map((rule) => ({ span: rule.span, message: `this \`${rule.keyword}\`` })),
			help: "take it out; or, where agents are to be let past these rules, name the paths or words for which, and say why in a `because`",
		},
	];
}

function said(rule: Rule, subject: ValidPolicyContext): string {
	return `${rule.keyword} ${patternsOf(rule, subject).slice(0, mostLabels).join(", ")}`;
}

function pathsOf(rule: Rule, subject: ValidPolicyContext): string {
	const clauses = subject.statementOf(rule)?.statement.clauses ?? [];
	const paths = clauses.flatMap((one) => (one.keyword === "touching" ? one.paths.map(pathText) : []));
	return paths.length === 0 ? "" : ` touching ${paths.slice(0, mostLabels).join(", ")}`;
}

function patternsOf(rule: Rule, subject: ValidPolicyContext): readonly string[] {
	return subject.statementOf(rule)?.statement.patterns.map(patternText) ?? [rule.id];
}
