/**
 * Which birthmarks are in use, by any process of this user: a small file for each, in the folder that is ours alone. There are few birthmarks, and what bears one
 * is taken for what the run started; so no two runs may have the same at once.
 */
import { closeSync, openSync, readFileSync, statSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import { privateFolder } from "./private-folder.js";
import { knowsMembers, type ProcessIdentity, startOf, stateOf } from "./process-table.js";

/** Takes a birthmark for this process alone; false where somebody has it. Give it back by `endLease`. */
export function beginLease(mark: number, folder = leaseFolder()): boolean {
	if (folder === undefined) return false;
	const file = fileOf(folder, mark);
	return isFree(file) && made(file);
}

/** Gives a birthmark back. */
export function endLease(mark: number, folder = leaseFolder()): void {
	if (folder !== undefined) removed(fileOf(folder, mark));
}

function fileOf(folder: string, mark: number): string {
	return join(folder, `birthmark-${mark.toString(16)}`);
}

function leaseFolder(): string | undefined {
	try {
		return knowsMembers ? privateFolder() : undefined;
	} catch {
		return undefined;
	}
}

/** What was left by a process that has ended is taken away. Of other pid namespaces we can't tell who has ended; after a day nobody runs any more. */
function isFree(file: string): boolean {
	const stats = statSync(file, { throwIfNoEntry: false });
	if (stats === undefined) return true;
	const holder = holderIn(file);
	const isOver =
		holder?.namespace === ownNamespace()
			? stateOf(holder.pid)?.start !== holder.start
			: stats.mtimeMs < Date.now() - usedFor;
	return isOver && removed(file);
}

/** Milliseconds. */
const usedFor = 24 * 3_600_000;

/** `1234 567890 4026531836`: an id, its start, and the namespace in which it has that id. */
function holderIn(file: string): (ProcessIdentity & { readonly namespace: number }) | undefined {
	try {
		const [pid = 0, start = 0, namespace = 0] = readFileSync(file, "latin1").split(" ").map(Number);
		return { pid, start, namespace };
	} catch {
		return undefined; // given back meanwhile
	}
}

function ownNamespace(): number {
	return statSync("/proc/self/ns/pid", { throwIfNoEntry: false })?.ino ?? 0;
}

function made(path: string): boolean {
	try {
		const file = openSync(path, "wx", 0o600);
		try {
			writeSync(file, `${process.pid} ${startOf(process.pid)} ${ownNamespace()}`);
		} finally {
			closeSync(file);
		}
		return true;
	} catch {
		return false; // somebody was quicker, or the disk is full
	}
}

function removed(file: string): boolean {
	try {
		unlinkSync(file);
		return true;
	} catch {
		return false;
	}
}
