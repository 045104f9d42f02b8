/**
 * Lists of paths as sets of words: the texts that lie inside, where no link leads elsewhere. What src/engine/decide/evaluate/path-lists.ts says
 * of one text is said here of all of them at once.
 */
import { homeReadings, liesInside } from "../../../engine/decide/evaluate/path-lists.js";
import { joinPath, normalise, placeOf, type World } from "../../../engine/request/paths.js";
import type { PathPattern } from "../../../language/policy/test.js";
import type { Automaton, AutomatonState } from "../../../language/policy/word-language/automaton.js";
import { codePoints, complement, onlyCodePoint } from "../../../language/policy/word-language/code-points.js";
import {
	alternation,
	anyWord,
	concatenation,
	type Language,
	oneWord,
	repetition,
} from "../../../language/policy/word-language/language.js";
import { combined } from "./combined.js";
import { readPathGlob } from "./path-glob.js";
import { holdsWord, standing, startOf } from "./positions.js";
import { alternationSharing } from "./shared-beginnings.js";
import { laterWordSet, TooLarge, type WordSet, wordSetOfAutomaton, wordSetOfLanguage } from "./word-set.js";

/** What paths are relative to. All folders are absolute. */
export interface PathBase {
	readonly workspace: string;
	readonly home: string | undefined;
	readonly cwd: string;
}

/** Texts of paths in normal form: no part is empty or `.`, and `..` stands only at the beginning, or it is the single word `.`. None begins with a `~`, which shells and programs read differently. */
export const normalPaths: WordSet = deterministic(
	alternation([
		oneWord("/"),
		repetition(slashed(normalPart("")), 1, Number.POSITIVE_INFINITY),
		oneWord("."),
		concatenation([oneWord(".."), anyNumber(slashed(oneWord(".."))), anyNumber(slashed(normalPart("")))]),
		concatenation([normalPart("~"), anyNumber(slashed(normalPart("")))]),
	]),
);

/**
 * The texts of `normalPaths` that lie inside the list, in a world without links; longer ones than a kernel takes included.
 * Undefined if a pattern is written in a way that can't be translated exactly (extended globs, for instance), or the list is too large.
 */
export function pathSetOf(
	paths: readonly PathPattern[],
	sense: "within" | "touching",
	around: PathBase,
): WordSet | undefined {
	const set = laterPathSetOf(paths, sense, around);
	try {
		return set?.automaton === undefined ? undefined : set;
	} catch (error) {
		if (error instanceof TooLarge) return undefined;
		throw error;
	}
}

/**
 * The same, made only when more is asked of it than to look at single words; where it is too large then, TooLarge is thrown. `mayLie`: where nobody knows the home
 * folder, what may lie inside counts, and not only what lies there whatever it is.
 */
export function laterPathSetOf(
	paths: readonly PathPattern[],
	sense: "within" | "touching",
	around: PathBase,
	mayLie = false,
): WordSet | undefined {
	const readings = homeReadings(paths, around);
	if (readings !== undefined) return laterPathSetOf(readings.both[mayLie ? 1 : 0], sense, around);
	const own = ofLists.get(paths) ?? new Map<string, WordSet | undefined>();
	ofLists.set(paths, own);
	const place = `${sense} ${around.workspace}\0${around.home ?? ""}\0${around.home === undefined}\0${around.cwd}`;
	if (own.has(place)) return own.get(place);
	const list = JSON.stringify(
		paths.map(({ text, literal, negated, itself, told }) => [text, literal, negated, itself, told]),
	);
	const key = `${place} ${list}`;
	const set = known.has(key) ? known.get(key) : startPathSet(paths, sense, around, list);
	if (known.size >= mostKnown) known.clear();
	known.set(key, set);
	own.set(place, set);
	return set;
}

function startPathSet(
	paths: readonly PathPattern[],
	sense: "within" | "touching",
	around: PathBase,
	list: string,
): WordSet | undefined {
	// What a world tells is told of machines, and proofs speak of none.
	const told = paths.filter((pattern) => pattern.told === undefined);
	if (told.some((pattern) => languageOf(pattern, sense, around) === undefined)) return undefined;
	const world: World = {
		workspace: around.workspace,
		...(around.home === undefined ? {} : { home: around.home }),
		linkAt: () => "none",
	};
	const lies = (text: string): boolean =>
		holdsWord(normalPaths, text) && liesInside(placeOf(text, around.cwd, world), told, sense, world) === "yes";
	return laterWordSet(
		lies,
		() => makePathSet(told, sense, around, list),
		told.length > fewPaths,
		() => told.flatMap((pattern) => instanceOf(pattern, around.home) ?? []),
		() => partsOf(told, sense, around),
	);
}

/** Each pattern of a long list by itself, with the few that it takes out. */
function partsOf(paths: readonly PathPattern[], sense: "within" | "touching", around: PathBase): readonly WordSet[] {
	const negated = paths.filter((pattern) => pattern.negated);
	if (paths.length <= fewPaths || negated.length >= fewPaths) return [];
	return paths.flatMap((pattern) => {
		if (pattern.negated) return [];
		const part = [pattern, ...negated];
		return startPathSet(part, sense, around, JSON.stringify(part)) ?? [];
	});
}

/** A path that the pattern names, in words that are close to its own; undefined where a search has to find one. */
export function instanceNamed(pattern: PathPattern, around: PathBase): string | undefined {
	const text = instanceOf(pattern, around.home);
	const set = laterPathSetOf([{ ...pattern, negated: false }], "touching", around);
	return text !== undefined && set !== undefined && holdsWord(set, text) ? text : undefined;
}

/** A path that the pattern names, most likely: each part that stands for several is written as one of them. */
function instanceOf({ text, literal }: PathPattern, home: string | undefined): string | undefined {
	const written = expandHome(text, home);
	if (written === undefined || literal) return written;
	return written
		.replace(/\{([^,{}]*)[^{}]*\}/g, "$1")
		.replace(/^\*\*\//, "")
		.replace(/\*+|\?/g, "a");
}

/** A list of so many paths is soon made. */
const fewPaths = 4;

/** Most questions are about a list that was asked about before. */
const ofLists = new WeakMap<readonly PathPattern[], Map<string, WordSet | undefined>>();

/** Absolute paths without `.` and `..`, of which the topmost folder is the empty text, so that each part comes with the `/` before it. */
const normalPlaces: WordSet = deterministic(anyNumber(slashed(normalPart(""))));

const known = new Map<string, WordSet | undefined>();
const mostKnown = 500;
const mostStates = 10_000;

function makePathSet(
	paths: readonly PathPattern[],
	sense: "within" | "touching",
	around: PathBase,
	list: string,
): WordSet | undefined {
	// The places are the same from every folder.
	const key = `${sense} ${around.workspace}\0${around.home ?? ""}\0${around.home === undefined} ${list}`;
	const places = knownPlaces.has(key) ? knownPlaces.get(key) : makePlaces(paths, sense, around);
	if (knownPlaces.size >= mostKnown) knownPlaces.clear();
	knownPlaces.set(key, places);
	if (places === undefined) return undefined;
	const texts = wordSetOfAutomaton(textsOf(places, normalise(around.cwd)), false);
	return combined([texts, normalPaths], [], mostStates);
}

const knownPlaces = new Map<string, WordSet | undefined>();

function makePlaces(
	paths: readonly PathPattern[],
	sense: "within" | "touching",
	around: PathBase,
): WordSet | undefined {
	const negated = paths.filter((pattern) => pattern.negated);
	const inside = placesOf(
		paths.filter((pattern) => !pattern.negated),
		sense,
		around,
	);
	const outside = placesOf(negated, sense, around);
	if (inside === undefined || outside === undefined) return undefined;
	return combined(
		[normalPlaces, wordSetOfLanguage(inside)],
		negated.length === 0 ? [] : [wordSetOfLanguage(outside)],
		mostStates,
	);
}

/** The places that the patterns name, and all below those that name more than themselves. */
function placesOf(
	patterns: readonly PathPattern[],
	sense: "within" | "touching",
	around: PathBase,
): Language | undefined {
	const alone: Language[] = [];
	const withBelow: Language[] = [];
	for (const pattern of patterns) {
		const named = languageOf(pattern, sense, around);
		if (named === undefined) return undefined;
		(pattern.itself ? alone : withBelow).push(named);
	}
	return alternation([alternationSharing(alone), andBelow(alternationSharing(withBelow))]);
}

/** The places that a pattern names. */
function languageOf(pattern: PathPattern, sense: "within" | "touching", around: PathBase): Language | undefined {
	const text = expandHome(pattern.text, around.home);
	if (text === undefined) return alternation([]);
	const anywhere = !pattern.literal && sense === "touching" && /^\*\*(\/|$)/.test(text);
	const segments = text.split("/");
	const magic = pattern.literal ? -1 : segments.findIndex((segment) => /[*?[\]{}\\]/.test(segment));
	const fixed = magic < 0 ? text : segments.slice(0, magic).join("/");
	const absolute = anywhere ? "/" : joinPath(around.workspace, text.startsWith("/") && fixed === "" ? "/" : fixed);
	const base = oneWord(plainPathText(normalise(absolute)));
	if (magic < 0) return base;
	const tail = segments
		.slice(magic)
		.filter((segment) => segment !== "" && segment !== ".")
		.join("/");
	const inside = readPathGlob(tail);
	return inside && concatenation([base, inside]);
}

/** The places, and all that lies below; behind a `/` anything goes, so that readers who got there need to remember nothing. */
function andBelow(places: Language): Language {
	return concatenation([places, repetition(slashed(anyWord), 0, 1)]);
}

function expandHome(text: string, home: string | undefined): string | undefined {
	if (text !== "~" && !text.startsWith("~/")) return text;
	return home === undefined ? undefined : `${home}${text.slice(1)}`;
}

function plainPathText(path: string): string {
	return path === "/" ? "" : path;
}

/** From places to the texts that mean them, seen from a folder: absolute ones, and relative ones with any number of `..` before them. */
function textsOf(places: WordSet, cwd: string): Automaton {
	const { states: before, start: absolute, accept } = places.automaton;
	const states: AutomatonState[] = [...before];
	const add = (state: AutomatonState): number => states.push(state) - 1;
	const reading = (character: string, next: number): number =>
		add({ kind: "set", codePoints: onlyCodePoint(character.charCodeAt(0)), next });
	const starts: number[] = [absolute];
	if (holdsWord(places, "")) starts.push(reading("/", accept));
	if (holdsWord(places, plainPathText(cwd))) starts.push(reading(".", accept));

	// From the topmost folder, where `..` leads nowhere else, back down to the folder that one stands in.
	let up: number | undefined;
	for (const folder of foldersTo(cwd)) {
		const from: number[] = [...standing(startOf(places), `${folder}/`).members];
		const behindDots: number[] = [];
		const here = add({ kind: "split", next: from });
		// At the top, `..` is the top again.
		const above: { readonly folder: string; readonly from: number } =
			up === undefined ? { folder, from: here } : { folder: folder.slice(0, folder.lastIndexOf("/")), from: up };
		if (holdsWord(places, above.folder)) behindDots.push(accept);
		behindDots.push(reading("/", above.from));
		from.push(reading(".", reading(".", add({ kind: "split", next: behindDots }))));
		up = here;
	}
	starts.push(up as number);
	return { states, start: add({ kind: "split", next: starts }), accept };
}

/** The topmost folder, the one in it, and so on to this one. */
function foldersTo(cwd: string): readonly string[] {
	const folders: string[] = [""];
	const path = plainPathText(cwd);
	for (let at = path.indexOf("/", 1); at >= 0; at = path.indexOf("/", at + 1)) folders.push(path.slice(0, at));
	if (path !== "") folders.push(path);
	return folders;
}

function deterministic(language: Language): WordSet {
	const set = wordSetOfLanguage(language);
	return combined([set], [], Number.POSITIVE_INFINITY) ?? set;
}

/** The name of a file or folder; its first character is none of these. */
function normalPart(notFirst: string): Language {
	const rest = anyNumber(except("/"));
	return alternation([
		concatenation([except(`./${notFirst}`), rest]),
		concatenation([oneWord("."), except("./"), rest]),
		concatenation([oneWord(".."), except("/"), rest]),
	]);
}

/** One character, none of these. No kernel takes a path with a NUL in it. */
function except(characters: string): Language {
	const ranges = Array.from(`\0${characters}`, (one) => ({ first: one.charCodeAt(0), last: one.charCodeAt(0) }));
	return { kind: "set", codePoints: complement(codePoints(ranges)) };
}

function slashed(language: Language): Language {
	return concatenation([oneWord("/"), language]);
}

function anyNumber(language: Language): Language {
	return repetition(language, 0, Number.POSITIVE_INFINITY);
}
