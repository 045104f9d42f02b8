/** `trailing-space`: blanks at the end of a line. */
import type { Span } from "../../source/span.js";
import type { Statement } from "../../syntax/statements.js";
import { linesOf } from "../lines.js";
import type { TextLint } from "../lint.js";

export const trailingSpace: TextLint = {
	name: "trailing-space",
	family: "style",
	severity: "off",
	summary: "a line ends in blanks",
	fixes: "safe",
	looksAt: "text",
	check: (subject) =>
		subject.roots.flatMap((file) => {
			const source = subject.sources.get(file);
			if (source === undefined) return [];
			// Texts of several lines: blanks belong to them.
			const texts = subject
				.statements()
				.flatMap(({ statement, file: own }) => (own.file === file ? textsIn(statement) : []))
				.filter(({ start, end }) => /[\r\n]/.test(source.text.slice(start, end)));
			return linesOf(source).flatMap(({ text, span }) => {
				// Behind a backslash a blank is a part of a word.
				const blanks = /(?<!\\)[ \t]+$/.exec(text)?.[0].length ?? 0;
				const place = { ...span, start: span.end - blanks };
				if (blanks === 0 || texts.some(({ start, end }) => start <= place.start && place.start < end)) return [];
				return [
					{
						message: "this line ends in blanks",
						span: place,
						help: "take them out",
						fix: { title: "take the blanks out", edits: [{ span: place, text: "" }], safe: true },
					},
				];
			});
		}),
};

function textsIn(statement: Statement): readonly Span[] {
	switch (statement.kind) {
		case "rule":
		case "claim":
			return statement.clauses.flatMap((clause) => ("text" in clause ? [clause.text.span] : []));
		case "expect":
			return [statement.command.span];
		default:
			return [];
	}
}
