/**
 * A mark that a process is born with, and that neither a fresh environment nor a session of its own takes off: the setting that says
 * which of its memory a crash would write to a file. Linux hands it on to every child and through every `exec` (core(5)), we can set it without
 * starting anything, and nobody has a use for it but who debugs crashes. What debuggers need most stays in.
 *
 * Whoever knows of it can take it off, as everything that a process may set for itself. Against a program that wants to get away
 * only a sandbox helps.
 */
import { randomInt } from "node:crypto";
import { closeSync, openSync, readdirSync, readlinkSync, readSync, writeSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
import { beginLease, endLease } from "./process-marker-lease.js";

/** Memory that is the process's own, and shared without a file: stacks and heaps. */
const always = 0b11;
/** The other seven. */
const highest = 0x1ff;
/** What systems and people set: Linux's own value, and what manuals recommend. */
const usual: ReadonlySet<number> = new Set([
	0x03, 0x07, 0x0b, 0x0f, 0x13, 0x17, 0x1b, 0x1f, 0x23, 0x33, 0x37, 0x3b, 0x3f, 0x73, 0x7f, 0xff, 0x1ff,
]);

const inUse = new Set<number>();

/**
 * A mark that no other run of this user bears; undefined where the system knows no such setting, or all are taken. In a worker there is none: the setting is
 * the whole process's, and another thread may start something at the same time.
 */
export function takeProcessMarker(): number | undefined {
	if (!isMainThread || ownProcessMarker() === undefined) return undefined;
	for (let tries = 0; tries < 100; tries++) {
		const mark = always | randomInt(highest + 1);
		if (usual.has(mark) || inUse.has(mark) || !beginLease(mark)) continue;
		inUse.add(mark);
		return mark;
	}
	return undefined;
}

/** The run is over. */
export function returnProcessMarker(mark: number | undefined): void {
	if (mark === undefined || !inUse.delete(mark)) return;
	endLease(mark);
}

/**
 * Starts something that is born with the mark. What starts is started within the call: nothing else of ours shall bear it. For that time we bear it ourselves,
 * and hold the setting open, so that no other harness takes us for one of its own.
 */
export function bornWith<T>(mark: number | undefined, start: () => T): T {
	const before = mark === undefined ? undefined : ownProcessMarker();
	const file = before === undefined ? undefined : openOwn();
	if (mark === undefined || before === undefined || file === undefined) return start();
	try {
		set(file, mark);
		return start();
	} finally {
		set(file, before);
		closeSync(file);
	}
}

/** Was this process, or one that it comes from, born with the mark? Not while it only marks what it starts: of that we make sure in between. */
export function isBornWith(pid: number, mark: number): boolean {
	const bears = (): boolean => processMarkerAt(`/proc/${pid}/${setting}`) === mark;
	return bears() && !marksOthers(pid) && bears();
}

/** In doubt it does: it may be anybody's. */
function marksOthers(pid: number): boolean {
	try {
		return readdirSync(`/proc/${pid}/fd`).some((fd) => leadsToSetting(`/proc/${pid}/fd/${fd}`));
	} catch {
		return true;
	}
}

function leadsToSetting(link: string): boolean {
	try {
		return readlinkSync(link).endsWith(`/${setting}`);
	} catch {
		return false; // closed meanwhile
	}
}

const setting = "coredump_filter";

function ownProcessMarker(): number | undefined {
	return processMarkerAt(`/proc/self/${setting}`);
}

/** Eight hexadecimal digits; nothing for the system's own threads, and for what has ended. */
function processMarkerAt(path: string): number | undefined {
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

function openOwn(): number | undefined {
	try {
		return openSync(`/proc/self/${setting}`, "r+");
	} catch {
		return undefined;
	}
}

function set(file: number, mark: number): void {
	try {
		writeSync(file, `0x${mark.toString(16)}`);
	} catch {
		// Then it stays as it is, and so does what is started.
	}
}
