/** A folder in which a cache may lie: nobody but this user and root can put anything in its place. Folders for temporary files are none. */
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "@jest/globals";
import { wayFault } from "../../src/runtime/load/rights.js";
import { root } from "./cli.js";

/** A new folder; it is gone when the tests of the file have run. `isForOthers`: other users can go there, too; `isOutside`: not below the folder that the tests run in. */
export function privateFolder({ isForOthers = false, isOutside = false } = {}): string {
	const places = [join(root, "node_modules", ".cache"), join(homedir(), ".cache"), "/var/cache"];
	const place = places.find(
		(path) => wayFault(path) === undefined && (!isForOthers || isOpen(path)) && !(isOutside && path.startsWith(root)),
	);
	if (place === undefined) throw new Error(`a cache could lie in none of ${places.join(", ")}`);
	mkdirSync(place, { recursive: true });
	const path = mkdtempSync(join(place, "bylaw-test-"));
	made.push(path);
	return path;
}

const made: string[] = [];
afterAll(() => {
	for (const path of made) rmSync(path, { recursive: true, force: true });
});

/** Can everybody go there? */
function isOpen(path: string): boolean {
	for (let at = path; ; at = dirname(at)) {
		const stats = statSync(at, { throwIfNoEntry: false });
		if (stats !== undefined && (stats.mode & 0o001) === 0) return false;
		if (dirname(at) === at) return true;
	}
}
