/**
 * The patterns of a list by where they stand: below the root, a home folder or a workspace. What they match there is the same below each of them, so it is made once for a
 * list, and held against what of a path lies behind that folder. A decision for another home, of which a replay meets thousands, makes none of it anew.
 */
import { once } from "../../../language/source/once.js";
import { remembered } from "../../records/remembered.js";
import type { LookedPlace, LookedPlaces, World } from "../../request/paths.js";
import { addLinksAmong, holdsPath, normalise, placeToLookAt } from "../../request/paths.js";
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
export type Section = (world: WithoutLinks) => PlacedSection;

type WithoutLinks = Omit<World, "linkAt">;

/** What a section matches in a world. */
export interface PlacedSection extends Matchers {
	/** Adds the places below which a pattern begins elsewhere than its text says, or may. */
	readonly addLinks: (world: World, links: string[]) => void;
}

/** The sections of a list, each of which has a pattern. */
export function sectionsOf(shapes: readonly Shape[], matching: Below): readonly Section[] {
	const [told, written] = parted(shapes, (one) => one.told !== undefined);
	const [leading, simple] = parted(written, ({ fixed }) => fixed.includes(".."));
	return [
		...(["root", "home", "workspace"] as const).flatMap((from) => {
			const own = simple.filter((one) => one.from === from);
			return own.length === 0 ? [] : [sectionFrom(from, own, matching)];
		}),
		// Those that lead up from where they stand are placed in each folder anew.
		...(leading.length === 0 ? [] : [(world: WithoutLinks) => placed(leading, world, matching)]),
		...(told.length === 0 ? [] : [toldSection(told, matching)]),
	];
}

function parted(shapes: readonly Shape[], isFirst: (one: Shape) => boolean): readonly [Shape[], Shape[]] {
	return [shapes.filter(isFirst), shapes.filter((one) => !isFirst(one))];
}

function sectionFrom(from: Shape["from"], shapes: readonly Shape[], matching: Below): Section {
	const starts = shapes.map((one) => startIn(one, { workspace: "/", home: "" }) as Start);
	const matchers = matchersOf(starts, asItStands, matching);
	const inside = once(() => foldersTo(starts.map(({ normal }) => normal)));
	return (world) => {
		const folder = from === "root" ? "/" : world[from];
		// A `..` in the folder leads up from where a link led.
		const isSimple = folder !== undefined && !folder.includes("..");
		return isSimple
			? below(normalise(folder), matchers, () => foldersBehind(inside(), normalise(folder), sharedPlacesIn(world)))
			: placed(shapes, world, matching);
	};
}

/** What the world tells is the same for most decisions. */
function toldSection(shapes: readonly Shape[], matching: Below): Section {
	let last: (Pick<World, "own" | "policy"> & { readonly section: PlacedSection }) | undefined;
	return (world) => {
		const { own, policy } = world;
		if (last === undefined || last.own !== own || last.policy !== policy)
			last = { own, policy, section: placed(shapes, world, matching) };
		return last.section;
	};
}

/** Matchers for what begins below a folder, told of a path by what of it lies behind that. */
function below(folder: string, { positive, negative }: Matchers, inside: () => LookedPlaces): PlacedSection {
	const way = wayTo(folder);
	const folders = once(inside);
	return {
		positive: behind(positive, folder),
		negative: behind(negative, folder),
		addLinks: (world, links) => {
			const at = way.find((one) => world.linkAt(one) !== "none");
			if (at === undefined) addLinksAmong(folders(), world, links);
			else if (world.linkAt(at) !== "absent") links.push(at);
		},
	};
}

/** Patterns each by itself. */
function placed(shapes: readonly Shape[], world: WithoutLinks, matching: Below): PlacedSection {
	const starts = shapes.flatMap((one) => startsOf(one, world));
	const folders = foldersBehind(foldersTo(starts.map(({ normal }) => normal)), "/", sharedPlacesIn(world));
	// equivalent: of the others, their folders say it
	const walked = starts.filter((start) => start.walked !== undefined);
	return {
		...matchersOf(starts, asItStands, matching),
		addLinks: (there, links) => {
			addLinksAmong(folders, there, links);
			for (const start of walked) if (basesOf(start, there).length > 1) links.push(start.normal);
		},
	};
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

/** The folders of a section below this one, as they stand in a world. */
function foldersBehind(folders: readonly Folder[], folder: string, shared: SharedPlaces): LookedPlaces {
	const places: LookedPlace[] = [];
	const behind: number[] = [];
	const add = (inside: readonly Folder[]): void => {
		for (const { path, inner } of inside) {
			const at = places.push(sharedPlace(folder === "/" ? path : folder + path, shared)) - 1;
			add(inner);
			behind[at] = places.length;
		}
	};
	add(folders);
	return { places, behind };
}

/** The places of a policy's lists, of which many begin at the same ones. Of one that was forgotten each list has its own, and looks there by itself. */
type SharedPlaces = Map<string, LookedPlace>;
const byPolicy = new WeakMap<NonNullable<World["policy"]>, SharedPlaces>();

const sharedPlacesIn = ({ policy }: WithoutLinks): SharedPlaces =>
	policy === undefined ? new Map() : remembered(byPolicy, policy, () => new Map());

function sharedPlace(path: string, places: SharedPlaces): LookedPlace {
	if (places.size >= mostPlaces) places.clear();
	return remembered(places, path, () => placeToLookAt(path));
}
const mostPlaces = 8_000;

/** The folders on the way to a normal path, itself included, from the root on. */
function wayTo(path: string): readonly string[] {
	const way: string[] = [];
	for (let end = path.indexOf("/", 1); end > 0; end = path.indexOf("/", end + 1)) way.push(path.slice(0, end));
	return path === "/" ? way : [...way, path];
}
