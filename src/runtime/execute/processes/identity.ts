/**
 * Which file a program is, so that what is started is what was found, and not what somebody has put in its place meanwhile.
 *
 * A program is looked at when it is found and again in the tick in which it is started. What is left is the moment from there to the `execve`
 * of the child. To start what is held open, by `/proc/self/fd`, would leave none, and is not done: scripts would lose the name by which
 * they find what lies beside them, programs that are many in one (busybox) under limits would not know which they are, and each program would
 * inherit the open file. In a folder that the agent can't write, as those of the system, nobody can make use of that moment.
 */
import { statSync } from "node:fs";

/** A file as it was. */
export interface Identity {
	readonly file: string;
	readonly dev: bigint;
	readonly ino: bigint;
	/** Nanoseconds. Whoever writes to it, renames it or changes its rights changes this, and nobody can set it. */
	readonly ctime: bigint;
	/** Some kernels' clocks stand still for milliseconds: what happens meanwhile is seen by these. */
	readonly size: bigint;
	readonly mode: bigint;
}

/** The file that a path leads to; undefined when there is none. */
export function identify(file: string): Identity | undefined {
	try {
		const { dev, ino, ctimeNs, size, mode } = statSync(file, { bigint: true });
		return { file, dev, ino, ctime: ctimeNs, size, mode };
	} catch {
		return undefined;
	}
}

/** Does its path still lead to the same file, and nobody has touched it? */
export function isStill(before: Identity): boolean {
	const now = identify(before.file);
	return now !== undefined && marks.every((mark) => now[mark] === before[mark]);
}

const marks = ["dev", "ino", "ctime", "size", "mode"] as const;
