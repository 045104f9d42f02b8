/**
 * The folder among the system's temporary files that nobody but us can look into: for what a run needs a file for, and for outputs
 * that have no other place.
 */
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, rmdirSync, type Stats } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorCode } from "./error-code.js";

/** Its path; it is there. Throws what the system says where it can't be made. */
export function privateFolder(place = tmpdir()): string {
	const folder = join(place, `bylaw-${process.geteuid?.() ?? "files"}`);
	if (isOurs(folder)) return folder;
	try {
		mkdirSync(folder, { mode: 0o700 });
		return folder;
	} catch (error) {
		if (errorCode(error) !== "EEXIST") throw error;
	}
	// Another process of ours was quicker, or the name is somebody else's: where all may write, anybody can take it.
	return isOurs(folder) ? folder : ownFolder(place);
}

/** A folder, no link to one, of this user, and closed to others. */
function isOurs(folder: string): boolean {
	const stats = lstatSync(folder, { throwIfNoEntry: false });
	if (stats === undefined || !stats.isDirectory() || stats.uid !== (process.geteuid?.() ?? stats.uid)) return false;
	return process.platform === "win32" || isClosed(stats) || closed(folder);
}

function isClosed({ mode }: Stats): boolean {
	return (mode & 0o077) === 0;
}

/** It is ours, and stands where only we can rename it: whoever opened it meant no harm. */
function closed(folder: string): boolean {
	try {
		chmodSync(folder, 0o700);
		return isClosed(lstatSync(folder));
	} catch {
		return false;
	}
}

const own = new Map<string, string>();

/** One that nobody could foresee, for as long as we run. */
function ownFolder(place: string): string {
	const before = own.get(place);
	if (before !== undefined && isOurs(before)) return before;
	const folder = mkdtempSync(join(place, "bylaw-own-"));
	if (own.size === 0) process.on("exit", removeEmpty);
	own.set(place, folder);
	return folder;
}

/** What holds an output stays. */
function removeEmpty(): void {
	for (const folder of own.values()) {
		try {
			rmdirSync(folder);
		} catch {
			// Somebody is to read what is in it.
		}
	}
}
