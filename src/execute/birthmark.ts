/**
 * A mark that a process is born with, and that neither a fresh environment nor a session of its own takes off: the setting that says
 * which of its memory a crash would write to a file. Linux hands it on to every child and through every `exec` (core(5)), we can set it without
 * starting anything, and nobody has a use for it but who debugs crashes. What debuggers need most stays in.
 *
 * Whoever knows of it can take it off, as everything that a process may set for itself. Against a program that wants to get away
 * only a sandbox helps.
 */
import { randomInt } from "node:crypto";
import { closeSync, openSync, readSync, writeSync } from "node:fs";

/** Memory that is the process's own, and shared without a file: stacks and heaps. */
const always = 0b11;
/** The other seven. */
const highest = 0x1ff;
/** What systems and people set: Linux's own value, and what manuals recommend. */
const usual: ReadonlySet<number> = new Set([
	0x03, 0x07, 0x0b, 0x0f, 0x13, 0x17, 0x1b, 0x1f, 0x23, 0x33, 0x37, 0x3b, 0x3f, 0x73, 0x7f, 0xff, 0x1ff,
]);

const inUse = new Set<number>();

/** A mark that no other run of this process bears; undefined where the system knows no such setting, or all are taken. */
export function takeBirthmark(): number | undefined {
	if (ownBirthmark() === undefined) return undefined;
	for (let tries = 0; tries < 100; tries++) {
		const mark = always | randomInt(highest + 1);
		if (usual.has(mark) || inUse.has(mark)) continue;
		inUse.add(mark);
		return mark;
	}
	return undefined;
}

/** The run is over. */
export function returnBirthmark(mark: number | undefined): void {
	if (mark !== undefined) inUse.delete(mark);
}

/** Starts something that is born with the mark. What starts is started within the call: nothing else of ours shall bear it. */
export function bornWith<T>(mark: number | undefined, start: () => T): T {
	const before = mark === undefined ? undefined : ownBirthmark();
	if (mark === undefined || before === undefined || !setOwn(mark)) return start();
	try {
		return start();
	} finally {
		setOwn(before);
	}
}

/** Was this process, or one that it comes from, born with the mark? */
export function isBornWith(pid: number, mark: number): boolean {
	return birthmarkAt(`/proc/${pid}/${setting}`) === mark;
}

const setting = "coredump_filter";

function ownBirthmark(): number | undefined {
	return birthmarkAt(`/proc/self/${setting}`);
}

/** Eight hexadecimal digits; nothing for the system's own threads, and for what has ended. */
function birthmarkAt(path: string): number | undefined {
	try {
		const file = openSync(path, "r");
		try {
			const mark = Number.parseInt(buffer.toString("latin1", 0, readSync(file, buffer, 0, buffer.length, null)), 16);
			return Number.isNaN(mark) ? undefined : mark;
		} finally {
			closeSync(file);
		}
	} catch {
		return undefined;
	}
}

const buffer = Buffer.alloc(32);

function setOwn(mark: number): boolean {
	try {
		const file = openSync(`/proc/self/${setting}`, "w");
		try {
			writeSync(file, `0x${mark.toString(16)}`);
			return true;
		} finally {
			closeSync(file);
		}
	} catch {
		return false;
	}
}
