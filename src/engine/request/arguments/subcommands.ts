/**
 * Which subcommand words name. `remote add` has two words, with options between them; aliases stand for the whole name.
 */
import type { Program } from "../../knowledge/program.js";
import type { Draft } from "./draft.js";
import { type Spelling, spellingsOf } from "./subcommand-spellings.js";

/** Reads a word as the next one of the subcommand, if it is one. For certain: whatever stands before it is certain as well. */
export function enterSubcommand(draft: Draft, text: string, index: number): boolean {
	const { program } = draft;
	const typed = [...draft.typed, text];
	const begun = begunBy(program, typed);
	const named = begun.find(({ words }) => words.length === typed.length);
	const goesOn = begun.some(({ words }) => words.length > typed.length);
	draft.searching = goesOn;
	if (named === undefined && !goesOn) return false;
	draft.typed = typed;
	draft.operands.push({ kind: "sure", word: { kind: "known", text }, index });
	if (named === undefined) return true;
	draft.subcommand = named.name;
	draft.usage = named.facts;
	draft.style = named.facts.style ?? program.style;
	const full = named.name.split(" ");
	// An alias may go on as the full name does.
	if (full.length === typed.length) draft.typed = full;
	draft.searching ||= begunBy(program, draft.typed).some(({ words }) => words.length > typed.length);
	// All operands so far are its words, and certain.
	draft.operands.forEach(({ kind, word, index: at }, place) => {
		draft.operands[place] = { kind, word, canonical: full[place] ?? named.name, index: at };
	});
	return true;
}

/** Takes down every subcommand that may be meant once this word is read in doubt; the full names that the word may stand for. */
export function doubtSubcommand(draft: Draft, text: string, before: () => readonly string[]): readonly string[] {
	const mayBe = new Set<string>();
	for (const { words, name, facts } of spellingsOf(draft.program)) {
		if (!isBegun(words, draft.typed)) continue;
		const full = name.split(" ");
		words.forEach((word, place) => {
			if (word === text && place >= draft.typed.length) mayBe.add(full[place] ?? name);
		});
		if (words[words.length - 1] !== text || draft.others.has(facts)) continue;
		if (words.length === 1 || stand(words.slice(0, -1), [...draft.typed, ...before()])) draft.others.add(facts);
	}
	return [...mayBe];
}

/** Takes down every subcommand: a word that can't be known may be its name. */
export function doubtAllSubcommands(draft: Draft): void {
	for (const { words, facts } of spellingsOf(draft.program)) if (isBegun(words, draft.typed)) draft.others.add(facts);
	if (draft.subcommand === undefined) draft.strangeSubcommand = true;
}

/** The spellings that begin with these words: looked up by the first of them. */
function begunBy(program: Program, typed: readonly string[]): readonly Spelling[] {
	let all = byFirstWord.get(program);
	if (all === undefined) {
		all = new Map<string, Spelling[]>();
		for (const one of spellingsOf(program)) {
			const [first = ""] = one.words;
			all.set(first, [...(all.get(first) ?? []), one]);
		}
		byFirstWord.set(program, all);
	}
	const [first] = typed;
	const begun = first === undefined ? spellingsOf(program) : (all.get(first) ?? []);
	return typed.length < 2 ? begun : begun.filter(({ words }) => isBegun(words, typed));
}

const byFirstWord = new WeakMap<Program, Map<string, readonly Spelling[]>>();

function isBegun(words: readonly string[], typed: readonly string[]): boolean {
	return typed.every((word, place) => words[place] === word);
}

/** Do the words stand among the others, in this order? */
function stand(words: readonly string[], among: readonly string[]): boolean {
	let place = 0;
	for (const one of among) if (one === words[place]) place++;
	return place === words.length;
}
