/** Follows a decision log as it grows, from file to file. */
import { closeSync, fstatSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { bytesOf, openPart } from "./parts.js";
import { type ReadLine, readLine } from "./read-log.js";

/** Milliseconds between two looks. */
const pause = 200;
/** Bytes that are read at once. */
const piece = 1 << 20;

/**
 * The lines that are written to a log from a place in its file on, as they come, until the signal. `lines`: how many stand before that place.
 * A file that is put aside is read to its end before the new one.
 */
export async function* followLog(
	log: string,
	{ size, lines }: { readonly size: number; readonly lines: number },
	signal: AbortSignal,
): AsyncGenerator<readonly ReadLine[]> {
	let descriptor = openPart(log);
	let [done, line] = [size, lines];
	let rest = Buffer.alloc(0);
	try {
		while (!signal.aborted) {
			const isAside = !isCurrent(log, descriptor);
			const found = readOn();
			if (found.length > 0) yield found;
			else if (isAside) {
				const next = opened(log);
				if (next !== undefined) {
					closeSync(descriptor);
					descriptor = next;
					[done, line, rest] = [0, 0, Buffer.alloc(0)];
					continue;
				}
			}
			if (found.length === 0) await sleep(pause, undefined, { signal }).catch(() => {});
		}
	} finally {
		closeSync(descriptor);
	}

	function readOn(): readonly ReadLine[] {
		const { size: now } = fstatSync(descriptor);
		// Somebody emptied it.
		if (now < done) [done, line, rest] = [0, 0, Buffer.alloc(0)];
		const bytes = bytesOf(descriptor, done, Math.min(now, done + piece));
		done += bytes.length;
		const all = Buffer.concat([rest, bytes]);
		const found: ReadLine[] = [];
		let start = 0;
		for (let end = all.indexOf(10); end >= 0; end = all.indexOf(10, start)) {
			found.push(readLine(all.subarray(start, end), { file: log, line: ++line }));
			start = end + 1;
		}
		rest = Buffer.from(all.subarray(start));
		return found;
	}
}

function isCurrent(log: string, descriptor: number): boolean {
	const there = statSync(log, { throwIfNoEntry: false });
	const own = fstatSync(descriptor);
	return there !== undefined && there.ino === own.ino && there.dev === own.dev;
}

function opened(log: string): number | undefined {
	try {
		return openPart(log);
	} catch {
		// It is begun in a moment.
		return undefined;
	}
}
