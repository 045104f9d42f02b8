/**
 * Which subcommand words name. `remote add` has two words, with options between them; aliases stand for the whole name.
 */
import type { Program } from "../../knowledge/program.js";
import { remembered } from "../../records/remembered.js";
import type { Draft } from "./draft.js";
import { type Spelling, spellingsOf, spellingsWith } from "./subcommand-spellings.js";

/** Reads a word as the next one of the subcommand, if it is one. For certain: whatever stands before it is certain as well. */
export function enterSubcommand(draft: Draft, text: string, index: number): boolean {
	const { program } = draft;
	const typed = [...draft.typed, text];
	let named: Spelling | undefined;
	let goesOn = false;
	for (const one of begunBy(program, typed))
		if (one.words.length > typed.length) goesOn = true;
		else named ??= one;
	draft.searching = goesOn;
	if (named === undefined && !goesOn) return false;
	draft.typed = typed;
	draft.operands.push({ kind: "sure", word: { kind: "known", text }, index });
	if (named === undefined) return true;
	draft.subcommand = named.name;
	draft.usage = named.facts;
	draft.style = named.facts.style ?? program.style;
	const { full, name } = named;
	// An alias may go on as the full name does.
	if (full.length === typed.length && !isBegun(full, typed)) {
		draft.typed = full;
		draft.searching ||= begunBy(program, full).some(({ words }) => words.length > typed.length);
	}
	// All operands so far are its words, and certain.
	draft.operands.forEach(({ kind, word, index: at }, place) => {
		draft.operands[place] = { kind, word, canonical: full[place] ?? name, index: at };
	});
	return true;
}

/** Takes down every subcommand that may be meant once this word is read in doubt; the full names that the word may stand for. */
export function doubtSubcommand(draft: Draft, text: string): readonly string[] {
	const { program, typed } = draft;
	draft.doubted ??= { waiting: new Map(), mayBe: new Map() };
	const { waiting, mayBe } = draft.doubted;
	const before = mayBe.get(text);
	const next = waiting.get(text) ?? [];
	if (before === undefined)
		for (const spelling of begunBy(program, typed.length === 0 ? [text] : typed)) {
			const place = Math.min(typed.length, spelling.words.length - 1);
			if (spelling.words[place] === text) next.push({ spelling, place });
		}
	waiting.delete(text);
	// What stands before a word of a subcommand may be the words before it.
	for (const { spelling, place } of next) {
		const following = spelling.words[place + 1];
		if (following === undefined) draft.others.add(spelling.facts);
		else remembered(waiting, following, () => []).push({ spelling, place: place + 1 });
	}
	return before ?? remembered(mayBe, text, () => namesFor(draft, text));
}

/** The full names of subcommands that a word may stand for behind those that are certain. */
function namesFor({ program, typed }: Draft, text: string): readonly string[] {
	const names = new Set<string>();
	for (const { words, name, full } of spellingsWith(text, program)) {
		if (!isBegun(words, typed)) continue;
		words.forEach((word, place) => {
			if (word === text && place >= typed.length) names.add(full[place] ?? name);
		});
	}
	return [...names];
}

/** Takes down every subcommand: a word that can't be known may be its name. */
export function doubtAllSubcommands(draft: Draft): void {
	for (const { words, facts } of spellingsOf(draft.program)) if (isBegun(words, draft.typed)) draft.others.add(facts);
	if (draft.subcommand === undefined) draft.strangeSubcommand = true;
}

/** The spellings that begin with these words. */
function begunBy(program: Program, typed: readonly string[]): readonly Spelling[] {
	const [first] = typed;
	const all = first === undefined ? spellingsOf(program) : spellingsWith(first, program);
	return all.filter(({ words }) => isBegun(words, typed));
}

function isBegun(words: readonly string[], typed: readonly string[]): boolean {
	for (let place = 0; place < typed.length; place++) if (words[place] !== typed[place]) return false;
	return true;
}
