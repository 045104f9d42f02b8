/**
 * Writes files whole or not at all: into a new file beside the old one, which then takes its place. A file that may not be written is not replaced either,
 * and one that would change its owner is written where it is.
 */
import { randomBytes } from "node:crypto";
import {
	accessSync,
	closeSync,
	constants,
	fchmodSync,
	fchownSync,
	fsyncSync,
	openSync,
	realpathSync,
	renameSync,
	rmSync,
	type Stats,
	statSync,
	writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { refusedBySystem, systemError } from "../terminal/exit.js";

/** Puts a text in a file's place; mode and owner stay. A link stays a link: what it leads to is written. */
export function replaceFile(name: string, text: string): void {
	checkWritable(name);
	try {
		const path = realPath(resolve(name));
		const stats = statSync(path, { throwIfNoEntry: false });
		// A terminal, `/dev/null`, a pipe: nothing that could be replaced.
		if (stats !== undefined && !stats.isFile()) writeFileSync(path, text);
		else replace(path, text, stats);
	} catch (error) {
		throw refusedBySystem(error, name, "written");
	}
}

/** Refuses a file that is there and may not be written: a rename asks only whether the folder may be. */
export function checkWritable(name: string): void {
	try {
		accessSync(name, constants.W_OK);
	} catch (error) {
		if (systemError(error)?.code !== "ENOENT") throw refusedBySystem(error, name, "written");
	}
}

/** Writes a new file; `false` when there is something of that name, a link that leads nowhere included. */
export function createFile(name: string, text: string): boolean {
	try {
		writeFileSync(name, text, { flag: "wx" });
		return true;
	} catch (error) {
		if (systemError(error)?.code === "EEXIST") return false;
		throw refusedBySystem(error, name, "written");
	}
}

function replace(path: string, text: string, before: Stats | undefined): void {
	const beside = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}.tmp`);
	const descriptor = openSync(beside, "wx", before === undefined ? 0o666 : 0o600);
	let isAlike = true;
	try {
		try {
			writeFileSync(descriptor, text);
			isAlike = before === undefined || takesAfter(descriptor, before);
			fsyncSync(descriptor);
		} finally {
			closeSync(descriptor);
		}
		if (isAlike) renameSync(beside, path);
		else writeFileSync(path, text, { flush: true });
	} finally {
		rmSync(beside, { force: true });
	}
}

/** Gives a new file the owner and the mode of the old one. Only root may give files away: `false` where it would be another's. */
function takesAfter(descriptor: number, { uid, gid, mode }: Stats): boolean {
	// Owner first: changing it takes special bits of the mode away.
	try {
		fchownSync(descriptor, uid, gid);
	} catch (error) {
		if (systemError(error)?.code !== "EPERM") throw error;
		return false;
	}
	fchmodSync(descriptor, mode & 0o7777);
	return true;
}

function realPath(path: string): string {
	try {
		return realpathSync(path);
	} catch (error) {
		if (systemError(error)?.code === "ENOENT") return path;
		throw error;
	}
}
