/** What lies somewhere, for whoever takes what can't be looked at for what is not there. */
import { readdirSync, readlinkSync, statSync } from "node:fs";

export function isFolder(path: string): boolean {
	try {
		return statSync(path).isDirectory();
	} catch {
		return false;
	}
}

export function namesIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}

/** What a link holds. */
export function targetOf(path: string): string | undefined {
	try {
		return readlinkSync(path);
	} catch {
		return undefined;
	}
}
