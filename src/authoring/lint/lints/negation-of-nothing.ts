/** `negation-of-nothing`: `!path` in a list of which no other path holds any of it. */
import { pathText } from "../../../language/syntax/dsl/part-text.js";
import type { TextLint } from "../lint-record.js";
import { areApart, hasSameBase, pathShape } from "../powers/path-shape.js";
import { elementDeletion } from "../reading/part-deletion.js";
import { meantPath, type WrittenPaths, writtenPaths } from "../reading/written-paths.js";

export const negationOfNothing: TextLint = {
	name: "negation-of-nothing",
	family: "paths",
	severity: "warning",
	summary: "a `!path` takes out what no path of its list holds",
	fixes: "both",
	looksAt: "text",
	check: (subject) =>
		writtenPaths(subject).flatMap((list) => {
			const others = list.paths.filter(({ negated }) => !negated).map((one) => meantPath(one, list));
			if (others.length === 0 || others.length > mostPaths) return [];
			return list.paths.flatMap((path) => {
				const meant = meantPath(path, list);
				if (!path.negated || path.place === undefined || !others.every((one) => areApart(one, meant))) return [];
				const text = pathText(list.words[path.place] as WrittenPaths["words"][number]);
				const edit = elementDeletion(
					list.words.map(({ span }) => span),
					path.place,
					subject,
				);
				const safe = others.every((one) => hasSameBase(pathShape(one), pathShape(meant)));
				const title = safe
					? `take \`${text}\` out`
					: `take \`${text}\` out, which counts only where it is a link that leads into the others`;
				return [
					{
						message: `\`${text}\` takes nothing out: none of the others holds it`,
						span: path.span,
						help: `leave it out; or name the folder that it is to be taken out of: \`${folderOf(path.text)}, ${text}\``,
						...(edit === undefined ? {} : { fix: { title, edits: [edit], safe } }),
					},
				];
			});
		}),
};

const mostPaths = 40;

function folderOf(path: string): string {
	const { root } = pathShape({ text: path, literal: false });
	return root === "top" ? "/" : root === "home" ? "~" : ".";
}
