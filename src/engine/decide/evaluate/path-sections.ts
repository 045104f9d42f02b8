/**
 * The patterns of a list by where they stand: below the root, a home folder or a workspace. What they match there is the same below each of them, so it is made once for a
 * list, and held against what of a path lies behind that folder. A decision for another home, of which a replay meets thousands, makes none of it anew.
 */
import { once } from "../../../language/source/once.js";
import type { LinkAt } from "../../request/paths.js";
import { holdsPath } from "../../request/paths.js";
import type { Holds, PlacedPattern } from "./path-matchers.js";
import { matchersFor } from "./path-matchers.js";
import type { Shape, Start } from "./path-starts.js";
import { startIn } from "./path-starts.js";

/** A list as functions that tell whether a path lies inside. */
export interface Matchers {
	readonly positive: readonly Holds[];
	readonly negative: readonly Holds[];
}

/** Makes matchers for globs that begin in one folder. */
type Below = Parameters<typeof matchersFor>[1];

/** Matchers for patterns that begin in these folders. */
export function matchersOf(
	starts: readonly Start[],
	bases: (start: Start) => readonly string[],
	below: Below,
): Matchers {
	const placed = (negated: boolean): readonly PlacedPattern[] =>
		starts
			.filter((one) => one.negated === negated)
			.flatMap((one) => bases(one).map((base) => ({ base, glob: one.glob, itself: one.itself })));
	return { positive: matchersFor(placed(false), below), negative: matchersFor(placed(true), below) };
}

/** Patterns below one folder, whichever that is. */
export interface Section {
	readonly from: Shape["from"];
	readonly shapes: readonly Shape[];
	readonly below: (folder: string) => PlacedSection;
}

/** What a section matches below a folder. */
export interface PlacedSection extends Matchers {
	/** Does a pattern begin elsewhere than its text says, or may it? */
	readonly isLinked: (linkAt: LinkAt) => boolean;
}

/** The sections of a list that have a pattern. */
export function sectionsOf(shapes: readonly Shape[], below: Below): readonly Section[] {
	const inSections = shapes.filter(isInSection);
	return [...new Set(inSections.map(({ from }) => from))].map((from) =>
		sectionOf(
			from,
			inSections.filter((one) => one.from === from),
			below,
		),
	);
}

/** Patterns that lead up from where they stand are in no section, nor are those that the world tells. */
export const isInSection = ({ told, fixed }: Shape): boolean => told === undefined && !fixed.includes("..");

function sectionOf(from: Section["from"], shapes: readonly Shape[], matching: Below): Section {
	const starts = shapes.map((one) => startIn(one, { workspace: "/", home: "" }) as Start);
	const { positive, negative } = matchersOf(starts, ({ alone }) => alone, matching);
	const inside = once(() => foldersTo(starts.map(({ normal }) => normal)));
	const below = (folder: string): PlacedSection => {
		const way = wayTo(folder);
		const folders = once(() => foldersBehind(inside(), folder));
		return {
			positive: behind(positive, folder),
			negative: behind(negative, folder),
			isLinked: (linkAt) => {
				for (const at of way) {
					const link = linkAt(at);
					// Nothing lies below a folder that is absent.
					if (link !== "none") return link !== "absent";
				}
				return leadElsewhere(folders(), linkAt);
			},
		};
	};
	return { from, shapes, below };
}

function behind(matchers: readonly Holds[], folder: string): readonly Holds[] {
	if (folder === "/" || matchers.length === 0) return matchers;
	return [
		(path) => {
			if (!holdsPath(folder, path)) return false;
			const rest = path.length === folder.length ? "/" : path.slice(folder.length);
			return matchers.some((holds) => holds(rest));
		},
	];
}

/** A folder on the way to where patterns begin, and those inside it. */
export interface Folder {
	readonly path: string;
	readonly inner: readonly Folder[];
}

/** Every folder on the way to these normal paths, each once: those right below the root. */
export function foldersTo(paths: readonly string[], above = ""): readonly Folder[] {
	const inside = new Map<string, string[]>();
	for (const path of paths) {
		const end = path.indexOf("/", 1);
		const folder = end < 0 ? path : path.slice(0, end);
		const rest = inside.get(folder) ?? [];
		if (end >= 0) rest.push(path.slice(end));
		if (folder.length > 1) inside.set(folder, rest);
	}
	return [...inside].map(([folder, rest]) => ({ path: above + folder, inner: foldersTo(rest, above + folder) }));
}

/** The folders of a section below this one. */
const foldersBehind = (folders: readonly Folder[], folder: string): readonly Folder[] =>
	folder === "/"
		? folders
		: folders.map(({ path, inner }) => ({ path: folder + path, inner: foldersBehind(inner, folder) }));

/** The folders on the way to a normal path, itself included, from the root on. */
function wayTo(path: string): readonly string[] {
	const way: string[] = [];
	for (let end = path.indexOf("/", 1); end > 0; end = path.indexOf("/", end + 1)) way.push(path.slice(0, end));
	return path === "/" ? way : [...way, path];
}

/** Does a link on the way lead elsewhere, or may one? Nothing lies below a folder that is absent. */
export function leadElsewhere(folders: readonly Folder[], linkAt: LinkAt): boolean {
	for (const { path, inner } of folders) {
		const link = linkAt(path);
		if (link === "absent") continue;
		if (link !== "none" || leadElsewhere(inner, linkAt)) return true;
	}
	return false;
}
