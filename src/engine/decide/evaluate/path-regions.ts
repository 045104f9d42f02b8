/**
 * Does a folder with what lies below it lie inside a list of paths, or does something below it? What is there now is looked at; what may come there is in doubt.
 */

import type { PathPattern } from "../../../language/policy/test.js";
import { baseName } from "../../../language/source/normal-path.js";
import type { PlacedPath } from "../../effects/effects.js";
import { remembered } from "../../records/remembered.js";
import { Stamped } from "../../records/stamped.js";
import { holdsPath, type PathPlaces, type World } from "../../request/paths.js";
import { type LookedFolder, lookThrough, passesBy, type Region } from "./looked-through.js";
import { fits, matchersOf, mayBeSame, type NameMatcher, pathIn } from "./name-patterns.js";
import type { Starts } from "./path-lists.js";
import { homeReadings, insideOf, liesInside, startsIn } from "./path-lists.js";
import type { Glob } from "./path-matchers.js";
import type { Sense, Start } from "./path-starts.js";
import { globBehind } from "./path-starts.js";
import type { Truth } from "./truth.js";

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
	const home = homeReadings(patterns, world);
	if (home !== undefined) {
		const roots = rootsOf(region, world);
		// Nobody keeps a home folder in a workspace where only what is found there counts.
		const isFound = found && roots.every((root) => holdsPath(world.workspace, root));
		const [lies, most] = home.both.map((list) => regionLies(region, list, sense, world, isFound)) as [Truth, Truth];
		const { held } = startsIn(sense === "within" ? home.out : home.meant, "touching", world);
		const mayBe = !isFound && held.some((start) => mayLieInHome(start, roots, region, world, found));
		return lies !== most || (mayBe && lies === (sense === "within" ? "yes" : "no")) ? "unknown" : lies;
	}
	// Many commands of a script reach through the same folder.
	const answers = remembered(remembered(Regions.in(world), place, noLists), patterns, noAnswers);
	const names = only === undefined && skip === undefined ? "" : JSON.stringify([only, skip]);
	const known = answers.find(
		(one) => one.sense === sense && one.found === found && one.reach === reach && one.names === names,
	);
	// equivalent: asked again, it is the same
	if (known !== undefined) return known.answer;
	const answer = regionLiesAnew(place, region, patterns, sense, world, found);
	answers.push({ sense, found, reach, names, answer });
	return answer;
}

function regionLiesAnew(
	place: PathPlaces,
	region: Region,
	patterns: readonly PathPattern[],
	sense: Sense,
	world: World,
	found: boolean,
): Truth {
	const own = liesInside(place, patterns, sense, world);
	if (sense === "within") return own === "yes" ? staysWithin(place, region, patterns, world) : own;
	return own === "no" ? touchedBelow(place, region, patterns, world, found) : own;
}

/** What was asked of a place and a list. */
interface Answered {
	readonly sense: Sense;
	readonly found: boolean;
	readonly reach: Region["reach"];
	readonly names: string;
	readonly answer: Truth;
}

type ByList = Map<readonly PathPattern[], Answered[]>;
const noLists = (): ByList => new Map();
const noAnswers = (): Answered[] => [];

/** A world with what was asked in it. */
class Regions extends Stamped {
	readonly #answered = new Map<PathPlaces, ByList>();

	static in(world: World): Map<PathPlaces, ByList> {
		if (!(#answered in world) && Object.isExtensible(world)) new Regions(world);
		return #answered in world ? world.#answered : new Map();
	}
}

/** The folders that a region begins in, and those where links lead that it follows. */
function rootsOf(region: Region, world: World): readonly string[] {
	const { literal = [], resolved = [] } = region.place ?? {};
	const places = [...new Set([...literal, ...resolved])];
	if (region.reach !== "links" && region.reach !== "through") return places;
	const led = places.flatMap((folder) => lookThrough(folder, region, world).roots);
	// Nothing lies below a file.
	return [...places, ...led.filter((root) => world.kindAt?.(root) !== "other")];
}

/**
 * May one of the folders hold a home folder that nobody knows, and in it what the pattern means in any folder? What may come there may come anywhere. What is looked at
 * may come to be where it is written out, unless only what is found counts; but nobody keeps a home folder in a workspace.
 */
function mayLieInHome(
	{ anywhere = [], ...start }: Start,
	roots: readonly string[],
	region: Region,
	world: World,
	found: boolean,
): boolean {
	if (region.reach === "somewhere" || region.reach === "through") return true;
	if (anywhere.some((part) => /(?<!\\)[*?[\]{}]/.test(part))) return false;
	const place = anywhere.join("/").replace(/\\(.)/gs, "$1");
	const fixed: Start = { ...start, glob: undefined, anywhere: undefined };
	return roots.some(
		(root) =>
			(!holdsPath(world.workspace, root) || endsInside(root, anywhere)) &&
			liesBelow(fixed, [pathIn(root, place)], root, region, world) &&
			!(found && lookThrough(root, region, world).whole),
	);
}

export const isRegion = (path: PlacedPath): path is PlacedPath & Region => path.reach !== undefined;

/** The folder lies inside: does what is taken out of the list, or what a link leads to, lie in it? */
function staysWithin(place: PathPlaces, region: Region, patterns: readonly PathPattern[], world: World): Truth {
	const list = insideOf(patterns, "within", world);
	const goesOut: Fits = {
		one: (path) => !list.holds(path),
		any: (found) => found.some(({ path, names }) => names.some((name) => !list.holds(pathIn(path, name)))),
	};
	const { out: held, basesOf } = startsIn(patterns, "within", world);
	const out = { held, coming: () => held, basesOf };
	const folders = place.resolved ?? [];
	const met = meets(folders, region, out, goesOut, world, false);
	if (met !== "no") return met === "yes" ? "no" : "unknown";
	if (region.reach !== "links" && region.reach !== "through") return "yes";
	const looked = folders.map((folder) => lookThrough(folder, region, world));
	if (!looked.every(({ roots }) => roots.every(list.holds))) return "no";
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
	const list = insideOf(patterns, "touching", world);
	const places = resolved.every((one) => literal.includes(one)) ? literal : [...new Set([...literal, ...resolved])];
	const starts = startsIn(patterns, "touching", world);
	// Of names that are known in part, those that are meant in any folder count, too.
	const all = region.only === undefined ? starts : { ...starts, coming: () => starts.held };
	return meets(places, region, all, { one: list.holds, any: list.holdsAny }, world, found);
}

/** Does a path, or any that was found, count? */
interface Fits {
	readonly one: (path: string) => boolean;
	readonly any: (found: readonly LookedFolder[]) => boolean;
}

/** Does something below one of the folders fit a pattern that begins so? */
function meets(
	folders: readonly string[],
	region: Region,
	{ held: starts, coming, basesOf }: Pick<Starts, "held" | "coming" | "basesOf">,
	fitting: Fits,
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
				(root !== folder && fitting.one(root));
			if (roots.some(mayCome)) return "unknown";
			continue;
		}
		// equivalent: there are no others where links are not followed
		const roots = region.reach === "links" ? lookThrough(folder, region, world).roots : [folder];
		if (region.reach === "links" && roots.some(fitting.one)) return "yes";
		if (roots.some((root) => starts.some((start) => liesBelow(start, basesOf(start), root, region, world))))
			return "unknown";
		const mayMeet = (start: Start): boolean => roots.some((root) => mayMeetBelow(start, basesOf(start), root));
		if (!starts.some((start) => start.glob !== undefined && mayMeet(start))) continue;
		const { folders: looked, whole } = lookThrough(folder, region, world);
		if (fitting.any(looked)) return "yes";
		if (!whole && !found) truth = "unknown";
	}
	return truth;
}

/** A place without wildcards, below the folder and not behind a hidden name that is left out: it may be there, or come to be. */
function liesBelow(start: Start, bases: readonly string[], folder: string, region: Region, world: World): boolean {
	const { only } = region;
	if (start.glob !== undefined) return false;
	for (const base of bases) {
		if (base === folder || !holdsPath(folder, base) || isPassedBy(region, base, folder, world)) continue;
		// What has another name is not meant, unless it is a folder that holds such names.
		if (only === undefined || fits(baseName(base), only) || world.kindAt?.(base) !== "other") return true;
	}
	return false;
}

function isPassedBy(region: Region, path: string, folder: string, world: World): boolean {
	const parts = partsBelow(path, folder);
	return parts.some((part, at) => {
		const kind = at < parts.length - 1 ? "folder" : "unknown";
		return passesBy(region, [folder, ...parts.slice(0, at)].join("/"), part, kind, world);
	});
}

function partsBelow(path: string, folder: string): readonly string[] {
	return path.slice(folder === "/" ? 1 : folder.length + 1).split("/");
}

/** May something below the folder fit the pattern? */
function mayMeetBelow(start: Start, bases: readonly string[], folder: string): boolean {
	for (const base of bases) {
		if (holdsPath(folder, base)) return true;
		if (start.glob === undefined || !holdsPath(base, folder)) continue;
		if (start.anywhere !== undefined || mayLead(start, base, folder)) return true;
	}
	return false;
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
	const [fitsWanted] = matchersOf(wanted) as readonly [NameMatcher];
	const fitsOther = matchersOf(only);
	return only.some((one, at) => !one.endsWith("*") && mayBeSame(name, fitsWanted, one, fitsOther[at] as NameMatcher));
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
