/**
 * Folders that stand in places for a time, kept for the next time. To make a folder and to remove it can take a file system a hundred times as long as to
 * rename one, so they wait among our own temporary files. What lies on another file system is made and removed each time.
 *
 * Each holds one empty folder: what holds something can't be replaced by a rename, so nobody puts a second one over it, and git sees nothing of either.
 */
import { mkdirSync, readdirSync, renameSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../error-code.js";
import { privateFolder } from "../private-folder.js";

/** What a folder of this kind holds. */
export const inside = ".bylaw-place";

export interface SpareFolders {
	/**
	 * Puts one there, and says whether it did: not where something is. Throws what the system says for a place where nothing can be. `nursery`: a folder on
	 * the same file system in which one can be made before it is put there as a whole.
	 */
	readonly put: (path: string, nursery?: string) => boolean;
	/** Takes it away again. One that somebody has put something into is theirs and stays. */
	readonly take: (path: string) => void;
}

/** Looks for those that wait. */
export function spareFolders(): SpareFolders {
	const store = join(privateFolder(), "places");
	const waiting = (namesIn(store) ?? []).filter((name) => !name.startsWith(unchecked));
	if (waiting.length === 0) made(store);
	return {
		put: (path, nursery) => {
			for (;;) {
				const name = waiting.pop() ?? newName();
				const spare = join(store, name);
				try {
					renameSync(spare, path);
					return true;
				} catch (error) {
					switch (errorCode(error)) {
						case "ENOTEMPTY":
						case "EEXIST":
						case "ENOTDIR":
							waiting.push(name);
							return false;
						case "EXDEV":
							waiting.push(name);
							return nursery === undefined ? isPut(path) : isPutAsWhole(path, join(nursery, name));
						case "ENOENT":
							// Another process took it; or there is no folder for it to stand in.
							if (namesIn(spare) !== undefined) {
								waiting.push(name);
								throw error;
							}
							if (waiting.length > 0) continue;
							waiting.push(newOne(store));
							break;
						default:
							waiting.push(name);
							throw error;
					}
				}
			}
		},
		take: (path) => {
			const name = newName();
			// Out of the way first, so that nobody puts anything into it while it is looked at; and where no other process takes it for one that waits.
			const draft = join(store, `${unchecked}${name}`);
			try {
				renameSync(path, draft);
			} catch (error) {
				if (errorCode(error) === "EXDEV") remove(path);
				return;
			}
			if (isOurs(draft)) renameSync(draft, join(store, name));
			else {
				renameSync(draft, path);
				remove(path);
			}
		},
	};
}

/** Is it such a folder, with nothing else in it? */
export function isOurs(path: string): boolean {
	const names = namesIn(path);
	return names?.length === 1 && names[0] === inside;
}

/** What stands before the name of one that does not wait yet: whether somebody put something into it is not known. */
const unchecked = ".";

let count = 0;

/** Of no other folder that waits, whichever process of ours it came from. */
function newName(): string {
	return `${process.pid}-${process.hrtime.bigint()}-${++count}`;
}

/** The name of one more that waits. It is whole from its first moment, since another process may take it in any; and of a name that no other process makes. */
function newOne(store: string): string {
	const name = newName();
	isPutAsWhole(join(store, name), join(store, `${unchecked}${name}`));
	return name;
}

function isPut(path: string): boolean {
	if (!made(path)) return false;
	made(join(path, inside));
	return true;
}

function isPutAsWhole(path: string, draft: string): boolean {
	isPut(draft);
	try {
		renameSync(draft, path);
		return true;
	} catch (error) {
		remove(draft);
		if (["ENOTEMPTY", "EEXIST", "ENOTDIR"].includes(errorCode(error))) return false;
		throw error;
	}
}

function made(path: string): boolean {
	try {
		mkdirSync(path, { mode: 0o755 });
		return true;
	} catch (error) {
		if (errorCode(error) === "EEXIST") return false;
		throw error;
	}
}

function remove(path: string): void {
	for (const folder of [join(path, inside), path])
		try {
			rmdirSync(folder);
		} catch {
			// It is gone already, or somebody else's.
		}
}

function namesIn(folder: string): readonly string[] | undefined {
	try {
		return readdirSync(folder);
	} catch {
		return undefined;
	}
}
