/** The files of a log: `log.jsonl.1`, `log.jsonl.2` and so on are full, and `log.jsonl` goes on from the last of them. */
import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** One file of a log. */
export interface LogPart {
	/** From 1, in the order of writing. */
	readonly part: number;
	readonly path: string;
}

/** The full files of a log, oldest first. */
export function fullParts(log: string): readonly LogPart[] {
	const name = `${basename(log)}.`;
	return entriesOf(dirname(log))
		.filter((entry) => entry.startsWith(name) && /^[1-9]\d{0,8}$/.test(entry.slice(name.length)))
		.map((entry) => ({ part: Number(entry.slice(name.length)), path: join(dirname(log), entry) }))
		.sort((a, b) => a.part - b.part);
}

/** The files that say how far a log was sent on. */
export function cursorFiles(log: string): readonly string[] {
	const name = `${basename(log)}.shipped-`;
	return entriesOf(dirname(log))
		.filter((entry) => entry.startsWith(name))
		.map((entry) => join(dirname(log), entry));
}

/** The paths of all files of a log, oldest first, the one that is written to at the end. */
export function filesOf(log: string): readonly string[] {
	return [...fullParts(log).map(({ path }) => path), log];
}

/** Opens a file that belongs to a log, and that no pipe stands for: what is no regular file is never waited for. Throws what the system says. */
export function openPart(path: string): number {
	const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
	if (fstatSync(descriptor).isFile()) return descriptor;
	closeSync(descriptor);
	const why = `\`${path}\` is no regular file`;
	throw Object.assign(new Error(why), { code: why, syscall: "open" });
}

/** Bytes of an open file from one place to another; fewer where it ends before. */
export function bytesOf(descriptor: number, start: number, end: number): Buffer {
	const bytes = Buffer.alloc(end - start);
	let done = 0;
	while (done < bytes.length) {
		const count = readSync(descriptor, bytes, done, bytes.length - done, start + done);
		if (count === 0) break;
		done += count;
	}
	return bytes.subarray(0, done);
}

/** How a file ends. */
export interface LogEnd {
	/** From the beginning of the last whole record, without the last line break: that record, and what was torn behind it. Absent in an empty file. */
	readonly tail?: Buffer;
	/** The tail begins with a whole record. */
	readonly whole: boolean;
	/** The number of that record, where it says one. */
	readonly seq?: number;
	/** Something torn stands in the tail. */
	readonly torn: boolean;
	/** The last line break is missing. */
	readonly open: boolean;
	readonly size: number;
}

export function endOf(descriptor: number): LogEnd {
	const { size } = fstatSync(descriptor);
	if (size === 0) return { whole: false, torn: false, open: false, size };
	const isOpen = bytesOf(descriptor, size - 1, size)[0] !== 10;
	const end = isOpen ? size : size - 1;
	const read = readingBackwards(descriptor);
	let torn = false;
	for (let lineEnd = end; ; torn = true) {
		const start = lineStart(read, lineEnd, end);
		const record = recordIn(read(start, lineEnd));
		const whole = record !== undefined;
		if (start === 0 || whole) {
			const tail = { tail: bytesOf(descriptor, start, end), whole, torn: torn || !whole, open: isOpen, size };
			return isNumber(record?.seq) ? { ...tail, seq: record.seq } : tail;
		}
		lineEnd = start - 1;
	}
}

function isNumber(value: unknown): value is number {
	return typeof value === "number" && Number.isSafeInteger(value);
}

/** Lines, and what was torn behind them, as they stand in a file. */
export function joined(lines: readonly Uint8Array[]): Buffer {
	return Buffer.concat(lines.flatMap((line, at) => (at === 0 ? [line] : [newline, line])));
}

const newline = Uint8Array.of(10);

/** The line that ends, with its line break, at this place. */
export function lineBefore(descriptor: number, place: number): Buffer | undefined {
	if (place === 0 || bytesOf(descriptor, place - 1, place)[0] !== 10) return undefined;
	const read = readingBackwards(descriptor);
	return Buffer.from(read(lineStart(read, place - 1, place), place - 1));
}

/** Bytes of an open file from one place to another. Those before them are kept: of short lines, each before the last, not every one is read by itself. */
function readingBackwards(descriptor: number): (start: number, end: number) => Buffer {
	let kept: Buffer = Buffer.alloc(0);
	let from = 0;
	let size = 4096;
	return (start, end) => {
		if (start < from || end > from + kept.length) {
			from = Math.max(0, Math.min(start, end - size));
			kept = bytesOf(descriptor, from, end);
			size = Math.min(2 * size, 1 << 20);
		}
		return kept.subarray(start - from, end - from);
	};
}

/** What stands in a line of a log; undefined where it is none. */
export function recordIn(line: Buffer): Readonly<Record<string, unknown>> | undefined {
	return line[0] === 0x7b ? linkedIn(objectIn(line)) : undefined;
}

/** Bytes of the longest line that is read as a record; a longer one is none, for whoever reads it. */
export const longestLine = 16 << 20;

/** What a line says as JSON; undefined where it can't be an object. Bytes that are no UTF-8 say nothing: text in their stead is none that was decided. */
export function objectIn(line: Buffer): unknown {
	try {
		return firstBytes.has(line[0]) && isUtf8(line) ? jsonOf(line.toString("utf8")) : undefined;
	} catch {
		return undefined;
	}
}

/** A tab, a carriage return, a space, a brace, and what a byte order mark begins with. */
const firstBytes: ReadonlySet<number | undefined> = new Set([9, 13, 32, 0x7b, 0xef]);

/** What the text of a line says as JSON, whoever reads it: white space around it, and byte order marks before that, are passed over. Throws where it is none. */
export function jsonOf(text: string): unknown {
	return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.replace(/^\ufeff+/, "") : text);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The same of what a line says as JSON. */
export function linkedIn(value: unknown): Readonly<Record<string, unknown>> | undefined {
	return isObject(value) && typeof value.prev === "string" ? value : undefined;
}

/** Where the line that ends here begins. */
function lineStart(read: ReturnType<typeof readingBackwards>, end: number, last: number): number {
	// Twice as far back each time: lines may be long, and most are not.
	for (let length = 4096; ; length *= 2) {
		if (last - end > mostTorn) throw new Error("the end of the file is no decision log");
		const from = Math.max(0, end - length);
		const at = read(from, end).lastIndexOf(10);
		if (at >= 0) return from + at + 1;
		if (from === 0) return 0;
	}
}

/** Bytes that are looked at behind the last whole record. */
const mostTorn = 256 * 1024 * 1024;

function entriesOf(folder: string): readonly string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}
