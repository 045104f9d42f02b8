/**
 * Pipes from a program to us: one for each stream, or one for both together where there is no terminal.
 *
 * What Node itself calls a pipe is a socket. A program can't open that by name, and scripts that write to `/dev/stderr` fail,
 * while they work everywhere else. Node can't make a real pipe; `mkfifo` can, at the price of 2 ms. And a real one can
 * be handed over twice, so that standard output and error keep their order.
 *
 * To start `mkfifo` takes as long as to start the program itself. So the two pipes of a run serve the next one again, if nobody holds an end of them any
 * longer: Linux tells, for then there is neither a reader nor a writer, and what was in the pipe is gone with them. Meanwhile, and for as long as a run
 * lasts, we hold the file, but no end of it (O_PATH).
 */
import { spawn } from "node:child_process";
import {
	closeSync,
	constants,
	fstatSync,
	mkdtempSync,
	openSync,
	readdirSync,
	readSync,
	rmdirSync,
	rmSync,
	unlinkSync,
} from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { errorCode } from "./error-code.js";
import { type LineOut, waitInTurns } from "./line.js";
import { ownTool } from "./own-tool.js";
import { privateFolder } from "./private-folder.js";
import { knowsMembers } from "./processes/process-table.js";

/** Opens pipes; none where the system can't make any. */
export function openPipes(count: number): Promise<readonly LineOut[]> {
	const { lines } = ahead?.count === count ? ahead : { lines: openedAgain(count) ?? opened(count) };
	if (lines === ahead?.lines) ahead = undefined;
	return lines;
}

/** Pipes for the run that comes next. */
let ahead: { readonly count: number; readonly lines: Promise<readonly LineOut[]> } | undefined;

/**
 * Begins to open pipes for the run that comes next, while there is still something else to do. Call what is returned when the run has ended,
 * or will not be: pipes that nobody took are closed.
 */
export function openPipesAhead(count: number): () => Promise<void> {
	const mine = { count, lines: opened(count) };
	ahead = mine;
	return async () => {
		if (ahead !== mine) return;
		ahead = undefined;
		closeAll(await mine.lines);
	};
}

/** Files of pipes that wait for another run: those of one, so that what is held is the same after one run and after thousands. */
const waiting: number[] = [];
const mostWaiting = 2;
/** Linux's O_PATH, which Node does not name. */
const withoutEnds = 0o10000000;

function openedAgain(count: number): Promise<readonly LineOut[]> | undefined {
	if (waiting.length < count || count === 0) return undefined;
	const lines = waiting.splice(0, count).flatMap((file) => lineAgain(file) ?? []);
	if (lines.length === count) return Promise.resolve(lines);
	closeAll(lines);
	return undefined;
}

/** A line by a pipe that has served; none where anybody else may have a hand in it. */
function lineAgain(file: number): LineOut | undefined {
	const name = `/proc/self/fd/${file}`;
	try {
		const { mode, uid } = fstatSync(file);
		const isPrivate = (mode & 0o777) === 0o600 && uid === process.geteuid?.();
		if (isPrivate && !hasReader(name)) return lineAt(name, file);
	} catch {
		// It has a writer, or is not to be had any more.
	}
	closeSync(file);
	return undefined;
}

function hasReader(name: string): boolean {
	try {
		closeSync(openSync(name, constants.O_WRONLY | constants.O_NONBLOCK));
		return true;
	} catch (error) {
		return errorCode(error) !== "ENXIO";
	}
}

async function opened(count: number): Promise<readonly LineOut[]> {
	const tool = ownTool("mkfifo");
	if (count === 0 || tool === undefined) return [];
	let folder: string | undefined;
	const lines: LineOut[] = [];
	try {
		folder = madeFolder();
		const names = namesIn(folder, count);
		await make(tool, names);
		for (const name of names) lines.push(lineAt(name));
		return lines;
	} catch {
		closeAll(lines);
		return [];
	} finally {
		// Both ends are open: the names have done their service.
		if (folder !== undefined) discard(folder);
	}
}

function closeAll(lines: readonly LineOut[]): void {
	for (const line of lines) {
		line.handOver();
		line.close();
	}
}

/** Folders that are in use. None is left behind if we end meanwhile. */
const folders = new Set<string>();

function madeFolder(): string {
	const folder = mkdtempSync(join(privateFolder(), "pipes-"));
	if (folders.size === 0) process.on("exit", discardAll);
	folders.add(folder);
	return folder;
}

function discardAll(): void {
	for (const folder of folders) discard(folder);
}

function discard(folder: string): void {
	folders.delete(folder);
	if (folders.size === 0) process.off("exit", discardAll);
	try {
		for (const name of readdirSync(folder)) unlinkSync(join(folder, name));
		rmdirSync(folder);
	} catch {
		rmSync(folder, { recursive: true, force: true });
	}
}

function namesIn(folder: string, count: number): readonly string[] {
	return Array.from({ length: count }, (_, index) => join(folder, `${index}`));
}

function make(tool: string, names: readonly string[]): Promise<void> {
	return new Promise((resolve, reject) => {
		const child = spawn(tool, ["-m", "600", "--", ...names], { stdio: "ignore", env: {} });
		child.on("error", reject);
		child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error("`mkfifo` made no pipes"))));
	});
}

/** `file`: of a pipe that has served. */
function lineAt(name: string, file?: number): LineOut {
	// The reader first: a writer alone would wait for it.
	const read = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK);
	try {
		// With a writer this throws, for there is nothing to read yet; or there is.
		if (file !== undefined && readSync(read, Buffer.alloc(1)) > 0) throw new Error("somebody writes to this pipe");
		const theirs = openSync(name, constants.O_WRONLY);
		const { dev, ino } = fstatSync(theirs);
		const ours = new Socket({ fd: read, readable: true, writable: false });
		const line = reading(ours);
		let kept = file;
		return {
			theirs,
			handOver: () => {
				kept ??= fileOf(theirs);
				closeSync(theirs);
			},
			...line,
			close: () => {
				line.close();
				if (kept !== undefined && waiting.length < mostWaiting) waiting.push(kept);
				else if (kept !== undefined) closeSync(kept);
				kept = undefined;
			},
			inode: { dev, ino },
		};
	} catch (error) {
		closeSync(read);
		throw error;
	}
}

/**
 * The file of an open pipe, without its ends; none where the system has no such thing. As long as it is held no other file gets its number, though all
 * ends of the pipe are closed.
 */
function fileOf(end: number): number | undefined {
	if (!knowsMembers) return undefined;
	try {
		return openSync(`/proc/self/fd/${end}`, withoutEnds);
	} catch {
		return undefined;
	}
}

/** Reads a stream that ends when nobody holds its other end any longer: a pipe of ours, or what Node makes. */
export function reading(stream: Readable): Pick<LineOut, "start" | "finish" | "close"> {
	return {
		start: (push) => {
			stream.on("error", () => {}); // it ends, and that is all
			stream.on("data", push);
		},
		finish: () => {
			if (stream.closed) return Promise.resolve(true);
			const closing = new Promise((resolve) => stream.once("close", resolve));
			return waitInTurns(closing, () => stream.closed);
		},
		close: () => void stream.destroy(),
	};
}
