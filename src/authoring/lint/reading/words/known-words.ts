/** The words of patterns, as far as it is known what they are: names of programs, subcommands and options. */

import { programNamed } from "../../../../engine/knowledge/lookup.js";
import type { Program } from "../../../../engine/knowledge/program.js";
import { aliases, programs } from "../../../../engine/knowledge/programs.generated.js";
import { otherPrograms } from "../../../../engine/knowledge/vocabulary/common-names.js";
import { findOption } from "../../../../engine/request/arguments/option-names.js";
import { Faults } from "../../../../language/policy/faults.js";
import { optionPattern } from "../../../../language/policy/patterns/patterns.js";
import { literalOfGlob } from "../../../../language/policy/word-language/read-glob.js";
import type { Span } from "../../../../language/source/span.js";
import type { Clause, Pattern, PatternWord } from "../../../../language/syntax/statements.js";
import type { ValidPolicyContext } from "../../lint-context.js";

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
				return [...statement.patterns, ...exceptions(statement.clauses)].map((one) => readPattern(one, subject));
			case "set":
				return sets.has(statement.name.text) ? statement.patterns.map((one) => readPattern(one, subject)) : [];
			default:
				return [];
		}
	});
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
			return [...statement.patterns, ...exceptions(statement.clauses)].flatMap(({ words: [first] }) =>
				first?.kind === "set" ? [first.text] : [],
			);
		}),
	);
}

/** `set builders = vite, webpack, esbiuld`: bare words, of which more than half are known programs. */
function isOfPrograms(patterns: readonly Pattern[], subject: ValidPolicyContext): boolean {
	const names = patterns.map(({ words: [first] }) => first && wordOf(first)?.text);
	if (names.length < 3 || !names.every((name) => name !== undefined && /^[a-z][\w-]*$/.test(name))) return false;
	const known = names.filter(
		(name) => name !== undefined && (programCalled(name, subject) !== undefined || otherPrograms.includes(name)),
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
	const all = Object.entries(program.subcommands).flatMap(([name, { aliases: others }]) => [name, ...others]);
	const begun = all.map((one) => one.split(" ")).filter((words) => typed.every((word, at) => words[at] === word));
	return new Set(begun.flatMap((words) => words[typed.length] ?? []));
}

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
