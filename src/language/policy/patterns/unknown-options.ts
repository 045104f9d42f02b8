/**
 * Options of patterns that no command can have: a program whose table is complete has none of that name, several begin so, or the one that is meant takes no value.
 * As part of a rule such an option would make it fit nothing.
 */

import { programNamed } from "../../../engine/knowledge/lookup.js";
import type { OptionFact, Program } from "../../../engine/knowledge/program.js";
import { nameOf, optionsCalled } from "../../../engine/request/arguments/option-names.js";
import type { Diagnostic, Fix } from "../../diagnostic/diagnostic.js";
import { joinParts } from "../../diagnostic/join-words.js";
import { nearest } from "../../diagnostic/suggest.js";
import { wordText } from "../../syntax/dsl/part-text.js";
import {
	type Clause,
	eventListsOf,
	type Pattern,
	type PatternWord,
	type PolicyFile,
	type Statement,
} from "../../syntax/statements.js";
import { Faults } from "../faults.js";
import { literalOfGlob } from "../word-language/read-glob.js";
import { type OptionTables, optionNamed, optionTables } from "./option-tables.js";
import type { OptionPattern } from "./pattern-tests.js";
import { optionPattern } from "./patterns.js";

/** Looks at every pattern and every list of options of a file. `taught`: programs that the policy itself speaks of. */
export function checkOptions(file: PolicyFile, taught: ReadonlySet<string>, faults: Faults): void {
	for (const statement of file.statements) checkStatement(statement, taught, faults);
}

function checkStatement(statement: Statement, taught: ReadonlySet<string>, faults: Faults): void {
	switch (statement.kind) {
		case "agent":
		case "group":
			for (const inner of statement.body) checkStatement(inner, taught, faults);
			return;
		case "set":
			for (const pattern of statement.patterns) checkPattern(pattern, taught, faults);
			return;
		case "rule":
		case "claim":
			for (const pattern of statement.patterns) checkPattern(pattern, taught, faults);
			for (const clause of statement.clauses) checkClause(clause, statement.patterns, taught, faults);
	}
}

function checkClause(clause: Clause, patterns: readonly Pattern[], taught: ReadonlySet<string>, faults: Faults): void {
	switch (clause.form) {
		case "patterns":
			for (const pattern of clause.patterns) checkPattern(pattern, taught, faults);
			return;
		case "events":
			for (const list of eventListsOf(clause)) {
				for (const pattern of list.patterns) checkPattern(pattern, taught, faults);
				for (const inner of list.clauses) checkClause(inner, list.patterns, taught, faults);
			}
			return;
		case "options": {
			const programs = patterns.map((pattern) => tablesFor(pattern, taught));
			for (const word of clause.options.flat()) checkWord(word, programs, faults);
		}
	}
}

/** Looks at the options of one pattern. */
export function checkPattern(pattern: Pattern, taught: ReadonlySet<string>, faults: Faults): void {
	if (!pattern.words.some((word) => isOption(word) || word.text === "--")) return;
	const tables = tablesFor(pattern, taught);
	if (tables === undefined) return;
	const { program, runs, style } = tables;
	let operands = 0;
	let innerAt: number | undefined;
	for (const [at, word] of pattern.words.entries()) {
		if (at === 0) continue;
		if (!isOption(word)) {
			const isMark = word.kind === "plain" && word.text === "--";
			// Where the first operand ends the options, a mark behind it is an operand.
			const isOperand = operands > 0 && (style === "posix" || style === "go");
			if (isMark && !isOperand && style !== "find") {
				const dashed = pattern.words.slice(at).find(isOption);
				faults.error(
					"bad-pattern",
					word.span,
					"`--` ends the options of a command, and is no operand: this pattern would fit nothing",
					dashed === undefined
						? "leave it out: operands are found with it and without"
						: `leave it out; a word behind it is an operand, and is written as a regular expression: \`/${dashed.text}/\``,
				);
				return;
			}
			if (isAssignment(word)) continue;
			if (operands === runs) innerAt = at;
			operands++;
			continue;
		}
		if (innerAt !== undefined) {
			const inner = pattern.words.slice(innerAt).map(wordText).join(" ");
			faults.error(
				"unknown-option",
				word.span,
				`\`${word.text}\` stands behind the command that \`${program.name}\` runs, and belongs to that`,
				`what \`${program.name}\` runs is decided by the same rules: write a rule about \`${inner}\`; an option of \`${program.name}\` stands before`,
			);
			return;
		}
		checkWord(word, [tables], faults);
	}
}

function isAssignment({ text }: PatternWord): boolean {
	return /^[A-Za-z_]\w*=/.test(text);
}

/** What is known of a pattern's program, and the tables that hold for what it names. */
interface Known extends OptionTables {
	readonly program: Program;
	/** The subcommand is named, or there is none: the tables are all that count. */
	readonly settled: boolean;
	/** Words of it that are operands. */
	readonly operands: readonly string[];
	/** Operands before the command that it runs, its subcommand among them; absent where it runs none. */
	readonly runs?: number;
}

function tablesFor({ words: [first, ...rest] }: Pattern, taught: ReadonlySet<string>): Known | undefined {
	const text = first && literalOf(first);
	if (text === undefined) return undefined;
	const name = text.slice(text.lastIndexOf("/") + 1);
	const program = taught.has(name) ? undefined : programNamed(name);
	if (program === undefined || program.style === "none") return undefined;
	const operands: string[] = [];
	for (const word of rest) {
		if (isOption(word)) continue;
		const literal = literalOf(word);
		if (literal === undefined) break;
		operands.push(literal);
	}
	const tables = optionTables(program, operands);
	const settled = tables.subcommand !== undefined || Object.keys(program.subcommands).length === 0;
	const { subcommand, usage } = tables;
	const before = subcommand === undefined ? 0 : subcommand.split(" ").length;
	const runs = usage.runs === undefined ? {} : { runs: before + usage.runs.skip };
	return { ...tables, program, settled, operands, ...runs };
}

/** An option that each of the programs surely lacks. Of one that is not known nobody can say so. */
function checkWord(word: PatternWord, programs: readonly (Known | undefined)[], faults: Faults): void {
	const option = isOption(word) ? optionPattern(word, new Faults()) : undefined;
	if (option === undefined || programs.length === 0) return;
	const found = programs.map((known) => known && unknownOptionFault(option, word, known));
	const [first] = found;
	if (first === undefined || found.includes(undefined)) return;
	faults.error("unknown-option", word.span, first.message, first.help, first.fix);
}

interface Fault {
	readonly message: string;
	readonly help: string;
	readonly fix?: Pick<Diagnostic, "fix">;
}

function unknownOptionFault(option: OptionPattern, word: PatternWord, known: Known): Fault | undefined {
	const { program, settled, tables, style } = known;
	const { name } = option;
	const meant = settled ? optionsCalled(name, tables, style, program.abbreviates) : [];
	if (meant.length > 1 && !isLettersOnly(name)) {
		const names = [...new Set(meant.map(nameOf))].sort();
		return {
			message: `\`${name}\` may be ${alternatives(names)}, and \`${program.name}\` takes no abbreviation of several options`,
			help: "write the whole name of the one that is meant; of several, each in a pattern of its own",
		};
	}
	if (program.complete === undefined) return undefined;
	const [fact] = meant;
	if (fact !== undefined) return valueFault(option, fact, known);
	// As it stands: whoever knows of another version says so by quotes.
	if (word.kind === "quoted" || isListed(name, known)) return undefined;
	const message = `\`${program.name}\` has no option \`${name}\` (${program.complete})`;
	const near = nearOption(name, program);
	return {
		message,
		help: `${near === undefined ? "" : `did you mean \`${near}\`? `}an option of another version stands in double quotes: \`"${word.text}"\``,
		...(near === undefined ? {} : { fix: { fix: respelt(word, name, near) } }),
	};
}

function valueFault({ name, value }: OptionPattern, fact: OptionFact, { program, style }: Known): Fault | undefined {
	// What is true or false of a flag is said of it so by programs of other kinds.
	if (value?.kind === "literal" && isTruth.test(value.text)) return undefined;
	const isFlag = fact.value === undefined && fact.further === undefined;
	if (value === undefined || !isFlag || !name.startsWith("--") || (style !== "gnu" && style !== "posix"))
		return undefined;
	return {
		message: `\`${name}\` takes no value, so no command of \`${program.name}\` fits`,
		help: `write \`${name}\` alone`,
	};
}

const isTruth = /^(?:true|1|yes|on|false|0|no|off)$/i;

/** Does any table of the program have it, in any spelling that the program may take? */
function isListed(name: string, { program }: Known): boolean {
	const all = [program.options, ...Object.values(program.subcommands).map(({ options }) => options)];
	return all.some((table) => {
		const from: OptionTables = { tables: [table, program.options], style: program.style, usage: program };
		if (optionNamed(name, from) !== undefined) return true;
		if (program.abbreviates && optionsCalled(name, from.tables, from.style, true).length > 0) return true;
		if (program.plus && optionNamed(`-${name}`, from) !== undefined) return true;
		if (/^-\d/.test(name) && optionNamed("-NUM", from) !== undefined) return true;
		if (name.startsWith("--no-") && optionNamed(`--${name.slice(5)}`, from) !== undefined) return true;
		return areLetters(name, from);
	});
}

/** `-rf`, `-ofile`: letters that are options, up to one that takes what follows as its value. */
function areLetters(name: string, from: OptionTables): boolean {
	if (!isLettersOnly(name) || (from.style !== "gnu" && from.style !== "posix")) return false;
	for (const letter of name.slice(1)) {
		const fact = optionNamed(`-${letter}`, from) ?? (/\d/.test(letter) ? optionNamed("-NUM", from) : undefined);
		if (fact === undefined) return false;
		if (fact.value !== undefined) return true;
	}
	return true;
}

function isLettersOnly(name: string): boolean {
	return /^-[^-]/.test(name);
}

function nearOption(name: string, program: Program): string | undefined {
	const all = [program.options, ...Object.values(program.subcommands).map(({ options }) => options)];
	const names = all.flat().flatMap((option) => option.names);
	const dashes = name.startsWith("--") ? "--" : "-";
	return nearest(name, new Set(names.filter((one) => one.startsWith(dashes) && (dashes === "--" || one[1] !== "-"))));
}

/** The option's name in place of the one that is written, where it stands as it is. */
function respelt({ span, text }: PatternWord, name: string, near: string): Fix {
	const whole = span.end - span.start !== text.length || !text.startsWith(name);
	return {
		title: `write \`${near}\``,
		edits: [{ span: whole ? span : { ...span, end: span.start + name.length }, text: near }],
		safe: false,
	};
}

/** `a`, `b` or `c`; of many the first four. */
function alternatives(names: readonly string[]): string {
	const shown = names.map((one) => `\`${one}\``);
	return joinParts(shown.length <= 4 ? shown : [shown.slice(0, 4).join(", "), "others"], "or");
}

export function isOption({ kind, text }: PatternWord): boolean {
	return (kind === "plain" || kind === "quoted") && text.length > 1 && text.startsWith("-") && text !== "--";
}

function literalOf({ kind, text }: PatternWord): string | undefined {
	return kind === "quoted" ? text : kind === "plain" ? literalOfGlob(text) : undefined;
}
