/** The difference of two texts as `diff -u` writes it. */
import { type StructuredPatchHunk, structuredPatch } from "diff";

/** Lines that are shown around a change. */
const context = 3;
/** Texts that differ in more lines are shown as all removed and all added. */
const maxEditLength = 2000;

/** The diff with its two header lines; empty when the texts are equal. */
export function unifiedDiff(before: string, after: string, oldName: string, newName: string): string {
	if (before === after) return "";
	const patch =
		structuredPatch(oldName, newName, before, after, undefined, undefined, { context, maxEditLength }) ??
		wholePatch(before, after);
	return `--- ${oldName}\n+++ ${newName}\n${patch.hunks.map(written).join("")}`;
}

/** All removed, and all added. */
function wholePatch(before: string, after: string): { readonly hunks: readonly StructuredPatchHunk[] } {
	const options = { context };
	const removed = structuredPatch("", "", before, "", undefined, undefined, options).hunks;
	const added = structuredPatch("", "", "", after, undefined, undefined, options).hunks;
	const lines = [...removed, ...added].flatMap((hunk) => hunk.lines);
	return {
		hunks: [
			{ oldStart: 1, oldLines: removed[0]?.oldLines ?? 0, newStart: 1, newLines: added[0]?.newLines ?? 0, lines },
		],
	};
}

function written({ oldStart, oldLines, newStart, newLines, lines }: StructuredPatchHunk): string {
	return `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@\n${lines.join("\n")}\n`;
}

/** `diff` names the line before an empty range, and leaves out a length of one. */
function range(start: number, length: number): string {
	return length === 1 ? `${start}` : `${length === 0 ? start - 1 : start},${length}`;
}
