/** Options that begin alike are written once, and mean the same. */
import { expect, test } from "@jest/globals";
import { holdsWord } from "../../../../src/authoring/analysis/words/positions.js";
import { alternationSharing } from "../../../../src/authoring/analysis/words/shared-beginnings.js";
import { wordSetOfLanguage } from "../../../../src/authoring/analysis/words/word-set.js";
import type { Language } from "../../../../src/language/policy/word-language/language.js";
import { alternation, concatenation, oneWord } from "../../../../src/language/policy/word-language/language.js";
import { readGlob } from "../../../../src/language/policy/word-language/read-glob.js";

const options = [
	oneWord("/home/a"),
	oneWord("/home/ab"),
	oneWord(""),
	concatenation([oneWord("/home/"), alternation([oneWord("x"), oneWord("y*")])]),
	readGlob("/home/b*c") as Language,
	readGlob("/home/b*d") as Language,
	readGlob("?home") as Language,
];

test("the words are those of the options", () => {
	const plain = wordSetOfLanguage(alternation(options));
	const shared = wordSetOfLanguage(alternationSharing(options));
	const words = ["", "/", "/home/", "/home/a", "/home/ab", "/home/abc", "/home/x", "/home/y*", "/home/y", "/home/bc"];
	for (const word of [...words, "/home/bcd", "/home/bxxd", "/home/b", "xhome", "/home", "home"])
		expect([word, holdsWord(shared, word)]).toEqual([word, holdsWord(plain, word)]);
});

test("what they begin with is read once", () => {
	const many = Array.from({ length: 50 }, (_, at) => oneWord(`/a/long/way/from/here/${at}`));
	const states = (language: Language): number => wordSetOfLanguage(language).automaton.states.length;
	expect(states(alternationSharing(many))).toBeLessThan(states(alternation(many)) / 5);
});

test("none is no word", () => {
	expect(alternationSharing([])).toEqual(alternation([]));
});
