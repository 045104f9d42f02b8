/** `trailing-space`: blanks at the end of a line. */
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
			const texts = subject.statements().flatMap(({ statement, file: own }) => {
				if (own.file !== file) return [];
				if (statement.kind === "expect") return [statement.command.span];
				if (statement.kind !== "rule" && statement.kind !== "claim") return [];
				return statement.clauses.flatMap((clause) => ("text" in clause ? [clause.text.span] : []));
			});
			return linesOf(source).flatMap(({ text, span }) => {
				// Behind a backslash a blank is a part of a word.
				const blanks = /(?<!\\)[ \t]+$/.exec(text)?.[0].length ?? 0;
				const place = { ...span, start: span.end - blanks };
				// In a text of several lines they belong to the text.
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
