/**
 * Does a path lie inside a list of paths? By folder, never by the beginning of a text.
 */

import type { PathPattern, Test } from "../../../language/policy/test.js";
import { baseName } from "../../../language/source/normal-path.js";
import { once } from "../../../language/source/once.js";
import { remembered } from "../../records/remembered.js";
import { Stamped } from "../../records/stamped.js";
import type { PathPlaces, World } from "../../request/paths.js";
import { holdsPath, normalise } from "../../request/paths.js";
import type { LookedFolder } from "./looked-through.js";
import { pathIn } from "./name-patterns.js";
import { endingsOf, globOf, isPlain, keptBelow } from "./path-matchers.js";
import type { Matchers, PlacedSection, Section } from "./path-sections.js";
import { matchersOf, sectionsOf } from "./path-sections.js";
import type { Sense, Shape, Start } from "./path-starts.js";
import { asItStands, basesOf, globBehind, shapeOf, startIn, startsOf } from "./path-starts.js";
import { type Truth, truth } from "./truth.js";

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
	const asked = inWorld(pathListText(patterns, sense, world), world);
	if (asked.place === place) return asked.answer;
	let answer = asked.answers?.get(place);
	// equivalent: asked again, it is the same
	if (answer === undefined) {
		answer = liesInList(place, asked.list, sense);
		// What one command reads, many others may send; most lists are asked for one place.
		if (asked.place === undefined) {
			asked.place = place;
			asked.answer = answer;
		} else {
			asked.answers ??= new Map();
			asked.answers.set(place, answer);
		}
	}
	return answer;
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
	oneHolds(positive, path) && !oneHolds(negative, path);

function oneHolds(matchers: Matchers["positive"], path: string): boolean {
	for (const holds of matchers) if (holds(path)) return true;
	return false;
}

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
	const takenOut = negative.length > 0 && all.every((path) => oneHolds(negative, path));
	if (!takenOut && all.some((path) => oneHolds(positive, path))) return "yes";
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

/** Is it the place itself, and nothing below? */
const isExactly = (path: string, base: string, { glob }: Start): boolean =>
	glob === undefined
		? path === base
		: holdsPath(base, path) && globBehind(glob).match(path.slice(base === "/" ? 1 : base.length + 1));

const programPaths = new WeakMap<object, readonly PathPattern[]>();

interface List extends Matchers {
	/** The last parts that places of `positive` have: those of where they begin, and of globs behind that. Made when somebody asks. */
	readonly names: () => { readonly begins: ReadonlySet<string>; readonly ends: (name: string) => boolean };
}

/** A list as it is in a world: where links lead may change from one decision to the next. */
interface InWorld {
	readonly basesOf: Starts["basesOf"];
	readonly list: List;
	/** The place that was asked about first, and the answer. */
	place: PathPlaces | undefined;
	answer: Truth;
	/** Those of the other places. */
	answers: Map<PathPlaces, Truth> | undefined;
}

/** A world with the lists that were asked about in it. */
class Lists extends Stamped {
	readonly #byText = new Map<ListText, InWorld>();

	static in(world: World): Map<ListText, InWorld> {
		if (!(#byText in world) && Object.isExtensible(world)) new Lists(world);
		return #byText in world ? world.#byText : new Map();
	}
}

function inWorld(text: ListText, world: World): InWorld {
	const known = Lists.in(world);
	let list = known.get(text);
	// equivalent: made anew, it is the same
	if (list === undefined) {
		list = placedList(text, world);
		known.set(text, list);
	}
	return list;
}

function placedList(text: ListText, world: World): InWorld {
	const links: string[] = [];
	for (const section of text.sections) section.addLinks(world, links);
	const { list, basesOf } =
		links.length > 0 ? linkedList(text, links, world) : { list: text.list, basesOf: asItStands };
	return { list, basesOf, place: undefined, answer: "unknown", answers: undefined };
}

/** What a list says as a text: it depends on the workspace, the home folder and the places that the world tells, and on no link. */
interface ListText {
	readonly world: { readonly [Name in "workspace" | "home" | "own" | "policy"]: World[Name] | undefined };
	/** Where its patterns begin. Made when somebody asks: most decisions ask whether a path lies inside. */
	readonly begun: () => Begun;
	readonly sections: readonly PlacedSection[];
	/** The list where no link leads elsewhere. */
	readonly list: List;
	/** The same where links led elsewhere the last time, and where to. */
	linked: (Pick<InWorld, "basesOf" | "list"> & { readonly where: string }) | undefined;
	readonly globs: Listed["globs"];
}

interface Begun extends Omit<Starts, "basesOf"> {
	readonly starts: readonly Start[];
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
	const { held, out, coming } = text.begun();
	return { held, out, coming, basesOf: inWorld(text, world).basesOf };
}

/** A list of patterns, and what it says in the worlds that it was asked in last: most decisions are made for the same few workspaces as those before. */
interface Listed {
	readonly shapes: readonly Shape[];
	readonly sections: readonly Section[];
	/** What of a world they hang on: other homes and workspaces matter to what begins in them alone. */
	readonly hangsOn: readonly (keyof ListText["world"])[];
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
		const below = keptBelow();
		const hangsOn = new Set(shapes.flatMap(hangingOn));
		list = {
			shapes,
			sections: sectionsOf(shapes, below),
			hangsOn: [...hangsOn],
			globs: { below, ends: once(() => endingsOf(meant)) },
			texts: [],
		};
		lists.set(patterns, { ...bySense, [sense]: list });
	}
	return list;
}

/** What of a world a pattern hangs on. */
function hangingOn({ told, from }: Shape): readonly (keyof ListText["world"])[] {
	if (told !== undefined) return [told === "policy" ? "policy" : "own"];
	return from === "root" ? [] : [from];
}

function pathListText(patterns: readonly PathPattern[], sense: Sense, world: World): ListText {
	const list = listed(patterns, sense);
	let text = list.texts[0];
	// Most are asked in the world of the one before.
	if (text === undefined || !saysTheSame(text, list, world))
		text = list.texts.find((one) => saysTheSame(one, list, world));
	if (text === undefined) {
		text = textIn(list, world);
		list.texts = [text, ...list.texts.slice(0, mostTexts - 1)];
	}
	return text;
}

function saysTheSame({ world }: ListText, { hangsOn }: Listed, there: World): boolean {
	for (const name of hangsOn) if (world[name] !== there[name]) return false;
	return true;
}

function textIn({ shapes, sections: placing, globs }: Listed, { workspace, home, own, policy }: World): ListText {
	const world = { workspace, home, own, policy };
	const begun = once(() => begunOf(shapes.flatMap((one) => startsOf(one, world))));
	const sections = placing.map((section) => section(world));
	return {
		world,
		begun,
		globs,
		sections,
		linked: undefined,
		list: {
			positive: sections.flatMap(({ positive }) => positive),
			negative: sections.flatMap(({ negative }) => negative),
			names: once(() => namesOf(begun().held, asItStands, globs)),
		},
	};
}

function begunOf(starts: readonly Start[]): Begun {
	const held = starts.filter((start) => !start.negated);
	return {
		starts,
		held,
		out: starts.filter((start) => start.negated),
		coming: comingIn(held.filter(({ anywhere }) => anywhere === undefined || anywhere.length > 1)),
	};
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

/** The list where links lead elsewhere. What it says depends on where they lead to and on nothing else, and on most machines the same ones do (`/bin`). */
function linkedList(text: ListText, links: readonly string[], world: World): NonNullable<ListText["linked"]> {
	const { starts, held } = text.begun();
	const led = starts.filter(({ normal }) => links.some((at) => holdsPath(at, normal)));
	const bases = new Map(led.map((start) => [start, basesOf(start, world)]));
	const where = JSON.stringify([...bases.values()]);
	if (text.linked?.where !== where) {
		const there = (start: Start): readonly string[] => bases.get(start) ?? start.alone;
		const names = once(() => namesOf(held, there, text.globs));
		text.linked = { where, basesOf: there, list: { ...matchersOf(starts, there, text.globs.below), names } };
	}
	return text.linked;
}

function namesOf(
	held: readonly Start[],
	bases: Starts["basesOf"],
	{ ends }: Listed["globs"],
): ReturnType<List["names"]> {
	return { begins: new Set(held.flatMap((start) => bases(start).map(baseName))), ends: ends() };
}
