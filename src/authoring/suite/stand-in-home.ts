/**
 * One home folder for those of many people. Ten thousand machines ask the same below ten thousand names of home folders; where nothing can tell one name from
 * another, a decision under one of them is a decision under all.
 *
 * What could tell: the disk, if the folder is there; a word of the policy or of what is known of programs that is this name; a pattern that fits one name and
 * not another; and the request, if it says the name. All of that is asked before a name is replaced. As a proof beside it each decision is made under two
 * stand-ins that have no letter in common, and both have to come out alike.
 */
import { globOf } from "../../engine/decide/evaluate/path-lists.js";
import type { Tree } from "../../engine/decide/tree.js";
import { aliases, programs } from "../../engine/knowledge/programs.generated.js";
import { projectFolders, rootFolders } from "../../engine/knowledge/root-folders.js";
import { placeSets } from "../../engine/knowledge/sets/place-sets.js";
import { remembered } from "../../engine/records/remembered.js";
import type { World } from "../../engine/request/paths.js";
import { once } from "../../language/source/once.js";

/** Names that no policy and no program knows; which does is left alone. */
export const standIns = ["xqkjhwvy", "BDFGM-25_LNPR7"] as const;

/** A folder by another name of its home; undefined where it can't be told that way. */
export type Renaming = (path: string) => string | undefined;

/** How the folders of a home are called below each of the stand-ins. */
export interface StandIn {
	/** The name that is replaced. A request that says it is not for this. */
	readonly name: string;
	readonly renamings: readonly [Renaming, Renaming];
}

/** Gives stand-ins for home folders; undefined for those whose names may matter. */
export function standInsFor(tree: Tree, { linkAt }: Pick<World, "linkAt">): (home: string) => StandIn | undefined {
	const { words, patterns } = namesIn(tree);
	const [one, other] = standIns;
	const isNeutral = (name: string): boolean =>
		!words.has(name.toLowerCase()) && patterns.every((pattern) => pattern.match(name) === pattern.match(one));
	const isUsable = !words.has(one) && isNeutral(other);
	return (home) => {
		const [, above = "", name = ""] = /^(\/(?:[^/]+\/)*)([A-Za-z][A-Za-z0-9_-]{2,63})$/.exec(home) ?? [];
		if (!isUsable || above === "/" || name === "" || !isNeutral(name) || above.includes(name)) return undefined;
		if ([name, ...standIns].some((end) => linkAt(above + end) !== "absent")) return undefined;
		const renaming =
			(standIn: string): Renaming =>
			(path) => {
				const isInside = path === home || path.startsWith(`${home}/`);
				const rest = isInside ? path.slice(home.length) : path;
				if (rest.includes(name) || standIns.some((end) => path.includes(end))) return undefined;
				return isInside ? above + standIn + rest : path;
			};
		return { name, renamings: [renaming(one), renaming(other)] };
	};
}

/** The words that a name may be, in small letters, and the parts of paths and patterns that vary. */
interface Names {
	readonly words: Set<string>;
	readonly parts: Set<string>;
}

/** By policy: what its rules and programs say, and what is known of all programs. */
const namesByTree = new WeakMap<Tree, ReturnType<typeof namesMade>>();
const namesIn = (tree: Tree): ReturnType<typeof namesMade> => remembered(namesByTree, tree, () => namesMade(tree));

function namesMade(tree: Tree): {
	readonly words: ReadonlySet<string>;
	readonly patterns: readonly ReturnType<typeof globOf>[];
} {
	const { words, parts } = namesOf([tree, knownNames()]);
	return { words, patterns: [...parts].map(globOf) };
}

const knownNames = once(() =>
	namesOf([
		programs,
		...Object.values(programs).map((table) => table()),
		aliases,
		placeSets,
		rootFolders,
		projectFolders,
	]),
);

/** All that is said in these values, to their depth. */
function namesOf(values: readonly unknown[]): Names {
	const words = new Set<string>();
	const parts = new Set<string>();
	const seen = new Set<unknown>();
	const take = (text: string): void => {
		if (seen.has(text)) return;
		seen.add(text);
		for (const word of text.split(/[^A-Za-z0-9_-]+/)) words.add(word.toLowerCase());
		if (!varies.test(text)) return;
		for (const part of text.split("/")) if (varies.test(part) && mayFitName(part)) parts.add(part);
	};
	const walk = (value: unknown): void => {
		if (typeof value === "string") take(value);
		if (value instanceof RegExp) take(value.source);
		// Nodes are numbers, of which no name is told.
		if (typeof value !== "object" || value === null || ArrayBuffer.isView(value) || seen.has(value)) return;
		seen.add(value);
		if (value instanceof Map || value instanceof Set) for (const one of value) walk(one);
		else
			for (const key in value) {
				take(key);
				walk((value as Readonly<Record<string, unknown>>)[key]);
			}
	};
	for (const value of values) walk(value);
	return { words, parts };
}

const varies = /[*?[\]{}()!+@|]/;

/** Not where it fits all names alike, nor where a letter stands in it that no name has. */
const mayFitName = (part: string): boolean =>
	!/^\*+$/.test(part) && (/[[{(\\]/.test(part) || /^[\w*?!+@|-]+$/.test(part));
