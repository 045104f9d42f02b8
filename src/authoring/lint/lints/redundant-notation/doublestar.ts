/** A `**` at the end of a pattern, behind which further words may follow anyway. */
import type { TextLint } from "../../lint-record.js";
import { wordRemoval } from "../../reading/text-edits.js";
import { writtenPatterns } from "../../reading/written-patterns.js";

export const redundantDoublestar: Pick<TextLint, "check"> = {
	check: (subject) =>
		writtenPatterns(subject).flatMap(({ pattern: { exactly, words }, part }) => {
			const last = words.at(-1);
			const before = words.at(-2);
			// Behind an element of a set more words of a pattern may stand.
			if (part === "element" || exactly || before === undefined || last?.kind !== "plain" || last.text !== "**")
				return [];
			const edit = wordRemoval(before.span, last.span, subject);
			return [
				{
					message: "the `**` at the end says nothing: further words may follow any pattern that is not `exactly`",
					span: last.span,
					help: "leave it out",
					...(edit === undefined ? {} : { fix: { title: "take the `**` out", edits: [edit], safe: true } }),
				},
			];
		}),
};
