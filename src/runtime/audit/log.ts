/**
 * The decision log: one JSON line after the other, each with the hash of the one before. A decision's line is on disk before anything runs.
 */
import {
	closeSync,
	constants,
	fdatasyncSync,
	fstatSync,
	fsyncSync,
	ftruncateSync,
	lstatSync,
	openSync,
	renameSync,
	rmSync,
	statSync,
	writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { makeFolders } from "../load/make-folders.js";
import { type ChainKey, genesis, hashOf } from "./chain.js";
import {
	closeHead,
	type Head,
	headPath,
	isOfNothing,
	openHead,
	type ReadHead,
	readOpenHead,
	writeHead,
} from "./head.js";
import { locked } from "./lock.js";
import { cursorFiles, endOf, fullParts, joined, type LogEnd, lineBefore, openPart } from "./parts.js";
import type { AuditEvent, Links } from "./record.js";

/** A log that is open. */
export interface AuditLog {
	/** Where the log really is. */
	readonly file: string;
	/** All that belongs to it: the log, its head, the files that are full. */
	readonly files: () => readonly string[];
	/** What the caller should know: a place that moved. */
	readonly warnings: readonly string[];
	/** Writes a line; it is on the disk when this returns. Throws when it can't be written, and leaves no part of it. Throws when the log is closed. */
	readonly write: (event: AuditEvent) => void;
	/** To close it again does nothing. */
	readonly close: () => void;
}

/** Where a log lies, and how it is kept. */
export interface AuditFile {
	readonly file: string;
	/** Bytes after which the log goes on in a new file; 64 MiB when absent. */
	readonly size?: number;
	/** How many full files are kept; all when absent. */
	readonly keep?: number;
	/** Makes the chain one that nobody can make anew without it. */
	readonly key?: ChainKey;
	/** Where the log goes when its place can't be written; `false`: nowhere. A private folder among the temporary files when absent. */
	readonly fallbackFolder?: string | false;
	/** Milliseconds that another process's writing is waited for; 35 seconds when absent. */
	readonly patience?: number;
}

/** Bytes of a file when nothing is said. */
const usualSize = 64 * 1024 * 1024;

/** Opens a log for appending; a log that is there goes on. Throws when neither its place nor the other can be written. */
export function openAuditLog({ file, size = usualSize, keep, key, fallbackFolder, patience }: AuditFile): AuditLog {
	const { place, opened, warnings } = openSomewhere(resolve(file), fallbackFolder);
	let current = opened;
	let isClosed = false;
	const write = (event: AuditEvent, held: boolean): void => {
		current = goneOn(place, current);
		if (held) sayBeginning(current, key);
		let { full, line } = next(current, event, key);
		if (held && full.size > 0 && full.size + line.length > size) {
			current = begunAnew(place, current, keep, key);
			({ full, line } = next(current, event, key));
		}
		append(current.descriptor, line, held ? full.size : undefined, place);
		// A head that two write at once could say what never was.
		if (held) {
			const hash = hashOf(line.subarray(full.open ? 1 : 0, -1), key);
			sayEnd(current, { part: current.part, size: full.size + line.length, hash, ...firstKept(current, key) }, key);
		}
	};
	return {
		file: place,
		files: () => [place, headPath(place), ...fullParts(place).map(({ path }) => path), ...cursorFiles(place)],
		warnings,
		write: (event) => {
			// The numbers of its files are those of other files by now.
			if (isClosed) throw new Error(`the decision log ${place} is closed`);
			locked(place, (held) => write(event, held), undefined, patience);
		},
		close: () => {
			if (!isClosed) close(current);
			isClosed = true;
		},
	};
}

/** The file that is written to. */
interface OpenPart {
	readonly descriptor: number;
	/** Its head; absent where there can be none. */
	readonly head: number | undefined;
	readonly part: number;
	/** The full file before it. */
	readonly before: string | undefined;
}

function openSomewhere(
	wanted: string,
	fallbackFolder: string | false | undefined,
): { readonly place: string; readonly opened: OpenPart; readonly warnings: readonly string[] } {
	try {
		return { place: wanted, opened: open(wanted), warnings: [] };
	} catch (error) {
		if (fallbackFolder === false) throw error;
		const place = join(privateFolder(fallbackFolder), basename(wanted));
		const why = (error as NodeJS.ErrnoException).code ?? "unknown reason";
		return {
			place,
			opened: open(place),
			warnings: [`the decision log ${wanted} can't be written (${why}), so it goes to ${place}`],
		};
	}
}

function open(path: string): OpenPart {
	makeFolders(dirname(path));
	const isNew = lstatSync(path, { throwIfNoEntry: false }) === undefined;
	const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
	const descriptor = openSync(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
	if (!fstatSync(descriptor).isFile()) {
		closeSync(descriptor);
		throw Object.assign(new Error("the decision log is no regular file"), { code: "no regular file" });
	}
	let head: number | undefined;
	try {
		if (isNew) keepName(dirname(path));
		const last = fullParts(path).at(-1);
		head = openHead(path);
		const said = head === undefined ? "none" : readOpenHead(head, undefined);
		// Full files may have been taken away: the count goes on.
		const part = Math.max((last?.part ?? 0) + 1, typeof said === "string" ? 1 : said.part);
		return { descriptor, head, part, before: last?.path };
	} catch (error) {
		closeSync(descriptor);
		closeHead(head);
		throw error;
	}
}

/** A new file's name is on the disk, too. */
function keepName(folder: string): void {
	try {
		const descriptor = openSync(folder, "r");
		try {
			fsyncSync(descriptor);
		} finally {
			closeSync(descriptor);
		}
	} catch {
		// Not every file system does that for folders.
	}
}

function close({ descriptor, head }: OpenPart): void {
	closeSync(descriptor);
	closeHead(head);
}

/** The file by that name: another process may have begun a new one since. */
function goneOn(place: string, current: OpenPart): OpenPart {
	const there = statSync(place, { throwIfNoEntry: false });
	const own = fstatSync(current.descriptor);
	if (there !== undefined && there.ino === own.ino && there.dev === own.dev) return current;
	const opened = open(place);
	close(current);
	return opened;
}

/** Puts a full file aside and begins a new one. */
function begunAnew(place: string, current: OpenPart, keep: number | undefined, key: ChainKey | undefined): OpenPart {
	renameSync(place, `${place}.${current.part}`);
	const opened = open(place);
	close(current);
	// What was begun goes on from the file before it.
	const oldest = keep === undefined ? 0 : current.part + 1 - Math.max(1, keep);
	// Who is stopped in between has said that they may be gone.
	const said = opened.head === undefined ? "none" : readOpenHead(opened.head, key);
	if (oldest > 1 && typeof said !== "string")
		sayEnd(opened, { ...said, first: Math.max(oldest, said.first ?? 1) }, key);
	for (const { path, part } of fullParts(place)) if (part < oldest) rmSync(path, { force: true });
	return opened;
}

/** The bytes that are to be written behind those that are there. Another process may have written since: the chain goes on from what is there. */
function next(
	current: OpenPart,
	event: AuditEvent,
	key: ChainKey | undefined,
): { readonly full: LogEnd; readonly line: Buffer } {
	const full = endOf(current.descriptor);
	const { version, type, id, time, ...fields } = event;
	const line = { version, type, id, time, ...linksOf(current, full, key), ...fields };
	return { full, line: Buffer.from(`${full.open ? "\n" : ""}${JSON.stringify(line)}\n`, "utf8") };
}

function linksOf({ descriptor, head, part, before }: OpenPart, end: LogEnd, key: ChainKey | undefined): Links {
	// A file that has no record yet goes on from the one before it.
	const older = end.whole || before === undefined ? undefined : endOfFile(before);
	const tails = [older?.tail, end.tail].filter((tail) => tail !== undefined);
	return {
		prev: tails.length === 0 ? genesis : hashOf(joined(tails), key),
		seq: (end.seq ?? older?.seq ?? 0) + 1,
		...(end.whole || part === 1 ? {} : { part }),
		...(end.torn || older?.torn === true ? { recovered: true } : {}),
		...lossOf(head === undefined ? undefined : readOpenHead(head, key)),
	};

	/** What the head says that is not so. */
	function lossOf(said: ReadHead | undefined): Pick<Links, "lost" | "unguarded"> {
		// Without a key, a place where there can be no head is no reason to say so with each line.
		if (said === undefined) return key === undefined || tails.length === 0 ? {} : { unguarded: true };
		if (said === "none" || said === "unclear") return tails.length === 0 ? {} : { unguarded: true };
		return holdsHead(said, { descriptor, part, before }, key) ? {} : { lost: said };
	}
}

function endOfFile(path: string): LogEnd {
	const descriptor = openPart(path);
	try {
		return endOf(descriptor);
	} finally {
		closeSync(descriptor);
	}
}

/** Does the log have the line that its head speaks of, where it says? It may be longer: whoever wrote last may have been killed before the head was written. */
function holdsHead(
	head: Head,
	{ descriptor, part, before }: Pick<OpenPart, "descriptor" | "part" | "before">,
	key: ChainKey | undefined,
): boolean {
	if (isOfNothing(head)) return true;
	if (head.part === part) return holds(descriptor);
	// Of what is older nothing is left that could be asked here.
	if (head.part !== part - 1 || before === undefined) return head.part < part;
	const other = openPart(before);
	try {
		return holds(other);
	} finally {
		closeSync(other);
	}

	function holds(open: number): boolean {
		if (fstatSync(open).size < head.size) return false;
		const line = lineBefore(open, head.size);
		return line !== undefined && hashOf(line, key) === head.hash;
	}
}

/** Writes all of it and waits until it is on the disk. `size`: to which the file goes back where it can't. */
function append(descriptor: number, bytes: Buffer, size: number | undefined, place: string): void {
	try {
		// One write a line: with O_APPEND, lines of several processes do not mix. Only a full disk leaves a rest, and then says so.
		for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
		fdatasyncSync(descriptor);
	} catch (error) {
		if (size !== undefined) restore(descriptor, size);
		throw new Error(
			`the decision log ${place} can't be written (${(error as NodeJS.ErrnoException).code ?? "unknown reason"})`,
			{ cause: error },
		);
	}
}

/** Says that a log begins, before its first line: a writer that is stopped behind that line leaves a head. */
function sayBeginning(current: OpenPart, key: ChainKey | undefined): void {
	const { head, descriptor, part, before } = current;
	if (head === undefined || before !== undefined || part > 1 || fstatSync(descriptor).size > 0) return;
	if (readOpenHead(head, key) === "none") sayEnd(current, { part, size: 0, hash: genesis }, key);
}

/** What the head says of the files that are kept. */
function firstKept({ head }: OpenPart, key: ChainKey | undefined): Pick<Head, "first"> {
	const said = head === undefined ? "none" : readOpenHead(head, key);
	return typeof said === "string" || said.first === undefined ? {} : { first: said.first };
}

/** Has the head say how the log ends now. The line is on the disk already: a head that can't be written stays behind. */
function sayEnd({ head }: OpenPart, end: Head, key: ChainKey | undefined): void {
	try {
		if (head !== undefined) writeHead(head, end, key);
	} catch {
		// A log may be longer than its head says.
	}
}

/** Takes back what was written of a line, so that no torn one stands there. */
function restore(descriptor: number, size: number): void {
	try {
		ftruncateSync(descriptor, size);
	} catch {
		// Then it is torn, and the next line says so.
	}
}

/** A folder of our own that nobody else can write to or have made for us. */
function privateFolder(folder: string | undefined): string {
	const user = process.getuid?.() ?? 0;
	const path = folder ?? join(tmpdir(), `bylaw-${user}`);
	makeFolders(path);
	const stats = lstatSync(path);
	if (!stats.isDirectory() || (process.getuid && stats.uid !== user) || (stats.mode & 0o022) !== 0) {
		throw new Error(`the decision log can't be written: ${path} does not belong to this user alone`);
	}
	return path;
}
