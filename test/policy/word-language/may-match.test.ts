import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { mayMatch } from "../../../src/policy/word-language/may-match.js";

const letters = (code: number): boolean => /[a-z/]/.test(String.fromCharCode(code));

test("what needs a character that words have not is not found in them", () => {
	for (const expression of ["^\\+", "^[^/:]+::", "^[.]|^:|[*?[]", "a1", "[0-9]{2}$", "^(?:-|=)x", "\\|"])
		expect([expression, mayMatch(expression, letters)]).toEqual([expression, false]);
});

test("what may be found is found, wherever it stands", () => {
	for (const expression of ["b", "^a", "z$", "", "^\\+|/", "[^:]", "(?:1|x)y", "a|", ".", "1?"])
		expect([expression, mayMatch(expression, letters)]).toEqual([expression, true]);
});

test("what can't be read may match", () => {
	expect(mayMatch("(?=1)1", letters)).toBe(true);
	expect(mayMatch("\\b1", letters)).toBe(true);
});

test("an expression that finds a word made of the characters may match", () => {
	const piece = fc.constantFrom(
		"a",
		"b",
		"1",
		"^",
		"$",
		"|",
		"[ab]",
		"[^a]",
		"(?:a|1)",
		"a*",
		"b+",
		"1?",
		".",
		"\\+",
		"[|]",
		"\\|",
	);
	const word = fc.stringMatching(/^[a-b/]{0,6}$/);
	fc.assert(
		fc.property(
			fc.array(piece, { maxLength: 5 }),
			fc.array(word, { minLength: 20, maxLength: 20 }),
			(pieces, words) => {
				let expression: RegExp;
				try {
					expression = new RegExp(pieces.join(""));
				} catch {
					return;
				}
				if (words.some((one) => expression.test(one))) expect(mayMatch(expression.source, letters)).toBe(true);
			},
		),
		{ numRuns: 400 },
	);
});
