/** How far a history has come, in a small file of its own: an older copy in the place of the history is noticed. It is written after what it speaks of. */
import { closeSync, constants, openSync, readSync, writeSync } from "node:fs";

/** `none`: there is no such file; `broken`: it says nothing. */
export function readLatest(path: string): number | "none" | "broken" {
	try {
		const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
		try {
			const bytes = Buffer.alloc(length);
			const text = bytes.toString("latin1", 0, readSync(descriptor, bytes, 0, length, 0));
			return /^\d{1,15} *\n$/.test(text) ? Number.parseInt(text, 10) : "broken";
		} finally {
			closeSync(descriptor);
		}
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "ENOENT" ? "none" : "broken";
	}
}

/** One write of the same length each time: whoever is killed leaves the old one or the new one. */
export function writeLatest(path: string, order: number): void {
	const { O_WRONLY, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
	const descriptor = openSync(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
	try {
		writeSync(descriptor, `${String(order).padEnd(length - 1)}\n`, 0, "latin1");
	} finally {
		closeSync(descriptor);
	}
}

/** Bytes. */
const length = 32;
