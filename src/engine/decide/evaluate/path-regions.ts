/**
 * Does a folder with what lies below it lie inside a list of paths, or does something below it? What is there now is looked at; what may come there is in doubt.
 */

import type { PathPattern } from "../../../language/policy/test.js";
import type { PlacedPath, Reach } from "../../effects/effects.js";
import { remembered } from "../../records/remembered.js";
import { holdsPath, type PathPlaces, resolveLinks, type World } from "../../request/paths.js";
import { globBehind, insideOf, liesInside, type Sense, type Start, type Starts, startsIn } from "./path-lists.js";
import { type Glob, globOf, isInFixed } from "./path-matchers.js";
import type { Truth } from "./truth.js";

/** More names than this are not looked through. */
const mostNames = 50_000;

/**
 * As `liesInside`, for a path that reaches further than itself. `found`: only what is found, or surely lies there, counts; what is too large to be looked
 * through does not, and neither do files that an archive may put into a folder of the workspace.
 */
export function regionLies(
	region: Region,
	patterns: readonly PathPattern[],
	sense: Sense,
	world: World,
	found: boolean,
): Truth {
	const { place, reach, only, skip } = region;
	if (place === undefined) return liesInside(place, patterns, sense, world); // equivalent: of it nothing is known, and it stays so
	// Many commands of a script reach through the same folder.
	const lists = remembered(
		remembered(asked, world, () => new Map()),
		place,
		() => new Map(),
	);
	const answers = remembered(lists, patterns, () => new Map());
	const names = only === undefined && skip === undefined ? "" : JSON.stringify([only, skip]);
	return remembered(answers, `${sense} ${found} ${reach} ${names}`, () => {
		const own = liesInside(place, patterns, sense, world);
		if (sense === "within") return own === "yes" ? staysWithin(place, region, patterns, world) : own;
		return own === "no" ? touchedBelow(place, region, patterns, world, found) : own;
	});
}

/** As long as the world of one decision. */
const asked = new WeakMap<World, Map<PathPlaces, Map<readonly PathPattern[], Map<string, Truth>>>>();

/** A path that reaches further than itself. */
export type Region = Pick<PlacedPath, "place" | "only" | "skip"> & { readonly reach: Reach };

export const isRegion = (path: PlacedPath): path is PlacedPath & Region => path.reach !== undefined;

/** The folder lies inside: does what is taken out of the list, or what a link leads to, lie in it? */
function staysWithin(place: PathPlaces, region: Region, patterns: readonly PathPattern[], world: World): Truth {
	const staysInside = insideOf(patterns, "within", world);
	const { out: held, basesOf } = startsIn(patterns, "within", world);
	const out = { held, coming: () => held, basesOf };
	const folders = place.resolved ?? [];
	const met = meets(folders, region, out, (path) => !staysInside(path), world, false);
	if (met !== "no") return met === "yes" ? "no" : "unknown";
	if (region.reach !== "links" && region.reach !== "through") return "yes";
	const looked = folders.map((folder) => lookThrough(folder, region, world));
	if (!looked.every(({ roots }) => roots.every(staysInside))) return "no";
	// An archive that goes through a link that nobody found is not feared: else nothing large could be unpacked anywhere.
	if (region.reach === "through") return "yes";
	return looked.every(({ whole }) => whole) ? "yes" : "unknown";
}

function touchedBelow(
	{ literal, resolved = [] }: PathPlaces,
	region: Region,
	patterns: readonly PathPattern[],
	world: World,
	found: boolean,
): Truth {
	const isTouched = insideOf(patterns, "touching", world);
	const places = resolved.every((one) => literal.includes(one)) ? literal : [...new Set([...literal, ...resolved])];
	const starts = startsIn(patterns, "touching", world);
	// Of names that are known in part, those that are meant in any folder count, too.
	const all = region.only === undefined ? starts : { ...starts, coming: () => starts.held };
	return meets(places, region, all, isTouched, world, found);
}

/** Does something below one of the folders fit a pattern that begins so? */
function meets(
	folders: readonly string[],
	region: Region,
	{ held: starts, coming, basesOf }: Pick<Starts, "held" | "coming" | "basesOf">,
	fitsOne: (path: string) => boolean,
	world: World,
	found: boolean,
): Truth {
	if (starts.length === 0) return "no";
	let truth: Truth = "no";
	for (const folder of folders) {
		if (region.reach === "somewhere") {
			if (coming(folder).some((start) => mayComeBelow(start, basesOf(start), folder, region, world, found)))
				return "unknown";
			continue;
		}
		if (region.reach === "through") {
			const { roots } = lookThrough(folder, region, world);
			const mayCome = (root: string): boolean =>
				coming(root).some((start) => mayComeBelow(start, basesOf(start), root, region, world, found)) ||
				(root !== folder && fitsOne(root));
			if (roots.some(mayCome)) return "unknown";
			continue;
		}
		// equivalent: there are no others where links are not followed
		const roots = region.reach === "links" ? lookThrough(folder, region, world).roots : [folder];
		if (region.reach === "links" && roots.some(fitsOne)) return "yes";
		if (roots.some((root) => starts.some((start) => liesBelow(start, basesOf(start), root, region, world))))
			return "unknown";
		const mayMeet = (start: Start): boolean => roots.some((root) => mayMeetBelow(start, basesOf(start), root));
		if (!starts.some((start) => start.glob !== undefined && mayMeet(start))) continue;
		const { names, whole } = lookThrough(folder, region, world);
		if (names.some(fitsOne)) return "yes";
		if (!whole && !found) truth = "unknown";
	}
	return truth;
}

/** A place without wildcards, below the folder and not behind a hidden name that is left out: it may be there, or come to be. */
function liesBelow(
	start: Start,
	bases: readonly string[],
	folder: string,
	{ reach, only, skip }: Region,
	world: World,
): boolean {
	if (start.glob !== undefined) return false;
	return bases.some((base) => {
		if (base === folder || !holdsPath(folder, base) || (reach === "visible" && isHidden(base, folder))) return false;
		if (skip !== undefined && partsBelow(base, folder).some((part) => fits(part, skip))) return false;
		// What has another name is not meant, unless it is a folder that holds such names.
		return only === undefined || fits(base.slice(base.lastIndexOf("/") + 1), only) || world.kindAt?.(base) !== "other";
	});
}

function partsBelow(path: string, folder: string): readonly string[] {
	return path.slice(folder === "/" ? 1 : folder.length + 1).split("/");
}

function fits(name: string, patterns: readonly string[]): boolean {
	return matchersOf(patterns).some((matches) => matches(name));
}

type NameMatcher = (name: string) => boolean;

function matchersOf(patterns: readonly string[]): readonly NameMatcher[] {
	return remembered(compiled, patterns, () => patterns.map(nameMatcher));
}

/** Most are plain names. */
function nameMatcher(pattern: string): NameMatcher {
	if (!isPattern(pattern)) return (name) => name === pattern;
	const glob = globOf(pattern);
	return (name) => glob.match(name);
}

/** Patterns of a command, of a fact or of a rule, and gone with it. */
const compiled = new WeakMap<readonly string[], readonly NameMatcher[]>();

function isHidden(path: string, folder: string): boolean {
	return path.slice(folder === "/" ? 0 : folder.length).includes("/.");
}

/** May something below the folder fit the pattern? */
function mayMeetBelow(start: Start, bases: readonly string[], folder: string): boolean {
	return bases.some((base) => {
		if (holdsPath(folder, base)) return true;
		if (start.glob === undefined || !holdsPath(base, folder)) return false;
		return start.anywhere !== undefined || mayLead(start, base, folder);
	});
}

/**
 * May files of unknown names below the folder fit the pattern? A name that means the same in any folder (`**\/.env`) counts only where the folder is a part of it:
 * else nothing could be unpacked anywhere. Names whose ending is known are no such unknown ones.
 */
function mayComeBelow(
	start: Start,
	bases: readonly string[],
	folder: string,
	{ only }: Region,
	world: World,
	found: boolean,
): boolean {
	return bases.some((base) => {
		if (base !== folder && holdsPath(folder, base)) {
			if (found && holdsPath(world.workspace, folder)) return false;
			return only === undefined || fits(partsBelow(base, folder)[0] as string, only);
		}
		if (start.glob === undefined || !holdsPath(base, folder)) return false;
		if (start.anywhere !== undefined) return endsInside(folder, start.anywhere) || isNamedSo(start.anywhere, only);
		return mayLead(start, base, folder) && (only === undefined || base !== folder || mayFitBoth(start.glob, only));
	});
}

/** May a name fit one of these and the first part of a pattern? Different first letters say that none does. */
function mayFitBoth({ tail }: Glob, only: readonly string[]): boolean {
	const first = /^[\w.]/.exec(tail)?.[0];
	return first === undefined || only.some((one) => !/^[\w.]/.test(one) || one[0] === first);
}

/** May one of the names, of which more is known than how they begin, be the one that is meant? */
function isNamedSo(wanted: readonly string[], only: readonly string[] | undefined): boolean {
	const [name] = wanted;
	if (only === undefined || name === undefined || wanted.length > 1) return false;
	return only.some((one) => !one.endsWith("*") && mayBeSame(name, one));
}

/** May one name fit both patterns? Where both vary, all that the wanted one says must stand in the other: else any name may be any other. */
function mayBeSame(wanted: string, other: string): boolean {
	if (!isPattern(wanted)) return globOf(other).match(wanted);
	if (!isPattern(other)) return globOf(wanted).match(other);
	const plain = wanted.replaceAll("*", "");
	if (plain === "" || isPattern(plain)) return false;
	return globOf(wanted).match(other.replace(/[*?[\]{}()\\]+/g, "\u{0}"));
}

function isPattern(text: string): boolean {
	return /[*?[\]{}()\\]/.test(text);
}

/** Do the last parts of the folder fit the first ones of the pattern, and does more of it follow? */
function endsInside(folder: string, wanted: readonly string[]): boolean {
	// Most patterns are one name, of which nothing stands in front.
	if (wanted.length < 2) return false; // equivalent: it is found below as well
	const matchers = matchersOf(wanted);
	const parts = folder.split("/");
	for (let length = Math.min(wanted.length - 1, parts.length); length > 0; length--) {
		const first = parts.length - length;
		let at = 0;
		while (at < length && wanted[at] !== "**" && matchers[at]?.(parts[first + at] as string)) at++;
		if (at === length) return true;
	}
	return false;
}

function mayLead(start: Start, base: string, folder: string): boolean {
	const rest = folder.slice(base === "/" ? 1 : base.length + 1);
	const { glob } = start;
	if (rest === "" || glob === undefined) return true;
	return globBehind(glob).match(rest, true);
}

interface Looked {
	/** Everything that was found, by its real path. */
	readonly names: readonly string[];
	/** The folder, and where links lead that are followed. */
	readonly roots: readonly string[];
	/** Nothing is left that could not be looked at. */
	readonly whole: boolean;
}

/** What was found is kept as long as the world of one decision. */
const looked = new WeakMap<World, Map<string, Looked>>();

function lookThrough(folder: string, region: Region, world: World): Looked {
	const known = remembered(looked, world, () => new Map());
	const { reach, only = [], skip = [] } = region;
	return remembered(known, JSON.stringify([folder, reach, only, skip]), () => look(folder, region, world));
}

function look(folder: string, { reach, only, skip }: Region, world: World): Looked {
	const { entriesOf } = world;
	const entriesIn = entriesOf?.withKinds ?? entriesOf;
	const names: string[] = [];
	const roots = [folder];
	const rooted = new Map([[folder, true]]);
	if (entriesIn === undefined) return { names, roots, whole: false };
	let seen = 0;
	let whole = true;
	for (let at = 0; at < roots.length; at++) {
		const folders = [roots[at] as string];
		for (let path = folders.pop(); path !== undefined; path = folders.pop()) {
			const entries = entriesIn(path);
			if (entries === "unknown") {
				whole = false;
				continue;
			}
			seen += entries.length;
			if (seen > mostNames) return { names, roots, whole: false };
			for (const found of entries) {
				const [entry, kind] = typeof found === "string" ? [found, "unknown"] : [found.name, found.kind];
				if (reach === "visible" && entry.startsWith(".")) continue;
				if (skip !== undefined && fits(entry, skip)) continue;
				const one = path === "/" ? `/${entry}` : `${path}/${entry}`;
				if (only === undefined || fits(entry, only)) names.push(one);
				if (kind === "file") continue;
				const link = kind === "folder" ? "none" : world.linkAt(one);
				if (link === "none") folders.push(one);
				else if (link === "unknown") whole = false;
				else if (reach === "links" || reach === "through") {
					const target = resolveLinks(one, world.linkAt);
					if (target === undefined) whole = false;
					else if (!isInFixed(target, rooted)) {
						roots.push(target);
						rooted.set(target, true);
					}
				}
			}
		}
	}
	return { names, roots, whole };
}
