/**
 * The words of a program with facts, for as long as they can be read in one way only.
 * From the first word that can be read in two, `read-doubtful.ts` reads on.
 */

import type { OptionFact, Program } from "../../knowledge/program.js";
import { whole } from "../../records/whole.js";
import type { Word } from "../request.js";
import type { Arguments, FoundOption } from "./arguments.js";
import {
	beginDraft,
	type Draft,
	found,
	foundWithoutEquals,
	isOption,
	known,
	mayBeOption,
	tablesOf,
	unlisted,
	usagesOf,
} from "./draft.js";
import { findInner, runRest } from "./inner.js";
import { findOption, optionsCalled } from "./option-names.js";
import { lettersInDoubt, readInDoubt } from "./read-doubtful.js";
import { assignRoles } from "./roles.js";
import { hasSubcommands } from "./subcommand-spellings.js";
import { doubtSubcommand, enterSubcommand } from "./subcommands.js";

export function readKnown(program: Program, args: readonly Word[]): Arguments {
	const draft = beginDraft(program, args);
	let at = firstBundle(draft);
	while (at < args.length && !draft.doubtful) at = readWord(draft, at);
	readInDoubt(draft, at);
	markStranger(draft);
	const operands = assignRoles(draft);
	findInner(draft, operands);
	const { subcommand, usage, style, options, open, strange, strangeSubcommand, inner } = draft;
	return whole<Arguments>({
		program,
		subcommand,
		usage,
		usages: usagesOf(draft),
		style,
		options,
		operands,
		open,
		strange,
		strangeSubcommand,
		inner,
		folders: options.length === 0 ? [] : options.flatMap(folderOf),
		words: style === "find" || program.revisions ? args : undefined,
		informs: options.some((option) => option.sure && option.fact?.informs === true),
		input: undefined,
	});
}

function folderOf({ fact, value, sure }: FoundOption): readonly Word[] {
	if (!fact?.folder || value === undefined) return [];
	return [sure ? value : anyFolder];
}

const anyNames: Word = { kind: "unknown", source: "{}", words: "any" };

const anyFolder: Word = { kind: "unknown", source: "a folder", words: "one" };

/** `tar xzf FILE`: the first word is a bundle without a dash, and its values are the words behind it. The place behind all of them. */
function firstBundle(draft: Draft): number {
	const first = draft.args[0];
	if (!draft.program.bundledFirst || first?.kind !== "known" || !/^[^-]/.test(first.text)) return 0;
	// It stays a word that patterns can name: `deny tar xf`.
	draft.operands.push({ kind: "sure", word: first, canonical: first.text, index: 0 });
	const facts = [...first.text].map((letter) => exactly(draft, `-${letter}`));
	if (facts.includes(undefined)) {
		draft.doubtful = true;
		lettersInDoubt(draft, first.text, 0);
		return 1;
	}
	let at = 1;
	for (const fact of facts as OptionFact[]) {
		const takes = fact.value === "required";
		found(draft, fact, takes ? valueAt(draft, at) : undefined, 0);
		if (takes) at++;
	}
	return at;
}

/** Reads the word at a place, and the values that belong to it; the place behind them. Where it is in doubt, the same place. */
function readWord(draft: Draft, at: number): number {
	const { program, style, ended } = draft;
	const word = draft.args[at] as Word;
	if (word.kind !== "known") return readUnknown(draft, word, at);
	const { text } = word;
	// `--` ends options with dashes: `dd -- of=FILE` writes the file all the same.
	const canBeOption = !ended || (style === "pairs" && !text.startsWith("-"));
	if (canBeOption && style !== "none" && (text.startsWith("-") || isOption(style, program, text))) {
		// What options mean to a subcommand that no table lists, nobody knows.
		if (draft.strangeSubcommand || (draft.subcommand === undefined && draft.typed.length > 0))
			return inDoubt(draft, at);
		if ((text === "--" && style !== "find") || (text === "-" && program.plus)) {
			draft.ended = true;
			// `git checkout -- FILE`: to some programs it says what the operands are.
			const fact = exactly(draft, text);
			if (fact !== undefined && fact.value === undefined) found(draft, fact, undefined, at);
			return at + 1;
		}
		if (isOption(style, program, text)) return readOption(draft, text, at);
	}
	if (program.plus && text === "+" && !ended) return inDoubt(draft, at);
	if (style === "find" && !ended && /^[(),!]$/.test(text)) return at + 1;
	if (draft.searching && !ended && enterSubcommand(draft, text, at)) return at + 1;
	// Behind `--` some programs look for a subcommand still.
	const mayBe = draft.searching && ended ? doubtSubcommand(draft, text) : [];
	draft.searching &&= ended;
	draft.operands.push(
		mayBe.length === 0 ? { kind: "sure", word, index: at } : { kind: "sure", word, mayBe, index: at },
	);
	markStranger(draft);
	stopAtOperand(draft);
	return at + 1;
}

/** There are subcommands, and what stands in their place is none that is listed, or only the beginning of one. */
function markStranger(draft: Draft): void {
	if (draft.subcommand !== undefined || !hasSubcommands(draft.program)) return;
	// Where the program's words are a command that it runs, what is no subcommand begins one.
	if (draft.program.runs?.joined === false && draft.typed.length === 0) return;
	if (draft.operands.some((slot) => slot.canonical === undefined)) draft.strangeSubcommand = true;
}

function inDoubt(draft: Draft, at: number): number {
	draft.doubtful = true;
	return at;
}

/** A word that can't be known is in doubt where it may be an option or a subcommand; anywhere else it is an operand like others. */
function readUnknown(draft: Draft, word: Exclude<Word, { kind: "known" }>, at: number): number {
	const behind = readGlued(draft, word, at);
	if (behind !== undefined) return behind;
	const isOperand = draft.ended || !mayBeOption(draft.style, draft.program, word);
	if (!isOperand || draft.searching) return inDoubt(draft, at);
	const isOne = word.kind === "unknown" && word.words === "one";
	draft.operands.push({ kind: isOne ? "sure" : "many", word, index: at });
	stopAtOperand(draft);
	return at + 1;
}

/** `--jobs=$N`, `-j$N`: an option that is known, with a value that is not. Without it, `-o` would take the next word. */
function readGlued(draft: Draft, word: Exclude<Word, { kind: "known" }>, at: number): number | undefined {
	if (draft.ended || draft.doubtful || word.kind !== "unknown" || word.words !== "one") return undefined;
	if (draft.style !== "gnu" && draft.style !== "posix") return undefined;
	const begins = word.begins ?? "";
	const long = /^(--[\w-]+)=/.exec(begins)?.[1];
	const name = long ?? begins.slice(0, 2);
	if (long === undefined && !/^-[A-Za-z]/.test(begins)) return undefined;
	const isStrange = draft.strangeSubcommand || (draft.subcommand === undefined && draft.typed.length > 0);
	const fact = isStrange ? undefined : exactly(draft, name);
	if (fact?.value === undefined || fact.apart) return undefined;
	const glued = begins.slice(long === undefined ? 2 : name.length + 1);
	if (long === undefined && glued === "" && fact.value === "required") return undefined;
	// `-f=$X`: some programs take the `=` away, and then nothing is known of its beginning.
	const rest = long === undefined && glued.startsWith("=") ? "" : glued;
	const value: Word = { kind: "unknown", source: word.source, words: "one", ...(rest === "" ? {} : { begins: rest }) };
	return behindOption(draft, fact, value, false, at);
}

/** Some programs take no options behind the first operand. Behind a subcommand that no table lists, its own may follow; `ssh` looks for them behind its host once more. */
function stopAtOperand(draft: Draft): void {
	const { style, usage, operands } = draft;
	const stops = style === "posix" || style === "go";
	if (usage.runs?.late && operands.length <= usage.runs.skip) return;
	if (stops && !draft.strangeSubcommand) draft.ended = true;
}

/** Reads the option at a place; the place behind it and its value. */
function readOption(draft: Draft, text: string, at: number): number {
	switch (draft.style) {
		case "go":
		case "long":
			return longOption(draft, text, at);
		case "find":
			return primary(draft, text, at);
		case "pairs":
			return text.startsWith("-") ? dashed(draft, text, at) : pair(draft, text, at);
		case "gnu":
		case "posix":
		case "none":
			return dashed(draft, text, at);
	}
}

function dashed(draft: Draft, text: string, at: number): number {
	return text.startsWith("--") ? longOption(draft, text, at) : bundle(draft, text, at);
}

function longOption(draft: Draft, text: string, at: number): number {
	const equals = text.indexOf("=");
	const name = equals < 0 ? text : text.slice(0, equals);
	const glued = equals < 0 ? undefined : known(text.slice(equals + 1));
	const facts = called(draft, name);
	const [fact] = facts;
	if (fact === undefined) return strangeOption(draft, name, glued, at);
	if (facts.length > 1) return ambiguous(draft, facts, glued, at);
	const takesNext = fact.value === "required" && glued === undefined;
	return behindOption(draft, fact, glued, takesNext, at);
}

/** The option with its value; the place behind both, and behind the command that it runs. */
function behindOption(draft: Draft, fact: OptionFact, glued: Word | undefined, takesNext: boolean, at: number): number {
	found(draft, fact, glued ?? (takesNext ? valueAt(draft, at + 1) : undefined), at);
	if (fact.ends) draft.ended = true;
	if (takesNext && fact.runs === "argv") return runRest(draft, at + 1);
	// `fd --exec=rm`: what it finds follows.
	if (glued !== undefined && fact.runs === "argv") draft.inner.push({ kind: "argv", words: [glued, anyNames] });
	return furtherValues(draft, fact, at + (takesNext ? 2 : 1));
}

/** An abbreviation of several options: it may be any of them, and the next word may be its value. */
function ambiguous(draft: Draft, facts: readonly OptionFact[], glued: Word | undefined, at: number): number {
	const next = draft.args[at + 1];
	for (const fact of facts) found(draft, fact, glued ?? (fact.value === "required" ? next : undefined), at, false);
	if (glued === undefined && facts.some((fact) => fact.value === "required")) draft.doubtful = true;
	return at + 1;
}

/** An option that no table lists: the next word may be its value, so that from there on everything can be read in two ways. */
function strangeOption(draft: Draft, name: string, glued: Word | undefined, at: number): number {
	unlisted(draft, name, glued, at);
	const next = draft.args[at + 1];
	if (glued !== undefined || next === undefined) return at + 1;
	unlisted(draft, name, next, at, false);
	return inDoubt(draft, at + 1);
}

/** `-abc`, `-ofile`, `-5` */
function bundle(draft: Draft, text: string, at: number): number {
	// A shell takes `-norc` for `--norc` where no letters came before.
	const isLong = draft.program.plus && findOption(draft.program.options, `-${text}`, draft.style) !== undefined;
	if (isLong) return inDoubt(draft, at);
	// So many letters are nobody's: any option may be among them.
	if (text.length > 128) {
		draft.open = true;
		unlisted(draft, text.slice(0, 2), known(text.slice(2)), at, false);
		return at + 1;
	}
	const whole = text.length > 2 ? exactly(draft, text) : undefined;
	if (whole) return behindOption(draft, whole, undefined, whole.value === "required", at);
	const number = /^-\d+$/.test(text) ? exactly(draft, "-NUM") : undefined;
	if (number) return behindOption(draft, number, known(text.slice(1)), false, at);
	const sign = text[0] as string;
	let next = at + 1;
	for (let letter = 1; letter < text.length; letter++) {
		const rest = text.slice(letter + 1);
		const fact = exactly(draft, `${sign}${text[letter]}`) ?? exactly(draft, `-${text[letter]}`);
		if (!fact) return strangeLetter(draft, `-${text[letter]}`, rest, at);
		if (fact.value === undefined) {
			// A letter that was there already says nothing new.
			if (text.indexOf(text[letter] as string, 1) === letter) found(draft, fact, undefined, at);
			if (fact.ends) draft.ended = true;
		} else if (fact.apart) {
			found(draft, fact, valueAt(draft, next), at);
			next++;
		} else if (rest !== "" || fact.value === "optional") {
			foundWithoutEquals(draft, fact, rest, at);
			return behindOption(draft, fact, rest === "" ? undefined : known(rest), false, at);
		} else return behindOption(draft, fact, undefined, true, next - 1);
	}
	return next;
}

/** A letter that no table lists, in a bundle: what stands behind it is its value, or options of their own. */
function strangeLetter(draft: Draft, name: string, rest: string, at: number): number {
	if (rest === "") return strangeOption(draft, name, undefined, at);
	unlisted(draft, name, undefined, at);
	unlisted(draft, name, known(rest), at, false);
	draft.doubtful = true;
	lettersInDoubt(draft, rest, at);
	return at + 1;
}

/** `of=FILE` */
function pair(draft: Draft, text: string, at: number): number {
	const equals = text.indexOf("=") + 1;
	const name = text.slice(0, equals);
	const fact = exactly(draft, name);
	if (fact) found(draft, fact, known(text.slice(equals)), at);
	else unlisted(draft, name, known(text.slice(equals)), at);
	return at + 1;
}

/** `-name PATTERN`, `-exec COMMAND ;` */
function primary(draft: Draft, text: string, at: number): number {
	const fact = exactly(draft, text);
	if (!fact) return strangeOption(draft, text, undefined, at);
	if (fact.runs === "argv") {
		found(draft, fact, undefined, at);
		return runRest(draft, at + 1);
	}
	return behindOption(draft, fact, undefined, fact.value === "required", at);
}

/** Further values of an option, each a word of its own; the place behind them. */
function furtherValues(draft: Draft, fact: OptionFact, at: number): number {
	let next = at;
	for (const role of fact.further ?? []) {
		const value = valueAt(draft, next);
		if (value === undefined) break;
		found(draft, fact, value, next, true, role);
		next++;
	}
	return next;
}

/** The next word as an option's value; any number of words makes the rest doubtful. */
function valueAt(draft: Draft, at: number): Word | undefined {
	const word = draft.args[at];
	if (word !== undefined && word.kind !== "known" && !(word.kind === "unknown" && word.words === "one")) {
		draft.doubtful = true;
		draft.open = true;
	}
	return word;
}

function called(draft: Draft, name: string): readonly OptionFact[] {
	return optionsCalled(name, tablesOf(draft, draft.usage), draft.style, draft.program.abbreviates);
}

function exactly({ usage, program, style }: Draft, name: string): OptionFact | undefined {
	return findOption(usage.options, name, style) ?? findOption(program.options, name, style);
}
