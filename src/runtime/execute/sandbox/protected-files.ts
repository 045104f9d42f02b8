/**
 * Files that no sandboxed command writes, whatever the policy lets it write: what they hold is run or obeyed later, outside of the sandbox.
 * Each is pinned whether or not it is there.
 */
import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { once } from "../../../language/source/once.js";
import { keptInFolders, keptInHome } from "../../harnesses/places/governing-places.js";
import { allHarnessPlaces } from "../../harnesses/places/places-by-harness.js";
import type { DiskView } from "./disk-view.js";
import { gitFiles, inGitFolder } from "./git-files.js";

/** In a folder in which somebody works: run by git, whoever calls it, and what governs agents or is run by other tools. */
const inFolders = once(() => [...inGitFolder.map((name) => `.git/${name}`), ...keptInFolders()]);

/** The same by their first names. */
const byFirstName = once(
	(): ReadonlyMap<string, readonly string[]> =>
		new Map(
			keptInFolders().map((one) => [
				firstNameOf(one),
				keptInFolders().filter((name) => firstNameOf(name) === firstNameOf(one)),
			]),
		),
);

/** What agents are told, and no program runs. */
const texts: ReadonlySet<string> = new Set(allHarnessPlaces.flatMap(({ instructions }) => instructions));

/** Is it a text for agents? */
export function isText(path: string): boolean {
	return texts.has(basename(path));
}

/** Folders deeper than this below one that may be written are not looked into for repositories. */
const deepest = 3;
/** More folders than this are not looked at for repositories. */
const mostFolders = 50_000;

export interface ProtectedFiles {
	/** Absolute, in or around the folders that may be written. */
	readonly paths: readonly string[];
	/** Why not all could be found. */
	readonly faults: readonly string[];
}

/** Finds them. `named`: further ones, such as the policy's own, as they were named when it was read. */
export function protectedFiles(
	roots: readonly string[],
	workspace: string,
	home: string | undefined,
	named: readonly string[],
	disk: DiskView,
): ProtectedFiles {
	const found = new Set<string>();
	const faults: string[] = [];
	const repositories = roots.flatMap((root) => repositoriesIn(root, disk, faults, found));
	for (const folder of new Set([...roots, ...above(workspace), ...repositories])) {
		for (const name of inFolders()) found.add(folder === "/" ? `/${name}` : `${folder}/${name}`);
		for (const path of gitFiles(folder, home, faults)) found.add(path);
	}
	if (home !== undefined) for (const name of keptInHome()) found.add(join(home, name));
	for (const name of named) {
		if (name.startsWith("pack:")) continue;
		found.add(resolve(name));
		found.add(resolve(workspace, name));
	}
	return { paths: [...found], faults };
}

function firstNameOf(name: string): string {
	return name.split("/", 1)[0] as string;
}

/** The folder and all above it. */
function above(folder: string): readonly string[] {
	const parent = dirname(folder);
	return parent === folder ? [folder] : [folder, ...above(parent)];
}

/**
 * Folders with a `.git` in them: submodules, and projects side by side. In other folders what is there is kept as it is (`kept`), but nothing is kept from coming
 * to be: who works in one of them is told of it by the folder above.
 */
function repositoriesIn(root: string, disk: DiskView, faults: string[], kept: Set<string>): readonly string[] {
	const found: string[] = [];
	let left = mostFolders;
	let level: readonly string[] = [root];
	for (let depth = 0; depth <= deepest; depth++) {
		const next: string[] = [];
		for (const folder of level) {
			if (left-- === 0) {
				faults.push(
					`\`${root}\` holds too many folders to find all repositories in it, so hooks could be written there`,
				);
				return found;
			}
			const listing = disk.list(folder);
			if (listing === undefined) continue;
			if (listing.names.has(".git")) found.push(folder);
			for (const name of listing.names)
				for (const place of byFirstName().get(name) ?? [])
					if (place === name || existsSync(`${folder}/${place}`)) kept.add(`${folder}/${place}`);
			for (const name of listing.folders) if (name !== ".git" && name !== "node_modules") next.push(join(folder, name));
		}
		level = next;
	}
	return found;
}
