/**
 * Finds the file that a program's name stands for.
 */
import { accessSync, constants, statSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";

/** Where a name is looked up. */
export interface Lookup {
	/** Folders with colons between, as in the variable PATH. */
	readonly path: string;
	/** What names with a slash are relative to. */
	readonly cwd: string;
}

/**
 * The absolute path of a program, or undefined when there is none. Links are not followed: many programs look at the name
 * they are called by. Empty and relative entries of the PATH mean the current folder, where anybody may have put a file.
 */
export function findProgram(name: string, { path, cwd }: Lookup): string | undefined {
	if (name === "") return undefined;
	if (name.includes("/")) return found(resolve(cwd, name));
	for (const folder of path.split(":")) {
		const file = isAbsolute(folder) ? found(join(folder, name)) : undefined;
		if (file !== undefined) return file;
	}
	return undefined;
}

function found(file: string): string | undefined {
	return isProgram(file) ? file : undefined;
}

/** Is it a regular file that we may execute? */
export function isProgram(file: string): boolean {
	try {
		if (!statSync(file).isFile()) return false;
		accessSync(file, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
