/**
 * A line from a program to us: its end is a file that it inherits, from ours the bytes come as they are written.
 */
import type { Inode } from "./members.js";

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
export const patience = 5000;
