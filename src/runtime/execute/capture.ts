/**
 * Takes the output of a run as it comes and cuts it to its limit, in constant memory.
 * Everything is counted and kept in bytes. A limit in characters keeps four times as many bytes, which is enough for any
 * characters, and is cut to size in the end.
 */
import { type KeptBytes, keepBytes } from "./kept-bytes.js";
import type { Output, OutputLimit, StreamName } from "./outcome.js";
import { openSpill, type Spill } from "./spill.js";

/** What a policy without `limit output` gets: a talker must not fill the memory of the harness. */
const defaultOutputLimit: OutputLimit = {
	size: 10 * 1024 * 1024,
	unit: "bytes",
	head: 0,
	tail: 10 * 1024 * 1024,
	spill: false,
	each: true,
};

/** How large a spill file becomes when nothing limits it: a talker must not fill the disk either. */
const mostSpilled = 1024 ** 3;

export interface CaptureSettings {
	readonly limit?: OutputLimit;
	readonly spillFolder?: string;
	/** Bytes. */
	readonly mostSpilled?: number;
}

export interface Captured {
	readonly outputs: Readonly<Partial<Record<StreamName, Output>>>;
	readonly warnings: readonly string[];
}

export interface Capture {
	readonly add: (stream: StreamName, bytes: Uint8Array) => void;
	/** Call once, when nothing more comes. */
	readonly finish: () => Captured;
}

interface Stream {
	readonly name: StreamName;
	readonly kept: KeptBytes;
	spill?: Spill;
	spilling: boolean;
}

/** Begins to take the output of these streams. */
export function capture(names: readonly StreamName[], settings: CaptureSettings): Capture {
	const limit = settings.limit ?? defaultOutputLimit;
	const width = limit.unit === "characters" ? 4 : 1;
	const streams = names.map((name): Stream => {
		const kept = keepBytes(limit.head * width, Math.max(limit.size - limit.head, limit.tail) * width);
		return { name, kept, spilling: false };
	});
	const warnings = new Set<string>();

	/** Opens the file while everything so far is still kept, and writes that. */
	const startSpilling = (stream: Stream): void => {
		if (stream.spilling) return;
		stream.spilling = true;
		const opened = openSpill(settings.spillFolder, stream.name, settings.mostSpilled ?? mostSpilled);
		for (const warning of opened.warnings) warnings.add(warning);
		if (opened.spill === undefined) return;
		stream.spill = opened.spill;
		stream.spill.write(stream.kept.head());
		stream.spill.write(stream.kept.tail());
	};

	return {
		add: (name, bytes) => {
			const stream = streams.find((one) => one.name === name);
			if (stream === undefined) return;
			const counted = limit.each ? [stream] : streams;
			if (limit.spill && sum(counted.map(({ kept }) => kept.total())) + bytes.length > limit.size * width) {
				counted.forEach(startSpilling);
			}
			stream.spill?.write(bytes);
			stream.kept.add(bytes);
		},
		finish: () => {
			const lengths = streams.map(({ kept }) => lengthOf(kept, limit));
			const together = sum(lengths);
			const rooms = limit.each ? streams.map(() => limit) : share(limit, lengths);
			const outputs: Partial<Record<StreamName, Output>> = {};
			for (const [index, stream] of streams.entries()) {
				const length = lengths[index] as number;
				const room = rooms[index] as Room;
				const truncated = (limit.each ? length : together) > limit.size && length > room.head + room.tail;
				if (truncated && limit.spill) startSpilling(stream);
				stream.spill?.close();
				if (truncated) warnings.add(warningOf(stream, settings.limit));
				else stream.spill?.discard();
				outputs[stream.name] = {
					text: truncated ? cut(stream.kept, room, limit.unit) : whole(stream.kept).toString(),
					bytes: stream.kept.total(),
					truncated,
					...(truncated && stream.spill && stream.spill.failure() === undefined ? { spill: stream.spill.path } : {}),
				};
			}
			return { outputs, warnings: [...warnings] };
		},
	};
}

/** How much of a stream is shown, in the limit's unit. */
type Room = Pick<OutputLimit, "head" | "tail">;

/** Two streams under one limit: each has half, and what the shorter one leaves goes to the longer one. */
function share({ head, tail }: OutputLimit, lengths: readonly number[]): readonly Room[] {
	const all = head + tail;
	const half = Math.floor(all / lengths.length);
	return lengths.map((length, index) => {
		const others = sum(lengths.filter((_, other) => other !== index));
		const mine = Math.min(length, Math.max(half, all - others));
		const front = length <= mine ? head : Math.floor((mine * head) / all);
		return length <= mine ? { head: length, tail: 0 } : { head: front, tail: mine - front };
	});
}

/** In the limit's unit; infinite for more characters than can be counted. */
function lengthOf(kept: KeptBytes, { unit, size, head, tail }: OutputLimit): number {
	if (unit === "bytes") return kept.total();
	if (kept.total() > 4 * Math.max(size, head + tail)) return Number.POSITIVE_INFINITY;
	return countCharacters(whole(kept).toString());
}

function whole(kept: KeptBytes): Buffer {
	return Buffer.concat([kept.head(), kept.tail()]);
}

function cut(kept: KeptBytes, room: Room, unit: OutputLimit["unit"]): string {
	// With room for less than what is kept, the end can reach into the kept beginning.
	const complete = kept.head().length + kept.tail().length === kept.total() ? whole(kept) : undefined;
	const front = complete ?? kept.head();
	const back = complete ?? kept.tail();
	const [head, tail] =
		unit === "bytes"
			? [wholeAtEnd(front.subarray(0, room.head)).toString(), wholeAtStart(lastOf(back, room.tail)).toString()]
			: [
					firstCharacters(wholeAtEnd(front).toString(), room.head),
					lastCharacters(wholeAtStart(back).toString(), room.tail),
				];
	if (head === "" || tail === "") return head + tail;
	return `${head}${head.endsWith("\n") ? "" : "\n"}[... the middle is left out ...]\n${tail}`;
}

function lastOf(bytes: Buffer, count: number): Buffer {
	return bytes.subarray(Math.max(0, bytes.length - count));
}

/** Without a last character that is not complete. */
function wholeAtEnd(bytes: Buffer): Buffer {
	for (let back = 1; back <= Math.min(3, bytes.length); back++) {
		const byte = bytes[bytes.length - back] as number;
		if (byte < 0x80) return bytes;
		if (byte < 0xc0) continue; // within a character
		const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
		return needed > back ? bytes.subarray(0, bytes.length - back) : bytes;
	}
	return bytes;
}

/** Without the rest of a character at the start. */
function wholeAtStart(bytes: Buffer): Buffer {
	let start = 0;
	while (start < 3 && start < bytes.length && ((bytes[start] as number) & 0xc0) === 0x80) start++;
	return bytes.subarray(start);
}

function countCharacters(text: string): number {
	let count = text.length;
	for (let at = 0; at < text.length; at++) if (isPair(text, at)) count--;
	return count;
}

function firstCharacters(text: string, count: number): string {
	let end = 0;
	for (let left = count; left > 0 && end < text.length; left--) end += isPair(text, end) ? 2 : 1;
	return text.slice(0, end);
}

function lastCharacters(text: string, count: number): string {
	let start = text.length;
	for (let left = count; left > 0 && start > 0; left--) start -= start > 1 && isPair(text, start - 2) ? 2 : 1;
	return text.slice(start);
}

/** Is the character here one of those that JavaScript counts as two? Decoded text has no halves. */
function isPair(text: string, at: number): boolean {
	return (text.charCodeAt(at) & 0xfc00) === 0xd800;
}

function warningOf({ kept, spill }: Stream, limit: OutputLimit | undefined): string {
	const truncated = `Output truncated (size: ${megabytes(kept.total())} MB)`;
	if (limit === undefined) return `${truncated}: the policy limits no output, so only the last 10 MiB are kept`;
	if (spill === undefined) return truncated;
	const failure = spill.failure();
	return failure === undefined
		? `${truncated}. Full log written to ${spill.path}`
		: `${truncated}. The log in ${spill.path} is not complete: ${failure}`;
}

/** `0.016`, `1.2`, `250`. */
function megabytes(bytes: number): number {
	const size = bytes / 1e6;
	return size < 10 ? Number(size.toPrecision(2)) : Math.round(size);
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((a, b) => a + b, 0);
}
