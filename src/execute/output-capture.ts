/**
 * Takes in a stream of output and keeps what its limit lets through: all of it, or its beginning and its end.
 * What is longer goes whole to a private file if the limit says so. Memory is bounded by the limit, whatever a program writes.
 */
import { StringDecoder } from "node:string_decoder";
import type { OutputLimit } from "../policy/limits.js";
import type { Output } from "./outcome.js";
import { openSpill, type Spill } from "./spill-file.js";

export interface Capture {
	readonly push: (bytes: Buffer) => void;
	/** Bytes so far. */
	readonly bytes: () => number;
	/** What was kept. `cut`: cut to head and tail even if this stream alone stays below the limit. */
	readonly finish: (cut: boolean) => { readonly output: Output; readonly warnings: readonly string[] };
}

/** What is kept when a policy sets no limit: enough for everyone, and not the memory of the machine. */
export const outputByDefault: OutputLimit = { size: 10 * 1024 * 1024, unit: "bytes", head: 0, tail: 10 * 1024 * 1024, spill: false, each: true };

/** Starts taking in a stream. `onText` gets every piece as text, cut at characters. */
export function capture(limit: OutputLimit, folder: string | undefined, onText: ((text: string) => void) | undefined): Capture {
	const live = new StringDecoder("utf8");
	const kept = limit.unit === "bytes" ? keepBytes(limit) : keepCharacters(limit);
	let bytes = 0;
	let early: Buffer[] | undefined = [];
	let spill: Spill | undefined;
	const startSpill = (): void => {
		if (!limit.spill || spill || !early) return;
		spill = openSpill(folder);
		for (const chunk of early) spill.write(chunk);
		early = undefined;
	};
	return {
		bytes: () => bytes,
		push: (chunk) => {
			bytes += chunk.length;
			// The caller's buffer may be used again.
			const copy = Buffer.from(chunk);
			kept.push(copy);
			if (spill) spill.write(copy);
			else if (limit.spill) {
				early?.push(copy);
				if (kept.over()) startSpill();
			}
			const text = onText ? live.write(copy) : "";
			if (text !== "") onText?.(text);
		},
		finish: (cut) => {
			const rest = onText ? live.end() : "";
			if (rest !== "") onText?.(rest);
			const truncated = kept.over() || (cut && bytes > 0 && kept.longerThanKept());
			if (!truncated) return { output: { text: kept.whole(), bytes, truncated }, warnings: [] };
			startSpill();
			const file = spill?.close();
			const left = `\n… ${sizeText(bytes)} in all, the middle left out …\n`;
			const { head, tail } = kept.ends();
			const text = head === "" ? tail : tail === "" ? head : `${head}${left}${tail}`;
			const where = file === undefined ? "" : ` Full log written to ${file}`;
			return {
				output: { text, bytes, truncated, ...(file === undefined ? {} : { spill: file }) },
				warnings: [`Output truncated (size: ${sizeText(bytes)}).${where}`, ...(spill?.warnings ?? [])],
			};
		},
	};
}

/** `512 bytes`, `97.7 KB`, `4.8 MB` */
export function sizeText(bytes: number): string {
	if (bytes < 1024) return `${bytes} bytes`;
	if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`;
	return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

interface Kept {
	push: (chunk: Buffer) => void;
	over: () => boolean;
	longerThanKept: () => boolean;
	whole: () => string;
	ends: () => { head: string; tail: string };
}

function keepBytes(limit: OutputLimit): Kept {
	let head: Buffer[] = [];
	let headSize = 0;
	const tail: Buffer[] = [];
	let tailSize = 0;
	let total = 0;
	// Until the limit is passed everything is kept in `head`; then its surplus moves to `tail`.
	let whole = true;
	const trim = (): void => {
		while (tail.length > 1 && tailSize - (tail[0] as Buffer).length >= limit.tail) tailSize -= (tail.shift() as Buffer).length;
	};
	const addTail = (chunk: Buffer): void => {
		const last = chunk.length > limit.tail ? Buffer.from(chunk.subarray(chunk.length - limit.tail)) : chunk;
		tail.push(last);
		tailSize += last.length;
		trim();
	};
	return {
		push: (chunk) => {
			total += chunk.length;
			if (!whole) return addTail(chunk);
			head.push(chunk);
			headSize += chunk.length;
			if (headSize <= limit.size) return;
			whole = false;
			const all = Buffer.concat(head);
			head = [Buffer.from(all.subarray(0, limit.head))];
			addTail(Buffer.from(all.subarray(limit.head)));
		},
		over: () => !whole,
		longerThanKept: () => total > limit.head + limit.tail,
		whole: () => Buffer.concat(head).toString("utf8"),
		ends: () => {
			const all = whole ? Buffer.concat(head) : undefined;
			const first = all ? all.subarray(0, limit.head) : Buffer.concat(head);
			const rest = all ? all.subarray(Math.max(limit.head, all.length - limit.tail)) : Buffer.concat(tail);
			const last = rest.subarray(Math.max(0, rest.length - limit.tail));
			return { head: first.subarray(0, wholeCharacters(first)).toString("utf8"), tail: last.subarray(characterStart(last)).toString("utf8") };
		},
	};
}

/** The length without a character that is cut at the end. */
function wholeCharacters(bytes: Buffer): number {
	for (let back = 1; back <= Math.min(3, bytes.length); back++) {
		const byte = bytes[bytes.length - back] as number;
		if ((byte & 0xc0) === 0x80) continue;
		const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
		return needs > back ? bytes.length - back : bytes.length;
	}
	return bytes.length;
}

/** Where the first whole character begins. */
function characterStart(bytes: Buffer): number {
	let at = 0;
	while (at < Math.min(3, bytes.length) && ((bytes[at] as number) & 0xc0) === 0x80) at++;
	return at;
}

function keepCharacters(limit: OutputLimit): Kept {
	const decoder = new StringDecoder("utf8");
	let head = "";
	let tail = "";
	let whole = true;
	let total = 0;
	const add = (text: string): void => {
		total += text.length;
		if (whole) {
			head += text;
			if (head.length <= limit.size) return;
			whole = false;
			tail = head.slice(limit.head);
			head = head.slice(0, limit.head);
		} else tail += text;
		// Cut now and then, so that each character moves a bounded number of times.
		if (tail.length > 2 * limit.tail + 65_536) tail = tail.slice(tail.length - limit.tail);
	};
	const end = (): void => {
		const rest = decoder.end();
		if (rest !== "") add(rest);
	};
	return {
		push: (chunk) => add(decoder.write(chunk)),
		over: () => !whole,
		longerThanKept: () => total > limit.head + limit.tail,
		whole: () => {
			end();
			return head;
		},
		ends: () => {
			end();
			const first = head.slice(0, limit.head);
			const rest = whole ? head.slice(Math.max(limit.head, head.length - limit.tail)) : tail;
			const last = limit.tail === 0 ? "" : rest.slice(-limit.tail);
			// Half of a pair of surrogates is no character.
			return { head: first.replace(/[\ud800-\udbff]$/, ""), tail: last.replace(/^[\udc00-\udfff]/, "") };
		},
	};
}
