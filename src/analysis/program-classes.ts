/**
 * The programs that rules tell apart: every name that a rule or the knowledge base says, and for all other names one of each kind,
 * with the ways in which a name can be typed.
 */

import { aliases, programs } from "../knowledge/programs.generated.js";
import type { PathPattern, Test, WordPattern } from "../policy/test.js";
import { matcherOf } from "../policy/word-language/matcher.js";
import type { Setting } from "./setting.js";
import { classesOf } from "./words/classes.js";
import { normalPaths, pathSetOf } from "./words/path-set.js";
import { wordSetOf } from "./words/word-set.js";

/** Commands whose program goes by one name. */
export interface ProgramClass {
	readonly name: string;
	/** The name as it can be typed: bare, in a trusted folder, elsewhere. */
	readonly spellings: readonly string[];
	/** A rule says the name; otherwise it stands for many. */
	readonly named: boolean;
}

/** All classes of programs for the rules of these settings: named ones first. */
export function programClasses(settings: readonly Setting[]): readonly ProgramClass[] {
	const patterns = distinct(
		settings.flatMap(({ agentTree }) =>
			agentTree.rules.flatMap((rule) => [...patternsIn(rule.grants), ...patternsIn(rule.restricts)]),
		),
	);
	return classesFor(patterns, settings);
}

/** Classes for the program patterns of rules, and of what is asked about them. */
export function classesFor(patterns: readonly WordPattern[], settings: readonly Setting[]): readonly ProgramClass[] {
	const literals = patterns.filter((one) => one.kind === "literal");
	const paths = patterns.flatMap((one): PathPattern[] =>
		(one.kind === "literal" || one.kind === "glob") && one.text.includes("/")
			? [{ text: one.text, literal: one.kind === "literal", negated: false }]
			: [],
	);
	const taught = settings.flatMap(({ facts }) => [...facts.programs.keys()]);
	const named = new Set([
		...literals.filter(({ text }) => !text.includes("/")).map(({ text }) => text),
		...paths.map(({ text }) => lastOf(text)).filter((name) => name !== "" && !/[*?[\]{}\\]/.test(name)),
	]);
	const known = [...new Set([...taught, ...Object.keys(programs), ...Object.keys(aliases)])].filter(
		(name) => !named.has(name),
	);
	const wide = patterns.filter((one) => (one.kind === "glob" && !one.text.includes("/")) || one.kind === "regex");
	const isKnown = new Set([...named, ...known]);
	const others = namesOfEachKind(wide, isKnown);
	return [
		...[...named].sort().map((name) => ({ name, spellings: spellingsOf(name, true, paths, settings), named: true })),
		...others.map((name) => ({ name, spellings: spellingsOf(name, true, paths, settings), named: false })),
		...known.sort().map((name) => ({ name, spellings: spellingsOf(name, false, paths, settings), named: false })),
	];
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
	return [...new Map(patterns.map((one) => [JSON.stringify(one), one])).values()];
}

function lastOf(path: string): string {
	return path.slice(path.lastIndexOf("/") + 1);
}

/** Names that nobody knows, one for each way in which the patterns can fit them. */
function namesOfEachKind(wide: readonly WordPattern[], isKnown: ReadonlySet<string>): readonly string[] {
	const plain = [{ set: wordSetOf({ kind: "regex", text: "[A-Za-z0-9_.+-]+" }), inside: true }];
	const found = classesOf(wide.map(wordSetOf), plain, 256, { left: 200_000 });
	const names = found.kind === "classes" ? found.classes.map(({ text }) => text) : [];
	const fresh = names.flatMap((name) => unknownLike(name, wide, isKnown) ?? []);
	const nobody = ["foo", "bar", "quux", "zzz"].find(
		(name) => !isKnown.has(name) && !wide.some((one) => matcherOf(one)(name)),
	);
	return [...new Set([...(nobody === undefined ? [] : [nobody]), ...fresh])];
}

/** A name that fits the same patterns and that nobody knows. */
function unknownLike(name: string, wide: readonly WordPattern[], isKnown: ReadonlySet<string>): string | undefined {
	if (!isKnown.has(name)) return name;
	const fits = (text: string): boolean => wide.every((one) => matcherOf(one)(text) === matcherOf(one)(name));
	const tried = [..."xyz0"].flatMap((letter) => [`${name}${letter}`, `${letter}${name}`, `${name}${letter}${letter}`]);
	return tried.find((text) => !isKnown.has(text) && fits(text));
}

/**
 * How a name can be typed, the shortest first. Where a program lies in no trusted folder, nothing is known of it but its name,
 * so that names which no rule says need no such spelling: the names that nobody knows have it.
 */
function spellingsOf(
	name: string,
	isNew: boolean,
	paths: readonly PathPattern[],
	settings: readonly Setting[],
): readonly string[] {
	const elsewhere = isNew ? [`./${name}`] : [];
	if (paths.length === 0) return [name, ...elsewhere];
	const trusted = new Set(settings.flatMap(({ agentTree }) => agentTree.agent.trust));
	const inTrusted = [...trusted].map((folder) => (folder === "/" ? `/${name}` : `${folder}/${name}`));
	const between = isNew ? pathsOf(name, paths, settings) : [];
	return [...new Set([name, ...elsewhere, ...inTrusted, ...between])];
}

/** Paths that end with the name, one for each way in which the patterns can fit them or a folder above. */
function pathsOf(name: string, paths: readonly PathPattern[], settings: readonly Setting[]): readonly string[] {
	const { world } = settings[0] as Setting;
	const around = { workspace: world.workspace, home: world.home, cwd: world.workspace };
	const sets = paths
		.flatMap((path) => [path, { ...path, text: `${path.text.replace(/\/$/, "")}/*` }])
		.flatMap((path) => pathSetOf([path], "within", around) ?? []);
	const escaped = name.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
	const ends = { set: wordSetOf({ kind: "regex", text: `.*\\/${escaped}` }), inside: true };
	const found = classesOf(sets, [ends, { set: normalPaths, inside: true }], 64, { left: 100_000 });
	const here = paths.filter(({ text }) => !/[*?[\]{}\\~]/.test(text) && lastOf(text) === name).map(({ text }) => text);
	return [...here, `/opt/${name}`, ...(found.kind === "classes" ? found.classes.map(({ text }) => text) : [])];
}
