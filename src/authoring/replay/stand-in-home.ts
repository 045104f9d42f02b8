/**
 * One home folder for those of many people, and one project for many. Ten thousand machines ask the same below ten thousand names of home folders, in projects of
 * hundreds of names; where nothing can tell one name from another, a decision under one of them is a decision under all.
 *
 * What could tell: the disk, if the folder is there; a word of the policy or of what is known of programs that is this name; a pattern that fits one name and
 * not another; and the request, if it says the name. All of that is asked before a name is replaced. As a proof beside it decisions are made under two
 * stand-ins that have no letter in common, and both have to come out alike.
 */
import { globOf } from "../../engine/decide/evaluate/path-matchers.js";
import type { Tree } from "../../engine/decide/tree.js";
import { aliases, programs } from "../../engine/knowledge/programs.generated.js";
import { projectFolders, rootFolders } from "../../engine/knowledge/root-folders.js";
import { placeSets } from "../../engine/knowledge/sets/place-sets.js";
import { remembered } from "../../engine/records/remembered.js";
import type { World } from "../../engine/request/paths.js";
import { once } from "../../language/source/once.js";
import { partsOfPaths } from "../analysis/words/path-glob.js";
import { latelyUsed } from "./lately-used.js";
import { alikeTo } from "./tells-names.js";

/** Names of homes that no policy and no program knows; which does is left alone. */
export const standIns = ["xqkjhwvy", "BDFGM-25_LNPR7"] as const;
/** The same for projects. */
export const projectStandIns = ["zptwfgcu", "HJKVR-38_MQSX4"] as const;
/** What no text may say whose names are replaced. */
export const allStandIns: readonly string[] = [...standIns, ...projectStandIns];

/** A folder by other names of its home and its project; undefined where it can't be told that way. */
export type Renaming = (path: string) => string | undefined;

/** How the folders of a record are called below each of the stand-ins. */
export interface StandIn {
	/** The names that are replaced, each with what stands for it. A request that says one is not for this. */
	readonly names: readonly Replaced[];
	readonly renamings: readonly [Renaming, Renaming];
	/** May the folders be renamed in what is asked as well? */
	readonly isForTexts: boolean;
}

export interface Replaced {
	readonly name: string;
	readonly by: readonly [string, string];
	/** The folder of this name; `names` has those further down first. */
	readonly folder: string;
}

/** A text in which these folders are called by the one or the other of the names that stand for theirs, wherever it says them as whole paths. */
export const renamedIn = (text: string, names: readonly Replaced[], which: 0 | 1): string =>
	names.reduce(
		(found, { name, by, folder }) => replaced(found, folder, folder.slice(0, -name.length) + by[which]),
		text,
	);

/** Replaces a path where it is a word, or the beginning of one. */
function replaced(text: string, path: string, by: string): string {
	let [found, done] = ["", 0];
	for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + path.length)) {
		const end = at + path.length;
		if (!mayBegin.test(text.slice(Math.max(0, at - 2), at)) || !mayEnd.test(text.slice(end, end + 2))) continue;
		found += text.slice(done, at) + by;
		done = end;
	}
	return done === 0 ? text : found + text.slice(done);
}

/** What stands before a word, with a quote that begins it or not, and behind the name of a folder. */
const mayBegin = /(?:^|[\s=:(<>,])["']?$/;
const mayEnd = /^(?:$|[/\s;&|()<>]|["'](?:$|[\s;&|()<>]))/;

/** Gives stand-ins for a home folder and a project; undefined where both names may matter. */
export function standInsFor(
	tree: Tree,
	{ linkAt, entriesOf }: Pick<World, "linkAt" | "entriesOf">,
): (home: string, workspace?: string) => StandIn | undefined {
	const { isSaid, isOrdinary } = namesIn(tree);
	const isNeutral = (name: string): boolean => !isSaid(name.toLowerCase()) && isOrdinary(name);
	const [forHomes, forProjects] = [standIns.every(isNeutral), projectStandIns.every(isNeutral)];
	/** What lies in folders that are here. A name may be the beginning of another one (`gzip -S x ~`). */
	const entries = latelyUsed<string | "unknown" | "absent">(mostFolders);
	const entriesIn = (folder: string): string | "unknown" | "absent" =>
		remembered(entries, folder, () => {
			if (linkAt(folder) === "absent") return "absent";
			const found = entriesOf?.(folder) ?? [];
			return found === "unknown" ? found : `/${found.join("/")}`;
		});
	const isAbsent = (above: string, names: readonly string[]): boolean => {
		const here = entriesIn(above.slice(0, -1) || "/");
		if (here === "unknown" || here === "absent") return here === "absent";
		return names.every((name) => !here.includes(name) && linkAt(above + name) === "absent");
	};
	/** By what many records share: names of homes, and of projects in a folder. */
	const ofHome = (home: string): Renamed | undefined => {
		const [, above = "", name = ""] = lastName.exec(home) ?? [];
		if (!forHomes || above === "/" || name === "" || !isNeutral(name) || above.includes(name)) return undefined;
		if (!isAbsent(above, [name, ...standIns])) return undefined;
		return {
			replacing: { name, by: standIns, folder: home },
			inside: home,
			renamed: (rest, by) => (rest.includes(name) ? undefined : above + by + rest),
		};
	};
	const ofProject = (workspace: string, home: string): Renamed | undefined => {
		const [, above = "", name = ""] = lastName.exec(workspace) ?? [];
		if (!forProjects || above === "/" || name === "" || workspace === home || !isNeutral(name)) return undefined;
		// A checkout may lie in a folder of its own name.
		const first = above.split("/").indexOf(name);
		const begin = first < 0 ? above : `${above.split("/").slice(0, first).join("/")}/`;
		if (begin === "/" || !isAbsent(begin, [name, ...projectStandIns])) return undefined;
		const inPath = (path: string, by: string): string | undefined => {
			const parts = path.split("/").map((part) => (part === name ? by : part));
			return parts.some((part) => part.includes(name)) ? undefined : parts.join("/");
		};
		return {
			replacing: { name, by: projectStandIns, folder: first < 0 ? workspace : begin + name },
			inside: workspace,
			renamed: (rest, by) => inPath(workspace + rest, by),
		};
	};
	const homes = new Map<string, Renamed | undefined>();
	return (home, workspace = home) => {
		if (homes.size > mostHomes) homes.clear();
		if (!homes.has(home)) homes.set(home, ofHome(home));
		// The project first: where it lies, its own name says.
		const all = [ofProject(workspace, home), homes.get(home)].filter((one) => one !== undefined);
		if (all.length === 0) return undefined;
		const renaming =
			(which: 0 | 1): Renaming =>
			(path) =>
				allStandIns.some((end) => path.includes(end)) ? undefined : renamedBy(all, path, which);
		// Of two that are called alike a text does not say which it means.
		const isForTexts = all[0]?.replacing.name !== all[1]?.replacing.name;
		const names = all.map(({ replacing }) => replacing);
		return { names, renamings: [renaming(0), renaming(1)], isForTexts };
	};
}

/** A name that is replaced in the paths inside a folder. Elsewhere it may not stand. */
interface Renamed {
	readonly replacing: Replaced;
	readonly inside: string;
	readonly renamed: (rest: string, by: string) => string | undefined;
}

function renamedBy(all: readonly Renamed[], path: string, which: 0 | 1): string | undefined {
	let found: string | undefined = path;
	for (const { replacing, inside, renamed } of all) {
		const { name, by } = replacing;
		if (found === undefined) return undefined;
		const here: string = found;
		// The folder of the home is still called so where a project in it was renamed.
		const isInside = here === inside || here.startsWith(`${inside}/`);
		if (isInside) found = renamed(here.slice(inside.length), by[which]);
		else if (here.includes(name)) found = undefined;
	}
	return found;
}

const lastName = /^(\/(?:[^/]+\/)*)([A-Za-z][A-Za-z0-9_-]{2,63})$/;
const mostHomes = 60_000;
const mostFolders = 2_000;

/** What a policy and its programs say, as far as names may be told by it. */
interface Names {
	/** The words that a name may be, in small letters. */
	readonly words: Set<string>;
	/** Paths without what varies, in small letters: a request makes names longer (`${home}x`), and so do programs (`xz ~`). */
	readonly paths: Set<string>;
	/** The parts of paths and patterns that vary. */
	readonly parts: Set<string>;
	/** Patterns that words of requests are held against, as JSON. */
	readonly patterns: Set<string>;
	/** Those of `parts` that are the policy's own. */
	readonly globs: Set<string>;
}

/** By policy: what its rules and programs say, and what is known of all programs. */
const namesByTree = new WeakMap<Tree, ReturnType<typeof namesMade>>();
const namesIn = (tree: Tree): ReturnType<typeof namesMade> => remembered(namesByTree, tree, () => namesMade(tree));

function namesMade(tree: Tree): {
	/** Is the name, in small letters, a word that is said, or does a name in a path that is said hold it? */
	readonly isSaid: (name: string) => boolean;
	/** Is the name to each pattern what the stand-in is, with whatever may stand behind both? */
	readonly isOrdinary: (name: string) => boolean;
} {
	const { words, parts, paths, patterns, globs } = namesOf([tree, knownNames()]);
	const allPaths = [...paths].join("/");
	const fitting = [...parts].map((part) => {
		const glob = globOf(part);
		return { glob, fits: glob.match(standIns[0]) };
	});
	const [standIn] = standIns;
	const alike = once(() => [
		...[...patterns].map((pattern) => alikeTo(JSON.parse(pattern) as Varying, standIn)),
		...[...globs].map((glob) => alikeTo({ kind: "glob", text: `/${glob}` }, standIn, true)),
	]);
	const isOrdinaryHere = (name: string): boolean =>
		fitting.every(({ glob, fits }) => glob.match(name) === fits) && alike().every((isAlike) => isAlike(name));
	// Ten thousand homes have the same few projects, each with a folder of its own.
	const ordinary = latelyUsed<boolean>(mostHomes);
	return {
		isSaid: (name) => words.has(name) || allPaths.includes(name),
		isOrdinary: (name) => remembered(ordinary, name, () => isOrdinaryHere(name)),
	};
}

type Varying = Parameters<typeof alikeTo>[0];

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
	const [words, parts, paths] = [new Set<string>(), new Set<string>(), new Set<string>()];
	const [patterns, globs] = [new Set<string>(), new Set<string>()];
	const seen = new Set<unknown>();
	const take = (text: string): void => {
		if (seen.has(text)) return;
		seen.add(text);
		for (const word of text.split(/[^A-Za-z0-9_-]+/)) words.add(word.toLowerCase());
		if (text.includes("/") && !/\s/.test(text)) paths.add(text.toLowerCase());
		if (!varies.test(text)) return;
		for (const part of text.split("/")) if (varies.test(part) && mayFitName(part)) parts.add(part);
	};
	const walk = (value: unknown): void => {
		if (typeof value === "string") take(value);
		if (value instanceof RegExp) take(value.source);
		// Nodes are numbers, of which no name is told.
		if (typeof value !== "object" || value === null || ArrayBuffer.isView(value) || seen.has(value)) return;
		seen.add(value);
		if ("text" in value && typeof value.text === "string") {
			const { text } = value;
			if ("kind" in value && (value.kind === "regex" || (value.kind === "glob" && varies.test(text))))
				patterns.add(JSON.stringify({ kind: value.kind, text }));
			if ("negated" in value) {
				paths.add(text.toLowerCase());
				for (const part of partsOfPaths(text)) if (varies.test(part) && !/^\*+$/.test(part)) globs.add(part);
			}
		}
		if (value instanceof Map || value instanceof Set) for (const one of value) walk(one);
		else
			for (const key in value) {
				take(key);
				walk((value as Readonly<Record<string, unknown>>)[key]);
			}
	};
	for (const value of values) walk(value);
	return { words, parts, paths, patterns, globs };
}

const varies = /[*?[\]{}()!+@|]/;

/** Not where it fits all names alike, nor where a letter stands in it that no name has. */
const mayFitName = (part: string): boolean =>
	!/^\*+$/.test(part) && (/[[{(\\]/.test(part) || /^[\w*?!+@|-]+$/.test(part));
