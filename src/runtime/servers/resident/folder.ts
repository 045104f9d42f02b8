/** The folder of a resident: its socket, the number of its process, and the questions that are under way, one file each. */
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { isAlive, stateOf } from "../../execute/processes/process-table.js";
import { type PlaceFault, placeFault } from "../socket/place.js";

/** Where it is without a word about it; undefined where there is no home. */
export function usualFolder(): string | undefined {
	const home = homedir();
	return isAbsolute(home) ? join(home, ".bylaw", "resident") : undefined;
}

export function socketIn(folder: string): string {
	return join(folder, "socket");
}

/** `PID START`, of the resident that listens. */
export function numberIn(folder: string): string {
	return join(folder, "process");
}

/** Is there while one starts. */
export function startingIn(folder: string): string {
	return join(folder, "starting");
}

/** Makes the folder where there is none, and says what is wrong with it: nobody but the user may look into it, or put something into its place. */
export function folderFault(folder: string): PlaceFault | undefined {
	try {
		for (const path of [dirname(folder), folder])
			if (lstatSync(path, { throwIfNoEntry: false }) === undefined) mkdirSync(path, { mode: 0o700 });
	} catch (error) {
		const code = (error as NodeJS.ErrnoException).code ?? "unknown reason";
		return { message: `the folder \`${folder}\` can't be made (${code})`, help: "name a folder in one of your own" };
	}
	const fault = placeFault(socketIn(folder));
	if (fault !== undefined) return fault;
	const stats = lstatSync(folder);
	if (stats.isDirectory() && (stats.mode & 0o077) === 0) return undefined;
	return {
		message: `others may look into the folder \`${folder}\`, or it is a link`,
		help: `make it a folder of yours alone: \`chmod 700 ${folder}\``,
	};
}

/** The number of the resident that lives; undefined where none does. */
export function livingIn(folder: string): number | undefined {
	try {
		const [pid = "", start] = readFileSync(numberIn(folder), "latin1").trim().split(" ");
		if (!/^\d{1,10}$/.test(pid)) return undefined;
		return isAlive({ pid: Number(pid), start: Number(start) }) ? Number(pid) : undefined;
	} catch {
		return undefined;
	}
}

/** Takes away questions of processes that are gone. */
export function tidy(folder: string): void {
	for (const name of readdirSync(folder)) {
		if (/^\d+$/.test(name) && stateOf(Number(name))?.alive !== true) rmSync(join(folder, name), { force: true });
	}
}
