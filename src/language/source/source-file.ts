/**
 * Source files: a name, a text, and the way from an offset to a line and a column.
 * Everything inside counts in offsets; lines and columns exist only where people read them.
 */
import type { Span } from "./span.js";

/** A text with its name, and the offsets at which its lines begin. */
export interface SourceFile {
	readonly name: string;
	readonly text: string;
	readonly lineStarts: readonly number[];
}

/** A place for people: line and column count from 1, columns in UTF-16 units. */
export interface Position {
	readonly line: number;
	readonly column: number;
}

/** Makes a source file. Line breaks are LF, CRLF and CR. */
export function sourceFile(name: string, text: string): SourceFile {
	const lineStarts = [0];
	for (let at = 0; at < text.length; at++) {
		const unit = text.charCodeAt(at);
		if (unit === 13 && text.charCodeAt(at + 1) === 10) continue;
		if (unit === 10 || unit === 13) lineStarts.push(at + 1);
	}
	return { name, text, lineStarts };
}

/** Line and column of an offset. Only the line starts are looked at. */
export function positionAt(source: SourceFile, offset: number): Position {
	const at = Math.max(0, offset);
	let low = 0;
	let high = source.lineStarts.length - 1;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if ((source.lineStarts[middle] as number) <= at) low = middle;
		else high = middle - 1;
	}
	return { line: low + 1, column: at - (source.lineStarts[low] as number) + 1 };
}

/** The text that a span covers. */
export function textOf(source: SourceFile, span: Span): string {
	return source.text.slice(span.start, span.end);
}
