/**
 * The output of a program on a terminal: standard output and error as one stream in the order of writing, without losing a byte.
 *
 * node-pty opens the two ends of the terminal; what else it does was measured and is not used. A program that it forks has the
 * terminal as its standard input too, and input does not pass a terminal unharmed: a line is cut after 4095 bytes, `\x04`
 * ends it, `\x03` interrupts. Its streams lose the end of the output on Node 20, where libuv takes a hang-up with a short
 * read for the end of a file (libuv #4992): 222 of 300 runs of `echo` with 20 KB. And our end of the terminal stays
 * inheritable as long as the run lasts, so that whatever this process starts meanwhile could read along.
 *
 * Instead: two ends; `cat` on ours, which copies it into a pipe; and what is inheritable is closed in the tick in which it was opened.
 *
 * A new terminal writes `\n` as `\r\n`. To tell it not to takes `stty`, two processes more, and no program may start before. But nothing is lost
 * by it: before each `\n` stands exactly one `\r` more than the program wrote, and is taken out again. Only a program that sets up the terminal itself,
 * for drawing on a screen, would miss the `\r` of its own `\r\n`.
 *
 * The end of a terminal tells nothing: Linux itself reports the hang-up while the last of the output is still on its way. A `cat`
 * that read until then lost the end in 7 of 12,900 runs. So we hold the program's end open, and when the run is over, write a
 * mark behind its last byte. What comes out before the mark is everything: nothing lost in 22,000 runs. The price is a second process
 * for each run. A terminal can't serve again as pipes can: nobody tells whether it is still held.
 *
 * The program's end is open for writing only and is nobody's controlling terminal: it is a terminal to whoever asks, and yet no
 * program can wait for a key of a person who is not there.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readFileSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import type { Readable } from "node:stream";
import { errorCode } from "./error-code.js";
import { type LineOut, waitInTurns } from "./line.js";
import { ownTool } from "./own-tool.js";

/** A terminal, or why there is none. */
export type Terminal =
	| { readonly kind: "terminal"; readonly line: LineOut }
	| { readonly kind: "missing"; readonly why: string };

/** Wide, so that programs cut no table and break no line for the sake of a screen that is not there. */
const columns = 200;
const rows = 50;

/** Brings node-pty; replaced in tests. */
export type LoadPty = () => unknown;

/** Opens a terminal for the output of one program. */
export function openTerminal(load: LoadPty = loadNodePty): Terminal {
	const cat = ownTool("cat");
	if (cat === undefined) return { kind: "missing", why: "the system has no `cat`" };
	try {
		return { kind: "terminal", line: wire(pairOf(load()), cat) };
	} catch (error) {
		const [why = ""] = (error instanceof Error ? error.message : String(error)).split("\n", 1);
		return { kind: "missing", why };
	}
}

/** All in one tick: both ends as they come are inheritable, and anything started in between would have them for good. */
function wire(open: OpenPair, cat: string): LineOut {
	const pair = open(columns, rows);
	const held = [pair.slave];
	const hold = (flags: number): number => {
		// What Node opens by itself is not inheritable.
		const file = openSync(pair.pty, flags | constants.O_NOCTTY);
		held.push(file);
		return file;
	};
	try {
		const theirs = hold(constants.O_WRONLY);
		// By itself, for whoever starts on a file turns waiting on for all who share it, and we must not wait.
		const ending = hold(constants.O_WRONLY | constants.O_NONBLOCK);
		// Before the reader starts, which would hold it as well.
		for (const file of held.splice(0, 1)) closeSync(file);
		const reader = spawn(cat, [], { stdio: [pair.master, "pipe", "ignore"], detached: true, env: {} });
		return lineOf(reader, theirs, ending);
	} catch (error) {
		for (const file of held) closeSync(file);
		throw error;
	} finally {
		closeSync(pair.master);
	}
}

function lineOf(reader: ChildProcess, theirs: number, ending: number): LineOut {
	reader.on("error", () => {}); // it has no process id then, and nothing to read
	if (reader.stdout === null || reader.pid === undefined) throw new Error("`cat` could not be started");
	const { stdout } = reader;
	stdout.on("error", () => {});
	const { dev, ino } = fstatSync(theirs);
	let tail: MarkedTail | undefined;
	return {
		theirs,
		handOver: () => closeSync(theirs),
		start: (push) => {
			tail = markedTail(asWritten(push));
			stdout.on("data", tail.take);
			stdout.resume();
		},
		finish: async () => (tail === undefined ? false : finishAt(tail, stdout, ending)),
		close: () => {
			closeSync(ending);
			reader.kill("SIGKILL");
			stdout.destroy();
		},
		inode: { dev, ino },
	};
}

/** Writes the mark and waits for it. */
async function finishAt(tail: MarkedTail, stdout: Readable, ending: number): Promise<boolean> {
	tail.expect();
	try {
		// The terminal is full as long as `cat` has not caught up with the program.
		for (let at = 0, left = mostWaits; at < tail.mark.length && left > 0; left--) {
			const written = writeSome(ending, tail.mark.subarray(at));
			at += written;
			if (written === 0) await pause(1);
		}
	} catch {
		return tail.giveUp(); // the terminal is broken
	}
	await waitInTurns(tail.coming, () => tail.came() || stdout.closed);
	return tail.came() || tail.giveUp();
}

/** Of a millisecond and more. */
const mostWaits = 5000;

const [newline, back] = [10, 13];

/** Takes out the `\r` that the terminal writes before each `\n`. */
function asWritten(push: (bytes: Buffer) => void): Taking {
	// The `\r` at the end of the last piece: whose it is, what comes next tells.
	let held = false;
	return {
		take: (bytes) => {
			if (bytes.length === 0) return;
			if (held && bytes[0] !== newline) push(Buffer.from([back]));
			held = bytes[bytes.length - 1] === back;
			const kept = withoutBacks(held ? bytes.subarray(0, -1) : bytes);
			if (kept.length > 0) push(kept);
		},
		end: () => {
			if (held) push(Buffer.from([back]));
			held = false;
		},
	};
}

/** In place: nobody else has the bytes. */
function withoutBacks(bytes: Buffer): Buffer {
	let to = bytes.indexOf("\r\n");
	if (to < 0) return bytes;
	for (let from = to + 1; from < bytes.length; ) {
		const next = bytes.indexOf("\r\n", from);
		const end = next < 0 ? bytes.length : next;
		bytes.copyWithin(to, from, end);
		to += end - from;
		from = end + 1;
	}
	return bytes.subarray(0, to);
}

interface Taking {
	readonly take: (bytes: Buffer) => void;
	/** Nothing more comes. */
	readonly end: () => void;
}

interface MarkedTail {
	readonly mark: Buffer;
	/** From now on the mark may come. */
	readonly expect: () => void;
	readonly take: (bytes: Buffer) => void;
	readonly came: () => boolean;
	readonly coming: Promise<void>;
	/** Hands on what was held back. */
	readonly giveUp: () => false;
}

/** Hands bytes on up to the mark, which may come in pieces. Of digits: whatever a program did to the terminal leaves those alone. */
function markedTail({ take: push, end }: Taking): MarkedTail {
	const mark = Buffer.from(`${randomInt(2 ** 47)}${randomInt(2 ** 47)}${randomInt(2 ** 47)}`, "latin1");
	let expected = false;
	let came = false;
	let pending = Buffer.alloc(0);
	let arrive = (): void => {};
	const coming = new Promise<void>((resolve) => {
		arrive = resolve;
	});
	return {
		mark,
		expect: () => {
			expected = true;
		},
		take: (bytes) => {
			if (came) return;
			if (!expected) return push(bytes);
			pending = Buffer.concat([pending, bytes]);
			const at = pending.indexOf(mark);
			came = at >= 0;
			// What can't be the beginning of the mark goes on its way.
			const ready = came ? at : Math.max(0, pending.length - mark.length);
			if (ready > 0) push(pending.subarray(0, ready));
			pending = pending.subarray(ready);
			if (!came) return;
			end();
			arrive();
		},
		came: () => came,
		coming,
		giveUp: () => {
			push(pending);
			end();
			pending = Buffer.alloc(0);
			return false;
		},
	};
}

function writeSome(file: number, bytes: Buffer): number {
	try {
		return writeSync(file, bytes);
	} catch (error) {
		if (errorCode(error) === "EAGAIN") return 0;
		throw error;
	}
}

function pause(milliseconds: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** node-pty's native part; it is exported, though without types. */
type OpenPair = (
	columns: number,
	rows: number,
) => { readonly master: number; readonly slave: number; readonly pty: string };

function pairOf(module: unknown): OpenPair {
	const native = property(module, "native") ?? property(property(module, "default"), "native");
	const open = property(native, "open");
	if (typeof open !== "function") throw new Error("this node-pty opens no terminals");
	return (...size) => {
		const pair: unknown = open(...size);
		const [master, slave, pty] = [property(pair, "master"), property(pair, "slave"), property(pair, "pty")];
		if (typeof master === "number" && typeof slave === "number" && typeof pty === "string")
			return { master, slave, pty };
		throw new Error("this node-pty opens no terminals");
	};
}

function property(value: unknown, name: string): unknown {
	return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** Without its types: it may not be installed. */
function loadNodePty(): unknown {
	if (process.platform === "linux" && !hasGlibc()) throw new Error("node-pty is made for another C library");
	return createRequire(import.meta.url)("node-pty");
}

/** On musl node-pty loads, and takes the process down with it at the first use. Asking `process.report` costs ten times as much. */
function hasGlibc(): boolean {
	const files = readFileSync("/proc/self/maps", "latin1");
	return /\/libc(\.so\.6|-2\.\d+\.so)$/m.test(files) && !/musl/.test(files);
}
