/** The lines of a log that were not sent yet, file by file. */
import { closeSync } from "node:fs";
import { type BoundedLine, boundedLines } from "../bounded-lines.js";
import { hashOf } from "../chain.js";
import { readHead } from "../head.js";
import { bytesOf, fullParts, lineBefore, openPart } from "../parts.js";
import type { Cursor } from "./cursor.js";

/** A line that is to be sent. */
export interface UnsentLine {
	/** A copy, without the line break; absent of a line that is too long. */
	readonly bytes?: Buffer;
	/** The number of its file, and the bytes of that file before the line and up to its end. */
	readonly part: number;
	readonly start: number;
	readonly size: number;
	/** SHA-256; of a line that is too long, of how it ends. */
	readonly hash: string;
}

/** Why the lines do not follow from those that were sent. */
export type Break =
	/** The file that the cursor speaks of is no longer kept, and it was not sent to its end. */
	| "gone"
	/** The log holds no line of the cursor's hash: it was cut, or begun anew. */
	| "replaced";

export interface Unsent {
	readonly lines: Iterable<UnsentLine>;
	/** The hash of the oldest line that is there; absent in an empty log. */
	readonly first?: string;
	readonly break?: Break;
	readonly close: () => void;
}

/** Bytes of a line; longer ones are not sent. */
const longestLine = 8 << 20;
/** Bytes at the end of a line that is too long, by which it is known. */
const knownEnd = 64 << 10;

/** What stands in a log behind a cursor. Throws what the system says. */
export function unsentOf(log: string, cursor: Cursor | undefined): Unsent {
	const { files, close } = opened(log);
	try {
		const from = placeOf(files, cursor);
		const first = firstOf(files);
		return {
			lines: linesFrom(files, from),
			...(first === undefined ? {} : { first }),
			...(from.break === undefined ? {} : { break: from.break }),
			close,
		};
	} catch (error) {
		close();
		throw error;
	}
}

/** A file of a log, open while it is read: it may be put aside or removed meanwhile. */
interface OpenFile {
	readonly part: number;
	readonly descriptor: () => number;
	readonly isFull: boolean;
}

function opened(log: string): { readonly files: readonly OpenFile[]; readonly close: () => void } {
	for (;;) {
		const full = fullParts(log);
		const last = openPart(log);
		if (fullParts(log).at(-1)?.part !== full.at(-1)?.part) {
			closeSync(last);
			continue;
		}
		const open: number[] = [last];
		const head = readHead(log, undefined);
		const number = Math.max((full.at(-1)?.part ?? 0) + 1, typeof head === "string" ? 1 : head.part);
		const files = full.map(({ part, path }) => ({ part, isFull: true, descriptor: () => opening(path) }));
		const opening = (path: string): number => {
			const descriptor = openPart(path);
			open.push(descriptor);
			return descriptor;
		};
		return {
			files: [...files, { part: number, isFull: false, descriptor: () => last }],
			close: () => {
				for (const descriptor of open.splice(0)) closeSync(descriptor);
			},
		};
	}
}

interface Place {
	readonly part: number;
	readonly size: number;
	readonly break?: Break;
}

const beginning: Place = { part: 0, size: 0 };

/** Where to go on. */
function placeOf(files: readonly OpenFile[], cursor: Cursor | undefined): Place {
	if (cursor === undefined) return beginning;
	const own = files.find(({ part }) => part === cursor.part);
	if (own !== undefined && holds(own.descriptor(), cursor)) return cursor;
	// A file that was put aside by hand, or a log that was brought elsewhere: the line itself is looked for.
	for (const file of files) {
		let at = 0;
		for (const { bytes, size } of boundedLines(file.descriptor(), longestLine, { start: 0 })) {
			at += size;
			if ((bytes === undefined ? endHash(file.descriptor(), at) : hashOf(bytes)) === cursor.hash)
				return { part: file.part, size: at };
		}
	}
	return { ...beginning, break: own === undefined && (files[0]?.part ?? 0) > cursor.part ? "gone" : "replaced" };
}

function holds(descriptor: number, { size, hash }: Cursor): boolean {
	if (endHash(descriptor, size) === hash) return true;
	const line = lineBefore(descriptor, size) ?? unendedBefore(descriptor, size);
	return line !== undefined && hashOf(line) === hash;
}

function endHash(descriptor: number, size: number): string {
	return hashOf(bytesOf(descriptor, Math.max(0, size - knownEnd), size));
}

/** The last line of a full file may lack its line break. */
function unendedBefore(descriptor: number, size: number): Buffer | undefined {
	let at = 0;
	let last: BoundedLine | undefined;
	for (const line of boundedLines(descriptor, longestLine, { start: 0 })) {
		at += line.size;
		last = line;
		if (at >= size) break;
	}
	return at === size && last?.isEnded === false ? last.bytes : undefined;
}

function firstOf(files: readonly OpenFile[]): string | undefined {
	for (const file of files)
		for (const { bytes, isEnded } of boundedLines(file.descriptor(), longestLine, { start: 0 }))
			if (bytes !== undefined && (isEnded || file.isFull)) return hashOf(bytes);
	return undefined;
}

function* linesFrom(files: readonly OpenFile[], from: Place): Generator<UnsentLine> {
	for (const { part, descriptor, isFull } of files) {
		if (part < from.part) continue;
		let at = part === from.part ? from.size : 0;
		for (const { bytes, isEnded, size } of boundedLines(descriptor(), longestLine, { start: at })) {
			// What is being written is for the next time.
			if (!isEnded && !isFull) break;
			const line = { part, start: at, size: at + size };
			at += size;
			if (bytes === undefined) yield { ...line, hash: endHash(descriptor(), at) };
			else {
				const copy = Buffer.from(bytes);
				yield { ...line, bytes: copy, hash: hashOf(copy) };
			}
		}
	}
}
