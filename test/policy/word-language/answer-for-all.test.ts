import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { answerForAll, type SortOfWords } from "../../../src/policy/word-language/answer-for-all.js";

const sort: SortOfWords = {
	begin: (code) => /[a-z]/.test(String.fromCharCode(code)),
	follow: (code) => /[a-z/-]/.test(String.fromCharCode(code)),
};

test("what needs a character that words have not, or not there, is found in none of them", () => {
	for (const expression of [
		"^\\+",
		"^[^/:]+::",
		"^[.]|^:|[*?[]",
		"a1",
		"[0-9]{2}$",
		"^(?:-|=)x",
		"\\|",
		"^-",
		"^/|x\\$",
	])
		expect([expression, answerForAll(expression, sort)]).toEqual([expression, false]);
});

test("what holds whatever the word is found in all of them", () => {
	for (const expression of [
		"",
		"^[^*?[]*$",
		"[^:]",
		".",
		"1?",
		"a|",
		"^[a-z]",
		"[^.]$",
		"^(?!x=|(?:a|b)\\.c$)",
		"^(?![.])",
	])
		expect([expression, answerForAll(expression, sort)]).toEqual([expression, true]);
});

test("what tells words apart, or can't be read, has no answer", () => {
	for (const expression of [
		"b",
		"^a",
		"z$",
		"^\\+|/",
		"(?:1|x)y",
		"/",
		"^a*$",
		"^(?!a)",
		"^(?!a$|b=)",
		"(?=1)1",
		"\\b1",
		"(?<!x)=",
	])
		expect([expression, answerForAll(expression, sort)]).toEqual([expression, undefined]);
});

test("no beginning is refused where words begin so", () => {
	expect(answerForAll("^(?![a-z])", sort)).toBe(false);
	expect(answerForAll("^(?!=)(?!a)", sort)).toBe(undefined);
});

test("an answer holds of every word of the sort", () => {
	const piece = fc.constantFrom(
		..."ab1^$|.".split(""),
		"[ab]",
		"[^a]",
		"[^1]",
		"(?:a|1)",
		"a*",
		"b+",
		"1?",
		"\\+",
		"[|]",
		"\\|",
		"[a-z/-]*",
		"^(?!",
		")",
	);
	const word = fc.stringMatching(/^[a-b][a-b/-]{0,5}$/);
	const counts = new Map<boolean | undefined, number>();
	fc.assert(
		fc.property(
			fc.array(piece, { maxLength: 6 }),
			fc.array(word, { minLength: 20, maxLength: 20 }),
			(pieces, words) => {
				let expression: RegExp;
				try {
					expression = new RegExp(pieces.join(""));
				} catch {
					return;
				}
				const answer = answerForAll(expression.source, sort);
				counts.set(answer, (counts.get(answer) ?? 0) + 1);
				if (answer !== undefined) for (const one of words) expect(expression.test(one)).toBe(answer);
			},
		),
		{ numRuns: 1_000 },
	);
	for (const answer of [true, false, undefined]) expect(counts.get(answer) ?? 0).toBeGreaterThan(20);
});
