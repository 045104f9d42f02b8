/**
 * What tells the words of commands apart: those that rules or facts say have a letter of their own, all others that of their sort. Commands whose
 * words have the same letters have one shape.
 */
import type { Program, Usage } from "../knowledge/program.js";
import { wordsThatTell } from "../knowledge/verbs.js";
import type { Test, WordPattern } from "../policy/test.js";
import { answerForAll, type SortOfWords } from "../policy/word-language/answer-for-all.js";
import { type Matcher, matcherOf } from "../policy/word-language/matcher.js";
import { isShownPlain } from "./messages.js";

/** A number for the word: its own from zero on, that of its sort below minus one, or `none`. */
export type LetterOf = (text: string) => number;

/** So many patterns are told apart, a bit for each. */
const mostPatterns = 20;

/** The word is of no sort that is told apart. */
export const none = -1;

/**
 * What all programs of an agent share: the words that are told apart by themselves, each with its number, and what matches patterns. Most words are none of
 * them, which is seen without looking at all of the word.
 */
export class Alphabet {
	readonly #numbers = new Map<string, number>();
	readonly #looks = new Uint8Array(looks);
	readonly #matchers = new Map<string, Matcher>();

	add(word: string): void {
		if (this.#numbers.has(word)) return;
		this.#numbers.set(word, this.#numbers.size);
		this.#looks[lookOf(word)] = 1;
	}

	numberOf(word: string): number | undefined {
		return this.#looks[lookOf(word)] === 0 ? undefined : this.#numbers.get(word);
	}

	/** One for equal patterns: what is small stays near the processor. */
	matcherOf(key: string, make: () => Matcher): Matcher {
		let matcher = this.#matchers.get(key);
		if (matcher === undefined) {
			matcher = make();
			this.#matchers.set(key, matcher);
		}
		return matcher;
	}
}

/** A power of two. */
const looks = 4_096;

/** A number for the length of a word, its first and its last character. */
function lookOf(word: string): number {
	const { length } = word;
	return length === 0 ? 0 : (word.charCodeAt(0) * 37 + word.charCodeAt(length - 1) * 331 + length) & (looks - 1);
}

/** What tells words apart; undefined where too many patterns do. `alphabet`: takes the words that are told apart by themselves. */
export function lettersOf(
	facts: Program | undefined,
	tests: readonly Test[],
	alphabet: Alphabet,
): LetterOf | undefined {
	const patterns = new Map<string, Matcher>();
	const take = (key: string, make: () => Matcher): void => {
		patterns.set(key, alphabet.matcherOf(key, make));
	};
	const say = (word: string): void => {
		// What would be shown in quotes has no shape.
		if (isShownPlain(word)) alphabet.add(word);
	};
	const look = (pattern: WordPattern): void => {
		if (pattern.kind === "literal") sayOption(pattern.text, say);
		if (pattern.kind === "glob" || pattern.kind === "regex")
			take(`${pattern.kind} ${pattern.text}`, () => matcherOf(pattern));
	};
	for (const test of tests) lookAt(test, say, look);
	// Where nobody asks for paths, a path is a word like others.
	const arePathsAlike = !tests.some(asksForPaths);
	if (facts !== undefined) {
		for (const usage of [facts, ...Object.values(facts.subcommands)]) {
			for (const { names } of usage.options) for (const name of names) say(name);
			for (const form of formsOf(usage)) {
				// Most are about signs that no word of a sort has.
				if (answerForAll(form, arePathsAlike ? pathLike : plain) !== undefined) continue;
				take(`form ${form}`, () => {
					const expression = new RegExp(form);
					return (text) => expression.test(text);
				});
			}
		}
		// A subcommand may be meant by its beginning.
		for (const [name, { aliases }] of Object.entries(facts.subcommands))
			for (const word of [name, ...aliases].flatMap((one) => one.split(" ")))
				for (let length = 1; length <= word.length; length++) say(word.slice(0, length));
	}
	// What verbs say is asked of every program but those whose words are all known.
	if (facts === undefined || facts.verbs || Object.keys(facts.subcommands).length > 0)
		for (const [key, tells] of wordsThatTell) take(`verb ${key}`, () => tells);
	if (patterns.size > mostPatterns) return undefined;
	const matchers = [...patterns.values()];
	return (text) => {
		const own = alphabet.numberOf(text);
		if (own !== undefined) return own;
		const sort = sortOf(text);
		if (sort === 0 || (sort === 2 && !arePathsAlike)) return none;
		let bits = 0;
		for (let at = 0; at < matchers.length; at++) if ((matchers[at] as Matcher)(text)) bits |= 1 << at;
		return -(2 * bits + sort + 1);
	};
}

/** Does the test speak of paths? */
function asksForPaths(test: Test): boolean {
	switch (test.kind) {
		case "all":
		case "any":
			return test.tests.some(asksForPaths);
		case "not":
			return asksForPaths(test.test);
		case "paths-within":
		case "paths-touching":
			return true;
		default:
			return false;
	}
}

/**
 * 1: a letter, then letters, digits, `_` and `-`: no path of more than one part, no number, no option, no setting. 2: a path of such parts, whose dots stand
 * inside of them. 0: any other.
 */
function sortOf(text: string): 0 | 1 | 2 {
	const { length } = text;
	if (length === 0 || length > 64) return 0;
	let sort: 1 | 2 = 1;
	let isBegin = true;
	for (let at = 0; at < length; at++) {
		const code = text.charCodeAt(at);
		const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
		if (isLetter) isBegin = false;
		else if (isBegin) return 0;
		else if (code === 47) {
			sort = 2;
			isBegin = true;
		} else if (code === 46) sort = 2;
		else if (!((code >= 48 && code <= 57) || code === 45 || code === 95)) return 0;
	}
	return isBegin ? 0 : sort;
}

/** What words of the first sort are made of, */
const plain: SortOfWords = { begin: is(/[A-Za-z]/), follow: is(/[A-Za-z0-9_-]/) };
/** and those of both. */
const pathLike: SortOfWords = { begin: is(/[A-Za-z]/), follow: is(/[A-Za-z0-9_./-]/) };

function is(expression: RegExp): (code: number) => boolean {
	return (code) => expression.test(String.fromCharCode(code));
}

function formsOf({ options, operandForms = [] }: Usage): readonly string[] {
	return [...operandForms, ...options.flatMap(({ forms = [] }) => forms)].map(({ form }) => form);
}

/** Every word and every pattern that a test says. */
function lookAt(test: Test, say: (word: string) => void, look: (pattern: WordPattern) => void): void {
	switch (test.kind) {
		case "all":
		case "any":
			for (const one of test.tests) lookAt(one, say, look);
			break;
		case "not":
			lookAt(test.test, say, look);
			break;
		case "program":
			break;
		case "operands":
			for (const word of test.words) look(word);
			break;
		case "option":
			sayOption(test.name, say);
			if (test.value !== undefined) look(test.value);
			break;
		case "only-options":
			for (const name of test.names) sayOption(name, say);
			break;
		case "powers-within":
			for (const name of test.options) sayOption(name, say);
			break;
		case "paths-within":
		case "paths-touching":
		case "uses-power":
		case "forced":
		case "has-tool":
			break;
	}
}

/** An option's name, and what `-of` and `-XDELETE` may also be: letters that stand together, or a letter with its value, which may stand apart. */
function sayOption(name: string, say: (word: string) => void): void {
	say(name);
	const [, letters] = /^[-+]([^-].+)$/.exec(name) ?? [];
	if (letters === undefined) return;
	for (let at = 0; at < letters.length; at++) {
		say(`${name[0]}${letters[at]}`);
		say(letters.slice(at));
		say(`${name[0]}${letters.slice(at)}`);
		say(`${name[0]}${letters.slice(0, at + 1)}`);
	}
}
