/** `untold-fact`: a condition on a fact that no harness and no machine tells: only a request that brings it settles it. */
import { joinQuoted } from "../../../language/diagnostic/join-words.js";
import { knownFact, knownFactNames, variableOfFact } from "../../../language/policy/clauses/facts/fact-names.js";
import type { PolicyLint } from "../lint-record.js";

export const untoldFact: PolicyLint = {
	name: "untold-fact",
	family: "anomalies",
	severity: "info",
	summary: "a `when` names a fact that no harness tells",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap(({ statement }) =>
			statement.clauses.flatMap((clause) =>
				clause.form !== "facts"
					? []
					: clause.conditions.flatMap(({ fact, span }) => {
							if (variableOfFact(fact.text) !== undefined || knownFact(fact.text) !== undefined) return [];
							const what = statement.keyword === "allow" ? "the grant never holds" : "the rule always may";
							return [
								{
									message: `no harness tells \`${fact.text}\`: behind a hook it can't be known, and ${what}`,
									span,
									help: `a program that asks brings it in \`facts\`; what is known without are ${joinQuoted(knownFactNames)} and variables, \`env NAME\``,
								},
							];
						}),
			),
		),
};
