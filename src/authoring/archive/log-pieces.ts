/**
 * A decision log in pieces, each of which can be replayed by itself. A piece ends behind a whole record: whether a line was torn, the line behind it says, and
 * that one is in the same piece.
 */
import { isUtf8 } from "node:buffer";
import { fstatSync, readSync } from "node:fs";
import { bytesOf, lineBefore, longestLine } from "../../runtime/audit/parts.js";
import { lineSplitter } from "../../runtime/servers/lines/split-lines.js";
import { type LogLine, logLine, openLine, readLine } from "../replay/log-records.js";

/** Bytes of an open file. */
export interface Span {
	readonly descriptor: number;
	readonly start: number;
	readonly end: number;
}

/** What is replayed at once: bytes of one file, or of files that a torn line holds together. */
export type Piece = readonly Span[];

/** Cuts the files of a log, oldest first, into pieces of so many bytes, and as many more as it takes to the end of a record. */
export function piecesOf(descriptors: readonly number[], size: number): readonly Piece[] {
	const pieces: Span[][] = [];
	let piece: Span[] = [];
	for (const descriptor of descriptors) {
		const whole = fstatSync(descriptor).size;
		for (let start = 0; start < whole; ) {
			const end = recordEnd(descriptor, start + size, whole);
			piece.push({ descriptor, start, end });
			if (endsRecord(descriptor, end)) {
				pieces.push(piece);
				piece = [];
			}
			start = end;
		}
	}
	return piece.length === 0 ? pieces : [...pieces, piece];
}

/** The first place from here on where a whole record ends, with its line break; the end of the file where there is none. */
function recordEnd(descriptor: number, from: number, whole: number): number {
	for (let at = from; at < whole; ) {
		const bytes = bytesOf(descriptor, at, Math.min(at + searched, whole));
		for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, end + 1))
			if (endsRecord(descriptor, at + end + 1)) return at + end + 1;
		at += bytes.length;
		if (bytes.length === 0) break;
	}
	return whole;
}

function endsRecord(descriptor: number, place: number): boolean {
	const line = lineBefore(descriptor, place);
	return line !== undefined && isUtf8(line) && readLine({ text: line.toString("utf8") }).kind !== "broken";
}

/** Hands over the lines of a piece. `progress` hears of bytes that are done. */
export function readPiece(piece: Piece, take: (line: LogLine) => void, progress: (bytes: number) => void): void {
	for (const { lines, bytes } of linesOf(piece)) {
		for (const line of lines) take(line);
		progress(bytes);
	}
}

/** Lines that are read at once, and bytes that were read for them. */
export interface SomeLines {
	readonly lines: readonly LogLine[];
	readonly bytes: number;
}

/** The lines of a piece. */
export function* linesOf(piece: Piece): Generator<SomeLines> {
	const splitter = lineSplitter(longestLine);
	const chunk = Buffer.allocUnsafe(read);
	let last: number | undefined = 10;
	for (const { descriptor, start, end } of piece) {
		// A line that was torn at the end of a file is none with the next.
		if (last !== 10) yield { lines: splitter.take(Buffer.from("\n")).map(logLine), bytes: 0 };
		for (let at = start; at < end; ) {
			const count = readSync(descriptor, chunk, 0, Math.min(read, end - at), at);
			if (count === 0) break;
			yield { lines: splitter.take(chunk.subarray(0, count)).map(logLine), bytes: count };
			last = chunk[count - 1];
			at += count;
		}
	}
	yield { lines: splitter.rest().map(openLine), bytes: 0 };
}

/** Bytes that are looked through and read at once: of more at a time each line takes longer, since the text has new memory each time. */
const searched = 1 << 16;
const read = 1 << 16;
