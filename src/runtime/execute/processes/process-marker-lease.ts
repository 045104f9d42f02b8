/**
 * Which process markers are in use, by any process of this user: a link for each, in the folder that is ours alone. There are few birthmarks, and what bears one
 * is taken for what the run started; so no two runs may have the same at once. Those of other pid namespaces don't matter: their orphans are inherited by others.
 */
import { lstatSync, readlinkSync, renameSync, statSync, symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { privateFolder } from "../private-folder.js";
import { isAlive, knowsMembers, startOf } from "./process-table.js";

/** Takes a process marker for this process alone; false where somebody has it. Give it back by `endLease`. */
export function beginLease(mark: number, folder = leaseFolder()): boolean {
	if (folder === undefined) return false;
	const file = fileOf(folder, mark);
	return isFree(file) && made(file);
}

/** Gives a process marker back. */
export function endLease(mark: number, folder = leaseFolder()): void {
	if (folder === undefined) return;
	try {
		unlinkSync(fileOf(folder, mark));
	} catch {
		// Somebody has cleaned up.
	}
}

function fileOf(folder: string, mark: number): string {
	return join(folder, `${prefix}${ownNamespace()}-${mark.toString(16)}`);
}

const prefix = "process-marker-";

function leaseFolder(): string | undefined {
	try {
		return knowsMembers ? privateFolder() : undefined;
	} catch {
		return undefined;
	}
}

/**
 * What was left by a process that has ended is taken away: under another name first, for somebody else may have done so before, and the file may be a new
 * one by now.
 */
function isFree(file: string): boolean {
	const holder = linkAt(file);
	if (holder === undefined) return true;
	// `1234-567890`: an id, and its start.
	const [pid = 0, start = 0] = holder.split("-").map(Number);
	if (isAlive({ pid, start })) return false;
	const aside = `${file}-${process.pid}`;
	try {
		renameSync(file, aside);
		if (linkAt(aside) !== holder) renameSync(aside, file);
		else unlinkSync(aside);
	} catch {
		// Somebody was quicker.
	}
	return linkAt(file) === undefined;
}

function ownNamespace(): number {
	return statSync("/proc/self/ns/pid", { throwIfNoEntry: false })?.ino ?? 0;
}

/** A link that leads nowhere: unlike a file it comes to be with what it says. */
function made(path: string): boolean {
	try {
		symlinkSync(`${process.pid}-${startOf(process.pid)}`, path);
		return true;
	} catch {
		return false; // somebody was quicker, or the disk is full
	}
}

function linkAt(path: string): string | undefined {
	try {
		return lstatSync(path, { throwIfNoEntry: false }) === undefined ? undefined : readlinkSync(path);
	} catch {
		return undefined;
	}
}
