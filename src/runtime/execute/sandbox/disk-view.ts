/**
 * The disk as one plan sees it: each place is looked at once, however many paths lead through it. It is made for a plan and thrown away with it, for the
 * next run may find another disk.
 */
import { lstatSync, readdirSync, readlinkSync, statSync } from "node:fs";

/** What lies under a name in a folder. `nowhere`: the folder is a file, or nobody may look. */
export type Entry = "folder" | "other" | "link" | "missing" | "nowhere";

export interface DiskView {
	readonly entry: (folder: string, name: string) => Entry;
	/** What a folder holds; undefined where it can't be read. */
	readonly list: (folder: string) => Listing | undefined;
	/** Where a link leads, as it is written. */
	readonly target: (link: string) => string | undefined;
}

export interface Listing {
	/** All names, those of folders as well. */
	readonly names: ReadonlySet<string>;
	readonly folders: readonly string[];
}

/** Begins a view. */
export function viewDisk(): DiskView {
	const list = once(listingOf);
	const isSmall = once(isSmallFolder);
	const kindAt = once(kindOf);
	const asked = new Map<string, number>();
	return {
		list,
		entry: (folder, name) => {
			const times = (asked.get(folder) ?? 0) + 1;
			asked.set(folder, times);
			const isMissing = times > worthListing && isSmall(folder) && list(folder)?.names.has(name) === false;
			return isMissing ? "missing" : kindAt(folder === "/" ? `/${name}` : `${folder}/${name}`);
		},
		target: once((link) => {
			try {
				return readlinkSync(link);
			} catch {
				return undefined;
			}
		}),
	};
}

/** Asks once for each path. */
export function once<Answer>(ask: (path: string) => Answer): (path: string) => Answer {
	const told = new Map<string, Answer>();
	return (path) => {
		if (!told.has(path)) told.set(path, ask(path));
		return told.get(path) as Answer;
	};
}

function listingOf(folder: string): Listing | undefined {
	try {
		const entries = readdirSync(folder, { withFileTypes: true });
		return {
			names: new Set(entries.map(({ name }) => name)),
			folders: entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])),
		};
	} catch {
		return undefined;
	}
}

/** To ask for so many names takes as long as to read the folder. */
const worthListing = 8;
/** A folder of more bytes than this is not read for the sake of a few names: each is looked for. */
const smallFolder = 32 * 1024;

function isSmallFolder(folder: string): boolean {
	const stats = statSync(folder, { throwIfNoEntry: false });
	return stats?.isDirectory() === true && stats.size <= smallFolder;
}

function kindOf(path: string): Entry {
	try {
		const stats = lstatSync(path, { throwIfNoEntry: false });
		if (stats === undefined) return "missing";
		if (stats.isSymbolicLink()) return "link";
		return stats.isDirectory() ? "folder" : "other";
	} catch {
		return "nowhere"; // below a file, or where we may not look, nor what runs as us
	}
}
