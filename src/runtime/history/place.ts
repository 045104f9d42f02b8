/** Where histories lie: a folder of the user's own, which nobody else may enter. */
import { hash } from "node:crypto";
import { lstatSync, mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { stateFolder } from "../load/cache-place.js";
import { isPolicyName, packFile } from "../load/find-policy.js";

/** `bylaw/history` in the user's folder for state; undefined where there is no home. */
export function historyFolder(): string | undefined {
	const state = stateFolder();
	return state === undefined ? undefined : join(state, "history");
}

/** Of which policy, in which project. `policy`: the names that it goes by, files or packs. */
export interface HistoryOf {
	readonly policy: readonly string[];
	readonly cwd: string;
	readonly workspace: string;
}

/** The folder of one history: a policy has one for each workspace, whatever it says by now. */
export function folderFor({ policy, cwd, workspace }: HistoryOf): string | undefined {
	const folder = historyFolder();
	if (folder === undefined) return undefined;
	const isPack = (name: string): boolean => !name.includes("/") && !isPolicyName(name) && packFile(name) !== undefined;
	const names = policy.map((name) => (isPack(name) ? name : resolve(cwd, name)));
	return join(folder, shortHash(JSON.stringify([names, workspace])));
}

export function shortHash(text: string): string {
	return hash("sha256", text, "hex").slice(0, 24);
}

/** Makes the folder where it is missing. Throws where it can't be, or is somebody else's. */
export function makePrivate(folder: string): void {
	for (const path of [dirname(folder), folder]) {
		if (lstatSync(path, { throwIfNoEntry: false }) === undefined) mkdirSync(path, { recursive: true, mode: 0o700 });
		const stats = lstatSync(path);
		const isOwn = stats.isDirectory() && stats.uid === (process.geteuid?.() ?? stats.uid) && (stats.mode & 0o077) === 0;
		if (!isOwn) throw new Error(`\`${path}\` is no folder of yours alone`);
	}
}
