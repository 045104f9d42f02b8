/** The lines of a file, of which none is held that is too long. */
import { readSync } from "node:fs";

/** A line of a file. */
export interface BoundedLine {
	/** Without the line break; good until the next line is asked for. Absent of a line that is too long. */
	readonly bytes?: Buffer;
	/** The line break behind it is there. */
	readonly isEnded: boolean;
}

/** The lines of what is open, from its beginning. `longest`: bytes of a line. `onBytes` hears how many were read. */
export function* boundedLines(
	descriptor: number,
	longest: number,
	onBytes: (bytes: number) => void = () => {},
): Generator<BoundedLine> {
	const chunk = Buffer.alloc(1 << 20);
	let pieces: Buffer[] = [];
	let held = 0;
	for (let count = readSync(descriptor, chunk); count > 0; count = readSync(descriptor, chunk)) {
		onBytes(count);
		let start = 0;
		for (let end = chunk.indexOf(10); end >= 0 && end < count; end = chunk.indexOf(10, start)) {
			yield lineOf(chunk.subarray(start, end), true);
			start = end + 1;
		}
		if (start < count) hold(Buffer.from(chunk.subarray(start, count)));
	}
	if (held > 0) yield lineOf(Buffer.alloc(0), false);

	function hold(piece: Buffer): void {
		held += piece.length;
		if (held > longest) pieces = [];
		else pieces.push(piece);
	}

	function lineOf(last: Buffer, isEnded: boolean): BoundedLine {
		if (held === 0) return last.length > longest ? { isEnded } : { bytes: last, isEnded };
		held += last.length;
		const bytes = held > longest ? undefined : Buffer.concat([...pieces, last]);
		[pieces, held] = [[], 0];
		return bytes === undefined ? { isEnded } : { bytes, isEnded };
	}
}
