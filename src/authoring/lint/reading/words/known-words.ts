/** The words of patterns, as far as it is known what they are: names of programs, subcommands and options. */

import { programNamed } from "../../../../engine/knowledge/lookup.js";
import type { Program } from "../../../../engine/knowledge/program.js";
import { aliases, programs } from "../../../../engine/knowledge/programs.generated.js";
import { isOtherProgram } from "../../../../engine/knowledge/vocabulary/common-names.js";
import { findOption } from "../../../../engine/request/arguments/option-names.js";
import { Faults } from "../../../../language/policy/faults.js";
import { optionPattern } from "../../../../language/policy/patterns/patterns.js";
import { literalOfGlob } from "../../../../language/policy/word-language/read-glob.js";
import type { Span } from "../../../../language/source/span.js";
import {
	type ClaimStatement,
	type Clause,
	eventListsOf,
	type Pattern,
	type PatternWord,
	type RuleStatement,
} from "../../../../language/syntax/statements.js";
import type { ValidPolicyContext } from "../../lint-context.js";
import { visibleSets } from "../visible-sets.js";

/** A word that stands for itself. */
export interface KnownWord {
	readonly text: string;
	readonly span: Span;
}

/** A pattern of a rule, a claim or a set of programs. */
export interface ReadPattern {
	/** The program's bare name; a path, a glob or a set has none. */
	readonly name?: KnownWord;
	readonly program?: Program;
	/** Operands up to the first that is not written out. */
	readonly operands: readonly KnownWord[];
	readonly options: readonly KnownWord[];
}

/** The names of options in a clause, with the programs that the rule names: none where it speaks of one that is not known. */
export interface ReadOptions {
	readonly programs: readonly Program[];
	readonly options: readonly KnownWord[];
}

/** All patterns of the files that were asked for: of rules, exceptions and claims, and of sets that name programs. */
export function patternsRead(subject: ValidPolicyContext): readonly ReadPattern[] {
	const found = known.get(subject) ?? readAll(subject);
	known.set(subject, found);
	return found;
}

const known = new WeakMap<ValidPolicyContext, readonly ReadPattern[]>();

function readAll(subject: ValidPolicyContext): readonly ReadPattern[] {
	const sets = setsOfPrograms(subject);
	return subject.ownStatements().flatMap(({ statement }) => {
		switch (statement.kind) {
			case "rule":
			case "claim":
				return patternsOf(statement).map((one) => readPattern(one, subject));
			case "set":
				return sets.has(statement.name.text) ? statement.patterns.map((one) => readPattern(one, subject)) : [];
			default:
				return [];
		}
	});
}

/** What a rule or a claim speaks of, what it leaves out, and what it wants to have happened. */
function patternsOf({ patterns, clauses }: RuleStatement | ClaimStatement): readonly Pattern[] {
	const steps = clauses.flatMap((clause) => (clause.form === "events" ? eventListsOf(clause) : []));
	return [...patterns, ...exceptions(clauses), ...steps.flatMap((step) => step.patterns)];
}

/** The same, with each word of a set or of braces by itself behind what stands before it, and each command that a program runs: `pnpm run @checks`, `uv run pytest`. */
export function patternsSpelled(subject: ValidPolicyContext): readonly ReadPattern[] {
	const found =
		spelled.get(subject) ??
		[
			...patternsRead(subject),
			...subject
				.ownStatements()
				.flatMap(({ statement, file: { file } }) =>
					statement.kind === "rule" || statement.kind === "claim"
						? patternsOf(statement).flatMap((one) => alternativesIn(one, file, subject))
						: [],
				),
		].flatMap((one) => [one, ...commandIn(one, subject)]);
	spelled.set(subject, found);
	return found;
}

const spelled = new WeakMap<ValidPolicyContext, readonly ReadPattern[]>();

/** A pattern up to the first of its operands that is several words, once for each of them. */
function alternativesIn(
	{ words, ...pattern }: Pattern,
	file: string,
	subject: ValidPolicyContext,
): readonly ReadPattern[] {
	const at = words.findIndex((word, index) => index > 0 && !isOption(word) && wordOf(word) === undefined);
	const word = words[at];
	if (word === undefined) return [];
	const before = words.slice(0, at).filter((one) => !isOption(one));
	const each = word.kind === "set" ? wordsOfSet(word.text, file, subject) : wordsInBraces(word);
	return each.map((one) => readPattern({ ...pattern, words: [...before, one] }, subject));
}

function wordsOfSet(name: string, file: string, subject: ValidPolicyContext): readonly PatternWord[] {
	return (visibleSets(file, subject).get(name) ?? []).flatMap(({ words: [only, ...more] }) =>
		only === undefined || more.length > 0 || !subject.roots.includes(only.span.file) ? [] : [only],
	);
}

function wordsInBraces({ kind, text, span }: PatternWord): readonly PatternWord[] {
	if (kind !== "plain" || !/^\{[\w.:,-]+\}$/.test(text)) return [];
	return [...text.matchAll(/[^{},]+/g)].map(({ 0: one, index }) => ({
		kind,
		text: one,
		span: { ...span, start: span.start + index, end: span.start + index + one.length },
	}));
}

/** The command behind a program that runs it, as far as it is written out. */
function commandIn(
	{ name: runner, program, operands }: ReadPattern,
	subject: ValidPolicyContext,
): readonly ReadPattern[] {
	const typed = operands.map(({ text }) => text);
	if (program === undefined)
		return otherRunners.has(`${runner?.text} ${typed[0]}`) ? innerOf(operands.slice(1), subject) : [];
	const [called = "", usage = program] =
		Object.entries(program.subcommands)
			.filter(([words]) => words === typed.slice(0, words.split(" ").length).join(" "))
			.sort(([one], [other]) => other.length - one.length)[0] ?? [];
	if (usage.runs === undefined) return [];
	const skip = (called === "" ? 0 : called.split(" ").length) + usage.runs.skip;
	return innerOf(operands.slice(skip), subject);
}

/** Runners of programs without a table. */
const otherRunners: ReadonlySet<string> = new Set(["hatch run", "pdm run", "rye run", "pixi run"]);

function innerOf([name, ...rest]: readonly KnownWord[], subject: ValidPolicyContext): readonly ReadPattern[] {
	if (name === undefined || !/^[\w.+-]+$/.test(name.text)) return [];
	const inner = programCalled(name.text, subject);
	const read = { name, ...(inner === undefined ? {} : { program: inner }), operands: rest, options: [] };
	return [read, ...commandIn(read, subject)];
}

/** The options of `with`, `without` and `only`. */
export function optionClausesRead(subject: ValidPolicyContext): readonly ReadOptions[] {
	return subject.ownStatements().flatMap(({ statement }) => {
		if (statement.kind !== "rule" && statement.kind !== "claim") return [];
		const words = statement.clauses.flatMap((clause) =>
			clause.keyword === "with" || clause.keyword === "without" || clause.keyword === "only"
				? clause.options.flat()
				: [],
		);
		if (words.length === 0) return [];
		const read = statement.patterns.map((one) => readPattern(one, subject).program);
		if (read.includes(undefined)) return [];
		return [{ programs: read as readonly Program[], options: words.flatMap(optionName) }];
	});
}

function exceptions(clauses: readonly Clause[]): readonly Pattern[] {
	return clauses.flatMap((clause) => (clause.keyword === "except" ? clause.patterns : []));
}

/** Names of sets that stand where a program does, and of those whose words are mostly programs, wherever they stand. */
function setsOfPrograms(subject: ValidPolicyContext): ReadonlySet<string> {
	return new Set(
		subject.statements().flatMap(({ statement }) => {
			if (statement.kind === "set") return isOfPrograms(statement.patterns, subject) ? [statement.name.text] : [];
			if (statement.kind !== "rule" && statement.kind !== "claim") return [];
			return patternsOf(statement).flatMap(({ words: [first] }) => (first?.kind === "set" ? [first.text] : []));
		}),
	);
}

/** `set builders = vite, webpack, esbiuld`: bare words, of which more than half are known programs. */
function isOfPrograms(patterns: readonly Pattern[], subject: ValidPolicyContext): boolean {
	const names = patterns.map(({ words: [first] }) => first && wordOf(first)?.text);
	if (names.length < 3 || !names.every((name) => name !== undefined && /^[a-z][\w-]*$/.test(name))) return false;
	const known = names.filter(
		(name) => name !== undefined && (programCalled(name, subject) !== undefined || isOtherProgram(name)),
	);
	return known.length * 2 > names.length;
}

export function readPattern({ words: [first, ...rest] }: Pattern, subject: ValidPolicyContext): ReadPattern {
	const name = first && wordOf(first);
	const bare = name === undefined || name.text.includes("/") ? undefined : name;
	const program = bare && programCalled(bare.text, subject);
	const operands: KnownWord[] = [];
	for (const word of rest) {
		if (isOption(word)) continue;
		const known = wordOf(word);
		if (known === undefined) break;
		operands.push(known);
	}
	return {
		...(bare === undefined ? {} : { name: bare }),
		...(program === undefined ? {} : { program }),
		operands,
		options: rest.filter(isOption).flatMap(optionName),
	};
}

/** What is known of a program, by the policy or else by the knowledge base. */
export function programCalled(name: string, subject: ValidPolicyContext): Program | undefined {
	return subject.policy.programs.get(name) ?? programNamed(name);
}

/** Every name of a program that is known. */
export function programNames(subject: ValidPolicyContext): Iterable<string> {
	return new Set([...subject.policy.programs.keys(), ...Object.keys(programs), ...Object.keys(aliases)]);
}

/** The words that may follow these of a subcommand; undefined where they are all of one, or none. */
export function subcommandWords(program: Program, typed: readonly string[]): ReadonlySet<string> {
	const begun = subcommandsOf(program).filter((words) => typed.every((word, at) => words[at] === word));
	return new Set(begun.flatMap((words) => words[typed.length] ?? []));
}

/** The subcommands of a program and their other names, word by word. */
function subcommandsOf(program: Program): readonly (readonly string[])[] {
	let found = subcommands.get(program);
	if (found === undefined) {
		found = Object.entries(program.subcommands).flatMap(([name, { aliases: others }]) =>
			[name, ...others].map((one) => one.split(" ")),
		);
		subcommands.set(program, found);
	}
	return found;
}
const subcommands = new WeakMap<Program, readonly (readonly string[])[]>();

/** Has the program, or one of its subcommands, an option that this name may mean? */
export function hasOption(program: Program, name: string): boolean {
	const names = optionNames(program);
	if (names.has(name) || tablesOf(program).some((table) => findOption(table, name, program.style) !== undefined))
		return true;
	// `--no-x` of many programs, and the beginning of a longer name where the program takes that.
	return (
		(name.startsWith("--no-") && names.has(`--${name.slice(5)}`)) ||
		(program.abbreviates && [...names].some((one) => one.startsWith(name)))
	);
}

export function optionNames(program: Program): ReadonlySet<string> {
	const names =
		namesOf.get(program) ?? new Set(tablesOf(program).flatMap((table) => table.flatMap((option) => option.names)));
	namesOf.set(program, names);
	return names;
}

const namesOf = new WeakMap<Program, ReadonlySet<string>>();

function tablesOf({ options, subcommands }: Program): readonly Program["options"][] {
	return [options, ...Object.values(subcommands).map((one) => one.options)];
}

function isOption({ kind, text }: PatternWord): boolean {
	return (kind === "plain" || kind === "quoted") && text.length > 1 && text.startsWith("-") && text !== "--";
}

function wordOf({ kind, text, span }: PatternWord): KnownWord | undefined {
	const literal = kind === "quoted" ? text : kind === "plain" ? literalOfGlob(text) : undefined;
	return literal === undefined || literal === "*" || literal === "**" ? undefined : { text: literal, span };
}

/** The option's name with its place: without a value. */
function optionName(word: PatternWord): readonly KnownWord[] {
	const name = isOption(word) ? optionPattern(word, new Faults())?.name : undefined;
	if (name === undefined) return [];
	// Where quotes or escapes move characters, the whole word is the place.
	const isWhole = word.span.end - word.span.start !== word.text.length || !word.text.startsWith(name);
	return [{ text: name, span: isWhole ? word.span : { ...word.span, end: word.span.start + name.length } }];
}
