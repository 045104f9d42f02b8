/**
 * Which files of earlier runs are too old to be kept, and their end. Nothing that is not ours by its name, its kind and its owner is touched, and no
 * link is followed.
 */
import { type Dirent, lstatSync, opendirSync, rmdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";

/** Milliseconds that a spilled output is kept. */
export const keptFor = 7 * 24 * 3_600_000;
/** Milliseconds after which nobody uses a folder for pipes or input any more: a run needs it for a moment. */
const usedFor = 24 * 3_600_000;
/** Milliseconds between two looks at a folder. */
const between = 3_600_000;
/** A look takes no longer than for so many names: what else is old goes next time. */
const mostNames = 5000;

const spilled = /^bylaw-\d{14}-[0-9a-f]{12}-(?:merged|stdout|stderr)\.log$/;
/** Left behind by a process that was killed. In a folder of somebody's own such a name may be theirs: `input-frames`. */
const passing = /^(?:pipes|input)-[A-Za-z0-9]{6}$/;
/** Of a process marker that a process had which was killed, in a pid namespace that nobody asks from any more. No run takes that long. */
const lease = /^process-marker-\d+-[0-9a-f]{1,3}(?:-\d+)?$/;

const looked = new Map<string, number>();

/**
 * Removes what is too old from a folder; at most once an hour. `whose`: whether the folder is our private one, or one that holds other things too. It
 * fails in silence: what can't be removed is nobody's concern now.
 */
export function removeOld(folder: string, whose: "private" | "shared", now = Date.now()): void {
	if (!isDue(folder, now)) return;
	try {
		for (const entry of namesIn(folder)) {
			const path = join(folder, entry.name);
			if (entry.isFile() && spilled.test(entry.name) && isOurs(path, now - keptFor)) unlinkSync(path);
			else if (whose === "private" && entry.isSymbolicLink() && lease.test(entry.name) && isOurs(path, now - keptFor))
				unlinkSync(path);
			else if (whose === "private" && entry.isDirectory() && passing.test(entry.name) && isOurs(path, now - usedFor))
				empty(path);
		}
	} catch {
		// It can't be read, or is another's.
	}
}

/** Is it time to look for old things in a folder? The first who asks in an hour shall. */
export function isDue(folder: string, now = Date.now()): boolean {
	if (now - (looked.get(folder) ?? Number.NEGATIVE_INFINITY) < between) return false;
	looked.set(folder, now);
	return true;
}

function namesIn(folder: string): readonly Dirent[] {
	const names: Dirent[] = [];
	const opened = opendirSync(folder);
	try {
		for (let entry = opened.readSync(); entry !== null && names.length < mostNames; entry = opened.readSync()) {
			names.push(entry);
		}
	} finally {
		opened.closeSync();
	}
	return names;
}

/** By the file itself, not by what it may lead to; of one name only, for another name may be somebody's. */
function isOurs(path: string, before: number): boolean {
	const stats = lstatSync(path, { throwIfNoEntry: false });
	if (stats === undefined || stats.mtimeMs >= before) return false;
	return stats.uid === (process.geteuid?.() ?? stats.uid) && (stats.isDirectory() || stats.nlink === 1);
}

/** What we put there: `input`, or pipes with a number. */
function empty(folder: string): void {
	for (const { name } of namesIn(folder)) if (/^(?:input|\d+)$/.test(name)) unlinkSync(join(folder, name));
	rmdirSync(folder);
}
