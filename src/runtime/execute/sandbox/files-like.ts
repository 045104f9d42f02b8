/** The files and folders that path patterns name now. */
import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { globBehind, startOf } from "../../../engine/decide/evaluate/path-starts.js";
import type { PathPattern } from "../../../language/policy/test.js";

export interface FoundFiles {
	/** Absolute, as they are named; links are not followed. Nothing below another one of them. */
	readonly paths: readonly string[];
	/** Nothing was left out for want of time. */
	readonly isWhole: boolean;
	/** Patterns that name what is there alone, as they are written. */
	readonly open: readonly string[];
}

/** More entries than this are not looked at for one list. */
const mostEntries = 20_000;

/** Finds what patterns name. A pattern without globs names its path whether or not it is there; with globs, what is there. */
export function filesLike(patterns: readonly PathPattern[], workspace: string, home: string | undefined): FoundFiles {
	const paths = new Set<string>();
	const open = new Set<string>();
	let left = mostEntries;
	for (const pattern of patterns) {
		// In the workspace: `**/.env` means those elsewhere as well, but nobody looks through a whole disk before each run.
		const start = startOf(pattern, "within", { workspace, ...(home === undefined ? {} : { home }) });
		if (start === undefined) continue;
		const { normal, walked = normal, glob: varying } = start;
		for (const base of new Set([normal, walked])) {
			// What holds everything below a folder is that folder.
			if (varying === undefined || /^\*\*?(?:\/\*\*?)*$/.test(varying.tail)) {
				if (isThere(base) || pattern.negated) paths.add(base);
				continue;
			}
			open.add(pattern.text);
			const glob = globBehind(varying);
			const matches = (path: string): boolean => glob.match(path.slice(base === "/" ? 1 : base.length + 1));
			for (let level = [base]; level.length > 0 && left > 0; ) {
				const next: string[] = [];
				for (const folder of level)
					for (const entry of left > 0 ? entriesOf(folder) : []) {
						left--;
						const path = join(folder, entry.name);
						if (matches(path)) paths.add(path);
						else if (entry.isDirectory()) next.push(path);
					}
				level = next;
			}
		}
	}
	return { paths: [...paths].filter((path) => !hasAncestor(paths, path)), isWhole: left > 0, open: [...open] };
}

function hasAncestor(paths: ReadonlySet<string>, path: string): boolean {
	for (let at = dirname(path); ; at = dirname(at)) {
		if (at !== path && paths.has(at)) return true;
		if (dirname(at) === at) return false;
	}
}

function isThere(path: string): boolean {
	return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function entriesOf(folder: string): readonly Dirent[] {
	try {
		return readdirSync(folder, { withFileTypes: true });
	} catch {
		return [];
	}
}
