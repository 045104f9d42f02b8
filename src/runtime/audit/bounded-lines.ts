/** The lines of a file, of which none is held that is too long. */
import { closeSync, openSync, readSync } from "node:fs";
import { renewLocks } from "./lock.js";
import { longestLine, openPart } from "./parts.js";

/** A line of a file. */
export interface BoundedLine {
	/** Without the line break; good until the next line is asked for. Absent of a line that is too long. */
	readonly bytes?: Buffer;
	/** The line break behind it is there. */
	readonly isEnded: boolean;
	/** Bytes of it, with its line break. */
	readonly size: number;
}

export interface BoundedOptions {
	/** The place in the file to begin at; where it stands when absent, as a pipe must. */
	readonly start?: number;
	/** Hears how many bytes were read. */
	readonly onBytes?: (bytes: number) => void;
}

/**
 * The lines of a log's file, or of what is open; longer ones than any record is have no bytes. `isFull`: it was put aside, so that no pipe may stand for it.
 */
export function* logFileLines(file: string | number, isFull = false): Generator<BoundedLine> {
	const descriptor = typeof file === "number" ? file : isFull ? openPart(file) : openSync(file, "r");
	try {
		yield* boundedLines(descriptor, longestLine);
	} finally {
		if (typeof file === "string") closeSync(descriptor);
	}
}

/** The lines of what is open. `longest`: bytes of a line. */
export function* boundedLines(
	descriptor: number,
	longest: number,
	{ start: place, onBytes = () => {} }: BoundedOptions = {},
): Generator<BoundedLine> {
	const chunk = Buffer.alloc(1 << 20);
	let at = place;
	let pieces: Buffer[] = [];
	let held = 0;
	for (let count = read(); count > 0; count = read()) {
		// To read a long log takes long.
		renewLocks();
		onBytes(count);
		let start = 0;
		for (let end = chunk.indexOf(10); end >= 0 && end < count; end = chunk.indexOf(10, start)) {
			yield lineOf(chunk.subarray(start, end), true);
			start = end + 1;
		}
		if (start < count) hold(Buffer.from(chunk.subarray(start, count)));
	}
	if (held > 0) yield lineOf(Buffer.alloc(0), false);

	function read(): number {
		const count = readSync(descriptor, chunk, 0, chunk.length, at ?? null);
		if (at !== undefined) at += count;
		return count;
	}

	function hold(piece: Buffer): void {
		held += piece.length;
		if (held > longest) pieces = [];
		else pieces.push(piece);
	}

	function lineOf(last: Buffer, isEnded: boolean): BoundedLine {
		const size = held + last.length + (isEnded ? 1 : 0);
		const isTooLong = held + last.length > longest;
		const bytes = isTooLong ? undefined : pieces.length === 0 ? last : Buffer.concat([...pieces, last]);
		[pieces, held] = [[], 0];
		return bytes === undefined ? { isEnded, size } : { bytes, isEnded, size };
	}
}
