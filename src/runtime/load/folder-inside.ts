/** Folders that a request names and that must lie inside another one, where their links lead too. */
import { lstatSync, mkdirSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { holdsPath } from "../../engine/request/paths.js";
import { makeFolders } from "./make-folders.js";

/** The folder without links, or why it can't be used. */
export type FoundFolder = { readonly folder: string } | { readonly fault: string };

/** A folder inside of `root`, or `root` itself. Relative to `root`; a leading `~` is the home folder. The faults name what was asked for and nothing else. */
export function folderInside(root: string, asked: string): FoundFolder {
	if (asked === "" || asked.includes("\0")) return { fault: "this is no name of a folder" };
	const shown = asked.length > 200 ? `${asked.slice(0, 200)}…` : asked;
	const path = asked === "~" || asked.startsWith("~/") ? `${homedir()}${asked.slice(1)}` : asked;
	// What lies outside is not told apart: nobody learns by asking whether it is there.
	const outside = { fault: `\`${shown}\` leads out of the workspace` };
	let top: string;
	try {
		top = realpathSync(root);
	} catch {
		return { fault: "the workspace is not there" };
	}
	const wanted = resolve(root, path);
	let real: string;
	try {
		real = realpathSync(wanted);
	} catch {
		const isInside = holdsPath(resolve(root), wanted) || holdsPath(top, wanted);
		return isInside ? { fault: `there is no folder \`${shown}\` in the workspace` } : outside;
	}
	if (!holdsPath(top, real)) return outside;
	return isFolder(real) ? { folder: real } : { fault: `\`${shown}\` is no folder` };
}

/** A folder of this user's alone straight below `root`, made where it is missing. A link there is refused. Throws what the system says. */
export function ownFolder(root: string, name: string): string {
	const top = resolve(root);
	makeFolders(top);
	const path = join(top, name);
	try {
		mkdirSync(path, { mode: 0o700 });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
	}
	if (!lstatSync(path).isDirectory()) throw new Error(`\`${path}\` is no folder, so nothing runs in it`);
	return realpathSync(path);
}

function isFolder(path: string): boolean {
	try {
		return statSync(path).isDirectory();
	} catch {
		return false;
	}
}
