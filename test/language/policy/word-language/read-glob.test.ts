import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { minimatch } from "minimatch";
import type { Language } from "../../../../src/language/policy/word-language/language.js";
import { compileMatcher, type Matcher } from "../../../../src/language/policy/word-language/matcher.js";
import { literalOfGlob, readGlob } from "../../../../src/language/policy/word-language/read-glob.js";
import { tries } from "../../../part.js";

function languageOf(text: string): Language {
	const read = readGlob(text);
	if (read.kind === "fault") throw new Error(`${text}: ${read.message}`);
	return read;
}

function matcher(text: string): Matcher {
	return compileMatcher(languageOf(text));
}

/** A glob whose structure is known, because it was made from it. */
type Piece =
	| { readonly kind: "text"; readonly text: string }
	| { readonly kind: "one" }
	| { readonly kind: "many" }
	| { readonly kind: "class"; readonly members: string; readonly negated: boolean }
	| { readonly kind: "alternatives"; readonly options: readonly (readonly Piece[])[] };

const text = fc.constantFrom(
	"a",
	"b",
	"c",
	"/",
	".",
	"-",
	"😀",
	"*",
	"?",
	"[",
	"]",
	"{",
	"}",
	",",
	"\\",
	"!",
	"^",
	"$",
	"(",
	"|",
	"+",
);
const plainPiece: fc.Arbitrary<Piece> = fc.oneof(
	{ weight: 3, arbitrary: text.map((character) => ({ kind: "text", text: character }) as const) },
	fc.constant({ kind: "one" } as const),
	fc.constant({ kind: "many" } as const),
	fc.record({
		kind: fc.constant("class" as const),
		members: fc.array(text, { minLength: 1, maxLength: 3 }).map((members) => members.join("")),
		negated: fc.boolean(),
	}),
);
const { pieces } = fc.letrec<{ pieces: readonly Piece[]; piece: Piece }>((tie) => ({
	pieces: fc.array(tie("piece"), { maxLength: 4 }),
	piece: fc.oneof(
		{ maxDepth: 2, withCrossShrink: true },
		plainPiece,
		fc
			.array(tie("pieces"), { minLength: 2, maxLength: 3 })
			.map((options) => ({ kind: "alternatives", options }) as const),
	),
}));
const word = fc
	.array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom("a", "b", "c") }, text, fc.constantFrom("\n", "\ud83d")), {
		maxLength: 6,
	})
	.map((characters) => characters.join(""));

function write(pieces: readonly Piece[]): string {
	return pieces.map(writePiece).join("");
}

function writePiece(piece: Piece): string {
	switch (piece.kind) {
		case "text":
			return /[*?[\]{},\\]/.test(piece.text) ? `\\${piece.text}` : piece.text;
		case "one":
			return "?";
		case "many":
			return "*";
		case "class":
			return `[${piece.negated ? "!" : ""}${Array.from(piece.members, (member) => `\\${member}`).join("")}]`;
		case "alternatives":
			return `{${piece.options.map(write).join(",")}}`;
	}
}

/** Tries everything, one after the other. */
function referenceMatches(all: readonly Piece[], characters: readonly string[]): boolean {
	const [piece, ...rest] = all;
	if (piece === undefined) return characters.length === 0;
	const [character, ...later] = characters;
	switch (piece.kind) {
		case "text":
			return character === piece.text && referenceMatches(rest, later);
		case "one":
			return character !== undefined && referenceMatches(rest, later);
		case "many":
			return referenceMatches(rest, characters) || (character !== undefined && referenceMatches(all, later));
		case "class":
			return (
				character !== undefined &&
				Array.from(piece.members).includes(character) !== piece.negated &&
				referenceMatches(rest, later)
			);
		case "alternatives":
			return piece.options.some((option) => referenceMatches([...option, ...rest], characters));
	}
}

test("a glob matches as trying everything does", () => {
	fc.assert(
		fc.property(pieces, fc.array(word, { minLength: 1, maxLength: 8 }), (all, words) => {
			const ours = matcher(write(all));
			for (const one of words) expect([one, ours(one)]).toEqual([one, referenceMatches(all, Array.from(one))]);
		}),
		{ numRuns: tries(1000) },
	);
});

test("a glob matches as minimatch has it, within one path segment", () => {
	const theirs = fc.constantFrom(
		"a",
		"b",
		"c",
		"-",
		"x.y",
		"*",
		"?",
		"[ab]",
		"[!a]",
		"[^b]",
		"[a-c]",
		"[b-]",
		"\\*",
		"{a,b}",
		"{a,b*,}",
		"{}",
		"{a}",
	);
	const segment = fc.string({ unit: fc.constantFrom("a", "b", "c", "-", "x", "y", "*"), minLength: 1, maxLength: 6 });
	fc.assert(
		fc.property(fc.array(theirs, { minLength: 1, maxLength: 5 }), segment, (parts, one) => {
			// A leading character keeps both empty words and `**` out: there paths and words differ.
			const glob = `a${parts.join("")}`;
			const options = { dot: true, noext: true, nonegate: true, nocomment: true, platform: "linux" } as const;
			expect([glob, one, matcher(glob)(one)]).toEqual([glob, one, minimatch(one, glob, options)]);
		}),
		{ numRuns: tries(1000) },
	);
});

describe("what a glob matches", () => {
	const rows: readonly (readonly [glob: string, yes: readonly string[], no: readonly string[]])[] = [
		["", [""], ["a"]],
		["*", ["", "a", "a/b", ".git", "\n", "😀"], []],
		["**", ["", "a/b/c"], []],
		["?", ["a", "/", "😀", "\ud83d"], ["", "ab"]],
		["py*", ["py", "python3"], ["jpy"]],
		["*.env", [".env", "a/b.env"], [".env.local"]],
		["[abc]x", ["ax", "cx"], ["dx", "x"]],
		["[a-c-]", ["b", "-"], ["d"]],
		["[-a]", ["-", "a"], ["b"]],
		["[!a-c]", ["d", "/", "😀"], ["a", ""]],
		["[^a]", ["b", "^"], ["a"]],
		["[a^!]", ["^", "!", "a"], ["b"]],
		["[]a]", ["]", "a"], ["[]a]"]],
		["[!]a]", ["b"], ["]", "a"]],
		["[\\]\\-\\\\]", ["]", "-", "\\"], ["a"]],
		["[*?{,}]", ["*", "?", "{", ",", "}"], ["a"]],
		["[é-ü😀]", ["é", "ö", "😀"], ["a", "\ud83d"]],
		["[", ["["], [""]],
		["[a", ["[a"], ["a"]],
		["[]", ["[]"], [""]],
		["[!]", ["[!]"], ["a"]],
		["[*", ["[", "[x"], ["x"]],
		["{a,b}", ["a", "b"], ["{a,b}", ""]],
		["x{,y,zz}", ["x", "xy", "xzz"], ["xz"]],
		["{a,b{c,d*}}e", ["ae", "bce", "bdxe"], ["be"]],
		["{a,b}{c,d}", ["ac", "bd"], ["ab"]],
		["{a*,?}", ["a", "ab", "x"], ["xy"]],
		["{[,],a}", [",", "a"], ["[", "{[,]"]],
		["{}", ["{}"], [""]],
		["{a}", ["{a}"], ["a"]],
		["{{a,b}}", ["{a}", "{b}"], ["a"]],
		["{a,b", ["{a,b"], ["a"]],
		["a,b}", ["a,b}"], ["a"]],
		["{a,{b,c}", ["{a,b", "{a,c"], ["a", "b"]],
		["{a\\,b,c}", ["a,b", "c"], ["a"]],
		["{1..3}", ["{1..3}"], ["2"]],
		["\\*", ["*"], ["a"]],
		["\\{a,b\\}", ["{a,b}"], ["a"]],
		["a\\", ["a\\"], ["a"]],
		["\\😀", ["😀"], []],
		["!a", ["!a"], ["b"]],
		["#a", ["#a"], []],
		["+(a)", ["+(a)"], ["a"]],
		["~/.ssh", ["~/.ssh"], []],
		["$A|(b)^.+", ["$A|(b)^.+"], ["$A|(b)^x+"]],
	];
	test.each(rows)("%s", (glob, yes, no) => {
		const ours = matcher(glob);
		for (const one of yes) expect([one, ours(one)]).toEqual([one, true]);
		for (const one of no) expect([one, ours(one)]).toEqual([one, false]);
	});
});

describe("a glob without live characters stands for one word", () => {
	const rows: readonly (readonly [glob: string, literal: string | undefined])[] = [
		["", ""],
		["git", "git"],
		["\\*", "*"],
		["a\\b\\\\", "ab\\"],
		["[", "["],
		["{}", "{}"],
		["{a,b", "{a,b"],
		["\\{a,b}", "{a,b}"],
		["a,b", "a,b"],
		["😀\\😀", "😀😀"],
		["*", undefined],
		["a?", undefined],
		["[a]", undefined],
		["{a,a}", undefined],
		["[z-a]", undefined],
	];
	test.each(rows)("%s", (glob, literal) => {
		expect(literalOfGlob(glob)).toBe(literal);
	});

	test("and matches that word alone", () => {
		fc.assert(
			fc.property(
				fc
					.array(
						fc.oneof(
							text,
							text.map((one) => `\\${one}`),
						),
						{ maxLength: 6 },
					)
					.map((all) => all.join("")),
				word,
				(glob, one) => {
					const literal = literalOfGlob(glob);
					if (literal === undefined) return;
					expect(matcher(glob)(literal)).toBe(true);
					expect(matcher(glob)(one)).toBe(one === literal);
				},
			),
		);
	});

	test("however long it is", () => {
		const long = "ab".repeat(50_000);
		expect(literalOfGlob(long)).toBe(long);
		expect(matcher(long)(long)).toBe(true);
		expect(matcher(long)(`${long}a`)).toBe(false);
	});
});

describe("what a glob can't say is refused with its place", () => {
	const alternatives = (count: number) => `{${Array.from({ length: count }, (_, index) => index).join(",")}}`;
	const faults: readonly (readonly [glob: string, offset: number, message: string])[] = [
		["a[z-a]", 2, "the range `z-a` runs backwards"],
		["[[:alpha:]]", 1, "named classes such as `[:alpha:]` are not part of globs"],
		["[^x[:digit:]y]", 3, "named classes such as `[:digit:]` are not part of globs"],
		[alternatives(257), 0, "more than 256 alternatives in one glob"],
		[
			`${alternatives(200)}-${alternatives(57)}`,
			alternatives(200).length + 1,
			"more than 256 alternatives in one glob",
		],
		[`*${"a".repeat(2000)}`, 0, "the glob is too large"],
	];
	test.each(faults)("%.20s", (glob, offset, message) => {
		expect(readGlob(glob)).toEqual({ kind: "fault", offset, message, help: expect.stringMatching(/./) });
	});

	test("256 alternatives are not too many", () => {
		expect(matcher(alternatives(256))("255")).toBe(true);
		expect(matcher(`${"{,".repeat(128)}x${"}".repeat(128)}`)("x")).toBe(true);
	});

	test("brackets that open nothing are no fault, whatever is between them", () => {
		expect(matcher("[z-a")("[z-a")).toBe(true);
		expect(matcher("[[:alpha:")("[[:alpha:")).toBe(true);
	});
});

describe("globs of 200,000 characters are read or refused", () => {
	const repeated = [
		"[",
		"[!",
		"[a",
		"[a-",
		"[]",
		"[[:",
		"{",
		"{a,",
		"{,",
		"{a,b}",
		"{a}",
		"}",
		",",
		"*",
		"*a",
		"?",
		"\\",
		"😀",
	];
	test.each(repeated)("%s over and over", (piece) => {
		const read = readGlob(piece.repeat(200_000 / piece.length));
		if (read.kind !== "fault") compileMatcher(read)("a");
	});
});
