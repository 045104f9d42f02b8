/** A path of a list ends with a `/`, which says nothing. */
import { pathText } from "../../../../language/syntax/dsl/part-text.js";
import type { TextLint } from "../../lint-record.js";
import { replacement } from "../../reading/text-edits.js";
import { oncePerPlace, writtenPaths } from "../../reading/written-paths.js";

export const trailingSlash: Pick<TextLint, "check"> = {
	check: (subject) =>
		oncePerPlace(
			writtenPaths(subject).flatMap(({ keyword, paths, words }) =>
				paths.flatMap(({ text: written, span, place }) => {
					const text = written.replace(/\/+$/, "");
					if (text === written || text === "") return [];
					const word = place === undefined ? undefined : words[place];
					const edit = word && replacement(word.span, pathText(word), pathText({ ...word, text }), subject);
					return [
						{
							message: `the \`/\` at the end of \`${written}\` says nothing${keyword === "trust" ? "" : ": a folder holds all that is below it anyway"}`,
							span,
							help: `write \`${text}\``,
							...(edit === undefined ? {} : { fix: { title: `write \`${text}\``, edits: [edit], safe: true } }),
						},
					];
				}),
			),
		),
};
