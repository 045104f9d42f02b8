/** Bytes as they come, cut into lines of text. */
import { isAscii, isUtf8 } from "node:buffer";

/** A line without its line break, or why it has no text. */
export type InputLine = { readonly text: string } | { readonly fault: "too long" | "not UTF-8" };

export interface LineSplitter {
	/** The lines that these bytes end. */
	readonly take: (bytes: Buffer) => readonly InputLine[];
	/** What stands behind the last line break, if anything does. */
	readonly rest: () => readonly InputLine[];
}

/** Cuts into lines. A longer line than `longest` bytes is read over, and never held. */
export function lineSplitter(longest: number): LineSplitter {
	// A copy of what begins a line: the bytes' own memory may be used again, and small pieces would cost more than what they hold.
	let held: Buffer = none;
	let size = 0;
	const keep = (part: Buffer): void => {
		const before = size;
		size += part.length;
		if (size > longest) held = none;
		else if (part.length > 0) {
			held = withRoom(held, before, size);
			part.copy(held, before);
		}
	};
	const finish = (): InputLine => {
		const line: InputLine = size > longest ? { fault: "too long" } : inputLine(held.subarray(0, size));
		if (held.length > mostKept) held = none;
		size = 0;
		return line;
	};
	return {
		take: (bytes) => {
			const last = bytes.lastIndexOf(10);
			if (last < 0) {
				keep(bytes);
				return [];
			}
			const lines: InputLine[] = [];
			let start = 0;
			if (size > 0) {
				start = bytes.indexOf(10) + 1;
				keep(bytes.subarray(0, start - 1));
				lines.push(finish());
			}
			wholeLines(bytes.subarray(start, last + 1), longest, lines);
			keep(bytes.subarray(last + 1));
			return lines;
		},
		rest: () => (size > 0 ? [finish()] : []),
	};
}

const none = Buffer.alloc(0);
/** Larger room is given back when its line is read. Bytes. */
const mostKept = 65_536;

/** The same bytes with room for more: twice as much each time, so that a long line in small pieces is copied a few times only. */
function withRoom(held: Buffer, used: number, wanted: number): Buffer {
	if (wanted <= held.length) return held;
	const larger = Buffer.allocUnsafe(Math.max(wanted, 2 * held.length, 256));
	held.copy(larger, 0, 0, used);
	return larger;
}

/**
 * Lines with their line breaks. Those of ASCII, which most are, are one text: it is read fastest, and takes a byte a letter. One other letter among them would have V8 hold
 * all of them in two bytes a letter, so a line with others is a text by itself.
 */
function wholeLines(bytes: Buffer, longest: number, lines: InputLine[]): void {
	if (isAscii(bytes)) {
		const text = bytes.toString("latin1");
		let start = 0;
		for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
			lines.push(end - start > longest ? { fault: "too long" } : { text: trimmed(text, start, end) });
			start = end + 1;
		}
		return;
	}
	const end = bytes.length - 1;
	const middle = bytes.lastIndexOf(10, end >> 1);
	const cut = middle >= 0 ? middle : bytes.indexOf(10, end >> 1);
	if (cut < end) {
		wholeLines(bytes.subarray(0, cut + 1), longest, lines);
		wholeLines(bytes.subarray(cut + 1), longest, lines);
	} else lines.push(end > longest ? { fault: "too long" } : inputLine(bytes.subarray(0, end)));
}

function inputLine(bytes: Buffer): InputLine {
	if (!isUtf8(bytes)) return { fault: "not UTF-8" };
	const text = bytes.toString("utf8");
	return { text: trimmed(text, 0, text.length) };
}

const byteOrderMark = 0xfeff;
const carriageReturn = 13;

/** Without a byte order mark at its beginning and a carriage return at its end. */
function trimmed(text: string, start: number, end: number): string {
	const from = start < end && text.charCodeAt(start) === byteOrderMark ? start + 1 : start;
	const to = end > from && text.charCodeAt(end - 1) === carriageReturn ? end - 1 : end;
	return text.slice(from, to);
}
