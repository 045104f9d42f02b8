/**
 * Patterns of paths as a few functions that tell whether a path lies inside one of them: however many patterns there are, a path is asked a few times.
 */
import { braceExpand, Minimatch } from "minimatch";
import { baseName } from "../../../language/source/normal-path.js";
import { once } from "../../../language/source/once.js";
import { remembered } from "../../records/remembered.js";
import { holdsPath } from "../../request/paths.js";

/** A pattern with its fixed beginning in place. */
export interface PlacedPattern {
	readonly base: string;
	/** Absent where nothing of it varies. */
	readonly glob: Glob | undefined;
	/** Nothing below it is meant. */
	readonly itself: boolean;
}

/** What of a pattern varies. It is the same one wherever the pattern begins. */
export interface Glob {
	readonly tail: string;
	/** Is what lies below meant as well? */
	readonly holdsBelow: boolean;
}

export type Holds = (path: string) => boolean;

/** Matchers for globs that begin in one folder. They tell of a path by what of it lies behind that folder, with its slash; what begins at the root is matched in another way. */
type Below = (globs: readonly Glob[], isRoot: boolean) => readonly Holds[];

/** Lists of globs that are kept for one list of patterns: in most worlds the same ones begin in one folder. */
const mostKept = 64;

/** Makes matchers for globs, and gives those that were made for the same ones. */
export function keptBelow(): Below {
	const kept: { readonly globs: readonly Glob[]; readonly isRoot: boolean; readonly holds: readonly Holds[] }[] = [];
	return (globs, isRoot) => {
		const known = kept.find((one) => one.isRoot === isRoot && isSame(one.globs, globs)); // equivalent: those of the root hold elsewhere as well
		const { holds } = known ?? { holds: matchersBelow(globs, isRoot) };
		if (known === undefined && kept.length < mostKept) kept.push({ globs, isRoot, holds });
		return holds;
	};
}

const isSame = (some: readonly Glob[], others: readonly Glob[]): boolean =>
	some.length === others.length && some.every((one, at) => one === others[at]);

/** A few matchers for all patterns: fixed places are looked up part by part, and globs that begin in one folder are looked at where the path lies in it. */
export function matchersFor(patterns: readonly PlacedPattern[], below: Below): readonly Holds[] {
	const fixed = new Map<string, boolean>();
	const globs = new Map<string, Glob[]>();
	for (const { base, glob, itself } of patterns) {
		if (glob === undefined) fixed.set(base, !itself || fixed.get(base) === true);
		else remembered(globs, base, () => []).push(glob);
	}
	return [
		...heldByFixed(fixed),
		...[...globs].map(([base, all]): Holds => {
			const isRoot = base === "/";
			const matchers = once(() => below(all, isRoot));
			return (path) => {
				if (!holdsPath(base, path)) return false;
				const behind = isRoot ? path : path.slice(base.length);
				return matchers().some((holds) => holds(behind));
			};
		}),
	];
}

/**
 * The matchers for the globs that begin in a folder, made when the first path lies in it: of a long list most never are. With braces spelled out, most are fixed
 * places, or names that mean the same in any folder; those are looked up part by part, so that a path is asked once however many of them there are.
 */
function matchersBelow(globs: readonly Glob[], isRoot: boolean): readonly Holds[] {
	const fixed = new Map<string, boolean>();
	const anywhere: NamedFolder = { inner: new Map() };
	const forms: string[] = [];
	const others: Holds[] = [];
	for (const { tail, holdsBelow } of globs.flatMap(spelledOut)) {
		const parts = isRoot ? partsAnywhere(tail) : undefined;
		const place = `/${tail}`;
		const form = formOf(tail);
		if (parts !== undefined) addNamed(anywhere, parts, holdsBelow);
		else if (tail.split("/").every(isPlain)) fixed.set(place, holdsBelow || fixed.get(place) === true);
		else if (form !== undefined) forms.push(form + (holdsBelow ? "(?:/|$)" : "$"));
		else others.push(globMatcher(tail, holdsBelow));
	}
	const together = new RegExp(`^/(?:${forms.join("|")})`, "s");
	return [
		...heldByFixed(fixed),
		...heldByName(anywhere),
		...(forms.length === 0 ? [] : [(path: string) => together.test(path)]),
		...others,
	];
}

/**
 * May a path whose last part is this name fit one of these globs, wherever they begin, where not everything in its folder does? Where `a/*` or `a/**` is meant, it is
 * everything in `a`, and `a` is told here; of `*` and `**` it is everything where they begin.
 */
export function endingsOf(globs: readonly Glob[]): (name: string) => boolean {
	const plain = new Set<string>();
	const varying: string[] = [];
	for (const { tail } of globs.flatMap(spelledOut)) {
		if (tail === "*" || tail === "**") continue;
		const last = baseName(tail.replace(/\/\*\*?$/, ""));
		if (isPlain(last)) plain.add(last);
		else if (formOf(last) !== undefined) varying.push(last);
		else return () => true;
	}
	if (varying.length === 0) return (name) => plain.has(name);
	const together = new RegExp(`^(?:${varying.map(formOf).join("|")})$`, "s");
	const mayFit = byBeginningOrEnd(varying);
	return (name) => plain.has(name) || (mayFit(name) && together.test(name));
}

/** May a name fit one of these globs for names? Thousands of names are asked about: most begin and end in another way than all of the globs do, which costs less to find out than that none fits. */
function byBeginningOrEnd(globs: readonly string[]): (name: string) => boolean {
	const parts = globs.map((glob) => /^[\w.@%+=:, -]{1,2}|[\w.@%+=:, -]{1,2}$/.exec(glob));
	if (parts.includes(null)) return () => true;
	const beginnings = new Set(parts.map((part) => (part?.index === 0 ? part[0] : undefined)));
	const ends = new Set(parts.map((part) => (part?.index === 0 ? undefined : part?.[0])));
	const begins = (name: string): boolean => beginnings.has(name.slice(0, 2)) || beginnings.has(name.slice(0, 1));
	return (name) => begins(name) || ends.has(name.slice(-2)) || ends.has(name.slice(-1));
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
export const isPlain = (part: string): boolean => /^[\w.@%+=:, -]+$/.test(part) && part !== "." && part !== "..";

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

/** Most paths begin with another letter than all of these do. */
function heldByFixed(fixed: ReadonlyMap<string, boolean>): readonly Holds[] {
	if (fixed.size === 0) return [];
	const letters = new Set([...fixed.keys()].map((path) => path.charCodeAt(1)));
	const isAll = fixed.get("/") === true;
	return [(path) => isAll || (letters.has(path.charCodeAt(1)) && isInFixed(path, fixed))];
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
function heldByName(names: NamedFolder): readonly Holds[] {
	if (names.inner.size === 0) return [];
	// Most parts of a path begin with another letter than all of the names do.
	const letters = new Set([...names.inner.keys()].map((name) => name.charCodeAt(0)));
	return [
		(path) => {
			for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1))
				if (letters.has(path.charCodeAt(slash + 1)) && isNamedBehind(path, slash + 1, names)) return true;
			return false;
		},
	];
}

/** Do the parts of the path from this place on begin with a place, or with one that holds what is below? */
function isNamedBehind(path: string, from: number, names: NamedFolder): boolean {
	let at: NamedFolder | undefined = names;
	let begin = from;
	for (;;) {
		const end = path.indexOf("/", begin);
		at = at.inner.get(end < 0 ? path.slice(begin) : path.slice(begin, end));
		if (at === undefined) return false;
		if (at.below === true || (at.below === false && end < 0)) return true;
		if (end < 0) return false;
		begin = end + 1;
	}
}

export const globOf = (tail: string): Minimatch => new Minimatch(tail, { dot: true, nonegate: true, nocomment: true });

function globMatcher(tail: string, holdsBelow: boolean): Holds {
	const itself = once(() => globOf(tail));
	// A folder that fits holds all that is below it.
	const below = once(() => globOf(`${tail}/**`));
	return (path) => {
		const rest = path.slice(1);
		return itself().match(rest) || (holdsBelow && below().match(rest));
	};
}
