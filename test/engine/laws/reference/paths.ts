/**
 * Where a path leads, over a file system that is a map from links to their targets; and lists of paths.
 * "A path is normalised, then every existing part of it is resolved through symbolic links, then compared folder by folder."
 */
import type { PathWord } from "../../../../src/language/syntax/statements.js";
import { fromBoolean, type Truth } from "./truth.js";
import { globFits } from "./words.js";

/** The surroundings: what a link leads to by its path; `undefined` as a target is a place that can't be looked at. */
export interface Surroundings {
	readonly workspace: string;
	/** Undefined: nobody knows it. */
	readonly home: string | undefined;
	readonly links: ReadonlyMap<string, string | undefined>;
}

export type ListedPath = Pick<PathWord, "kind" | "text" | "negated">;

/** As text alone: no link is looked at. */
export function lexical(path: string): string {
	const kept: string[] = [];
	for (const part of path.split("/")) {
		if (part === "..") kept.pop();
		else if (part !== "" && part !== ".") kept.push(part);
	}
	return `/${kept.join("/")}`;
}

/** As the kernel walks it: from link to link. Nothing for a loop, and where a place can't be looked at. */
export function walked(path: string, around: Surroundings, budget = 40): string | undefined {
	let at = "/";
	const parts = path.split("/").filter((part) => part !== "" && part !== ".");
	for (const [index, part] of parts.entries()) {
		if (part === "..") {
			at = at.slice(0, at.lastIndexOf("/")) || "/";
			continue;
		}
		const next = at === "/" ? `/${part}` : `${at}/${part}`;
		if (!around.links.has(next)) {
			at = next;
			continue;
		}
		const target = around.links.get(next);
		if (target === undefined || budget === 0) return undefined;
		const from = target.startsWith("/") ? target : `${at}/${target}`;
		return walked([from, ...parts.slice(index + 1)].join("/"), around, budget - 1);
	}
	return at;
}

/** Everything that a word may mean as a path; nothing where that can't be known. */
export interface Meanings {
	readonly texts: readonly string[];
	readonly real: readonly string[] | undefined;
}

export function meaningsOf(word: string, cwd: string, around: Surroundings): Meanings {
	// Without a shell a `~` is a name like any other; a program may expand it all the same.
	const full = word.startsWith("/") ? [word] : [`${cwd}/${word}`];
	const home = word === "~" || word.startsWith("~/");
	if (home && around.home !== undefined) full.push(around.home + word.slice(1));
	const texts = full.map(lexical);
	if (/^~[^/]/.test(word) || (home && around.home === undefined)) return { texts, real: undefined };
	const real = full.flatMap((text) => [walked(lexical(text), around), walked(text, around)]);
	const known = real.filter((one) => one !== undefined);
	return { texts, real: known.length < real.length ? undefined : [...new Set(known)] };
}

/** A home folder that nobody knows is any folder above the path, or one elsewhere: where these answer differently, nobody can say. */
export function wherever(
	{ texts, real = [] }: Meanings,
	around: Surroundings,
	question: (around: Surroundings) => Truth,
): Truth {
	if (around.home !== undefined) return question(around);
	const homes = new Set([...[...texts, ...real].flatMap(upwards), "/elsewhere/home"]);
	const [first = "unknown", ...others] = new Set([...homes].map((home) => question(livingIn(home, around))));
	return others.length === 0 ? first : "unknown";
}

function livingIn(home: string, around: Surroundings): Surroundings {
	const known = inhabited.get(around) ?? new Map<string, Surroundings>();
	inhabited.set(around, known);
	const one = known.get(home) ?? { ...around, home };
	known.set(home, one);
	return one;
}
const inhabited = new Map<Surroundings, Map<string, Surroundings>>();

/** Every meaning lies inside, and none in what is taken out. */
export function liesWithin(meanings: Meanings, list: readonly ListedPath[], around: Surroundings): Truth {
	if (around.home === undefined) return wherever(meanings, around, (one) => liesWithin(meanings, list, one));
	if (meanings.real === undefined) return "unknown";
	return fromBoolean(
		meanings.real.every((path) => named(path, list, around, false) && !takenOut(path, list, around, false)),
	);
}

/** Some meaning lies inside, the written one too; it is taken out only if all of them are. */
export function touches(meanings: Meanings, list: readonly ListedPath[], around: Surroundings): Truth {
	if (around.home === undefined) return wherever(meanings, around, (one) => touches(meanings, list, one));
	const paths = [...meanings.texts, ...(meanings.real ?? [])];
	const out =
		paths.length > 0 && list.some((one) => one.negated && paths.every((path) => listedHolds(one, path, around, true)));
	if (!out && paths.some((path) => named(path, list, around, true))) return "yes";
	return meanings.real === undefined ? "unknown" : "no";
}

function named(path: string, list: readonly ListedPath[], around: Surroundings, anywhere: boolean): boolean {
	return list.some((one) => !one.negated && listedHolds(one, path, around, anywhere));
}

/** "A folder means everything below it; `!p` takes out." */
function takenOut(path: string, list: readonly ListedPath[], around: Surroundings, anywhere: boolean): boolean {
	return list.some((one) => one.negated && listedHolds(one, path, around, anywhere));
}

/** Does one path of a list hold this one: is it, or a folder above it, what is listed? */
function listedHolds(listed: ListedPath, path: string, around: Surroundings, anywhere: boolean): boolean {
	const forms = listedForms(listed, around, anywhere);
	return upwards(path).some((one) => forms.some((form) => formFits(form, one)));
}

export interface Form {
	/** A folder as it stands, and a glob below it; or a path alone. */
	readonly base: string;
	readonly text: string;
	readonly literal: boolean;
}

/** A listed path as absolute ones: as written, and where it leads. */
export function listedForms(listed: ListedPath, around: Surroundings, anywhere: boolean): readonly Form[] {
	const { text } = listed;
	const literal = listed.kind === "quoted" || !/[*?[]/.test(text);
	if (!literal && anywhere && text.startsWith("**/")) return [{ base: "/", text, literal }];
	const home = text === "~" || text.startsWith("~/");
	const absolute = home ? around.home + text.slice(1) : text.startsWith("/") ? text : `${around.workspace}/${text}`;
	// The part without globs may lead through links; the rest is taken as it stands.
	const parts = absolute.split("/");
	const magic = literal ? parts.length : parts.findIndex((part) => /[*?[]/.test(part));
	const fixed = parts.slice(0, magic).join("/") || "/";
	const rest = parts.slice(magic).join("/");
	const bases = [lexical(fixed), walked(fixed, around), walked(lexical(fixed), around)].filter(
		(one) => one !== undefined,
	);
	return [...new Set(bases)].map((base) => ({ base, text: rest, literal }));
}

/** Is this path, itself, what the form names? */
export function formFits({ base, text, literal }: Form, path: string): boolean {
	const above = base === "/" ? "/" : `${base}/`;
	if (path !== base && !path.startsWith(above)) return false;
	const parts = segments(text);
	// `a/**` is `a` as well where `a` is written out, and only what lies below where it varies.
	const varies = !literal && parts.at(-1) === "**" && parts.some((part) => part !== "**");
	return segmentsFit(varies ? [...parts, "*"] : parts, segments(path.slice(above.length)), literal);
}

export function upwards(path: string): string[] {
	const found = [path];
	for (let at = path; at !== "/"; ) {
		at = at.slice(0, at.lastIndexOf("/")) || "/";
		found.push(at);
	}
	return found;
}

function segments(path: string): string[] {
	return path.split("/").filter((part) => part !== "");
}

/** Folder by folder; `**` stands for any number of folders. */
export function segmentsFit(pattern: readonly string[], path: readonly string[], literal: boolean): boolean {
	const [first, ...rest] = pattern;
	if (first === undefined) return path.length === 0;
	if (first === "**" && !literal)
		return segmentsFit(rest, path, literal) || (path.length > 0 && segmentsFit(pattern, path.slice(1), literal));
	const [part, ...parts] = path;
	if (part === undefined) return false;
	return (literal ? first === part : globFits(first, part)) && segmentsFit(rest, parts, literal);
}
