/**
 * Commands that a program runs, as far as its arguments show them: in an option's value, behind an option, or among its operands.
 */

import type { Runs } from "../../knowledge/program.js";
import { programOfPackage } from "../../knowledge/vocabulary/package-names.js";
import type { Word } from "../request.js";
import type { Inner, OperandSlot } from "./arguments.js";
import type { Draft, Slot } from "./draft.js";
import { known, usagesOf } from "./draft.js";
import { namesFound } from "./found-names.js";
import { parallelLines } from "./parallel-lines.js";

/** More commands than this in one command are not told apart. */
const mostCommands = 100;

/** The words up to `;` or `{} +`, or the end, are a command of their own; the place behind them. */
export function runRest(draft: Draft, at: number): number {
	const { args, program } = draft;
	if (draft.inner.length > mostCommands) {
		draft.doubtful = true;
		if (!draft.inner.includes(anything)) draft.inner.push(anything);
		return at;
	}
	const mark = marks[program.name] ?? onlyBraces;
	const dir = elsewhere(args[at - 1]);
	const names = [dir.elsewhere ? nameInFolder : program.name === "find" ? someNames : anyWords];
	let end = at;
	while (end < args.length && !endsCommand(args, end)) {
		// It may be the `;` itself: then what follows is no longer the command's.
		if (mayEndCommand(args[end] as Word)) {
			draft.inner.push({ kind: "argv", words: [...withNames(args.slice(at, end), mark, names), anyWords], ...dir });
			draft.doubtful = true;
			return end;
		}
		end++;
	}
	const words = args.slice(at, end);
	// `fd` puts the names behind a command that has no mark.
	if (program.name === "fd" && words.length > 0 && !words.some((word) => isMarked(word, mark))) words.push(known("{}"));
	if (dir.elsewhere === undefined) draft.filled.push({ inner: draft.inner.length, words, before: at });
	draft.inner.push({ kind: "argv", words: withNames(words, mark, names), ...dir });
	return end + 1;
}

const onlyBraces = /\{\}/;

/** Where a program puts what it finds: in the words of `fd` parts of it, too. */
const marks: { readonly [Program in string]?: RegExp } = { fd: /\{(?:\/{0,2}|\/?\.)\}/ };

function isMarked(word: Word, mark: RegExp): boolean {
	return word.kind === "known" && mark.test(word.text);
}

/** One name or several, of which nothing is known but that it begins as the folder does that was looked through, and that is no option to `find`. */
const someNames: Word = { kind: "unknown", source: "{}", words: "any", plain: true };

/** What `-execdir` finds is named from the folder that it lies in. */
const nameInFolder: Word = { kind: "unknown", source: "{}", words: "any", begins: "./", plain: true };

/** The words with names put in where marks stand. As the program itself it is one of the names, and nobody knows which. */
function withNames(words: readonly Word[], mark: RegExp, names: readonly Word[]): readonly Word[] {
	return words.flatMap((word, index): readonly Word[] => {
		if (word.kind !== "known" || !isMarked(word, mark)) return [word];
		if (word.text === "{}" && index > 0) return names;
		const begins = word.text.slice(0, word.text.search(mark));
		return [{ kind: "unknown", source: word.text, words: "one", ...(begins === "" ? {} : { begins }) }];
	});
}

/** `find -execdir` runs its command in the folder of what it found. */
function elsewhere(option: Word | undefined): { readonly elsewhere?: true } {
	return option?.kind === "known" && /^-(?:exec|ok)dir$/.test(option.text) ? { elsewhere: true } : {};
}

function endsCommand(args: readonly Word[], at: number): boolean {
	const word = args[at];
	const before = args[at - 1];
	if (word?.kind !== "known") return false;
	return word.text === ";" || (word.text === "+" && before?.kind === "known" && before.text === "{}");
}

function mayEndCommand(word: Word): boolean {
	return word.kind === "unknown" || (word.kind === "globbed" && /^[*?[{\\;+]/.test(word.pattern));
}

/** Finds the commands in values and among the operands, once all words are read. */
export function findInner(draft: Draft, operands: readonly OperandSlot[]): void {
	const { options, inner, open } = draft;
	for (const { inner: place, words, before } of draft.doubtful ? [] : draft.filled) {
		const mark = marks[draft.program.name] ?? onlyBraces;
		const names = words.some((word) => isMarked(word, mark)) ? namesFound(draft, operands, before) : undefined;
		if (names !== undefined) inner[place] = { kind: "argv", words: withNames(words, mark, names) };
	}
	const usages = usagesOf(draft);
	// Most programs run nothing.
	if (!open && !usages.some((usage) => usage.runs) && !options.some((option) => option.fact?.runs)) return;
	const own = draft.operands.filter((slot) => slot.canonical === undefined);
	const begins = own[0]?.kind === "sure" ? own[0].word : undefined;
	// A shell takes one script, however often it is told so.
	const takesLine = options.filter((option) => option.fact?.runs === "operand");
	if (takesLine.length > 0)
		inner.push(begins && takesLine.some((option) => option.sure) ? { kind: "line", word: begins } : anything);
	for (const { fact, value } of options) {
		switch (fact?.runs) {
			case "word":
			case "line":
				if (value) inner.push({ kind: fact.runs, word: value });
				break;
			case "operand":
			case "argv":
			case undefined:
				break;
		}
	}
	// Any option may be given, one that runs a command among them.
	if (open && [...usages, draft.program].some((usage) => usage.options.some(({ runs }) => runs !== undefined)))
		inner.push(anything);
	if (usages.length > 1) {
		if (usages.some((usage) => usage.runs !== undefined)) inner.push(anything);
	} else if (draft.usage.runs) findAmong(draft, own, draft.usage.runs);
}

/** The command among the operands. Where it begins must be certain. */
function findAmong({ program, args, options, inner }: Draft, own: readonly Slot[], runs: Runs): void {
	let first = runs.skip;
	while (runs.assignments && isAssignment(own[first]?.word)) first++;
	if (own.slice(0, first + 1).some((slot) => slot.kind !== "sure")) {
		inner.push(anything);
		return;
	}
	const begin = own[first]?.index;
	if (begin === undefined) return;
	// `chamber exec SERVICE -- COMMAND`: the dashes part the command from what stands before it.
	const head = args[begin];
	const isParted = runs.skip > 0 && head?.kind === "known" && head.text === "--" && begin + 1 < args.length;
	const start = isParted ? begin + 1 : begin;
	const lines = program.name === "parallel" ? parallelLines(args.slice(start), args, options) : undefined;
	if (lines !== undefined) {
		inner.push(...lines.map((text): Inner => ({ kind: "line", word: { kind: "known", text } })));
		return;
	}
	// `xargs -I MARK`, `--replace[=MARK]`, `-i[MARK]`, and BSD's `-J MARK`
	const marks = options
		.filter(({ fact }) => fact?.names.some((name) => marking.has(name)))
		.flatMap(({ value }) => value ?? []);
	const texts = marks.flatMap((mark) => (mark.kind === "known" ? [mark.text] : []));
	const tail = args.slice(start);
	// A mark that can't be known may stand in any word.
	const filled = texts.length < marks.length ? [] : filledIn(tail, ["{}", ...texts]);
	const whole = runs.more ? [...filled, anyWords] : tail;
	const words = runs.packages ? [programOf(whole[0] as Word), ...whole.slice(1)] : whole;
	inner.push(runs.joined ? { kind: "line", word: joined(words) } : { kind: "argv", words });
}

/** The program that a package is called for. Where one comes from elsewhere, its name says nothing. */
function programOf(word: Word): Word {
	const name = word.kind === "known" ? programOfPackage(word.text) : undefined;
	return name === undefined ? word : known(name);
}

const marking: ReadonlySet<string> = new Set(["-I", "-i", "--replace", "-J"]);

const anyWords: Word = { kind: "unknown", source: "…", words: "any" };
const anything = { kind: "argv", words: [anyWords] } as const;

/** The words with inputs put in where a mark stands: which, nobody knows, and they may begin with a dash. */
function filledIn(words: readonly Word[], marks: readonly string[]): readonly Word[] {
	return words.map((word) =>
		word.kind === "known" && marks.some((mark) => mark !== "" && word.text.includes(mark))
			? { kind: "unknown", source: word.text, words: "one" }
			: word,
	);
}

function isAssignment(word: Word | undefined): boolean {
	return word?.kind === "known" && word.text.includes("=");
}

function joined(words: readonly Word[]): Word {
	const texts = words.map((word) => (word.kind === "known" ? word.text : undefined));
	return texts.every((text): text is string => text !== undefined)
		? { kind: "known", text: texts.join(" ") }
		: { kind: "unknown", source: "the command line", words: "one" };
}
