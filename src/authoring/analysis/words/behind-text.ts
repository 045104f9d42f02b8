/** What may follow a text so that the whole lies in a set: the left quotient of a language (Brzozowski, "Derivatives of regular expressions", 1964). */
import type { AutomatonState } from "../../../language/policy/word-language/automaton.js";
import { standing, startOf } from "./positions.js";
import { type WordSet, wordSetOf, wordSetOfAutomaton } from "./word-set.js";

/** The words that make a word of the set when the text is put before them. */
export function behindText(set: WordSet, text: string): WordSet {
	if (text === "" || set.everything) return set;
	const known = quotients.get(set) ?? new Map<string, WordSet>();
	quotients.set(set, known);
	let quotient = known.get(text);
	if (quotient === undefined) {
		quotient = quotientOf(set, text);
		known.set(text, quotient);
	}
	return quotient;
}

const quotients = new WeakMap<WordSet, Map<string, WordSet>>();

function quotientOf(set: WordSet, text: string): WordSet {
	if (set.literal?.startsWith(text)) return wordSetOf({ kind: "literal", text: set.literal.slice(text.length) });
	const { states, accept } = set.automaton;
	const reached = standing(startOf(set), text);
	const start: AutomatonState = { kind: "split", next: reached.members };
	return wordSetOfAutomaton({ states: [...states, start], start: states.length, accept }, set.deterministic);
}
