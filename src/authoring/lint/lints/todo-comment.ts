/** `todo-comment`: a comment says that something is left to do. */
import type { TextLint } from "../lint-record.js";

export const todoComment: TextLint = {
	name: "todo-comment",
	family: "hygiene",
	severity: "info",
	summary: "a comment says that something is left to do",
	looksAt: "text",
	check: ({ roots, comments }) =>
		roots.flatMap((file) =>
			comments(file).flatMap(({ text, start }) => {
				const found = /(?<![\w-])(?:(?:TODO|FIXME)(?![\w-])|(?:XXX|HACK):)/.exec(text);
				if (found === null) return [];
				const at = start + found.index;
				const word = found[0].replace(":", "");
				return [
					{
						message: `\`${word}\`: something is left to do here`,
						span: { file, start: at, end: at + word.length },
						help: "do it, or write it down where work is planned: a policy holds as it stands",
					},
				];
			}),
		),
};
