/**
 * The real surroundings of a decision: the file system's links, the home folder, the workspace.
 */
import { type Dirent, lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import { join, resolve } from "node:path";
import type { EntriesOf, Entry, LinkAt, OwnPlaces, World, WorldFacts } from "../../engine/request/paths.js";
import { governingInEveryDecision, movedPlaces } from "../harnesses/places/governing-places.js";
import { cacheFolder, stateFolder } from "./cache-place.js";
import { programFolder } from "./find-policy.js";
import { homeFolder } from "./home-folder.js";
import { repositoryFacts } from "./repository.js";
import { treeFingerprint } from "./work-tree/tree-fingerprint.js";

/** The world as this process sees it. `workspace`: the folder that path patterns are relative to; `home`: whose request it is, where it is somebody else's. */
export function realWorld(workspace: string = process.cwd(), home = homeFolder()): World {
	const folder = resolve(workspace);
	return {
		workspace: folder,
		...(home.startsWith("/") ? { home } : {}),
		own: ownPlaces(folder, home),
		linkAt,
		entriesOf,
		kindAt,
		facts,
		textAt,
	};
}

/** What this process knows of the machine: read where a rule asks for it, and not before. */
const facts: WorldFacts = {
	now: Date.now,
	get user() {
		return orUnknown(() => userInfo().username);
	},
	get host() {
		return orUnknown(hostname);
	},
	variable: (name) => process.env[name] ?? null,
	ofFolder: (folder) => orUnknown(() => repositoryFacts(folder)) ?? {},
	treeOf: (folder) => {
		const found = treeFingerprint(folder);
		return "tree" in found ? found.tree : undefined;
	},
};

function orUnknown<T>(look: () => T): T | undefined {
	try {
		return look();
	} catch {
		return undefined;
	}
}

/** The same world, of which nothing is known but its files: tests must not hang on the machine, nor on the day. */
export function withoutFacts({ facts: _, ...world }: World): World {
	return world;
}

/** The same world for requests of somebody else's processes: what variables those were started with, nobody knows here. */
export function withoutVariables({ facts: { variable: _, ...others } = {}, ...world }: World): World {
	return { ...world, facts: others };
}

/** The same world, in which these files govern as well. */
export function withGoverning(world: World, files: readonly string[]): World {
	if (files.length === 0) return world;
	const { own = nothingOfOurs } = world;
	let withFiles = besides.get(own);
	if (withFiles === undefined) {
		withFiles = samePlaces();
		besides.set(own, withFiles);
	}
	const { governing, state } = own;
	return { ...world, own: withFiles(files.join("\0"), () => ({ governing: [...governing, ...files], state })) };
}
const nothingOfOurs: OwnPlaces = { governing: [], state: [] };
const besides = new WeakMap<OwnPlaces, ReturnType<typeof samePlaces>>();

/** Of the same places the same object: what was made of them for the decision before is still good then. `key`: all that the places are made of. */
function samePlaces(): (key: string, make: () => OwnPlaces) => OwnPlaces {
	const known = new Map<string, OwnPlaces>();
	return (key, make) => {
		let found = known.get(key);
		if (found === undefined) {
			if (known.size >= mostPlaces) known.clear();
			found = make();
			known.set(key, found);
		}
		return found;
	};
}
/** Only a process that answers for many workspaces comes near it. */
const mostPlaces = 256;
const places = samePlaces();

/** What has no fixed name: the program and its packs, folders that variables moved, and the home folder whatever `HOME` a request brings. */
function ownPlaces(workspace: string, home: string): OwnPlaces {
	const inHome = (names: readonly string[]): readonly string[] =>
		names.filter((place) => place.startsWith("~/")).map((place) => join(home, place.slice(2)));
	const [program, moved] = [programFolder(), movedPlaces(process.env)];
	const kept = [cacheFolder(), stateFolder()].filter((folder) => folder !== undefined);
	// Whoever works on the program itself changes it.
	const ours = program === undefined || program === workspace ? [] : [join(program, "rules"), join(program, "dist")];
	return places([home, ...kept, "", ...ours, "", ...moved].join("\0"), () => ({
		governing: [...inHome(governingInEveryDecision.written), ...moved, ...ours],
		state: [...inHome(governingInEveryDecision.hidden), ...kept],
	}));
}

const linkAt: LinkAt = (path) => {
	try {
		// Most parts of a path are no links: to ask first costs less than an error.
		const found = lstatSync(path, { throwIfNoEntry: false });
		if (found === undefined) return "absent";
		return found.isSymbolicLink() ? { target: readlinkSync(path) } : "none";
	} catch (error) {
		// It is no link any more, or gone.
		return /^(?:EINVAL|ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? "") ? "none" : "unknown";
	}
};

const entriesOf: EntriesOf = Object.assign((folder: string) => entriesBy(folder, (path) => readdirSync(path)), {
	withKinds: (folder: string, isFolder?: boolean) =>
		entriesBy(folder, (path) => readdirSync(path, { withFileTypes: true }).map(entryOf), isFolder),
});

function entriesBy<One>(folder: string, read: (folder: string) => One[], isFolder = false): readonly One[] | "unknown" {
	try {
		// Whoever looks through a folder asks this of every file in it: an error for each would cost more than the answer does.
		if (!isFolder && statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
		return read(folder);
	} catch (error) {
		const code = (error as NodeJS.ErrnoException).code;
		return code === "ENOENT" || code === "ENOTDIR" ? [] : "unknown";
	}
}

function entryOf(entry: Dirent): Entry {
	const { name } = entry;
	// A name that is no text stands for another one than it says.
	if (name.includes("\ufffd")) return { name, kind: "unknown" };
	if (entry.isSymbolicLink()) return { name, kind: "link" };
	return { name, kind: entry.isDirectory() ? "folder" : entry.isFile() ? "file" : "unknown" };
}

function kindAt(path: string): "folder" | "other" | "none" | "unknown" {
	try {
		const found = statSync(path, { throwIfNoEntry: false });
		return found === undefined ? "none" : found.isDirectory() ? "folder" : "other";
	} catch {
		return "unknown";
	}
}

/** Settings are small, and most lock files are no larger. Bytes. */
const longestText = 2 * 1024 * 1024;

function textAt(path: string): { readonly text: string } | "none" | "unknown" {
	try {
		const found = statSync(path, { throwIfNoEntry: false });
		if (found === undefined) return "none";
		return found.isFile() && found.size <= longestText ? { text: readFileSync(path, "utf8") } : "unknown";
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "ENOTDIR" ? "none" : "unknown";
	}
}
