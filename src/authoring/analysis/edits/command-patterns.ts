/**
 * The patterns that an author would write for a command: as narrow as makes sense, just this command, and wider ones.
 * With them the test that holds for this command and as little else as tests can say.
 */
import { reservedInPatterns } from "../../../../grammar/keywords.js";
import { isBareWord } from "../../../../grammar/tokens.js";
import { evaluateTest } from "../../../engine/decide/evaluate/evaluate-test.js";
import type { EvaluationContext } from "../../../engine/decide/evaluate/evaluation-context.js";
import type { PlacedPath } from "../../../engine/effects/effects.js";
import { holdsPath } from "../../../engine/request/paths.js";
import type { Word } from "../../../engine/request/request.js";
import { allOf, type PathPattern, type Test, type WordPattern } from "../../../language/policy/test.js";
import { literalOfGlob } from "../../../language/policy/word-language/read-glob.js";
import { baseName } from "../../../language/source/normal-path.js";
import type { Span } from "../../../language/source/span.js";
import type { PathWord, Pattern, PatternWord, Power } from "../../../language/syntax/statements.js";
import { withListedOptions, withoutSlips } from "./made-patterns.js";

/** Words that stand in no file yet. */
const nowhere: Span = { file: "", start: 0, end: 0 };

/** A pattern for a command, with the clauses that a rule which grants needs besides. */
export interface Shape {
	readonly pattern: Pattern;
	readonly within?: readonly PathWord[];
	/** The hosts that it talks to, where all of them are known. */
	readonly at?: readonly PathWord[];
	/** The powers that the pattern's options do not bring. */
	readonly granting: readonly (Power | "everything")[];
	/** How much wider than the command it is made to be: the smaller, the sooner it is proposed. */
	readonly width: number;
}

/** Shapes for rules that grant the command, the most natural ones first. */
export function grantingShapes(subject: EvaluationContext): readonly Shape[] {
	const begin = beginning(subject);
	const natural = isHarmless(subject) ? begin : [...begin, ...optionNames(subject)];
	const within = foldersOf(subject);
	const at = hostsOf(subject);
	const shape = (words: readonly PatternWord[], exactly: boolean, width: number): Shape => ({
		pattern: readable({ exactly, words, span: nowhere }),
		granting: powersBesides(subject, words),
		width,
	});
	return distinct([
		...(at.length === 0 ? [] : [{ ...shape(natural, false, 0), ...(within.length === 0 ? {} : { within }), at }]),
		...(within.length === 0 ? [] : [{ ...shape(natural, false, at.length === 0 ? 0 : 2), within }]),
		shape(natural, false, within.length + at.length === 0 ? 0 : 2),
		shape(exactWords(subject), true, 1),
		shape([...begin, ...optionNames(subject)], false, 2),
		shape(begin, false, 3),
		shape(begin.slice(0, 1), false, 4),
		// What nobody knows is granted word by word.
		{ ...shape(exactWords(subject), true, 5), granting: ["everything"] },
	]);
}

/** The most natural shape, for just the files that the command names; none where they can't be known, or are many. */
export function shapeForFiles(subject: EvaluationContext): Shape | undefined {
	const files = [...new Set(subject.effects.paths().flatMap(resolvedOf))];
	if (files.length === 0 || files.length > mostFiles || foldersOf(subject).length === 0) return undefined;
	const [natural] = grantingShapes(subject);
	return natural && { ...natural, within: files.map((path) => pathWord(path, subject.world)), width: 0 };
}

/** More files than these are no list that anybody wants to read. */
const mostFiles = 3;

/**
 * The same shapes, each bound to what the command touches: just these files where it is just these words, their folders apart from some of what lies in there
 * where it is more, and no file at all where it names none.
 */
export function boundedShapes(
	shapes: readonly Shape[],
	subject: EvaluationContext,
	apartFrom: readonly PathWord[],
): readonly Shape[] {
	const { world } = subject;
	const paths = subject.effects.paths();
	const named = foldersOf(subject);
	const folders = named.length > 0 ? named : [pathWord(world.workspace, world)];
	const files = [...new Set(paths.flatMap(resolvedOf))].map((path) => pathWord(path, world));
	const within = ({ pattern, within: own }: Shape): readonly PathWord[] => {
		if (paths.length === 0) return [pathWord("/dev/null", world)];
		return pattern.exactly && named.length > 0 ? files : [...(own ?? folders), ...apartFrom];
	};
	return distinct(
		shapes
			.filter(({ granting }) => !granting.includes("everything"))
			.map((shape) => ({ ...shape, within: within(shape) })),
	);
}

/** Shapes for rules that take the command away, and for what a rule leaves out: the most natural ones first. */
export function restrictingShapes(subject: EvaluationContext): readonly Shape[] {
	const begin = beginning(subject);
	const shape = (words: readonly PatternWord[], exactly: boolean, width: number): Shape => ({
		pattern: readable({ exactly, words, span: nowhere }),
		granting: [],
		width,
	});
	return distinct([
		shape(begin, false, 0),
		shape([...begin, ...optionNames(subject)], false, 1),
		shape(exactWords(subject), true, 2),
		shape(begin.slice(0, 1), false, 3),
	]);
}

/** Shapes for what a rule leaves out. */
export function exceptedShapes(subject: EvaluationContext): readonly Shape[] {
	const seen = new Map<string, Shape>();
	for (const { pattern, width } of grantingShapes(subject)) {
		const shape = { pattern, granting: [], width };
		const key = JSON.stringify(pattern);
		if (!seen.has(key)) seen.set(key, shape);
	}
	return [...seen.values()];
}

/** A test that holds for this command and nothing else that tests can tell apart from it; undefined where something of it can't be known. */
export function exactTest(subject: EvaluationContext): Test | undefined {
	const { args, command } = subject;
	const words = [command.program, ...command.args, ...command.redirects.map(({ target }) => target)];
	const places = subject.effects.paths();
	if (words.some(({ kind }) => kind !== "known") || places.some(({ place }) => place?.resolved === undefined))
		return undefined;
	const paths = places.flatMap(resolvedOf).map(literalPath);
	const powers = subject.effects.powersBeyond().map(({ power }) => power);
	const options = args.options.filter(({ sure }) => sure);
	const test = allOf([
		{ kind: "program", pattern: literalOf(command.program), as: "granting" },
		{ kind: "operands", words: args.operands.map(({ word }) => literalOf(word)), exactly: true },
		{ kind: "only-options", names: options.map(({ name }) => name) },
		...options.map(
			({ name, value }): Test => ({
				kind: "option",
				name,
				...(value === undefined ? {} : { value: literalOf(value) }),
			}),
		),
		{ kind: "paths-within", access: "any", paths },
		{ kind: "powers-within", powers, options: [] },
	]);
	return evaluateTest(test, subject) === "yes" ? test : undefined;
}

/** The pattern as every policy reads it: words that look like clauses in quotes, and options that are none of the program's. */
function readable(pattern: Pattern): Pattern {
	const plain = withoutSlips(pattern);
	return withListedOptions(plain) ?? plain;
}

/** One word of a pattern that stands for itself. */
export function literalWord(text: string): PatternWord {
	// Behind an `@` stands the name of a set.
	const plain = isBareWord(text) && literalOfGlob(text) === text && !reservedInPatterns(text) && !text.startsWith("@");
	return { kind: plain ? "plain" : "quoted", text, span: nowhere };
}

/** A program's name that stands for itself: quotes hold no blanks there, and a dash is an option's. */
function programWord(text: string): PatternWord {
	return /\s/.test(text) || text.startsWith("-")
		? { kind: "plain", text: text.replaceAll(/[^\p{L}\p{N}_./]/gu, "\\$&"), span: nowhere }
		: literalWord(text);
}

/** A path as an author would write it: from the workspace or the home folder where it lies in there. */
export function pathWord(path: string, { workspace, home }: EvaluationContext["world"], negated = false): PathWord {
	const text = writtenFrom(path, workspace, home);
	const plain = isBareWord(text) && !/[*?[\]{}\\!@]/.test(text) && !reservedInPatterns(text);
	return { kind: plain ? "plain" : "quoted", text, negated, span: nowhere };
}

function writtenFrom(path: string, workspace: string, home: string | undefined): string {
	if (path === workspace) return ".";
	if (holdsPath(workspace, path)) return workspace === "/" ? path : path.slice(workspace.length + 1);
	return home !== undefined && home !== "/" && path !== home && holdsPath(home, path)
		? `~${path.slice(home.length)}`
		: path;
}

/** The program and its subcommand; of a program that is not known, the first operand where it looks like one. */
function beginning(subject: EvaluationContext): readonly PatternWord[] {
	const { args, command, trust } = subject;
	const text = command.program.kind === "known" ? command.program.text : "*";
	const folder = text.slice(0, Math.max(0, text.lastIndexOf("/")));
	const program = programWord(trust.includes(folder) ? baseName(text) : text);
	if (args.subcommand !== undefined) return [program, ...args.subcommand.split(" ").map(literalWord)];
	const [first] = args.operands;
	const looksLikeOne =
		args.program === undefined && first?.word.kind === "known" && /^[a-z][\w:-]*$/.test(first.word.text);
	return looksLikeOne && first.word.kind === "known" ? [program, literalWord(first.word.text)] : [program];
}

function optionNames({ args }: EvaluationContext): readonly PatternWord[] {
	const names = args.options.filter(({ sure, name }) => sure && name.startsWith("-")).map(({ name }) => name);
	return [...new Set(names)].map(literalWord);
}

/** Just these words: operands in their order, then the options with their values. */
function exactWords(subject: EvaluationContext): readonly PatternWord[] {
	const { args } = subject;
	const [program] = beginning(subject) as readonly [PatternWord];
	const operands = args.operands.map(({ word, canonical }) => operandWord(word, canonical));
	const options = args.options
		.filter(({ sure, name }) => sure && name.startsWith("-"))
		.map(({ name, value }) => literalWord(value?.kind === "known" ? `${name}=${value.text}` : name));
	return [program, ...operands, ...options];
}

function operandWord(word: Word, canonical: string | undefined): PatternWord {
	switch (word.kind) {
		case "known":
			// In quotes it would still be an option, in a class of one character it is a word.
			if (word.text.startsWith("-") && word.text.length > 1 && word.text !== "--")
				return { kind: "regex", text: word.text.replaceAll(/[^\w-]/gu, "\\$&"), span: nowhere };
			return literalWord(canonical?.split(" ").at(-1) ?? word.text);
		case "globbed":
			return { kind: "plain", text: "**", span: nowhere };
		case "unknown":
			return { kind: "plain", text: word.words === "one" ? "*" : "**", span: nowhere };
	}
}

function literalOf(word: Word): WordPattern {
	return word.kind === "known" ? { kind: "literal", text: word.text } : { kind: "any" };
}

/** Its plain use shows nothing but what it reads: then its options are of no weight. */
function isHarmless(subject: EvaluationContext): boolean {
	return subject.effects.plainPowers().length === 0 && subject.effects.powersBeyond().length === 0;
}

function powersBesides(subject: EvaluationContext, words: readonly PatternWord[]): readonly Power[] {
	const named = new Set(words.map(({ text }) => (text.startsWith("-") ? text.replace(/=.*$/s, "") : text)));
	const left = subject.effects.powersBeyond().filter(({ option }) => option === undefined || !named.has(option));
	return [...new Set(left.map(({ power }) => power))];
}

/** Where its paths lie: the workspace for those inside, the path itself for others. None where that can't be known, or is a guess. */
export function foldersOf(subject: EvaluationContext): readonly PathWord[] {
	const paths = subject.effects.paths();
	if (subject.args.program === undefined || paths.some(({ place, maybe }) => maybe || place?.resolved === undefined))
		return [];
	const { workspace } = subject.world;
	const folders = paths.flatMap((path) => resolvedOf(path).map((one) => (holdsPath(workspace, one) ? workspace : one)));
	return [...new Set(folders)].map((folder) => pathWord(folder, subject.world));
}

/** The hosts that it surely talks to, where they are all that it may talk to. */
function hostsOf({ effects }: EvaluationContext): readonly PathWord[] {
	const found = effects.destinations();
	const isKnown = found.every(({ host, maybe, byCode, odd }) => host !== undefined && !(maybe || byCode || odd));
	const hosts = new Set(found.flatMap(({ host }) => host ?? []));
	if (!isKnown || hosts.size > mostFiles) return [];
	return [...hosts].map((text) => ({
		kind: isBareWord(text) && !/[*?[\]{}\\!@]/.test(text) && !reservedInPatterns(text) ? "plain" : "quoted",
		text,
		negated: false,
		span: nowhere,
	}));
}

/** The places that a path leads to. */
export function resolvedOf({ place }: PlacedPath): readonly string[] {
	return place?.resolved ?? [];
}

function literalPath(text: string): PathPattern {
	return { text, literal: true, negated: false };
}

function distinct(shapes: readonly Shape[]): readonly Shape[] {
	const key = ({ pattern, within, at, granting }: Shape): string => JSON.stringify([pattern, within, at, granting]);
	const seen = new Map<string, Shape>();
	for (const one of shapes) if (!seen.has(key(one))) seen.set(key(one), one);
	return [...seen.values()];
}
