/** `waived-by-option`: a restriction ends where an option is given that says yes beforehand, and agents give it themselves. */
import { waives } from "../../../engine/knowledge/options/option-meanings.js";
import { patternText } from "../../../language/syntax/dsl/part-text.js";
import type { Clause, Pattern } from "../../../language/syntax/statements.js";
import type { Finding, PolicyLint } from "../lint-record.js";

export const waivedByOption: PolicyLint = {
	name: "waived-by-option",
	family: "anomalies",
	severity: "warning",
	summary: "a restriction is lifted by an option that waives a confirmation or changes nothing, and the agent types it",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap(({ statement }) => {
			const { keyword, clauses, patterns } = statement;
			if (keyword !== "deny" && keyword !== "ask" && keyword !== "nudge") return [];
			return [
				...clauses.flatMap((clause) =>
					clause.keyword === "except" && clause.form === "patterns"
						? showingOnly(clause.patterns, keyword, patterns)
						: [],
				),
				...clauses.filter(isWithout).flatMap((clause) => {
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
				}),
			];
		}),
};

/** `deny curl except curl --fail`: an option that says how much is told, or how a failure is, changes nothing in what is done, and whoever types it passes. */
function showingOnly(exceptions: readonly Pattern[], keyword: string, own: readonly Pattern[]): readonly Finding[] {
	return exceptions.flatMap((exception): readonly Finding[] => {
		const options = exception.words.filter(({ text }) => text.startsWith("-"));
		const operands = exception.words.filter(({ text }) => !text.startsWith("-")).map(({ text }) => text);
		if (options.length === 0 || !options.every(({ text }) => tellingOnly.has(text))) return [];
		if (!own.some((one) => one.words.map(({ text }) => text).join(" ") === operands.join(" "))) return [];
		const command = patternText(exception);
		return [
			{
				message: `\`${command}\` does all that \`${operands.join(" ")}\` does: whoever types the option passes this \`${keyword}\``,
				span: exception.span,
				help: "leave out what does less, by its words: a subcommand, a path or a host",
				witness: command,
			},
		];
	});
}

/** How much is told, in which colours, and what counts as failed. */
const tellingOnly: ReadonlySet<string> = new Set(
	"--fail --fail-with-body --silent --quiet --verbose --no-color --no-progress --progress --show-error --no-progress-bar --progress-bar --no-pager --debug --no-ansi".split(
		" ",
	),
);

function isWithout(clause: Clause): clause is Extract<Clause, { readonly keyword: "with" | "without" | "only" }> {
	return clause.keyword === "without";
}
