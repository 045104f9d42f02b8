/** Whether operands begin with the words of a pattern: held against every list of words that the arguments may stand for. */
import { expect, test } from "@jest/globals";
import { operandsFit, wordMatches } from "../../../../src/engine/decide/evaluate/operands.js";
import type { Truth } from "../../../../src/engine/decide/evaluate/truth.js";
import type { OperandSlot } from "../../../../src/engine/request/arguments/arguments.js";
import type { Word } from "../../../../src/engine/request/request.js";
import type { WordPattern } from "../../../../src/language/policy/test.js";

const known = (text: string): Word => ({ kind: "known", text });
const unknown: Word = { kind: "unknown", source: "$X", words: "one" };
const several: Word = { kind: "unknown", source: "$X", words: "any" };
const globbed: Word = { kind: "globbed", pattern: "a*" };
const slot = (kind: OperandSlot["kind"], word: Word, more: Partial<OperandSlot> = {}): OperandSlot => ({
	kind,
	word,
	roles: [],
	index: 0,
	...more,
});

/** All lists of at most so many of these. */
function lists<T>(of: readonly T[], most: number): readonly (readonly T[])[] {
	let last: readonly (readonly T[])[] = [[]];
	const all = [...last];
	for (let length = 1; length <= most; length++) {
		last = last.flatMap((list) => of.map((one) => [...list, one]));
		all.push(...last);
	}
	return all;
}

/** Slots, each with the words that it may stand for. */
const slots: readonly (readonly [OperandSlot, readonly (readonly string[])[]])[] = [
	[slot("sure", known("a")), [["a"]]],
	[slot("sure", known("b")), [["b"]]],
	[slot("sure", unknown), [["a"], ["b"]]],
	[slot("maybe", known("a")), [[], ["a"]]],
	[slot("many", several), lists(["a", "b"], 3)],
	[slot("many", globbed), lists(["a", "ab"], 3)],
];
const patterns: readonly WordPattern[] = [{ kind: "literal", text: "a" }, { kind: "any" }, { kind: "rest" }];

/** Do these words begin with the pattern's, or are they those? */
function fits(words: readonly string[], pattern: readonly WordPattern[], exactly: boolean): boolean {
	const [first, ...others] = pattern;
	if (first === undefined) return !exactly || words.length === 0;
	if (first.kind === "rest")
		return fits(words, others, exactly) || (words.length > 0 && fits(words.slice(1), pattern, exactly));
	const [word, ...rest] = words;
	return word !== undefined && (first.kind === "any" || word === "a") && fits(rest, others, exactly);
}

test("the answer is yes where each list of words fits, no where none does, and unknown where some do", () => {
	const counts: Record<Truth, number> = { yes: 0, no: 0, unknown: 0 };
	for (const some of lists(slots, 2)) {
		let meant: readonly (readonly string[])[] = [[]];
		for (const [, words] of some) meant = meant.flatMap((before) => words.map((more) => [...before, ...more]));
		for (const pattern of lists(patterns, 3))
			for (const exactly of [false, true]) {
				const fitting = meant.filter((words) => fits(words, pattern, exactly)).length;
				const expected = fitting === meant.length ? "yes" : fitting === 0 ? "no" : "unknown";
				const truth = operandsFit(
					some.map(([one]) => one),
					pattern,
					exactly,
				);
				counts[truth]++;
				// Of any number of unknown words it is never told that they all fit.
				const isUnseen = expected === "yes" && truth === "unknown" && some.some(([{ word }]) => word === several);
				if (truth !== expected && !isUnseen)
					throw new Error(`${truth}, not ${expected}: ${JSON.stringify([some.map(([one]) => one), pattern, exactly])}`);
			}
	}
	for (const count of Object.values(counts)) expect(count).toBeGreaterThan(500);
});

test.each<[string, OperandSlot, string, Truth]>([
	["a subcommand by its short name", slot("sure", known("i"), { canonical: "install" }), "install", "yes"],
	["a subcommand as it is written", slot("sure", known("i"), { canonical: "install" }), "i", "yes"],
	["another subcommand", slot("sure", known("i"), { canonical: "install" }), "test", "no"],
	["a subcommand that may be it", slot("sure", known("in"), { mayBe: ["init", "install"] }), "install", "unknown"],
	["a subcommand that can't be it", slot("sure", known("in"), { mayBe: ["init", "install"] }), "test", "no"],
	["a word that may be a subcommand, as it is written", slot("sure", known("in"), { mayBe: ["install"] }), "in", "yes"],
])("%s", (_, one, text, expected) => {
	expect(operandsFit([one], [{ kind: "literal", text }], true)).toBe(expected);
});

test("more readings than can be told apart are a doubt", () => {
	const many = Array.from({ length: 40 }, () => slot("many", globbed));
	const wanted = Array.from({ length: 40 }, (): WordPattern => ({ kind: "literal", text: "a" }));
	expect(operandsFit(many, [...wanted, { kind: "literal", text: "b" }], true)).toMatch(/^(?:unknown|no)$/);
});

test.each<[Word, WordPattern, Truth]>([
	[known("a"), { kind: "literal", text: "a" }, "yes"],
	[known("ab"), { kind: "literal", text: "a" }, "no"],
	[known("ab"), { kind: "glob", text: "a*" }, "yes"],
	[unknown, { kind: "any" }, "yes"],
	[unknown, { kind: "literal", text: "a" }, "unknown"],
	[unknown, { kind: "glob", text: "a*" }, "unknown"],
	[globbed, { kind: "literal", text: "ab" }, "unknown"],
	[globbed, { kind: "literal", text: "b" }, "no"],
	[globbed, { kind: "glob", text: "b*" }, "unknown"],
])("%j fits %j: %s", (word, pattern, expected) => {
	expect(wordMatches(word, pattern)).toBe(expected);
});
