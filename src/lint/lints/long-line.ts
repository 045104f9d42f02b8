/** `long-line`: a line that is longer than people like to read. */
import { linesOf } from "../lines.js";
import type { TextLint } from "../lint.js";

export const longLine: TextLint<{ readonly most: number }> = {
	name: "long-line",
	family: "style",
	severity: "off",
	summary: "a line is long",
	options: { most: 120 },
	looksAt: "text",
	check: ({ roots, sources }, { most }) =>
		roots.flatMap((file) => {
			const source = sources.get(file);
			if (source === undefined) return [];
			return linesOf(source).flatMap(({ text, span }) => {
				const { length } = [...text];
				if (length <= most || [...breakable(text)].length <= most) return [];
				const start = span.start + [...text].slice(0, most).join("").length;
				return [
					{
						message: `this line has ${length} characters, and more than ${most} are hard to read`,
						span: { ...span, start },
						help: "begin a new line before a clause, or behind a comma",
					},
				];
			});
		}),
};

/** A line without what can't be broken: texts in quotes, the commands of expectations, addresses. */
function breakable(text: string): string {
	return text
		.replace(/"(?:[^"\\]|\\.)*"/g, '""')
		.replace(/^(\s*(?:- )?expect\b[^:]*:).*$/, "$1")
		.replace(/\w+:\/\/\S+/g, "");
}
