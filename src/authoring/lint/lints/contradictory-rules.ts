/** `contradictory-rules`: one rule refuses just what another one of the same agent grants. */
import { patternText } from "../../../language/syntax/dsl/part-text.js";
import type { StatedRule } from "../lint-context.js";
import type { PolicyLint } from "../lint-record.js";
import { contradictions, saying } from "../without-effect/contradictions.js";

export const contradictoryRules: PolicyLint = {
	name: "contradictory-rules",
	family: "anomalies",
	severity: "error",
	summary: "a rule refuses just what another rule of the same agent grants",
	looksAt: "policy",
	check: (subject) => {
		const denials = contradictions(subject);
		if (denials.size === 0) return [];
		return subject.rules().flatMap((stated) => {
			const { statement } = stated;
			const denial = denials.get(statement);
			if (denial === undefined) return [];
			const witness = plainCommand(statement);
			return [
				{
					message: `this \`${statement.keyword}\` and a \`deny\` speak of the same commands, and the denial decides`,
					span: statement.span,
					labels: [{ span: denial.statement.span, message: "this `deny`" }],
					help: "take one of the two out",
					...(witness === undefined ? {} : { witness }),
				},
			];
		});
	},
};

/** Where the words of a pattern are a command as they stand, and nothing else is asked of it. */
function plainCommand({ patterns, clauses }: StatedRule["statement"]): string | undefined {
	if (clauses.some(({ keyword }) => !saying.has(keyword))) return undefined;
	const plain = patterns.find(
		({ exactly, words }) => !exactly && words.every(({ kind, text }) => kind === "plain" && /^[\w./:-]+$/.test(text)),
	);
	return plain && patternText(plain);
}
