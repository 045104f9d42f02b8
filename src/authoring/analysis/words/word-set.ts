/** Sets of words that questions can be asked about: what patterns say of one word, as automata. */
import type { WordPattern } from "../../../language/policy/test.js";
import { type Automaton, automatonOf } from "../../../language/policy/word-language/automaton.js";
import type { Fault } from "../../../language/policy/word-language/fault.js";
import { alternation, anyWord, type Language, oneWord } from "../../../language/policy/word-language/language.js";
import { readGlob } from "../../../language/policy/word-language/read-glob.js";
import { readRegex } from "../../../language/policy/word-language/read-regex.js";

/** A set of words; made once a text, never changed. */
export interface WordSet {
	readonly automaton: Automaton;
	/** The only word of the set, where the set was written as one word. */
	readonly literal: string | undefined;
	/** The set was written as the set of every word. */
	readonly everything: boolean;
	/** From where a word leads, each code point goes one way at most. */
	readonly deterministic: boolean;
	/** Of a set whose automaton takes long to make: looks at one word without it, as long as it is not made. */
	readonly later?: Later;
}

/** How to look at one word of a set whose automaton is not made yet. */
export interface Later {
	readonly holds: (word: string) => boolean;
	readonly isMade: () => boolean;
	/** Some words that may lie in the set: to look at before the automaton is made. */
	readonly samples: () => readonly string[];
	/** It takes much longer than most. */
	readonly isLong: boolean;
	/** Sets that are soon made, and that are all of it together; none where it has no such parts. */
	readonly parts: () => readonly WordSet[];
}

/** An automaton that is asked for has too many states. */
export class TooLarge extends Error {}

/** The words that the pattern holds of; `*` and `**` hold of every one. */
export function wordSetOf(pattern: WordPattern): WordSet {
	if (pattern.kind === "any" || pattern.kind === "rest") return everyWord;
	const byPattern = ofPatterns.get(pattern);
	if (byPattern !== undefined) return byPattern;
	const text = `${pattern.kind}:${pattern.text}`;
	let set = ofTexts.get(text);
	if (set === undefined) {
		set = wordSetOfLanguage(languageOf(pattern));
		// A program that reads policies all day must not keep them all.
		if (ofTexts.size >= mostTexts) ofTexts.clear();
		ofTexts.set(text, set);
	}
	ofPatterns.set(pattern, set);
	return set;
}

/** The words that one of the patterns holds of. */
export function wordSetOfAny(patterns: readonly WordPattern[]): WordSet {
	const [only] = patterns;
	if (only !== undefined && patterns.length === 1) return wordSetOf(only);
	const known = ofLists.get(patterns);
	if (known !== undefined) return known;
	const written = patterns.flatMap((one) => (one.kind === "any" || one.kind === "rest" ? [] : [one]));
	const set =
		written.length < patterns.length
			? everyWord
			: wordSetOfLanguage(alternation(written.map((one) => languageOf(one))));
	ofLists.set(patterns, set);
	return set;
}

const ofLists = new WeakMap<readonly WordPattern[], WordSet>();

/** The words of the language. */
export function wordSetOfLanguage(language: Language): WordSet {
	const known = ofLanguages.get(language);
	if (known !== undefined) return known;
	let automaton: Automaton | undefined;
	const set: WordSet = {
		// Most sets are literals that no question ever takes apart.
		get automaton() {
			automaton ??= automatonOf(language);
			return automaton;
		},
		literal: literalOf(language),
		everything: isEverything(language),
		deterministic: false,
	};
	ofLanguages.set(language, set);
	return set;
}

/** The words that the automaton accepts. `deterministic`: from where a word leads, each code point goes one way at most. */
export function wordSetOfAutomaton(automaton: Automaton, deterministic: boolean): WordSet {
	return { automaton, literal: undefined, everything: false, deterministic };
}

/** A set of which single words can be looked at at once; `make` gives its automaton, where somebody asks for more. Throws TooLarge. */
export function laterWordSet(
	holds: (word: string) => boolean,
	make: () => WordSet | undefined,
	isLong: boolean,
	samples: () => readonly string[],
	parts: () => readonly WordSet[],
): WordSet {
	let made: WordSet | undefined;
	let partsMade: readonly WordSet[] | undefined;
	const known = new Map<string, boolean>();
	return {
		get automaton() {
			made ??= make();
			if (made === undefined) throw new TooLarge("the automaton of a list of paths is too large");
			return made.automaton;
		},
		literal: undefined,
		everything: false,
		deterministic: true,
		later: {
			isLong,
			isMade: () => made !== undefined,
			samples,
			parts: () => {
				partsMade ??= parts();
				return partsMade;
			},
			holds: (word) => {
				let answer = known.get(word);
				if (answer === undefined) {
					answer = holds(word);
					if (known.size >= mostLooked) known.clear();
					known.set(word, answer);
				}
				return answer;
			},
		},
	};
}
const mostLooked = 2_000;

const ofPatterns = new WeakMap<WordPattern, WordSet>();
const ofTexts = new Map<string, WordSet>();
const ofLanguages = new WeakMap<Language, WordSet>();
const mostTexts = 10_000;

/** Every word, the empty one included. */
export const everyWord: WordSet = wordSetOfLanguage(anyWord);

type Written = Exclude<WordPattern, { readonly kind: "any" | "rest" }>;

function languageOf(pattern: Written): Language {
	switch (pattern.kind) {
		case "literal":
			return oneWord(pattern.text);
		case "glob":
			return sound(readGlob(pattern.text), pattern);
		case "regex":
			return sound(readRegex(pattern.text), pattern);
	}
}

/** Readers refuse faulty patterns, so here there can't be one. */
function sound(read: Language | Fault, pattern: Written): Language {
	if (read.kind !== "fault") return read;
	throw new Error(
		`a fault of ours: the ${pattern.kind} \`${pattern.text}\` was not refused when it was read: ${read.message}`,
	);
}

function literalOf(language: Language): string | undefined {
	if (language.kind === "empty") return "";
	const parts = language.kind === "concatenation" ? language.parts : [language];
	const codePoints: number[] = [];
	for (const part of parts) {
		const [range, second] = part.kind === "set" ? part.codePoints : [];
		if (range === undefined || second !== undefined || range.first !== range.last) return undefined;
		codePoints.push(range.first);
	}
	const text = codePoints.map((codePoint) => String.fromCodePoint(codePoint)).join("");
	// Two halves of a surrogate pair, asked for one by one, are in no word: together they read as one code point.
	return Array.from(text).length === codePoints.length ? text : undefined;
}

function isEverything(language: Language): boolean {
	if (language.kind !== "repetition" || language.min > 0 || language.max !== Number.POSITIVE_INFINITY) return false;
	if (language.of.kind !== "set") return false;
	const [range] = language.of.codePoints;
	return range !== undefined && range.first === 0 && range.last === 0x10ffff;
}
