/** A set names one element twice. */
import { patternText } from "../../../../language/syntax/dsl/part-text.js";
import type { TextLint } from "../../lint-record.js";
import { elementDeletion } from "../../reading/part-deletion.js";

export const duplicateSetElement: Pick<TextLint, "check"> = {
	check: (subject) =>
		subject.ownStatements().flatMap(({ statement }) => {
			if (statement.kind !== "set") return [];
			const spans = statement.patterns.map(({ span }) => span);
			const first = new Map<string, number>();
			return statement.patterns.flatMap((pattern, at) => {
				const text = patternText(pattern);
				const before = first.get(text);
				if (before === undefined) {
					first.set(text, at);
					return [];
				}
				const edit = elementDeletion(spans, at, subject);
				return [
					{
						message: `\`${text}\` is in \`${statement.name.text}\` already`,
						span: pattern.span,
						labels: [{ span: spans[before] ?? pattern.span, message: "here" }],
						help: "take one of them out",
						...(edit === undefined
							? {}
							: { fix: { title: `take the second \`${text}\` out`, edits: [edit], safe: true } }),
					},
				];
			});
		}),
};
