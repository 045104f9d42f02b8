/**
 * Words that can be read in more than one way, since a word before them may be an option that takes a value, or anything at all.
 * Each is read as everything that it may be: an operand, every option that a table has for it, the value of an option, a word of the subcommand.
 */
import type { OptionFact, Style, Subcommand, Usage } from "../../knowledge/program.js";
import type { Word } from "../request.js";
import type { FoundOption } from "./arguments.js";
import {
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
import { runRest } from "./inner.js";
import { optionsCalled } from "./option-names.js";
import { doubtAllSubcommands, doubtSubcommand } from "./subcommands.js";

/** Words times subcommands that are read in doubt. What lies beyond may be anything. */
const mostReadings = 8_000;

/** Reads all words from a place on. */
export function readInDoubt(draft: Draft, from: number): void {
	let mayHaveEnded = draft.ended;
	let readings = 0;
	for (let at = from; at < draft.args.length; at++) {
		readings += 1 + draft.others.size;
		if (readings > mostReadings) {
			readUnknown(draft, { kind: "unknown", source: "…", words: "any" }, at);
			return;
		}
		const word = draft.args[at] as Word;
		if (word.kind !== "known") {
			readUnknown(draft, word, at);
			mayHaveEnded = true;
			continue;
		}
		const { text } = word;
		if (text === "--" || (text === "-" && draft.program.plus)) mayHaveEnded = true;
		else if (readAsOptions(draft, text, at) > 0 && !mayHaveEnded) continue;
		// What looks like an option is an operand behind `--`, and behind the first operand where that ends the options.
		mayHaveEnded ||= manners(draft).some(({ style }) => style === "posix" || style === "go");
		const mayBe = draft.searching ? doubtSubcommand(draft, text) : [];
		if (draft.searching && draft.subcommand === undefined) draft.strangeSubcommand = true;
		draft.operands.push({
			kind: "maybe",
			word,
			...(mayBe.length === 0 ? {} : { mayBe }),
			doubtful: true,
			index: at,
		});
	}
}

/** The letters of a bundle from one that no table lists on: any of them may be an option, or belong to a value. */
export function lettersInDoubt(draft: Draft, letters: string, at: number): void {
	for (const manner of manners(draft)) readLetters(draft, manner, letters, at);
}

/** A usage that may hold, and its style. */
interface Manner {
	readonly usage: Usage;
	readonly style: Style;
}

function manners(draft: Draft): readonly Manner[] {
	return usagesOf(draft).map((usage) => ({
		usage,
		style: usage === draft.usage ? draft.style : ((usage as Subcommand).style ?? draft.program.style),
	}));
}

function readUnknown(draft: Draft, word: Exclude<Word, { kind: "known" }>, at: number): void {
	if (draft.searching) doubtAllSubcommands(draft);
	draft.open ||= manners(draft).some(({ style }) => mayBeOption(style, draft.program, word));
	const isOne = word.kind === "unknown" && word.words === "one";
	draft.operands.push({ kind: isOne ? "maybe" : "many", word, doubtful: true, index: at });
}

/** Reads a word as every option that it may be; in how many ways it looks like one. */
function readAsOptions(draft: Draft, text: string, at: number): number {
	const fitting = manners(draft).filter(({ style }) => isOption(style, draft.program, text));
	for (const manner of fitting) readAsOption(draft, manner, text, at);
	return fitting.length;
}

function readAsOption(draft: Draft, manner: Manner, text: string, at: number): void {
	const { style } = manner;
	const equals = style === "find" ? -1 : text.indexOf("=");
	const isPair = !/^[-+]/.test(text);
	const name = equals < 0 ? text : text.slice(0, isPair ? equals + 1 : equals);
	const glued = equals < 0 ? undefined : known(text.slice(equals + 1));
	const isWhole = isPair || text.startsWith("--") || style === "find" || style === "long" || style === "go";
	if (isWhole) readName(draft, manner, name, glued, at);
	else readBundle(draft, manner, text, at);
}

/** `-abc`: letters, one option of that very name, or a number. */
function readBundle(draft: Draft, manner: Manner, text: string, at: number): void {
	for (const fact of called(draft, manner, text)) foundInDoubt(draft, fact, undefined, at);
	if (/^-\d+$/.test(text))
		for (const fact of called(draft, manner, "-NUM")) foundInDoubt(draft, fact, known(text.slice(1)), at);
	readLetters(draft, manner, text.slice(1), at);
}

/** A whole name, with its value behind an equals sign or in the next word. */
function readName(draft: Draft, manner: Manner, name: string, glued: Word | undefined, at: number): void {
	const facts = called(draft, manner, name);
	for (const fact of facts) foundInDoubt(draft, fact, glued, at);
	if (facts.length === 0 || draft.strangeSubcommand) unlistedInDoubt(draft, name, glued, at);
}

/** Every letter may be an option; the rest of the word, or the next word, may be its value. */
function readLetters(draft: Draft, manner: Manner, letters: string, at: number): void {
	[...letters].forEach((letter, place) => {
		const rest = letters.slice(letters.indexOf(letter) === place ? place + 1 : letters.length);
		readName(draft, manner, `-${letter}`, rest === "" ? undefined : known(rest), at);
	});
}

function foundInDoubt(draft: Draft, fact: OptionFact, glued: Word | undefined, at: number): void {
	if (isRead(draft, fact, fact.names[0] as string, at)) return;
	const next = draft.args[at + 1];
	const value = fact.apart ? next : (glued ?? (fact.value === "required" ? next : undefined));
	found(draft, fact, fact.value === undefined ? undefined : value, at, false);
	if (fact.value !== undefined && glued?.kind === "known") foundWithoutEquals(draft, fact, glued.text, at);
	(fact.further ?? []).forEach((role, place) => {
		const further = draft.args[at + 2 + place];
		if (further !== undefined) found(draft, fact, further, at + 2 + place, false, role);
	});
	if (fact.runs === "argv") runRest(draft, at + 1);
}

function unlistedInDoubt(draft: Draft, name: string, glued: Word | undefined, at: number): void {
	if (isRead(draft, undefined, name, at)) return;
	unlisted(draft, name, undefined, at, false);
	const value = glued ?? draft.args[at + 1];
	if (value !== undefined) unlisted(draft, name, value, at, false);
}

/** Was this option already found in this word? Those of one word stand together. */
function isRead({ options }: Draft, fact: OptionFact | undefined, name: string, at: number): boolean {
	for (let last = options.length - 1; last >= 0; last--) {
		const option = options[last] as FoundOption;
		if (option.index < at) return false;
		if (option.index === at && option.fact === fact && (fact !== undefined || option.name === name)) return true;
	}
	return false;
}

function called(draft: Draft, { usage, style }: Manner, name: string): readonly OptionFact[] {
	return optionsCalled(name, tablesOf(draft, usage), style, draft.program.abbreviates);
}
