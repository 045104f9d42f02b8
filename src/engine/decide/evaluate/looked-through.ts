/** What is found when somebody looks through a folder: the names in it, and in the folders below it. */
import type { PlacedPath, Reach } from "../../effects/effects.js";
import { remembered } from "../../records/remembered.js";
import { type LinkAt, resolveLinks, type World } from "../../request/paths.js";
import { fits, pathIn } from "./name-patterns.js";
import { isInFixed } from "./path-matchers.js";
import { isShown } from "./shown-names.js";

/** A path that reaches further than itself. */
export type Region = Pick<PlacedPath, "place" | "only" | "skip"> & { readonly reach: Reach };

interface Looked {
	/** A folder stands behind the one that it was found in. */
	readonly folders: readonly LookedFolder[];
	/** The folder, and where links lead that are followed. */
	readonly roots: readonly string[];
	/** Nothing is left that could not be looked at. */
	readonly whole: boolean;
}

/** A folder by its real path, with what was found in it. */
export interface LookedFolder {
	readonly path: string;
	/** Its name; absent where looking began. */
	readonly name?: string;
	/** The place of the folder that it was found in, among all of them. */
	readonly above?: number;
	/** The folder above says that it is one, and no link. */
	readonly isFolder?: boolean;
	readonly names: readonly string[];
}

/** More names than this are not looked through. */
const mostNames = 50_000;
/** Nor is it found out where further links lead than this many parts of paths say: a link may lead through others, each of them deep. */
const mostSteps = 200_000;

/** What was found is kept as long as the world of one decision. */
const looked = new WeakMap<World, Map<string, Looked>>();

export function lookThrough(folder: string, region: Region, world: World): Looked {
	const known = remembered(looked, world, () => new Map());
	const { reach, only, skip } = region;
	return remembered(known, JSON.stringify([folder, reach, only, skip]), () => look(folder, region, world));
}

function look(folder: string, region: Region, world: World): Looked {
	const { reach, only } = region;
	const { entriesOf } = world;
	const entriesIn = entriesOf?.withKinds ?? entriesOf;
	const folders: LookedFolder[] = [];
	const roots = [folder];
	const rooted = new Map([[folder, true]]);
	if (entriesIn === undefined) return { folders, roots, whole: false };
	let [seen, steps] = [0, 0];
	let whole = true;
	const linkAt: LinkAt = (path) => {
		steps++;
		return world.linkAt(path);
	};
	for (let at = 0; at < roots.length; at++) {
		const next: Omit<LookedFolder, "names">[] = [{ path: roots[at] as string }];
		for (let one = next.pop(); one !== undefined; one = next.pop()) {
			const entries = entriesIn(one.path, one.isFolder);
			if (entries === "unknown") {
				whole = false;
				continue;
			}
			seen += entries.length;
			if (seen > mostNames) return { folders, roots, whole: false };
			const names: string[] = [];
			const above = folders.push({ ...one, names }) - 1;
			for (const found of entries) {
				const [name, kind] = typeof found === "string" ? [found, "unknown"] : [found.name, found.kind];
				if (passesBy(region, one.path, name, kind, world)) continue;
				if (only === undefined || fits(name, only)) names.push(name);
				if (kind === "file") continue;
				const path = pathIn(one.path, name);
				const isFolder = kind === "folder";
				const link = isFolder ? "none" : world.linkAt(path);
				if (link === "none") next.push({ path, name, above, isFolder });
				else if (link === "unknown") whole = false;
				else if (reach === "links" || reach === "through") {
					const target = steps > mostSteps ? undefined : resolveLinks(path, linkAt);
					if (target === undefined) whole = false;
					else if (!isInFixed(target, rooted)) {
						roots.push(target);
						rooted.set(target, true);
					}
				}
			}
		}
	}
	return { folders, roots, whole };
}

/** Does it pass a name in a folder by? Some are passed by as files alone, or as folders. */
export function passesBy({ reach, skip }: Region, folder: string, name: string, kind: string, world: World): boolean {
	if (reach === "visible" && name.startsWith(".") && !isShown(name, folder, world)) return true;
	const asFolder = skip !== undefined && fits(name, skip.folders);
	if (skip === undefined || fits(name, skip.files) === asFolder) return asFolder;
	const known = /^f/.test(kind) ? kind : (world.kindAt?.(pathIn(folder, name)) ?? "unknown");
	return known !== "unknown" && (known === "folder") === asFolder;
}
