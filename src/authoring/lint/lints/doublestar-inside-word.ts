/** `doublestar-inside-word`: `**` with a name behind it in one part of a path, where it stands for no folders: `**.env`. */
import { pathText } from "../../../language/syntax/dsl/part-text.js";
import type { Finding, TextLint } from "../lint-record.js";
import { replacement } from "../reading/text-edits.js";
import { oncePerPlace, writtenPaths } from "../reading/written-paths.js";

export const doublestarInsideWord: TextLint = {
	name: "doublestar-inside-word",
	family: "paths",
	severity: "warning",
	summary: "a `**` stands right before a name, where it is no more than `*` and stands for no folders",
	fixes: "unsafe",
	looksAt: "text",
	check: (subject) =>
		oncePerPlace(
			writtenPaths(subject).flatMap((list) =>
				list.paths.flatMap((path): readonly Finding[] => {
					const text = path.literal ? path.text : path.text.split("/").map(parted).join("/");
					if (text === path.text) return [];
					const word = path.place === undefined ? undefined : list.words[path.place];
					const edit = word && replacement(word.span, pathText(word), pathText({ ...word, text }), subject);
					return [
						{
							message: `the \`**\` in \`${path.text}\` stands for no folders: beside other signs it is a \`*\``,
							span: path.span,
							help: `write \`${text}\` for files in any folder, \`${path.text.replace(/\*\*+/g, "*")}\` for those in this one`,
							...(edit === undefined
								? {}
								: { fix: { title: `write \`${text}\`, which holds files in any folder`, edits: [edit], safe: false } }),
						},
					];
				}),
			),
		),
};

// `**.env` becomes a glob of two parts; what ends with stars is another lint's.
function parted(part: string): string {
	return part.replace(/^([\w.-]*)\*\*+([\w.-]+)$/, (_, before: string, behind: string) => `**/${before}*${behind}`);
}
