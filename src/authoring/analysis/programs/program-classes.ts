/**
 * The programs that rules tell apart: every name that a rule or the knowledge base says, and for all other names one of each kind,
 * with the ways in which a name can be typed.
 */

import { braceExpand } from "minimatch";
import { homeReadings } from "../../../engine/decide/evaluate/path-lists.js";
import type { AgentTree } from "../../../engine/decide/tree.js";
import { aliases, programs } from "../../../engine/knowledge/programs.generated.js";
import type { Rule } from "../../../language/policy/policy.js";
import type { PathPattern, Test, WordPattern } from "../../../language/policy/test.js";
import { matcherOf } from "../../../language/policy/word-language/matcher.js";
import type { AgentModel } from "../agent-model.js";
import { behindText } from "../words/behind-text.js";
import { classesOf } from "../words/classes.js";
import { normalPaths, pathSetOf } from "../words/path-set.js";
import { wordSetOf } from "../words/word-set.js";
import { isGoverned } from "./governed-names.js";

/** Commands whose program goes by one name. */
export interface ProgramClass {
	readonly name: string;
	/** The name as it can be typed: bare, in a trusted folder, elsewhere. */
	readonly spellings: readonly string[];
	/** A rule says the name; otherwise it stands for many. */
	readonly named: boolean;
	/** There are more ways to type it, or more names like it, than are told apart. */
	readonly crowded?: true;
}

/** Classes that are made when they are asked for: most questions are about a few programs, which rules name. In their order, named ones first. */
export interface ProgramClasses extends Iterable<ProgramClass> {
	readonly get: (name: string) => ProgramClass | undefined;
}

/** All classes of programs for the rules of these settings: named ones first. `only`: those of these names, which rules say. */
export function programClasses(settings: readonly AgentModel[], only?: ReadonlySet<string>): readonly ProgramClass[] {
	return classesFor(patternsOfRules(settings), settings, only);
}

/** The same, each made when it is asked for. */
export function programClassesLater(settings: readonly AgentModel[]): ProgramClasses {
	return classesLater(patternsOfRules(settings), settings);
}

/** The program patterns of all rules of these settings, each once. */
export function patternsOfRules(settings: readonly AgentModel[]): readonly WordPattern[] {
	const all = settings.map(({ agentTree }) => {
		let known = patternsOfTrees.get(agentTree);
		if (known === undefined) {
			known = [...new Map(agentTree.rules.flatMap((rule) => [...patternsOfRule(rule)])).values()];
			patternsOfTrees.set(agentTree, known);
		}
		return known;
	});
	return all.length === 1 ? (all[0] ?? []) : distinct(all.flat());
}

const patternsOfTrees = new WeakMap<AgentTree, readonly WordPattern[]>();

/** The patterns of one rule by what they say: trees that are made for a question have the rules of others. */
function patternsOfRule(rule: Rule): ReadonlyMap<string, WordPattern> {
	let known = patternsOfOne.get(rule);
	if (known === undefined) {
		known = byText([...patternsIn(rule.grants), ...patternsIn(rule.restricts)]);
		patternsOfOne.set(rule, known);
	}
	return known;
}

const patternsOfOne = new WeakMap<Rule, ReadonlyMap<string, WordPattern>>();

/** Classes for the program patterns of rules, and of what is asked about them. */
export function classesFor(
	patterns: readonly WordPattern[],
	settings: readonly AgentModel[],
	only?: ReadonlySet<string>,
): readonly ProgramClass[] {
	return [...classesLater(patterns, settings, only)];
}

function classesLater(
	patterns: readonly WordPattern[],
	settings: readonly AgentModel[],
	only?: ReadonlySet<string>,
): ProgramClasses {
	const literals = patterns.filter((one) => one.kind === "literal");
	const paths = patterns.flatMap((one): PathPattern[] =>
		(one.kind === "literal" || one.kind === "glob") && one.text.includes("/")
			? [{ text: one.text, literal: one.kind === "literal", negated: false }]
			: [],
	);
	const lasts = paths.flatMap(lastParts);
	const taught = settings.flatMap(({ facts }) => [...facts.programs.keys()]);
	const named = new Set([
		...literals.filter(({ text }) => !text.includes("/")).map(({ text }) => text),
		...lasts.filter((name) => name !== "" && !isMagic(name)),
	]);
	const wide = [
		...patterns.filter((one) => (one.kind === "glob" && !one.text.includes("/")) || one.kind === "regex"),
		// Names are told apart by what the paths end with, too.
		...distinct(lasts.filter((text) => isMagic(text) && !/^\*+$/.test(text)).map((text) => ({ kind: "glob", text }))),
	];
	// An expression may look at the whole path.
	const regexes = wide.filter(({ kind }) => kind === "regex");
	const made = new Map<string, ProgramClass>();
	const between = betweenOf(paths, lasts, regexes, settings);
	const spellingsOf = spellingsIn(between, settings);
	const classOf = (name: string, isNew: boolean, isNamed: boolean, isCrowded = false): ProgramClass => {
		let found = made.get(name);
		if (found === undefined) {
			const { spellings, crowded } = spellingsOf(name, isNew);
			found = { name, spellings, named: isNamed, ...(crowded || isCrowded ? { crowded: true } : {}) };
			made.set(name, found);
		}
		return found;
	};
	const isOwn = (name: string): boolean => named.has(name) && (only?.has(name) ?? true);
	const isThere = (name: string): boolean => settings.every(({ programs: there }) => there?.has(name) ?? true);
	const known = lazily(() => {
		const all = taught.length === 0 ? ownNames() : [...taught, ...ownNames()].sort();
		return new Set(all.filter((name) => !named.has(name)));
	});
	const others = lazily(() => {
		const { names, crowded } = namesOfEachKind(wide, new Set([...named, ...known()]));
		return { names, crowded };
	});
	const all = function* (): Generator<ProgramClass, void> {
		for (const name of [...named].sort()) if (isOwn(name)) yield classOf(name, true, true);
		if (only !== undefined) return;
		for (const name of others().names) yield classOf(name, true, false, others().crowded);
		for (const name of known()) if (isThere(name)) yield classOf(name, false, false);
	};
	return {
		*[Symbol.iterator]() {
			for (const one of all()) if (one.spellings.length > 0) yield one;
		},
		get: (name) => {
			const found = (): ProgramClass | undefined => {
				if (isOwn(name)) return classOf(name, true, true);
				if (only !== undefined || named.has(name)) return undefined;
				if (known().has(name)) return isThere(name) ? classOf(name, false, false) : undefined;
				return others().names.includes(name) ? classOf(name, true, false, others().crowded) : undefined;
			};
			const one = found();
			return one === undefined || one.spellings.length === 0 ? undefined : one;
		},
	};
}

/** The names of the tables that everybody has, in their order. */
const ownNames = lazily((): readonly string[] => [...Object.keys(programs), ...Object.keys(aliases)].sort());

function lazily<T>(make: () => T): () => T {
	let made: { readonly value: T } | undefined;
	return () => {
		made ??= { value: make() };
		return made.value;
	};
}

/** The program patterns that stand anywhere in a test. */
export function patternsIn(test: Test | undefined): readonly WordPattern[] {
	if (test === undefined) return [];
	switch (test.kind) {
		case "all":
		case "any":
			return test.tests.flatMap(patternsIn);
		case "not":
			return patternsIn(test.test);
		case "program":
			return [test.pattern];
		default:
			return [];
	}
}

function distinct(patterns: readonly WordPattern[]): readonly WordPattern[] {
	return [...byText(patterns).values()];
}

function byText(patterns: readonly WordPattern[]): ReadonlyMap<string, WordPattern> {
	return new Map(patterns.map((one) => [JSON.stringify(one), one]));
}

/** What names a path may end with: of each of the alternatives that it is short for. */
function lastParts({ text, literal }: PathPattern): readonly string[] {
	const all = literal ? [text] : braceExpand(text, { braceExpandMax: mostAlternatives });
	return [...new Set(all.map((one) => one.slice(one.lastIndexOf("/") + 1)))];
}

const mostAlternatives = 256;

function isMagic(text: string): boolean {
	return /[*?[\]{}\\]/.test(text);
}

interface Names {
	readonly names: readonly string[];
	/** There are more kinds. */
	readonly crowded: boolean;
}

/** Names that nobody knows, one for each way in which the patterns can fit them. */
function namesOfEachKind(wide: readonly WordPattern[], isKnown: ReadonlySet<string>): Names {
	const plain = [{ set: wordSetOf({ kind: "regex", text: "[A-Za-z0-9_.+-]*[A-Za-z0-9_]" }), inside: true }];
	const all = wide.map(wordSetOf);
	const found = classesOf(all, plain, 256, { left: 200_000 });
	const crowded = found.kind !== "classes";
	// Where they are too many, at least each pattern is fitted and not fitted.
	const parts = crowded ? all.map((set) => classesOf([set], plain, 2, { left: 20_000 })) : [found];
	const names = parts.flatMap((part) => (part.kind === "classes" ? part.classes.map(({ text }) => text) : []));
	const fresh = names.flatMap((name) => unknownLike(name, wide, isKnown) ?? []);
	const nobody = ["foo", "bar", "quux", "zzz"].find(
		(name) => !isKnown.has(name) && !wide.some((one) => matcherOf(one)(name)),
	);
	return { names: [...new Set([...(nobody === undefined ? [] : [nobody]), ...fresh])], crowded };
}

/** A name that fits the same patterns and that nobody knows. */
function unknownLike(name: string, wide: readonly WordPattern[], isKnown: ReadonlySet<string>): string | undefined {
	if (!isKnown.has(name)) return name;
	const fits = (text: string): boolean => wide.every((one) => matcherOf(one)(text) === matcherOf(one)(name));
	const tried = [..."xyz0"].flatMap((letter) => [`${name}${letter}`, `${letter}${name}`, `${name}${letter}${letter}`]);
	return tried.find((text) => !isKnown.has(text) && fits(text));
}

/**
 * How names can be typed, the shortest first. Where a program lies in no trusted folder, nothing is known of it but its name,
 * so that names which no rule says need no such spelling: the names that nobody knows have it.
 */
function spellingsIn(
	between: ((name: string) => Spellings) | undefined,
	settings: readonly AgentModel[],
): (name: string, isNew: boolean) => Spellings {
	const trusts = settings.map(({ agentTree }) => agentTree.agent.trust);
	const trusted = [...new Set(trusts.flat())];
	// Policies may trust different folders.
	const isTrustedAlike = trusts.every((one) => one.length === trusted.length);
	return (name, isNew) => {
		// A call that nobody decides is no command; a program of that name is spoken of by its path.
		const bare = isGoverned(name, settings) ? [name] : [];
		const own = isNew ? [...bare, `./${name}`] : bare;
		if (between === undefined && isTrustedAlike) return { spellings: own, crowded: false };
		const inTrusted = trusted.map((folder) => (folder === "/" ? `/${name}` : `${folder}/${name}`));
		const { spellings, crowded } = (isNew ? between?.(name) : undefined) ?? { spellings: [], crowded: false };
		return { spellings: [...new Set([...own, ...inTrusted, ...spellings])], crowded };
	};
}

/**
 * The paths that patterns tell apart, by the name that they end with; undefined where there is no pattern. Names that the last parts of the patterns fit alike are told
 * apart in the same folders, so that one of them is looked at. An expression may look at the whole path, and each name is looked at by itself.
 */
function betweenOf(
	paths: readonly PathPattern[],
	lasts: readonly string[],
	regexes: readonly WordPattern[],
	settings: readonly AgentModel[],
): ((name: string) => Spellings) | undefined {
	if (paths.length === 0 && regexes.length === 0) return undefined;
	if (regexes.length > 0) return (name) => pathsOf(name, paths, regexes, settings);
	const fits = [...new Set(lasts)].map((text) =>
		matcherOf(isMagic(text) ? { kind: "glob", text } : { kind: "literal", text }),
	);
	const known = new Map<string, { readonly name: string; readonly found: Spellings }>();
	return (name) => {
		const kind = [(text: string) => text.startsWith("."), ...fits].map((one) => (one(name) ? 1 : 0)).join("");
		const alike = known.get(kind);
		if (alike === undefined) {
			const found = pathsOf(name, paths, regexes, settings);
			known.set(kind, { name, found });
			return found;
		}
		const { spellings, crowded } = alike.found;
		return { spellings: spellings.map((text) => `${text.slice(0, -alike.name.length)}${name}`), crowded };
	};
}

interface Spellings {
	readonly spellings: readonly string[];
	/** There are more that the rules tell apart. */
	readonly crowded: boolean;
}

/** Paths that end with the name, one for each way in which the patterns can fit them or a folder above. */
function pathsOf(
	name: string,
	paths: readonly PathPattern[],
	regexes: readonly WordPattern[],
	settings: readonly AgentModel[],
): Spellings {
	const { world } = settings[0] as AgentModel;
	const around = { workspace: world.workspace, home: world.home, cwd: world.workspace };
	const sets = paths
		.flatMap((path) => homeReadings([path], world)?.meant ?? [path])
		.flatMap((path) => [path, { ...path, text: `${path.text.replace(/\/$/, "")}/*` }])
		.map((path) => pathSetOf([path], "within", around));
	const known = [...sets.filter((set) => set !== undefined), ...regexes.map(wordSetOf)];
	const escaped = name.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
	const ends = { set: wordSetOf({ kind: "regex", text: `.*\\/${escaped}` }), inside: true };
	const found = [
		classesOf(known, [ends, { set: normalPaths, inside: true }], mostWays, { left: 100_000 }),
		// An expression looks at the word as it is typed.
		...(regexes.length === 0
			? []
			: [
					classesOf(
						regexes.map((one) => behindText(wordSetOf(one), "./")),
						[ends, { set: normalPaths, inside: true }, { set: relative, inside: true }],
						mostWays,
						{ left: 100_000 },
					),
				]),
	];
	const here = paths
		.filter((path) => !/[*?[\]{}\\~]/.test(path.text) && lastParts(path).includes(name))
		.map(({ text }) => text);
	const typed = found.map((one) => (one.kind === "classes" ? one.classes.map(({ text }) => text) : []));
	return {
		spellings: [...here, `/opt/${name}`, ...(typed[0] ?? []), ...(typed[1] ?? []).map((text) => `./${text}`)],
		crowded: sets.includes(undefined) || found.some(({ kind }) => kind !== "classes"),
	};
}

const relative = wordSetOf({ kind: "regex", text: "[^/.~][^]*" });

/** More ways in which patterns can fit the path of one name than this are not told apart. */
const mostWays = 256;
