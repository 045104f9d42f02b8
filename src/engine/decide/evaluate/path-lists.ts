/**
 * Does a path lie inside a list of paths? By folder, never by the beginning of a text.
 */

import type { Minimatch } from "minimatch";
import type { PathPattern, Test } from "../../../language/policy/test.js";
import { baseName } from "../../../language/source/normal-path.js";
import { once } from "../../../language/source/once.js";
import { remembered } from "../../records/remembered.js";
import type { LinkAt, PathPlaces, World } from "../../request/paths.js";
import { holdsPath, joinPath, normalise, resolveLinks } from "../../request/paths.js";
import type { LookedFolder } from "./looked-through.js";
import { pathIn } from "./name-patterns.js";
import type { Glob, Holds, PlacedPattern } from "./path-matchers.js";
import { endingsOf, globOf, isPlain, keptBelow, matchersFor } from "./path-matchers.js";
import { type Truth, truth } from "./truth.js";

/** `within`: every place that the path may mean must lie inside. `touching`: one is enough. */
export type Sense = "within" | "touching";

/** Does the path lie inside the list? Unknown where it can't be known where the path leads. */
export function liesInside(
	place: PathPlaces | undefined,
	patterns: readonly PathPattern[],
	sense: Sense,
	world: World,
): Truth {
	if (place === undefined) return "unknown";
	const home = homeReadings(patterns, world);
	if (home !== undefined) {
		const [least, most] = home.both.map((list) => liesInside(place, list, sense, world)) as [Truth, Truth];
		// A link in the home folder may lead to where the path lies, and that was its name.
		const isOut = sense === "within" && place.literal.some(insideOf(home.out, sense, world).holds);
		return least !== most || (isOut && least === "yes") ? "unknown" : least;
	}
	const { list, answers } = inWorld(pathListText(patterns, sense, world), world);
	// What one command reads, many others may send.
	return remembered(answers, place, () => liesInList(place, list, sense));
}

/**
 * A home folder that nobody knows may be any folder. A list that speaks of it is read twice, as what is surely meant and as what may be; where the two disagree, nobody
 * can say. Undefined for other lists, and where the home folder is known.
 */
export function homeReadings(
	patterns: readonly PathPattern[],
	{ home }: Pick<World, "home">,
): HomeReadings | undefined {
	if (home !== undefined || !patterns.some(isInHome)) return undefined;
	return remembered(homeLists, patterns, () => readTwice(patterns));
}

type HomeReadings = ReturnType<typeof readTwice>;
const homeLists = new WeakMap<readonly PathPattern[], HomeReadings>();

function readTwice(patterns: readonly PathPattern[]) {
	const others = patterns.filter((one) => !isInHome(one));
	const meant = patterns.filter((one) => isInHome(one) && !one.negated).flatMap(inAnyFolder);
	const out = patterns.filter((one) => isInHome(one) && one.negated).flatMap(inAnyFolder);
	return {
		both: [
			[...others, ...out],
			[...others, ...meant],
		] as const,
		meant,
		out: out.map((one) => ({ ...one, negated: false })),
	};
}

const isInHome = ({ text, told }: Pick<PathPattern, "text" | "told">): boolean =>
	told === undefined && /^~(?:\/|$)/.test(text);

/** Does a condition without parts speak of a home folder that nobody knows? */
export function speaksOfUnknownHome(one: Test, { home }: Pick<World, "home">): boolean {
	if (home !== undefined) return false;
	if ("paths" in one) return one.paths.some(isInHome);
	return one.kind === "program" && "text" in one.pattern && isInHome(one.pattern);
}

/** `~/.ssh` as `/**\/.ssh`. A link in the home folder can't be followed. */
function inAnyFolder(pattern: PathPattern): readonly PathPattern[] {
	const parts = pattern.text.split("/").slice(1);
	const magic = pattern.literal ? -1 : parts.findIndex((part) => /[*?[\]{}\\]/.test(part));
	const varying = magic < 0 ? [] : parts.splice(magic).filter((part) => part !== "" && part !== ".");
	const plain = normalise(`/${parts.join("/")}`).replace(/[^\w./-]/g, "\\$&");
	const fixed = { ...pattern, literal: false, text: ["/**", ...plain.split("/")].filter(Boolean).join("/") };
	if (varying.length === 0) return [fixed];
	const tail = varying.join("/");
	const below = { ...fixed, text: `${fixed.text}/${tail}` };
	// Behind a folder that is known `**` fits that folder, too; behind another `**` it wants something.
	return globOf(tail).match("") ? [{ ...fixed, itself: true }, below] : [below];
}

/** The same for paths that nobody asks about again: where many are asked about, the list is looked up once. */
export function insideOf(patterns: readonly PathPattern[], sense: Sense, world: World): Inside {
	const { list } = inWorld(pathListText(patterns, sense, world), world);
	return { holds: (path) => holds(list, path), holdsAny: (folders) => holdsAny(list, folders) };
}

/** What lies inside a list. */
interface Inside {
	readonly holds: (path: string) => boolean;
	/** Is it one of these, with those inside each other one behind the other? */
	readonly holdsAny: (folders: readonly LookedFolder[]) => boolean;
}

const holds = ({ positive, negative }: List, path: string): boolean =>
	positive.some((inside) => inside(path)) && !negative.some((outside) => outside(path));

/**
 * Of thousands of names most end no place of the list, which their last part tells. It does where everything in their folder is meant, or in one above it: then a
 * name that nobody has is meant as well.
 */
function holdsAny(list: List, folders: readonly LookedFolder[]): boolean {
	const { begins, ends } = list.names();
	const mayEnd = (name: string): boolean => begins.has(name) || ends(name);
	const all: boolean[] = [];
	return folders.some(({ path, name, above, names }) => {
		const mayBegin = above === undefined || mayEnd(name as string);
		const isAll =
			all[above ?? -1] === true || (mayBegin && list.positive.some((inside) => inside(pathIn(path, nobody))));
		all.push(isAll);
		return names.some((one) => (isAll || mayEnd(one)) && holds(list, pathIn(path, one)));
	});
}

/** No file is called so. */
const nobody = "\0";

function liesInList(place: PathPlaces, list: List, sense: Sense): Truth {
	if (sense === "within")
		return place.resolved === undefined ? "unknown" : truth(place.resolved.every((path) => holds(list, path)));
	const { positive, negative } = list;
	const all = union(place.literal, place.resolved ?? []);
	const takenOut = negative.some((outside) => all.every(outside));
	if (!takenOut && all.some((path) => positive.some((inside) => inside(path)))) return "yes";
	return place.resolved === undefined && positive.length > 0 ? "unknown" : "no";
}

/** Most paths lead where their text says. */
const union = (some: readonly string[], others: readonly string[]): readonly string[] =>
	// equivalent: some of them stand there twice otherwise
	others.every((one) => some.includes(one)) ? some : [...some, ...others];

/** Is this path, itself, one that the pattern names? Without "everything below a folder". */
export function isPath(
	path: string,
	pattern: { readonly kind: "literal" | "glob"; readonly text: string },
	world: World,
): Truth {
	const list = remembered(programPaths, pattern, () => [
		{ text: pattern.text, literal: pattern.kind === "literal", negated: false },
	]);
	const home = homeReadings(list, world);
	const isNamed = listed(home?.meant ?? list, "within").shapes.some((shape) => {
		const start = startIn(shape, world) as Start;
		return basesOf(start, world).some((base) => isExactly(path, base, start));
	});
	return isNamed && home !== undefined ? "unknown" : truth(isNamed);
}

const programPaths = new WeakMap<object, readonly PathPattern[]>();

interface List {
	readonly positive: readonly Holds[];
	readonly negative: readonly Holds[];
	/** The last parts that places of `positive` have: those of where they begin, and of globs behind that. Made when somebody asks. */
	readonly names: () => { readonly begins: ReadonlySet<string>; readonly ends: (name: string) => boolean };
}

/** A list as it is in a world: where links lead may change from one decision to the next. */
interface InWorld {
	/** Does a pattern begin elsewhere than its text says, or may it? */
	readonly linked: boolean;
	readonly list: List;
	readonly answers: Map<PathPlaces, Truth>;
}

/** As long as the world lives. */
const byWorld = new WeakMap<World, Map<ListText, InWorld>>();

function inWorld(text: ListText, world: World): InWorld {
	return remembered(
		remembered(byWorld, world, () => new Map()),
		text,
		() => {
			const linked =
				text.folders.some((folder) => leadsElsewhere(folder, world.linkAt)) ||
				text.walked.some((start) => basesOf(start, world).length > 1);
			const list = linked ? listOf(text.starts, (start) => basesOf(start, world), text.globs) : text.list;
			return { linked, list, answers: new Map() };
		},
	);
}

/** What a list says as a text: it depends on the workspace, the home folder and the places that the world tells, and on no link. */
interface ListText {
	readonly world: { readonly [Name in "workspace" | "home" | "own" | "policy"]: World[Name] | undefined };
	readonly starts: readonly Start[];
	readonly held: readonly Start[];
	readonly out: readonly Start[];
	readonly coming: Starts["coming"];
	/** Every folder on the way to where they begin; and those beginnings that have a `..`. */
	readonly folders: readonly Folder[];
	readonly walked: readonly Start[];
	/** The list where no link leads elsewhere. */
	readonly list: List;
	readonly globs: Listed["globs"];
}

/** Where the patterns of a list begin. */
export interface Starts {
	/** Those that are meant, and those that are taken out. */
	readonly held: readonly Start[];
	readonly out: readonly Start[];
	/** Of those that are meant, the ones that a file of an unknown name in this folder may fit: a name that is meant in any folder is left out. */
	readonly coming: (folder: string) => readonly Start[];
	readonly basesOf: (start: Start) => readonly string[];
}

/** Where the patterns of a list begin, and the folders that each beginning means. */
export function startsIn(patterns: readonly PathPattern[], sense: Sense, world: World): Starts {
	const text = pathListText(patterns, sense, world);
	const { held, out, coming } = text;
	return { held, out, coming, basesOf: inWorld(text, world).linked ? (start) => basesOf(start, world) : asItStands };
}

const asItStands = ({ alone }: Start): readonly string[] => alone;

/** A folder on the way to where patterns begin, and those inside it. */
interface Folder {
	readonly path: string;
	readonly inner: readonly Folder[];
}

function leadsElsewhere({ path, inner }: Folder, linkAt: LinkAt): boolean {
	const link = linkAt(path);
	if (link === "absent") return false;
	if (link !== "none") return true;
	for (const folder of inner) if (leadsElsewhere(folder, linkAt)) return true;
	return false;
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

/** A list of patterns, and what it says in the worlds that it was asked in last: most decisions are made for the same few workspaces as those before. */
interface Listed {
	readonly shapes: readonly Shape[];
	/** Of its globs, which are the same in every world: matchers, and the last parts of what fits them. */
	readonly globs: {
		readonly below: ReturnType<typeof keptBelow>;
		readonly ends: () => ReturnType<typeof endingsOf>;
	};
	texts: readonly ListText[];
}

const lists = new WeakMap<readonly PathPattern[], Partial<Record<Sense, Listed>>>();
const mostTexts = 16;

function listed(patterns: readonly PathPattern[], sense: Sense): Listed {
	const bySense = lists.get(patterns);
	let list = bySense?.[sense];
	if (list === undefined) {
		const shapes = patterns.map((one) => shapeOf(one, sense));
		const meant = shapes.flatMap(({ negated, glob }) => (negated || glob === undefined ? [] : [glob]));
		list = { shapes, globs: { below: keptBelow(), ends: once(() => endingsOf(meant)) }, texts: [] };
		lists.set(patterns, { ...bySense, [sense]: list });
	}
	return list;
}

function pathListText(patterns: readonly PathPattern[], sense: Sense, world: World): ListText {
	const list = listed(patterns, sense);
	let text = list.texts.find((one) => tellsTheSame(one.world, world));
	if (text === undefined) {
		const { shapes, globs } = list;
		const starts = shapes.flatMap((one) => startsOf(one, world));
		const held = starts.filter((start) => !start.negated);
		const { workspace, home, own, policy } = world;
		text = {
			world: { workspace, home, own, policy },
			starts,
			held,
			out: starts.filter((start) => start.negated),
			coming: comingIn(held.filter(({ anywhere }) => anywhere === undefined || anywhere.length > 1)),
			folders: foldersTo(starts.map(({ normal }) => normal)),
			// equivalent: of the others, their folders say it
			walked: starts.filter((start) => start.walked !== undefined),
			list: listOf(starts, ({ normal }) => [normal], globs),
			globs,
		};
		list.texts = [text, ...list.texts.slice(0, mostTexts - 1)];
	}
	return text;
}

/** Of these the ones that speak of a folder: what is meant in any folder of a name (`**\/.git/hooks`) only where that is the last part of its path. */
function comingIn(starts: readonly Start[]): Starts["coming"] {
	const isByName = ({ normal, anywhere = [] }: Start): boolean =>
		normal === "/" && anywhere.length > 1 && anywhere.every(isPlain);
	const byName = starts.filter(isByName);
	const names = new Set(byName.flatMap(({ anywhere = [] }) => anywhere.slice(0, -1)));
	const others = starts.filter((start) => !isByName(start));
	return (folder) => (names.has(baseName(folder)) ? starts : others);
}

function tellsTheSame(one: ListText["world"], other: World): boolean {
	return (
		one.workspace === other.workspace && one.home === other.home && one.own === other.own && one.policy === other.policy
	);
}

function listOf(starts: readonly Start[], bases: (start: Start) => readonly string[], globs: Listed["globs"]): List {
	const placed = (negated: boolean): readonly PlacedPattern[] =>
		starts
			.filter((one) => one.negated === negated)
			.flatMap((one) => bases(one).map((base) => ({ base, glob: one.glob, itself: one.itself })));
	const held = placed(false);
	return {
		positive: matchersFor(held, globs.below),
		negative: matchersFor(placed(true), globs.below),
		names: once(() => ({ begins: new Set(held.map(({ base }) => baseName(base))), ends: globs.ends() })),
	};
}

/** A pattern, in whatever world. */
interface Shape {
	readonly negated: boolean;
	readonly told: PathPattern["told"];
	readonly from: "root" | "home" | "workspace";
	/** Its fixed beginning, as written: an absolute path, or what stands behind the home folder or the workspace. */
	readonly fixed: string;
	readonly glob: Glob | undefined;
	readonly itself: boolean;
	readonly anywhere: Start["anywhere"];
}

function shapeOf(pattern: PathPattern, sense: Sense): Shape {
	const { text, literal, negated, told } = pattern;
	const isInHome = text === "~" || text.startsWith("~/");
	// What must stay out of sight stays out of sight anywhere, not only in the workspace.
	const isFromRoot = !literal && sense === "touching" && /^\*\*(\/|$)/.test(text);
	const segments = text.split("/");
	const magic = literal ? -1 : segments.findIndex((segment) => /[*?[\]{}\\]/.test(segment));
	const fixed = magic < 0 ? text : segments.slice(0, magic).join("/");
	const behind = segments.slice(magic).filter((segment) => segment !== "" && segment !== ".");
	const isAnywhere = magic >= 0 && behind[0] === "**" && behind.length > 1;
	const itself = pattern.itself === true;
	const shape = {
		...{ negated, told, itself },
		glob: magic < 0 ? undefined : { tail: behind.join("/"), holdsBelow: !itself },
		anywhere: isAnywhere ? behind.slice(1) : undefined,
	};
	if (isInHome) return { ...shape, from: "home", fixed: fixed.slice(1) };
	if (isFromRoot || text.startsWith("/")) return { ...shape, from: "root", fixed: isFromRoot ? "/" : fixed || "/" };
	return { ...shape, from: "workspace", fixed };
}

/** The places that a pattern stands for: its own, or those that the world tells. */
function startsOf(shape: Shape, world: World): readonly Start[] {
	const { told } = shape;
	if (told === undefined) return [startIn(shape, world)].filter((one) => one !== undefined);
	const paths = (told === "policy" ? world.policy : world.own?.[told]) ?? [];
	const plain = { negated: false, walked: undefined, glob: undefined, itself: false, anywhere: undefined };
	return paths.map((path) => ({ ...plain, normal: normalise(path), alone: [normalise(path)] }));
}

/** The fixed beginning of a pattern, and the glob behind it. */
export interface Start {
	readonly negated: boolean;
	/** The beginning without `.` and `..`. */
	readonly normal: string;
	/** That beginning, as a list. */
	readonly alone: readonly string[];
	/** The beginning as written, where a `..` in it may lead elsewhere: up from where a link led. */
	readonly walked: string | undefined;
	readonly glob: Glob | undefined;
	/** Nothing below it is meant. */
	readonly itself: boolean;
	/** The parts of the glob behind a leading `**`, which fit in any folder below the beginning. */
	readonly anywhere: readonly string[] | undefined;
}

/** Where a pattern begins to vary; undefined where nobody knows the home folder. */
export const startOf = (pattern: PathPattern, sense: Sense, world: Folders): Start | undefined =>
	startIn(shapeOf(pattern, sense), world);

type Folders = Pick<World, "workspace" | "home">;

function startIn(shape: Shape, { workspace, home }: Folders): Start | undefined {
	const { negated, from, fixed, glob, itself, anywhere } = shape;
	if (from === "home" && home === undefined) return undefined;
	const absolute = from === "home" ? home + fixed : from === "root" ? fixed : joinPath(workspace, fixed);
	const normal = normalise(absolute);
	// equivalent: without `..`, it leads where the beginning leads
	const walked = absolute.includes("..") ? absolute : undefined;
	return { negated, normal, alone: [normal], walked, glob, itself, anywhere };
}

/** The folders, or files, that the fixed beginning means: as its text says, and where it leads through links. */
export function basesOf({ normal, walked }: Start, world: World): readonly string[] {
	const known = remembered(basesByWorld, world, () => new Map());
	// Many patterns begin in the same folder.
	return remembered(known, `${normal}\0${walked}`, () => lookedUp(normal, walked, world));
}

/** As long as the world lives, as for lists. */
const basesByWorld = new WeakMap<World, Map<string, readonly string[]>>();

function lookedUp(normal: string, walked: string | undefined, { linkAt }: World): readonly string[] {
	const real = resolveLinks(normal, linkAt) ?? normal;
	const other = walked === undefined ? real : (resolveLinks(walked, linkAt) ?? normal);
	return [...new Set([normal, other, real])];
}

const isExactly = (path: string, base: string, { glob }: Start): boolean =>
	glob === undefined
		? path === base
		: holdsPath(base, path) && globBehind(glob).match(path.slice(base === "/" ? 1 : base.length + 1));

/** The glob behind a pattern's beginning, made once. */
export const globBehind = (glob: Glob): Minimatch => remembered(globs, glob, () => globOf(glob.tail));
const globs = new WeakMap<Glob, Minimatch>();
