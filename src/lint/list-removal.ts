/** How one name is taken out of a list of names: `a, b`, or in YAML one item a line as well. */
import type { Fix } from "../diagnostic/diagnostic.js";
import type { SourceFile } from "../source/source-file.js";
import type { Text } from "../syntax/statements.js";

/** The edit that takes the name at a place out with its separator; undefined where more than that stands between it and its neighbour. */
export function listRemoval(
	names: readonly Text[],
	at: number,
	{ text }: SourceFile,
): Fix["edits"][number] | undefined {
	const name = names[at];
	const [before, after] = [names[at - 1], names[at + 1]];
	if (name === undefined || names.some((one) => text.slice(one.span.start, one.span.end) !== one.text))
		return undefined;
	const { file, start, end } = name.span;
	const gone = after !== undefined ? { start, end: after.span.start } : before && { start: before.span.end, end };
	if (gone === undefined) return undefined;
	const separator = after !== undefined ? text.slice(end, gone.end) : text.slice(gone.start, start);
	return /^\s*,\s*$|^\s*\n[ \t]*-[ \t]+$/.test(separator) ? { span: { file, ...gone }, text: "" } : undefined;
}
