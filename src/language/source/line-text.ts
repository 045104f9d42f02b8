/** A line of a source, for whoever shows it. */
import type { SourceFile } from "./source-file.js";

/** The text of a line (from 1), without its line break. */
export function lineText(source: SourceFile, line: number): string {
	const start = source.lineStarts[line - 1] ?? source.text.length;
	const end = source.lineStarts[line] ?? source.text.length;
	return source.text.slice(start, end).replace(/[\r\n]+$/, "");
}
