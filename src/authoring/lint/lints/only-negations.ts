/** `only-negations`: a list of paths that takes out and names nothing. */
import { pathText } from "../../../language/syntax/dsl/write-dsl.js";
import type { TextLint } from "../lint-record.js";
import { replacement } from "../reading/text-edits.js";
import { type WrittenPaths, writtenPaths } from "../reading/written-paths.js";

export const onlyNegations: TextLint = {
	name: "only-negations",
	family: "paths",
	severity: "warning",
	summary: "a list of paths takes out and names nothing, so that no path lies in it",
	fixes: "unsafe",
	looksAt: "text",
	check: (subject) =>
		writtenPaths(subject).flatMap((list) => {
			const [first] = list.words;
			if (first === undefined || list.keyword === "trust" || !list.words.every(({ negated }) => negated)) return [];
			const whole = list.keyword === "touching" ? "/" : ".";
			const what = whole === "/" ? "every path" : "the workspace";
			const text = list.words.map(pathText).join(", ");
			const edit = replacement(first.span, pathText(first), `${whole}, ${pathText(first)}`, subject);
			return [
				{
					message: `\`${list.keyword} ${text}\` takes out and names nothing: ${consequence[list.keyword] ?? "no path lies inside"}`,
					span: list.span,
					help: `name what it is taken out of: \`${list.keyword} ${whole}, ${text}\` is ${what} but for that`,
					...(edit === undefined
						? {}
						: { fix: { title: `put \`${whole}\` before it: ${what} but for that`, edits: [edit], safe: false } }),
				},
			];
		}),
};

const consequence: { readonly [K in WrittenPaths["keyword"]]?: string } = {
	touching: "no path is refused",
	to: "no path is let through",
};
