/**
 * A line from a program to us: its end is a file that it inherits, from ours the bytes come as they are written.
 */
import type { Inode } from "./processes/member.js";

export interface LineOut {
	/** The number of the program's end. No other program inherits it. */
	readonly theirs: number;
	/** Closes the program's end here: it has its own copy by then, or never will. */
	readonly handOver: () => void;
	/** Begins to hand on what is written. */
	readonly start: (push: (bytes: Buffer) => void) => void;
	/** Call when nobody writes any more: hands on the rest. False when it can't tell that this was all. */
	readonly finish: () => Promise<boolean>;
	/** Closes our end. */
	readonly close: () => void;
	/** What tells a process that still holds the line. */
	readonly inode: Inode;
}

/** Milliseconds in which the rest of an output has long come. */
const patience = 5000;
/** Milliseconds of a turn. */
const turn = 50;

/**
 * Waits for the rest of an output; false where it does not come. Time passes in turns, in each of which we could have read: where this process itself was held up for
 * seconds, what came meanwhile is still to be read.
 */
export async function waitInTurns(coming: Promise<unknown>, hasCome: () => boolean): Promise<boolean> {
	for (let left = patience / turn; left > 0 && !hasCome(); left--) await oneOf(coming);
	return hasCome();
}

/** Leaves no timer behind. */
async function oneOf(coming: Promise<unknown>): Promise<void> {
	let timer: NodeJS.Timeout | undefined;
	const pause = new Promise((resolve) => {
		timer = setTimeout(resolve, turn);
	});
	await Promise.race([coming, pause]);
	clearTimeout(timer);
}
