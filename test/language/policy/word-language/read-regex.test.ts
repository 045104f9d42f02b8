import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Language } from "../../../../src/language/policy/word-language/language.js";
import { compileMatcher, type Matcher } from "../../../../src/language/policy/word-language/matcher.js";
import { readRegex } from "../../../../src/language/policy/word-language/read-regex.js";

function languageOf(source: string): Language {
	const read = readRegex(source);
	if (read.kind === "fault") throw new Error(`/${source}/: ${read.message}`);
	return read;
}

function matcher(source: string): Matcher {
	return compileMatcher(languageOf(source));
}

/** What JavaScript says. */
function native(source: string): Matcher {
	// Alone first: `)(` would join what is put around it.
	new RegExp(source, "u");
	const regex = new RegExp(`^(?:${source})$`, "su");
	return (word) => regex.test(word);
}

const atom = fc.oneof(
	{ weight: 6, arbitrary: fc.constantFrom("a", "b", "c") },
	fc.constantFrom(
		".",
		"\\d",
		"\\D",
		"\\w",
		"\\W",
		"\\s",
		"\\S",
		"\\n",
		"\\.",
		"\\u{1f600}",
		"\\ud83d\\ude00",
		"😀",
		"\\x61",
	),
	fc.constantFrom(
		"[ab]",
		"[^a]",
		"[a-c]",
		"[]",
		"[^]",
		"[\\d_]",
		"[^\\s\\w]",
		"[a😀]",
		"[-b]",
		"[b-]",
		"[\\u{1f600}-\\u{1f64f}]",
	),
);
const quantifier = fc.constantFrom("*", "+", "?", "{2}", "{0}", "{1,}", "{0,2}", "{1,3}", "*?", "+?", "??", "{1,2}?");
const { short: regex } = fc.letrec<{ short: string; regex: string; branch: string; piece: string; single: string }>(
	(tie) => ({
		// Longer ones take JavaScript's backtracking minutes.
		short: tie("regex").filter((source) => source.length <= 40),
		regex: fc.array(tie("branch"), { minLength: 1, maxLength: 3 }).map((branches) => branches.join("|")),
		branch: fc.array(tie("piece"), { maxLength: 4 }).map((pieces) => pieces.join("")),
		piece: fc.oneof(
			tie("single"),
			fc.tuple(tie("single"), quantifier).map(([single, times]) => single + times),
		),
		single: fc.oneof(
			{ maxDepth: 3, withCrossShrink: true },
			atom,
			tie("regex").map((inner) => `(${inner})`),
			tie("regex").map((inner) => `(?:${inner})`),
		),
	}),
);
const word = fc
	.array(
		fc.oneof(
			{ weight: 5, arbitrary: fc.constantFrom("a", "b", "c") },
			fc.constantFrom("0", "_", "-", ".", "\n", " ", "😀", "\ud83d", "\ude00"),
		),
		{ maxLength: 6 },
	)
	.map((characters) => characters.join(""));

describe("a regular expression speaks as JavaScript's does", () => {
	test("of random words, kept automaton or not", () => {
		fc.assert(
			fc.property(regex, fc.array(word, { minLength: 1, maxLength: 12 }), (source, words) => {
				const theirs = native(source);
				const language = languageOf(source);
				const kept = compileMatcher(language);
				const simulated = compileMatcher(language, { budget: 0 });
				const halfKept = compileMatcher(language, { budget: 6 });
				for (const text of words) {
					const expected = theirs(text);
					expect([text, kept(text), simulated(text), halfKept(text)]).toEqual([text, expected, expected, expected]);
				}
			}),
			{ numRuns: 1000 },
		);
	});

	const oneCharacter = [
		...[
			"\\d",
			"\\D",
			"\\w",
			"\\W",
			"\\s",
			"\\S",
			".",
			"[^]",
			"[]",
			"[\\w-]",
			"[^\\D]",
			"[\\b]",
			"[\\0-\\x1f]",
			"[\\cA-\\cZ]",
			"\\cj",
		],
		...[
			"\\n",
			"\\t",
			"\\r",
			"\\f",
			"\\v",
			"\\0",
			"\\x2f",
			"\\u00e9",
			"\\u{e9}",
			"\\u{000000e9}",
			"\\/",
			"\\^",
			"\\$",
			"\\\\",
		],
		...[
			"[\\]\\-\\\\]",
			"[\\^a]",
			"[a^]",
			"[.]",
			"[$(|*]",
			"\\(",
			"\\)",
			"\\[",
			"\\]",
			"\\{",
			"\\}",
			"\\|",
			"\\?",
			"\\*",
			"\\+",
		],
	];
	test.each(oneCharacter)("of every code point below 0x3100, and some above: /%s/", (source) => {
		const ours = matcher(source);
		const theirs = native(source);
		const tried = [0xd800, 0xdbff, 0xdc00, 0xdfff, 0xfeff, 0xfffe, 0xffff, 0x10000, 0x1f600, 0x10ffff];
		for (let codePoint = 0; codePoint < 0x3100; codePoint++) tried.push(codePoint);
		const wrong = tried.filter((codePoint) => {
			const text = String.fromCodePoint(codePoint);
			return ours(text) !== theirs(text);
		});
		expect(wrong).toEqual([]);
	});

	const beyondOneCharacter = [
		["^git$", "git", "xgit", "gitx"],
		["^a|b$|^$|^c$", "a", "b", "", "c", "ab", "ac"],
		["a||b", "", "a", "b", "ab"],
		["(?<verb>add|commit)-x", "add-x", "commit-x", "verb-x"],
		["(?<a>x)(?<b$_1>y)", "xy", "x"],
		["\\ud83d\\ude00+", "😀😀", "😀", "\ud83d"],
		["\\ud83d", "\ud83d", "😀"],
		["[\\ud83d\\ude00]", "😀", "\ud83d", "\ude00"],
		["a{3}b{2,}c{1,2}", "aaabbc", "aaabbbbcc", "aaabc", "aabbc", "aaabbccc"],
		["(a{2}){3}", "aaaaaa", "aaaaa"],
		["(a{2})*", "", "aa", "aaa", "aaaa"],
		["(a{2,3})?", "", "a", "aa", "aaa", "aaaa"],
		["(a{2,3})+", "", "a", "aa", "aaaa", "aaaaaaa"],
		["(|a)+", "", "a", "aaa", "b"],
		["x{0}", "", "x"],
		["()", "", "x"],
		["\n\t", "\n\t", "nt"],
	] as const;
	test.each(beyondOneCharacter.map((row) => [row[0], row.slice(1)] as const))(
		"of chosen words: /%s/",
		(source, words) => {
			const theirs = native(source);
			const ours = matcher(source);
			for (const text of words) expect([text, ours(text)]).toEqual([text, theirs(text)]);
		},
	);
});

test("any ASCII punctuation may be escaped", () => {
	for (const character of "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ ") {
		expect(matcher(`\\${character}`)(character)).toBe(true);
		expect(matcher(`[\\${character}]`)(character)).toBe(true);
	}
});

describe("what does not describe a regular language, or nothing at all, is refused with its place", () => {
	const faults: readonly (readonly [source: string, offset: number, message: string])[] = [
		["a(?=b)", 1, "the look-ahead `(?=` is not supported"],
		["a(?!b)", 1, "the look-ahead `(?!` is not supported"],
		["(?<=a)b", 0, "the look-behind `(?<=` is not supported"],
		["x(?<!a)b", 1, "the look-behind `(?<!` is not supported"],
		["(a)\\1", 3, "the back-reference `\\1` is not supported"],
		["(?<n>a)\\k<n>", 7, "the back-reference `\\k` is not supported"],
		["\\bgit", 0, "the boundary `\\b` is not supported"],
		["git\\B", 3, "the boundary `\\B` is not supported"],
		["\\p{L}", 0, "the property `\\p` is not supported"],
		["[a\\P{L}]", 2, "the property `\\P` is not supported"],
		["(?i)rm", 0, "flags inside the expression are not supported"],
		["a(?i:rm)", 1, "flags inside the expression are not supported"],
		["(?-s:rm)", 0, "flags inside the expression are not supported"],
		["(?>a)", 0, "`(?` begins no group"],
		["(?#a)", 0, "`(?` begins no group"],
		["(?P<n>a)", 0, "`(?` begins no group"],
		["(?<1>a)", 0, "the group's name is no name"],
		["(?<n", 0, "the group's name is no name"],
		["(a", 0, "the `(` is never closed"],
		["(a(b)", 0, "the `(` is never closed"],
		["a)", 1, "the `)` closes nothing"],
		["[a", 0, "the `[` is never closed"],
		["[a\\]", 0, "the `[` is never closed"],
		["a]", 1, "the `]` closes nothing"],
		["a}", 1, "the `}` closes nothing"],
		["a{", 1, "the `{` counts nothing"],
		["a{,3}", 1, "the `{` counts nothing"],
		["a{b}", 1, "the `{` counts nothing"],
		["{2}", 0, "the `{` repeats nothing"],
		["*a", 0, "the `*` repeats nothing"],
		["a|+", 2, "the `+` repeats nothing"],
		["(?:?)", 3, "the `?` repeats nothing"],
		["a**", 2, "the `*` repeats nothing"],
		["a++", 2, "the `+` repeats nothing"],
		["a*??", 3, "the `?` repeats nothing"],
		["^*", 1, "the `*` repeats nothing"],
		["a{3,2}", 1, "the bounds of `{3,2}` run backwards"],
		["[z-a]", 1, "the range `z-a` runs backwards"],
		["[a-\\d]", 1, "the range `a-\\d` needs a character at both ends"],
		["[\\w-z]", 1, "the range `\\w-z` needs a character at both ends"],
		["a\\", 1, "the `\\` at the end escapes nothing"],
		["\\q", 0, "`\\q` is no escape"],
		["\\é", 0, "`\\é` is no escape"],
		["\\01", 0, "octal escapes are not supported"],
		["[\\1]", 1, "the back-reference `\\1` is not supported"],
		["\\xg0", 0, "`\\x` needs two hexadecimal digits"],
		["\\x1", 0, "`\\x` needs two hexadecimal digits"],
		["\\u12", 0, "`\\u` needs four hexadecimal digits"],
		["\\u{}", 0, "`\\u{` needs a code point up to `10ffff` and a `}`"],
		["\\u{110000}", 0, "`\\u{` needs a code point up to `10ffff` and a `}`"],
		["\\u{12", 0, "`\\u{` needs a code point up to `10ffff` and a `}`"],
		["\\c1", 0, "`\\c` needs a letter"],
		["a^b", 1, "`^` stands where no word begins"],
		["(^a)", 1, "`^` stands where no word begins"],
		["a$b", 1, "`$` stands where no word ends"],
		["a$*", 1, "`$` stands where no word ends"],
		["(a$)", 2, "`$` stands where no word ends"],
		["😀(?=b)", 2, "the look-ahead `(?=` is not supported"],
		["a{2001}", 1, "this repetition is too large"],
		["((a{50}){50}){50}", 8, "this repetition is too large"],
		["a{99999999999999999999,}", 1, "this repetition is too large"],
		[`a{1,${"9".repeat(400)}}`, 1, "this repetition is too large"],
		["a{1500}b{1500}", 0, "the regular expression is too large"],
	];
	test.each(faults)("/%s/", (source, offset, message) => {
		expect(readRegex(source)).toEqual({ kind: "fault", offset, message, help: expect.stringMatching(/./) });
	});

	test("a fault's offset lies in the source, and what is refused without a reason of ours, JavaScript refuses too", () => {
		const pieces = fc.constantFrom(..."ab()[]{}|*+?^$.\\-,1:<>=!", "\\d", "\\u", "😀", "(?:", "{2}");
		fc.assert(
			fc.property(
				fc.array(pieces, { maxLength: 10 }).map((all) => all.join("")),
				word,
				(source, text) => {
					const read = readRegex(source);
					let theirs: Matcher | undefined;
					try {
						theirs = native(source);
					} catch {}
					if (read.kind === "fault") {
						expect(read.offset).toBeLessThanOrEqual(source.length);
						const ours = /support|begins no group|stands where no word/.test(read.message);
						expect([source, theirs === undefined || ours]).toEqual([source, true]);
					} else if (theirs !== undefined) {
						expect([source, text, compileMatcher(read)(text)]).toEqual([source, text, theirs(text)]);
					}
				},
			),
			{ numRuns: 2000 },
		);
	});
});

describe("sources of 200,000 characters are read or refused", () => {
	const length = 200_000;
	const repeated = [
		"a",
		"a|",
		"a*",
		"a?",
		"(",
		"(?:",
		"(?<n>",
		")",
		"()",
		"(|)",
		"(a",
		"[",
		"[a",
		"[]",
		"[^a]|",
		"{",
		"{1",
		"a{",
	];
	test.each([...repeated, "\\", "\\u{", "^", "$", "|", "(?<", "😀|", "(a)|", "((((a+)+)+)+)"])(
		"%s over and over",
		(piece) => {
			const read = readRegex(piece.repeat(length / piece.length));
			if (read.kind !== "fault") compileMatcher(read)("a");
		},
	);

	test("100,000 nested groups are too deep", () => {
		const source = `${"(".repeat(100_000)}a${")".repeat(100_000)}`;
		expect(readRegex(source)).toMatchObject({
			kind: "fault",
			offset: 100,
			message: "groups are nested more than 100 deep",
		});
		expect(matcher(`${"(".repeat(100)}a${")*".repeat(100)}`)("aaa")).toBe(true);
	});

	test("the largest languages that are read compile and match", () => {
		for (const source of ["a{2000}", "(a{0,30}){0,30}", "[^b]{1999,}", `${"(".repeat(100)}a${"|bc)?".repeat(100)}`]) {
			expect(matcher(source)("a".repeat(3000))).toBe(source === "[^b]{1999,}");
		}
	});
});
