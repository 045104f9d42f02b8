/** Where a line of a policy stands on a page. */

/** The id of a line of a file; undefined for a file that is not on the page. */
export function lineAnchor(files: readonly string[], file: string, line: number): string | undefined {
	const place = files.indexOf(file);
	return place < 0 ? undefined : `f${place}-${line}`;
}
