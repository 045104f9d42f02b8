/** `redundant-quotes`: quotes around a word that means the same without them. */
import type { Span } from "../../source/span.js";
import { isReserved, meantClauses } from "../../syntax/clause-words.js";
import type { Statement } from "../../syntax/statements.js";
import { quote } from "../../syntax/texts.js";
import { nameText } from "../../syntax/write-dsl.js";
import type { TextLint } from "../lint.js";
import { replacement } from "../text-edits.js";

export const redundantQuotes: TextLint = {
	name: "redundant-quotes",
	family: "style",
	severity: "off",
	summary: "quotes stand around a word that means the same without them",
	fixes: "safe",
	looksAt: "text",
	check: (subject) =>
		subject.ownStatements().flatMap(({ statement }) =>
			wordsIn(statement).flatMap(({ kind, text, span }) => {
				if (kind !== "quoted" || !/^[A-Za-z0-9_][\w.-]*$/.test(text) || nameText(text) !== text) return [];
				// Without them it may read as a clause.
				if (isReserved(text) || meantClauses(text).length > 0) return [];
				const edit = replacement(span, quote(text), text, subject);
				// Quotes of YAML are not ours.
				if (edit === undefined) return [];
				return [
					{
						message: `\`${quote(text)}\` means the same without its quotes`,
						span,
						help: `write \`${text}\``,
						fix: { title: `write \`${text}\``, edits: [edit], safe: true },
					},
				];
			}),
		),
};

interface Worded {
	readonly kind: string;
	readonly text: string;
	readonly span: Span;
}

/** The words of patterns and lists of paths. */
function wordsIn(statement: Statement): readonly Worded[] {
	switch (statement.kind) {
		case "rule":
		case "claim":
			return [
				...statement.patterns.flatMap(({ words }) => words),
				...statement.clauses.flatMap((clause): readonly Worded[] => {
					if (clause.keyword === "except") return clause.patterns.flatMap(({ words }) => words);
					return "paths" in clause ? clause.paths.filter(({ negated }) => !negated) : [];
				}),
			];
		case "set":
			return statement.patterns.flatMap(({ words }) => words);
		case "trust":
			return statement.paths.filter(({ negated }) => !negated);
		default:
			return [];
	}
}
