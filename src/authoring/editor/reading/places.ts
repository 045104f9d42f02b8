/**
 * Places as editors count them: lines and columns from 0, columns in UTF-16 units. Everything else here counts in offsets.
 */
import type { Position, Range } from "vscode-languageserver";
import { positionAt, type SourceFile } from "../../../language/source/source-file.js";

/** Anything with a beginning and an end. */
export interface Stretch {
	readonly start: number;
	readonly end: number;
}

/** Where an editor shows an offset. */
export function placeAt(source: SourceFile, offset: number): Position {
	const { line, column } = positionAt(source, Math.min(offset, source.text.length));
	return { line: line - 1, character: column - 1 };
}

/** Where an editor shows a stretch. */
export function rangeOf(source: SourceFile, { start, end }: Stretch): Range {
	return { start: placeAt(source, start), end: placeAt(source, Math.max(start, end)) };
}

/** The offset of an editor's place. A place behind the end of its line is that end; one behind the last line is the end of the text. */
export function offsetAt(source: SourceFile, { line, character }: Position): number {
	const start = source.lineStarts[Math.max(0, line)];
	if (start === undefined) return source.text.length;
	let end = source.lineStarts[line + 1] ?? source.text.length;
	while (end > start && isBreak(source.text.charCodeAt(end - 1))) end--;
	return line < 0 ? 0 : Math.min(start + Math.max(0, character), end);
}

/** The stretch between two places of an editor, whichever comes first. */
export function stretchOf(source: SourceFile, { start, end }: Range): Stretch {
	const [a, b] = [offsetAt(source, start), offsetAt(source, end)];
	return { start: Math.min(a, b), end: Math.max(a, b) };
}

/** Does a stretch hold an offset? Its end counts: that is where a cursor stands behind a word. */
export function holdsOffset({ start, end }: Stretch, offset: number): boolean {
	return start <= offset && offset <= end;
}

function isBreak(unit: number): boolean {
	return unit === 10 || unit === 13;
}
