/**
 * A disk that knows whether what was read of it is still so. It asks `stat`, which takes microseconds, and reads again only what has just changed:
 * the clock of a file system is too coarse to tell two changes apart that follow each other at once.
 */
import { closeSync, constants, openSync, type Stats, statSync } from "node:fs";
import { resolve } from "node:path";
import { bytesOf } from "../audit/parts.js";
import { bundleMark } from "../load/active-bundle.js";
import { isCompiledFile } from "../load/decisions.js";
import { type Disk, realDisk } from "../load/disk.js";
import { type DiskAnswer, isUnchanged, recording } from "../load/disk-answers.js";

export interface Watched {
	readonly disk: Disk;
	/** Would all that was asked be answered the same now? */
	readonly isUnchanged: () => boolean;
}

/** The real disk, watched. */
export function watchedDisk(): Watched {
	const files = new Map<string, WatchedFile>();
	const { disk, answers } = recording({
		...realDisk,
		text: (path) => {
			// Before it is read: what changes meanwhile has changed since.
			if (!files.has(path)) files.set(path, { stats: statsOf(path), settled: false });
			return realDisk.text(path);
		},
	});
	return {
		disk,
		isUnchanged: () => {
			const look = lookingOnce();
			return answers.every((answer) => isAnswerUnchanged(answer, files, look));
		},
	};
}

/** The same for a policy by these names. Of a bundle it is asked as well what is active now, and whether that has expired. */
export function watchedWithBundles(names: readonly string[], cwd: string): Watched {
	// Before it is read: what changes meanwhile has changed since.
	const before = bundleMark(names, cwd);
	const compiled = names
		.map((name) => resolve(cwd, name))
		.filter(isCompiledFile)
		.map(watchedCompiled);
	const { disk, isUnchanged } = watchedDisk();
	return {
		disk,
		isUnchanged: () =>
			bundleMark(names, cwd) === before &&
			compiled.every((isCompiledUnchanged) => isCompiledUnchanged()) &&
			isUnchanged(),
	};
}

/**
 * Is a compiled policy, or the file that names one, still what it was when this was called? To be called before it is read. As long as `stat` does not tell
 * two changes apart its head is compared, which has the checksum of all that follows: it may be of any size, and is in use for as long as its time is still
 * to come. What follows another checksum than its own is refused by whoever reads it.
 */
export function watchedCompiled(path: string): () => boolean {
	const file: WatchedFile = { stats: statsOf(path), settled: false };
	const before = headOf(path);
	return () => {
		const now = statsOf(path);
		if (!sameStats(file.stats, now)) return false;
		if (file.settled || typeof now === "string") return true;
		const isOld = isSettled(now);
		if (headOf(path) !== before) return false;
		file.settled = isOld;
		return true;
	};
}

/** Bytes with which a compiled policy begins, up to its checksum and beyond. A file that names a bundle is read whole elsewhere. */
const headSize = 4096;

function headOf(path: string): string | undefined {
	let descriptor: number;
	try {
		descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
	} catch {
		return undefined;
	}
	try {
		return bytesOf(descriptor, 0, headSize).toString("latin1");
	} catch {
		return undefined;
	} finally {
		closeSync(descriptor);
	}
}

interface WatchedFile {
	readonly stats: FileStats;
	/** It was read so long after its last change that another change would show. */
	settled: boolean;
}

/** Of a file that can't be looked at: why. */
export type FileStats = Stats | string;

/** Of what is asked about the same path at the same moment the system is asked once. */
function lookingOnce(): (path: string) => FileStats {
	const seen = new Map<string, FileStats>();
	return (path) => {
		const stats = seen.get(path) ?? statsOf(path);
		seen.set(path, stats);
		return stats;
	};
}

function isAnswerUnchanged(
	answer: DiskAnswer,
	files: ReadonlyMap<string, WatchedFile>,
	look: (path: string) => FileStats,
): boolean {
	const [question, about, before] = answer;
	switch (question) {
		case "text": {
			const file = files.get(about);
			return file !== undefined && isFileUnchanged(answer, look(about), file);
		}
		case "isFolder": {
			const now = look(about);
			return before === (typeof now !== "string" && now.isDirectory());
		}
		case "policiesIn":
			return isUnchanged([answer], realDisk);
		// The packs are those of this program. Where a path leads shows in what lies there.
		case "packFile":
		case "realPath":
			return true;
	}
}

function isFileUnchanged(answer: DiskAnswer, now: FileStats, file: WatchedFile): boolean {
	if (!sameStats(file.stats, now)) return false;
	if (file.settled || typeof now === "string") return true;
	const isOld = isSettled(now);
	if (!isUnchanged([answer], realDisk)) return false;
	file.settled = isOld;
	return true;
}

/** Two changes this far apart have different times on every file system: FAT counts in steps of two seconds. Milliseconds. */
const coarsestClock = 3_000;

/** Would another change of a file, which was looked at just now, show in its times? A time that is still to come says nothing of when the last one was. */
export function isSettled({ mtimeMs, ctimeMs }: Pick<Stats, "mtimeMs" | "ctimeMs">): boolean {
	return Date.now() - Math.max(mtimeMs, ctimeMs) > coarsestClock;
}

export function statsOf(path: string): FileStats {
	try {
		return statSync(path);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code ?? "unknown";
	}
}

/** Is it the same file, with nothing written to it as far as times tell? */
export function sameStats(a: FileStats, b: FileStats): boolean {
	if (typeof a === "string" || typeof b === "string") return a === b;
	return (
		a.ctimeMs === b.ctimeMs &&
		a.mtimeMs === b.mtimeMs &&
		a.size === b.size &&
		a.ino === b.ino &&
		a.dev === b.dev &&
		a.mode === b.mode
	);
}
