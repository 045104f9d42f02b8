/**
 * Does a path lie inside a list of paths? By folder, never by the beginning of a text.
 */
import { braceExpand, Minimatch } from "minimatch";
import type { PathPattern } from "../../../language/policy/test.js";
import { remembered } from "../../records/remembered.js";
import {
	holdsPath,
	joinPath,
	type LinkAt,
	normalise,
	type PathPlaces,
	resolveLinks,
	type World,
} from "../../request/paths.js";
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
	const { list, answers } = inWorld(pathListText(patterns, sense, world), world);
	// What one command reads, many others may send.
	return remembered(answers, place, () => liesInList(place, list, sense));
}

/** The same for paths that nobody asks about again: where many are asked about, the list is looked up once. */
export function insideOf(patterns: readonly PathPattern[], sense: Sense, world: World): (path: string) => boolean {
	const { list } = inWorld(pathListText(patterns, sense, world), world);
	return (path) => holds(list, path);
}

const holds = ({ positive, negative }: List, path: string): boolean =>
	positive.some((inside) => inside(path)) && !negative.some((outside) => outside(path));

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
): boolean {
	const start = programStart(pattern, world);
	return start !== undefined && basesOf(start, world).some((base) => isExactly(path, base, start));
}

interface ProgramStart {
	readonly workspace: string;
	readonly home: string | undefined;
	readonly start: Start | undefined;
}

/** The last one of each pattern, as for lists. */
const programStarts = new WeakMap<object, ProgramStart>();

function programStart(
	pattern: { readonly kind: "literal" | "glob"; readonly text: string },
	world: World,
): Start | undefined {
	const { workspace, home } = world;
	const known = programStarts.get(pattern);
	if (known !== undefined && known.workspace === workspace && known.home === home) return known.start;
	const path = { text: pattern.text, literal: pattern.kind === "literal", negated: false };
	const start = startOf(path, "within", world);
	programStarts.set(pattern, { workspace, home, start }); // equivalent: found again, it is the same
	return start;
}

interface List {
	readonly positive: readonly Holds[];
	readonly negative: readonly Holds[];
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
	const lists = byWorld.get(world);
	const known = lists?.get(text);
	// equivalent: what is made anew is the same
	if (known !== undefined) return known;
	const linked =
		text.folders.some((folder) => leadsElsewhere(folder, world.linkAt)) ||
		text.walked.some((start) => basesOf(start, world).length > 1);
	const list = linked ? listOf(text.starts, (start) => basesOf(start, world)) : text.list;
	const made = { linked, list, answers: new Map() };
	if (lists === undefined) byWorld.set(world, new Map([[text, made]]));
	else lists.set(text, made);
	return made;
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

/** The last ones of each list: most decisions are made for the same few workspaces as those before. */
const texts = new WeakMap<readonly PathPattern[], Partial<Record<Sense, readonly ListText[]>>>();
const mostTexts = 16;

function pathListText(patterns: readonly PathPattern[], sense: Sense, world: World): ListText {
	const bySense = texts.get(patterns);
	const before = bySense?.[sense] ?? [];
	let text = before.find((one) => tellsTheSame(one.world, world));
	if (text === undefined) {
		const starts = patterns.flatMap((one) => startsOf(one, sense, world));
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
			list: listOf(starts, ({ normal }) => [normal]),
		};
		texts.set(patterns, { ...bySense, [sense]: [text, ...before.slice(0, mostTexts - 1)] });
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
	return (folder) => (names.has(folder.slice(folder.lastIndexOf("/") + 1)) ? starts : others);
}

function tellsTheSame(one: ListText["world"], other: World): boolean {
	return (
		one.workspace === other.workspace && one.home === other.home && one.own === other.own && one.policy === other.policy
	);
}

function listOf(starts: readonly Start[], bases: (start: Start) => readonly string[]): List {
	const holding = (negated: boolean): List["positive"] => {
		const patterns = starts
			.filter((one) => one.negated === negated)
			.flatMap((one) => bases(one).map((base): PlacedPattern => ({ base, tail: one.tail, itself: one.itself })));
		return matchersFor(patterns);
	};
	return { positive: holding(false), negative: holding(true) };
}

/** The places that a pattern stands for: its own, or those that the world tells. */
function startsOf(pattern: PathPattern, sense: Sense, world: World): readonly Start[] {
	const { told } = pattern;
	if (told === undefined) return [startOf(pattern, sense, world)].filter((one) => one !== undefined);
	const paths = (told === "policy" ? world.policy : world.own?.[told]) ?? [];
	return paths.map((path): Start => {
		const normal = normalise(path);
		return { negated: false, normal, alone: [normal], walked: undefined, tail: undefined };
	});
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
	readonly tail: string | undefined;
	/** Nothing below it is meant. */
	readonly itself?: true;
	/** The parts of the tail behind a leading `**`, which fit in any folder below the beginning. */
	readonly anywhere?: readonly string[];
}

/** Where a pattern begins to vary; undefined where nobody knows the home folder. */
export function startOf(
	pattern: PathPattern,
	sense: Sense,
	world: Pick<World, "workspace" | "home">,
): Start | undefined {
	const text = expandHome(pattern.text, world);
	if (text === undefined) return undefined;
	// What must stay out of sight stays out of sight anywhere, not only in the workspace.
	const anywhere = !pattern.literal && sense === "touching" && /^\*\*(\/|$)/.test(text);
	const segments = text.split("/");
	const magic = pattern.literal ? -1 : segments.findIndex((segment) => /[*?[\]{}\\]/.test(segment));
	const fixed = magic < 0 ? text : segments.slice(0, magic).join("/");
	const absolute = anywhere ? "/" : joinPath(world.workspace, text.startsWith("/") && fixed === "" ? "/" : fixed);
	const behind = segments.slice(magic).filter((segment) => segment !== "" && segment !== ".");
	const isAnywhere = magic >= 0 && behind[0] === "**" && behind.length > 1;
	const normal = normalise(absolute);
	return {
		negated: pattern.negated,
		normal,
		alone: [normal],
		walked: absolute.includes("..") ? absolute : undefined, // equivalent: without one, it leads where the beginning leads
		tail: magic < 0 ? undefined : behind.join("/"),
		...(pattern.itself && { itself: pattern.itself }),
		...(isAnywhere ? { anywhere: behind.slice(1) } : {}),
	};
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

/** A pattern with its fixed beginning in place. */
interface PlacedPattern {
	readonly base: string;
	readonly tail: string | undefined;
	readonly itself?: true | undefined;
}

type Holds = (path: string) => boolean;

/** A few matchers for all patterns: fixed places are looked up part by part, and globs that begin in one folder are looked at where the path lies in it. */
function matchersFor(patterns: readonly PlacedPattern[]): readonly Holds[] {
	const fixed = new Map<string, boolean>();
	const globs = new Map<string, Glob[]>();
	for (const { base, tail, itself } of patterns) {
		const holdsBelow = itself !== true;
		if (tail === undefined) fixed.set(base, holdsBelow || fixed.get(base) === true);
		else globs.set(base, [...(globs.get(base) ?? []), { tail, holdsBelow }]);
	}
	return [
		...(fixed.size === 0 ? [] : [(path: string) => isInFixed(path, fixed)]),
		...[...globs].map(([base, all]): Holds => {
			const matchers = once(() => matchersBelow(base, all));
			return (path) => holdsPath(base, path) && matchers().some((holds) => holds(path));
		}),
	];
}

interface Glob {
	readonly tail: string;
	/** Is what lies below meant as well? */
	readonly holdsBelow: boolean;
}

/**
 * The matchers for the globs that begin in a folder, made when the first path lies in it: of a long list most never are. With braces spelled out, most are fixed
 * places, or names that mean the same in any folder; those are looked up part by part, so that a path is asked once however many of them there are.
 */
function matchersBelow(base: string, globs: readonly Glob[]): readonly Holds[] {
	const fixed = new Map<string, boolean>();
	const anywhere: NamedFolder = { inner: new Map() };
	const forms: string[] = [];
	const others: Holds[] = [];
	const folder = base === "/" ? base : `${base}/`;
	for (const { tail, holdsBelow } of globs.flatMap(spelledOut)) {
		const parts = base === "/" ? partsAnywhere(tail) : undefined;
		const place = folder + tail;
		const form = formOf(tail);
		if (parts !== undefined) addNamed(anywhere, parts, holdsBelow);
		else if (tail.split("/").every(isPlain)) fixed.set(place, holdsBelow || fixed.get(place) === true);
		else if (form !== undefined) forms.push(form + (holdsBelow ? "(?:/|$)" : "$"));
		else others.push(globMatcher(folder, tail, holdsBelow));
	}
	const together = new RegExp(`^(?:${forms.join("|")})`, "s");
	return [
		...(fixed.size === 0 ? [] : [(path: string) => isInFixed(path, fixed)]),
		...(anywhere.inner.size === 0 ? [] : [(path: string) => isNamed(path, anywhere)]),
		...(forms.length === 0 ? [] : [(path: string) => together.test(path.slice(folder.length))]),
		...others,
	];
}

/** `{a,b}` as `a` and `b`. */
function spelledOut(glob: Glob): readonly Glob[] {
	if (!glob.tail.includes("{") || glob.tail.includes("\\")) return [glob];
	// Most have one list of names, and nothing else takes a reader of braces.
	const [, before, list, behind] = /^([^{}$]*)\{([^{}$,]+(?:,[^{}$,]+)+)\}([^{}]*)$/.exec(glob.tail) ?? [];
	const tails =
		list?.split(",").map((one) => `${before}${one}${behind}`) ??
		braceExpand(glob.tail, { braceExpandMax: mostSpelledOut });
	return tails.length < mostSpelledOut ? tails.map((tail) => ({ ...glob, tail })) : [glob];
}
const mostSpelledOut = 200;

/** A name without anything that varies. */
const isPlain = (part: string): boolean => /^[\w.@%+=:, -]+$/.test(part) && part !== "." && part !== "..";

/** A glob of plain parts, stars and sets of letters as an expression for normal paths, since most globs are such and one expression stands for all of them; undefined for others. */
function formOf(tail: string): string | undefined {
	const parts = tail.split("/");
	const anywhere = parts[0] === "**" ? parts.shift() : undefined;
	if (parts.length === 0 || !parts.every((part) => /^(?!\.\.?$)(?:[\w.@%+=:, -]|\*(?!\*)|\[!?\w+\])+$/.test(part)))
		return undefined;
	const forms = parts.map((part) =>
		part === "*" ? "[^/]+" : part.replace(/[.+]/g, "\\$&").replaceAll("[!", "[^/").replaceAll("*", "[^/]*"),
	);
	return (anywhere === undefined ? "" : "(?:.*/)?") + forms.join("/");
}

/** Does the path, or a folder above it, stand among these? The value: is what lies below meant as well? */
export function isInFixed(path: string, fixed: ReadonlyMap<string, boolean>): boolean {
	if (fixed.get("/") === true) return true;
	for (let end = path.indexOf("/", 1); end >= 0; end = path.indexOf("/", end + 1))
		if (fixed.get(path.slice(0, end)) === true) return true;
	return fixed.has(path);
}

/** Names by what may stand behind them. `below`: the names up to here are a place; is what lies below it meant as well? */
interface NamedFolder {
	readonly inner: Map<string, NamedFolder>;
	below?: boolean;
}

/** The parts of `**\/a/b`; undefined where anything else in it varies. */
function partsAnywhere(tail: string): readonly string[] | undefined {
	const [first, ...parts] = tail.split("/");
	return first === "**" && parts.length > 0 && parts.every(isPlain) ? parts : undefined;
}

function addNamed(root: NamedFolder, parts: readonly string[], holdsBelow: boolean): void {
	let at = root;
	for (const part of parts) {
		let next = at.inner.get(part);
		if (next === undefined) {
			next = { inner: new Map() };
			at.inner.set(part, next);
		}
		at = next;
	}
	at.below = holdsBelow || at.below === true;
}

/** Do some parts of the path, one behind the other, name a place? */
function isNamed(path: string, root: NamedFolder): boolean {
	const parts = path.split("/");
	for (let from = 1; from < parts.length; from++) {
		let at = root.inner.get(parts[from] as string);
		for (let next = from + 1; at !== undefined; next++) {
			if (at.below === true || (at.below === false && next === parts.length)) return true;
			at = at.inner.get(parts[next] as string);
		}
	}
	return false;
}

function expandHome(text: string, world: Pick<World, "home">): string | undefined {
	if (text !== "~" && !text.startsWith("~/")) return text;
	return world.home === undefined ? undefined : `${world.home}${text.slice(1)}`;
}

function isExactly(path: string, base: string, start: Start): boolean {
	const { tail } = start;
	if (tail === undefined) return path === base;
	return holdsPath(base, path) && globBehind(start, tail).match(path.slice(base === "/" ? 1 : base.length + 1));
}

/** The glob behind a pattern's beginning, made once. */
export const globBehind = (start: Start, tail: string): Minimatch => remembered(tails, start, () => globOf(tail));
const tails = new WeakMap<Start, Minimatch>();

export const globOf = (tail: string): Minimatch => new Minimatch(tail, { dot: true, nonegate: true, nocomment: true });

function globMatcher(folder: string, tail: string, holdsBelow: boolean): Holds {
	const itself = once(() => globOf(tail));
	// A folder that fits holds all that is below it.
	const below = once(() => globOf(`${tail}/**`));
	return (path) => {
		const rest = path.slice(folder.length);
		return itself().match(rest) || (holdsBelow && below().match(rest));
	};
}

function once<T extends object>(make: () => T): () => T {
	let made: T | undefined;
	return () => (made ??= make());
}
