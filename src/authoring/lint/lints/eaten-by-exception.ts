/** `eaten-by-exception`: the exceptions of a rule leave out all that one of its patterns speaks of. */

import type { Lowered } from "../../../language/policy/lower.js";
import { patternText } from "../../../language/syntax/dsl/part-text.js";
import type { Clause, Pattern, RuleStatement } from "../../../language/syntax/statements.js";
import { holding } from "../../analysis/outcomes.js";
import { follows } from "../../analysis/search/by-text.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { lowerVariant } from "../meaning/lower-variant.js";

export const eatenByException: PolicyLint = {
	name: "eaten-by-exception",
	family: "anomalies",
	severity: "error",
	summary: "an exception leaves out all that a rule speaks of, or all of one of its patterns",
	looksAt: "policy",
	check: (subject) => subject.rules().flatMap((stated) => faultsOf(stated, subject)),
};

function faultsOf(stated: StatedRule, subject: ValidPolicyContext): readonly Finding[] {
	const { statement } = stated;
	const clauses = statement.clauses.filter(isExcept);
	const exceptions = clauses.flatMap(({ patterns }) => patterns);
	if (exceptions.length === 0 || statement.keyword === "constrain") return [];
	const left = testOf(exceptions, [], stated, subject);
	if (left === undefined) return [];
	const eaten = statement.patterns.filter((pattern) => {
		const own = testOf([pattern], statement.clauses.filter(saysWhich), stated, subject);
		return own !== undefined && follows({ test: left, side: 0 }, holding(own, "surely"));
	});
	if (eaten.length === 0) return [];
	const all = eaten.length === statement.patterns.length;
	const texts = eaten.map((pattern) => `\`${patternText(pattern)}\``).join(", ");
	const place = clauses[0]?.span ?? statement.span;
	return [
		{
			message: all
				? `the exception leaves out all that this \`${statement.keyword}\` speaks of, so that it says nothing`
				: `the exception leaves out all of ${texts}, so that this \`${statement.keyword}\` says nothing of ${eaten.length === 1 ? "it" : "them"}`,
			span: place,
			help: "name in the exception what is to be left out, and no more than that; or take the rule's pattern out",
		},
	];
}

function isExcept(clause: Clause): clause is Extract<Clause, { readonly keyword: "except" }> {
	return clause.keyword === "except";
}

/** What the pattern is about beside its words; what it grants and says is another thing. */
function saysWhich({ keyword }: Clause): boolean {
	return keyword === "with" || keyword === "touching" || keyword === "using";
}

/** What these patterns speak of where a rule restricts. */
function testOf(
	patterns: readonly Pattern[],
	clauses: readonly Clause[],
	stated: StatedRule,
	subject: ValidPolicyContext,
): Lowered["restricts"] {
	const { statement } = stated;
	const asked: RuleStatement = { ...statement, keyword: "deny", override: false, patterns, clauses };
	return lowerVariant(asked, stated, subject)?.restricts;
}
