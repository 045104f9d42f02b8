/** `waived-by-option`: a restriction ends where an option is given that says yes beforehand, and agents give it themselves. */
import { waives } from "../../../engine/knowledge/options/option-meanings.js";
import { patternText } from "../../../language/syntax/dsl/write-dsl.js";
import type { Clause } from "../../../language/syntax/statements.js";
import type { PolicyLint } from "../lint-record.js";

export const waivedByOption: PolicyLint = {
	name: "waived-by-option",
	family: "anomalies",
	severity: "warning",
	summary: "a restriction is lifted by an option that waives a confirmation, and the agent types it",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap(({ statement }) => {
			const { keyword, clauses, patterns } = statement;
			if (keyword !== "deny" && keyword !== "ask" && keyword !== "nudge") return [];
			return clauses.filter(isWithout).flatMap((clause) => {
				const waiver = clause.options.flat().find(({ text }) => waives(text))?.text;
				const [pattern] = patterns;
				if (waiver === undefined || pattern === undefined) return [];
				const command = `${patternText(pattern)} ${waiver}`;
				return [
					{
						message: `with \`${waiver}\` this \`${keyword}\` says nothing: whoever types \`${command}\` waives the confirmation, and passes it`,
						span: clause.span,
						help: "take the clause out, so that the rule holds with the option and without it",
						witness: command,
					},
				];
			});
		}),
};

function isWithout(clause: Clause): clause is Extract<Clause, { readonly keyword: "with" | "without" | "only" }> {
	return clause.keyword === "without";
}
