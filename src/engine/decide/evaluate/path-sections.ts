/**
 * The patterns of a list by where they stand: below the root, a home folder or a workspace. What they match there is the same below each of them, so it is made once for a
 * list, and held against what of a path lies behind that folder. A decision for another home, of which a replay meets thousands, makes none of it anew.
 */
import { once } from "../../../language/source/once.js";
import type { LinkAt, World } from "../../request/paths.js";
import { holdsPath, normalise } from "../../request/paths.js";
import type { Holds, PlacedPattern } from "./path-matchers.js";
import { matchersFor } from "./path-matchers.js";
import type { Shape, Start } from "./path-starts.js";
import { asItStands, basesOf, startIn, startsOf } from "./path-starts.js";

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

/** Patterns that stand in one place, whichever that is in a world. */
export interface Section {
	readonly from: Shape["from"];
	readonly in: (world: WithoutLinks) => PlacedSection;
}

/** What a section matches in a world. */
export interface PlacedSection extends Matchers {
	/** Does a pattern begin elsewhere than its text says, or may it? */
	readonly isLinked: (world: World) => boolean;
}

type WithoutLinks = Omit<World, "linkAt">;

/** The sections of a list that have a pattern, but for those that the world tells. */
export function sectionsOf(shapes: readonly Shape[], below: Below): readonly Section[] {
	const written = shapes.filter(({ told }) => told === undefined);
	return [...new Set(written.map(({ from }) => from))].map((from) =>
		sectionFrom(
			from,
			written.filter((one) => one.from === from),
			below,
		),
	);
}

function sectionFrom(from: Section["from"], shapes: readonly Shape[], matching: Below): Section {
	// Those that lead up from there are placed in each folder anew.
	const leading = shapes.filter(({ fixed }) => fixed.includes(".."));
	const simple = shapes.filter(({ fixed }) => !fixed.includes(".."));
	const starts = simple.map((one) => startIn(one, { workspace: "/", home: "" }) as Start);
	const matchers = matchersOf(starts, asItStands, matching);
	const inside = once(() => foldersTo(starts.map(({ normal }) => normal)));
	const each = (some: readonly Shape[], world: WithoutLinks): PlacedSection =>
		placed(
			some.flatMap((one) => startsOf(one, world)),
			matching,
		);
	return {
		from,
		in: (world) => {
			const folder = from === "root" ? "/" : world[from];
			// A `..` in the folder leads up from where a link led.
			if (folder === undefined || folder.includes("..")) return each(shapes, world);
			const one = below(normalise(folder), matchers, inside);
			return leading.length === 0 ? one : both(one, each(leading, world));
		},
	};
}

/** The patterns of a list that the world tells: the same ones for most decisions. */
export function toldSection(shapes: readonly Shape[], matching: Below): (world: WithoutLinks) => PlacedSection {
	const told = shapes.filter((one) => one.told !== undefined);
	let last:
		| { readonly own: World["own"]; readonly policy: World["policy"]; readonly section: PlacedSection }
		| undefined;
	return (world) => {
		const { own, policy } = world;
		if (last === undefined || last.own !== own || last.policy !== policy) {
			const starts = told.flatMap((one) => startsOf(one, world));
			last = { own, policy, section: placed(starts, matching) };
		}
		return last.section;
	};
}

/** Matchers for what begins below a folder, told of a path by what of it lies behind that. */
function below(folder: string, { positive, negative }: Matchers, inside: () => readonly Folder[]): PlacedSection {
	const way = wayTo(folder);
	const folders = once(() => foldersBehind(inside(), folder));
	return {
		positive: behind(positive, folder),
		negative: behind(negative, folder),
		isLinked: ({ linkAt }) => {
			for (const at of way) {
				const link = linkAt(at);
				// Nothing lies below a folder that is absent.
				if (link !== "none") return link !== "absent";
			}
			return leadElsewhere(folders(), linkAt);
		},
	};
}

/** Patterns each by itself. */
function placed(starts: readonly Start[], matching: Below): PlacedSection {
	const folders = foldersTo(starts.map(({ normal }) => normal));
	// equivalent: of the others, their folders say it
	const walked = starts.filter((start) => start.walked !== undefined);
	return {
		...matchersOf(starts, asItStands, matching),
		isLinked: (world) =>
			leadElsewhere(folders, world.linkAt) || walked.some((start) => basesOf(start, world).length > 1),
	};
}

const both = (one: PlacedSection, other: PlacedSection): PlacedSection => ({
	positive: [...one.positive, ...other.positive],
	negative: [...one.negative, ...other.negative],
	isLinked: (world) => one.isLinked(world) || other.isLinked(world),
});

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
interface Folder {
	readonly path: string;
	readonly inner: readonly Folder[];
}

/** Every folder on the way to these normal paths, each once: those right below the root. */
function foldersTo(paths: readonly string[], above = ""): readonly Folder[] {
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
function leadElsewhere(folders: readonly Folder[], linkAt: LinkAt): boolean {
	for (const { path, inner } of folders) {
		const link = linkAt(path);
		if (link === "absent") continue;
		if (link !== "none" || leadElsewhere(inner, linkAt)) return true;
	}
	return false;
}
