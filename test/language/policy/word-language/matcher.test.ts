import { describe, expect, test } from "@jest/globals";
import type { WordPattern } from "../../../../src/language/policy/test.js";
import { automatonOf } from "../../../../src/language/policy/word-language/automaton.js";
import { type Language, sizeOf } from "../../../../src/language/policy/word-language/language.js";
import { compileMatcher, matcherOf } from "../../../../src/language/policy/word-language/matcher.js";
import { readGlob } from "../../../../src/language/policy/word-language/read-glob.js";
import { readRegex } from "../../../../src/language/policy/word-language/read-regex.js";

function languageOf(pattern: WordPattern & { readonly kind: "glob" | "regex" }): Language {
	const read = pattern.kind === "glob" ? readGlob(pattern.text) : readRegex(pattern.text);
	if (read.kind === "fault") throw new Error(read.message);
	return read;
}

const hostile: readonly (WordPattern & { readonly kind: "glob" | "regex" })[] = [
	{ kind: "regex", text: "(a*)*b" },
	{ kind: "regex", text: "(a+)+b" },
	{ kind: "regex", text: "(a|aa)+$" },
	{ kind: "regex", text: "(a|a)*b" },
	{ kind: "regex", text: "([^b]*)*c" },
	{ kind: "regex", text: "(a?){30}a{30}" },
	{ kind: "regex", text: ".*a.{20}b" },
	{ kind: "regex", text: "((a{0,5}){0,5})*b" },
	{ kind: "regex", text: "(.*)(.*)(.*)(.*)[^a]" },
	{ kind: "glob", text: "*a*a*a*a*b" },
	{ kind: "glob", text: "{*a,*a*a,*a*a*a}*b" },
	{ kind: "glob", text: "*?*?*?*?b" },
];

/** Every text of so many of these letters at most. */
function textsOf(letters: string, most: number): readonly string[] {
	if (most === 0) return [""];
	const shorter = textsOf(letters, most - 1);
	const longest = shorter.filter(({ length }) => length === most - 1);
	return [...shorter, ...longest.flatMap((text) => [...letters].map((letter) => text + letter))];
}

/** Letters `a` and `b` in no order that a short pattern could know. */
function unordered(length: number): string {
	let state = 1;
	return Array.from({ length }, () => {
		state = (state * 48271) % 0x7fffffff;
		return state & 64 ? "a" : "b";
	}).join("");
}

function stepsOf(language: Language, word: string, budget: number | undefined): number {
	let steps = 0;
	const onStep = (): void => {
		steps++;
	};
	compileMatcher(language, budget === undefined ? { onStep } : { budget, onStep })(word);
	return steps;
}

describe.each(hostile)("$kind $text", (pattern) => {
	const language = languageOf(pattern);
	const size = sizeOf(language);

	test("takes steps in proportion to the word", () => {
		for (const word of ["a".repeat(5000), unordered(5000), `${"a".repeat(5000)}b`]) {
			for (const budget of [0, 100]) {
				// A code point visits each state at most twice: once to leave it, once to reach it.
				expect(stepsOf(language, word, budget)).toBeLessThanOrEqual((word.length + 1) * (2 * size + 3));
			}
		}
	});

	test("answers for 100,000 characters, in one step each once the sets are known", () => {
		const word = "a".repeat(100_000);
		expect(stepsOf(language, word, undefined)).toBeLessThanOrEqual(word.length + 100 * (2 * size + 3));
		expect(matcherOf(pattern)(word)).toBe(pattern.text.endsWith("$"));
	});
});

test("a set of states that can't be kept is simulated, with the same answer", () => {
	const language = languageOf({ kind: "regex", text: "(a|b)*a(a|b){12}" });
	const full = compileMatcher(language, { budget: 50 });
	const kept = compileMatcher(language);
	for (let length = 0; length < 300; length++) {
		const word = unordered(length);
		const expected = word.length >= 13 && word.at(-13) === "a";
		expect([length, full(word), kept(word)]).toEqual([length, expected, expected]);
	}
});

test("an automaton has about as many states as its size says", () => {
	for (const pattern of hostile) {
		const language = languageOf(pattern);
		expect(automatonOf(language).states.length).toBeLessThanOrEqual(sizeOf(language) + 1);
	}
});

describe("a pattern over one word", () => {
	const rows: readonly (readonly [pattern: WordPattern, yes: readonly string[], no: readonly string[]])[] = [
		[{ kind: "any" }, ["", "a", "-x"], []],
		[{ kind: "literal", text: "a*[b" }, ["a*[b"], ["axb", "a*[bc"]],
		[{ kind: "glob", text: "a*" }, ["a", "ab"], ["b"]],
		[{ kind: "glob", text: "a\\*" }, ["a*"], ["ab"]],
		[{ kind: "regex", text: "a|bc" }, ["a", "bc"], ["ac", "ba", ""]],
	];
	test.each(rows)("%j", (pattern, yes, no) => {
		for (const word of yes) expect([word, matcherOf(pattern)(word)]).toEqual([word, true]);
		for (const word of no) expect([word, matcherOf(pattern)(word)]).toEqual([word, false]);
	});

	test("texts with stars between them are answered as their automaton answers", () => {
		const words = [...textsOf("ab", 6), "\ud83da", "a\ud83d\ude00b", "a\n"];
		for (const text of textsOf("ab*", 5)) {
			const matcher = matcherOf({ kind: "glob", text });
			const automaton = compileMatcher(languageOf({ kind: "glob", text }));
			for (const word of words) expect([text, word, matcher(word)]).toEqual([text, word, automaton(word)]);
		}
	});

	test("lists of words are answered as their automaton answers", () => {
		const words = [...textsOf("ab.", 3), "{a,b}", "{a}", "a,b", ","];
		for (const list of ["{a,b}", "{a,}", "{,}", "{a}", "{}", "{a,b,a.}", "{a,b}{a,b}", "{a,{b,.}}", "{a", "a,b}"])
			for (const text of ["", "a", "b."].flatMap((edge) => [list, `${edge}${list}`, `${list}${edge}`])) {
				const matcher = matcherOf({ kind: "glob", text });
				const automaton = compileMatcher(languageOf({ kind: "glob", text }));
				expect([text, words.filter(matcher)]).toEqual([text, words.filter(automaton)]);
			}
	});

	test("is compiled once", () => {
		const pattern: WordPattern = { kind: "regex", text: "a+" };
		expect(matcherOf(pattern)).toBe(matcherOf(pattern));
	});

	test("`**` is not asked about one word", () => {
		expect(() => matcherOf({ kind: "rest" })).toThrow("a fault of ours: `**` stands for any number of words");
	});

	test("a faulty text was refused when it was read, and says so if not", () => {
		expect(() => matcherOf({ kind: "regex", text: "(a" })).toThrow("a fault of ours: the regex `(a` was not refused");
		expect(() => matcherOf({ kind: "glob", text: "[z-a]" })).toThrow(
			"a fault of ours: the glob `[z-a]` was not refused",
		);
	});
});
