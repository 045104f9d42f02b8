/** `long-file`: a file that is longer than people like to read. */
import { linesOf } from "../lines.js";
import type { TextLint } from "../lint.js";

export const longFile: TextLint<{ readonly most: number }> = {
	name: "long-file",
	family: "style",
	severity: "off",
	summary: "a file has many lines",
	options: { most: 1000 },
	looksAt: "text",
	check: ({ roots, sources }, { most }) =>
		roots.flatMap((file) => {
			const source = sources.get(file);
			const lines = source === undefined ? [] : linesOf(source);
			const count = lines.at(-1)?.text === "" ? lines.length - 1 : lines.length;
			const [first] = lines;
			if (first === undefined || count <= most) return [];
			return [
				{
					message: `this file has ${count} lines, and more than ${most} are hard to review`,
					span: first.content,
					help: "put sets and groups into files of their own, and import these",
				},
			];
		}),
};
