/** Makes a folder and those that it lies in. */
import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes the folder, and those above it that are missing, for this user alone. Throws what the system says. Step by step: where a folder is there and
 * takes none, as below `/proc`, Node's own way asks without end.
 */
export function makeFolders(path: string): void {
	const missing: string[] = [];
	for (let at = path; statSync(at, { throwIfNoEntry: false }) === undefined; at = dirname(at)) {
		missing.push(at);
		if (dirname(at) === at) break;
	}
	for (const folder of missing.reverse()) {
		try {
			mkdirSync(folder, { mode: 0o700 });
		} catch (error) {
			// Another process may have been faster.
			if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
		}
	}
}
