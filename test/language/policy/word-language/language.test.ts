import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
	boundariesOf,
	codePoints,
	complement,
	includes,
	intervalOf,
} from "../../../../src/language/policy/word-language/code-points.js";
import {
	alternation,
	anyWord,
	concatenation,
	emptyWord,
	type Language,
	noWord,
	oneWord,
	repetition,
	setOf,
	sizeOf,
} from "../../../../src/language/policy/word-language/language.js";

const endless = Number.POSITIVE_INFINITY;
const a = oneWord("a");
const b = oneWord("b");
const ab = oneWord("ab");

const someRanges = fc.array(
	fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: -2, max: 10 })).map(([first, more]) => ({
		first,
		last: first + more,
	})),
	{ maxLength: 6 },
);
const small = Array.from({ length: 60 }, (_, codePoint) => codePoint);

describe("sets of code points", () => {
	test("a set holds what its ranges hold, and its complement the rest", () => {
		fc.assert(
			fc.property(someRanges, (ranges) => {
				const set = codePoints(ranges);
				const rest = complement(set);
				for (const codePoint of small) {
					const expected = ranges.some(({ first, last }) => first <= codePoint && codePoint <= last);
					expect(includes(set, codePoint)).toBe(expected);
					expect(includes(rest, codePoint)).toBe(!expected);
				}
				expect(complement(rest)).toEqual(set);
			}),
		);
	});

	test("one set has one list of ranges", () => {
		const range = (first: number, last: number) => ({ first, last });
		expect(codePoints([range(5, 6), range(1, 2), range(3, 3), range(6, 9), range(20, 19)])).toEqual([
			range(1, 3),
			range(5, 9),
		]);
		expect(complement([])).toEqual([range(0, 0x10ffff)]);
		expect(complement([range(0, 0x10ffff)])).toEqual([]);
	});

	test("no set tells code points of one interval apart", () => {
		fc.assert(
			fc.property(fc.array(someRanges.map(codePoints), { maxLength: 4 }), (sets) => {
				const boundaries = boundariesOf(sets);
				const answers = new Map<number, string>();
				for (const codePoint of small) {
					const answer = sets.map((set) => includes(set, codePoint)).join();
					const interval = intervalOf(boundaries, codePoint);
					expect(answers.get(interval) ?? answer).toBe(answer);
					answers.set(interval, answer);
				}
			}),
		);
	});
});

describe("what is trivially the same looks the same", () => {
	const same: readonly (readonly [string, Language, Language])[] = [
		["nothing said", concatenation([]), emptyWord],
		["no option", alternation([]), noWord],
		["one part", concatenation([a]), a],
		["one option", alternation([ab]), ab],
		["parts inside parts", concatenation([a, concatenation([b, emptyWord, a])]), oneWord("aba")],
		["options inside options", alternation([alternation([ab, a]), b]), alternation([a, b, ab])],
		["characters as options", alternation([a, b]), setOf([{ first: 97, last: 98 }])],
		["the empty word as an option", alternation([ab, emptyWord]), repetition(ab, 0, 1)],
		["an optional option", alternation([repetition(ab, 0, 1), a]), repetition(alternation([ab, a]), 0, 1)],
		["only the empty word as an option", alternation([emptyWord, noWord]), emptyWord],
		["a part without words", concatenation([a, noWord]), noWord],
		["once", repetition(a, 1, 1), a],
		["never", repetition(a, 0, 0), emptyWord],
		["the empty word again", repetition(emptyWord, 3, endless), emptyWord],
		["no word again", repetition(noWord, 1, endless), noWord],
		["no word, or not at all", repetition(noWord, 0, 3), emptyWord],
		["(a*)*", repetition(repetition(a, 0, endless), 0, endless), repetition(a, 0, endless)],
		["(a*){2,3}", repetition(repetition(a, 0, endless), 2, 3), repetition(a, 0, endless)],
		["(a+)*", repetition(repetition(a, 1, endless), 0, endless), repetition(a, 0, endless)],
		["(a+)+", repetition(repetition(a, 1, endless), 1, endless), repetition(a, 1, endless)],
		["(a?)+", repetition(repetition(a, 0, 1), 1, endless), repetition(a, 0, endless)],
		["(a?){2,3}", repetition(repetition(a, 0, 1), 2, 3), repetition(a, 0, 3)],
		["(a{1,3})?", repetition(repetition(a, 1, 3), 0, 1), repetition(a, 0, 3)],
		["(a{1,3})+", repetition(repetition(a, 1, 3), 1, endless), repetition(a, 1, endless)],
	];
	test.each(same)("%s", (_, one, other) => expect(one).toEqual(other));

	test("what skips numbers of times stays as it is", () => {
		const twice = repetition(a, 2, 2);
		expect(repetition(twice, 0, endless)).toEqual({ kind: "repetition", of: twice, min: 0, max: endless });
	});
});

test("the size of a language counts its repetitions written out", () => {
	expect(sizeOf(emptyWord)).toBe(0);
	expect(sizeOf(ab)).toBe(2);
	expect(sizeOf(anyWord)).toBe(2);
	expect(sizeOf(repetition(ab, 3, endless))).toBe(7);
	expect(sizeOf(repetition(ab, 3, 5))).toBe(12);
	const huge = Number.MAX_VALUE;
	expect(sizeOf(repetition(repetition(ab, huge, huge), huge, huge))).toBe(endless);
});
