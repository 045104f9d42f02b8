import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { DFA, type FiniteAutomaton, JS, NFA } from "refa";
import { classesOf } from "../../../../src/authoring/analysis/words/classes.js";
import { contains, meet } from "../../../../src/authoring/analysis/words/containment.js";
import { holdsWord } from "../../../../src/authoring/analysis/words/positions.js";
import { shortestWord, type Wanted } from "../../../../src/authoring/analysis/words/shortest-word.js";
import { everyWord, type WordSet, wordSetOf } from "../../../../src/authoring/analysis/words/word-set.js";
import type { WordPattern } from "../../../../src/language/policy/test.js";
import { matcherOf } from "../../../../src/language/policy/word-language/matcher.js";
import { readRegex } from "../../../../src/language/policy/word-language/read-regex.js";

const literal = (text: string): WordPattern => ({ kind: "literal", text });
const glob = (text: string): WordPattern => ({ kind: "glob", text });
const regex = (text: string): WordPattern => ({ kind: "regex", text });
const inside = (pattern: WordPattern): Wanted => ({ set: wordSetOf(pattern), inside: true });
const outside = (pattern: WordPattern): Wanted => ({ set: wordSetOf(pattern), inside: false });
const plenty = () => ({ left: 200_000 });
const word = (text: string) => ({ kind: "word", text });
const none = { kind: "none" };

describe("a shortest word", () => {
	test.each<[string, Wanted[], string | undefined]>([
		["of all is a letter", [], "x"],
		["of all is not the empty one", [inside({ kind: "any" })], "x"],
		["avoids what is said", [outside(literal("x")), outside(glob("[a-y]"))], "z"],
		["is empty before it has two letters", [outside(glob("?"))], ""],
		["may have to be empty", [inside(regex("(ab)*")), outside(regex("(ab)+"))], ""],
		["may have to be longer", [outside(regex(".{0,3}"))], "xxxx"],
		["is the only one", [inside(literal("push")), inside(glob("p*")), outside(glob("*l"))], "push"],
		["is not there", [inside(literal("pull")), outside(glob("*l"))], undefined],
		["is not there, though nobody says which", [inside(glob("a*")), outside(glob("*"))], undefined],
		["is not there if a set and its opposite are wanted", [inside(glob("a*")), outside(glob("a*"))], undefined],
		["fits two globs", [inside(glob("*.ts")), inside(glob("a*"))], "a.ts"],
		["has no second half behind a first one", [inside(regex("[\\ud83d][\\ude00]"))], undefined],
		["may have one half", [inside(regex("[\\ud83d]"))], "\ud83d"],
		["may have second halves in their order", [inside(regex("[\\ude00][\\ud83d]"))], "\ude00\ud83d"],
		["may be beyond the first plane", [inside(regex("[^\\0-\\uffff]"))], "\u{10000}"],
	])("%s", (_, wanted, text) => {
		expect(shortestWord(wanted, plenty())).toEqual(text === undefined ? none : word(text));
	});

	test("is the most readable of its length", () => {
		const first = (text: string, ...not: string[]) =>
			shortestWord([inside(regex(text)), ...not.map((one) => outside(regex(one)))], plenty());
		expect(first("[A-Za-z0-9]")).toEqual(word("x"));
		expect(first("[^a-z]")).toEqual(word("0"));
		expect(first("[^a-z0-9]")).toEqual(word("-"));
		expect(first("[^a-z0-9_./-]")).toEqual(word("A"));
		expect(first("[^ -~]")).toEqual(word("À"));
		expect(first("[\\0-\\x1f]")).toEqual(word("\0"));
		expect(first("\\x01z|Az|zA")).toEqual(word("zA"));
		expect(first("\\x01|AA")).toEqual(word("\x01"));
		expect(first("0.|z[^a-z]")).toEqual(word("z0"));
		expect(first(".*", ".?", "[^A].*")).toEqual(word("Ax"));
	});

	test("is found where a deterministic automaton would have a million states", () => {
		expect(shortestWord([inside(regex(".*a.{20}")), outside(regex(".*a.{21}"))], plenty())).toEqual(
			word(`a${"x".repeat(20)}`),
		);
		expect(shortestWord([inside(regex(".*a.{40}")), inside(regex(".*b.{41}"))], plenty())).toEqual(
			word(`ba${"x".repeat(40)}`),
		);
	});

	test("is unsettled when the budget is spent, and says so at once", () => {
		const budget = { left: 1_000 };
		expect(
			shortestWord([inside(regex("(a|b)*a(a|b){18}")), outside(regex("(a|b)*a(a|b){17}b(a|b)*|a.*"))], { left: 20 }),
		).toEqual({ kind: "unsettled" });
		expect(contains(wordSetOf(regex(".*a.{30}c?.{30}")), wordSetOf(regex("[ab]*b[ab]{60}")), budget)).not.toBe("yes");
		expect(shortestWord([inside(regex("aa+b"))], { left: -1 })).toEqual({ kind: "unsettled" });
		expect(shortestWord([inside(literal("a"))], { left: -1 })).toEqual(word("a"));
	});

	test("costs next to nothing where only words are left out", () => {
		const wanted = Array.from({ length: 24 }, (_, number) => outside(literal(`word-${number}`)));
		const budget = { left: 0 };
		const start = performance.now();
		for (let times = 0; times < 20_000; times++) shortestWord(wanted, budget);
		expect(budget.left).toBe(0);
		// Some fifty milliseconds on a machine at rest.
		expect(performance.now() - start).toBeLessThan(60_000);
	});
});

describe("one set contains another", () => {
	const asked = (outer: string, inner: string) => contains(wordSetOf(glob(outer)), wordSetOf(glob(inner)), plenty());
	test.each([
		["*", "a", "yes"],
		["a*", "ab*", "yes"],
		["{a,b}*", "a*", "yes"],
		["a*", "*", "no"],
		["a", "a*", "no"],
		["{a,b}", "b", "yes"],
		["*a*", "*a", "yes"],
		["*.ts", "*.d.ts", "yes"],
		["*.d.ts", "*.ts", "no"],
	])("%s, %s: %s", (outer, inner, answer) => {
		expect(asked(outer, inner)).toBe(answer);
	});

	test("without making either deterministic", () => {
		const many = wordSetOf(regex("(a|b)*a(a|b){30}"));
		const more = wordSetOf(regex("(a|b)*a(a|b){29}(a|b|c)"));
		expect([
			contains(more, many, plenty()),
			contains(many, more, plenty()),
			contains(everyWord, many, plenty()),
		]).toEqual(["yes", "no", "yes"]);
		expect(meet(many, wordSetOf(regex("b*")), plenty())).toBe("no");
	});
});

describe("classes of words", () => {
	test("are as many as the sets tell apart", () => {
		const sets = [glob("a*"), glob("*b"), literal("ab"), literal("c"), { kind: "any" } as const, glob("a*")].map(
			wordSetOf,
		);
		const found = classesOf(sets, [], 64, plenty());
		if (found.kind === "unsettled") throw new Error("unsettled");
		expect(found.classes.map(({ inside: flags, text }) => [flags.map(Number).join(""), text]).sort()).toEqual([
			["000010", "x"],
			["000110", "c"],
			["010010", "b"],
			["100011", "a"],
			["110011", "axb"],
			["111011", "ab"],
		]);
	});

	test("are unsettled where there are too many", () => {
		const sets = Array.from({ length: 8 }, (_, number) => wordSetOf(glob(`*${number}*`)));
		expect(classesOf(sets, [], 100, plenty()).kind).toBe("unsettled");
		expect(classesOf(sets, [{ set: wordSetOf(literal("13")), inside: true }], 100, plenty())).toEqual({
			kind: "classes",
			classes: [{ inside: [0, 1, 0, 1, 0, 0, 0, 0].map(Boolean), text: "13" }],
		});
		expect(classesOf(sets, [inside(glob("a*")), outside(glob("a*"))], 100, plenty())).toEqual({
			kind: "classes",
			classes: [],
		});
	});

	test("of hundreds of words are no trouble", () => {
		const sets = Array.from({ length: 400 }, (_, number) => wordSetOf(literal(`word-${number}`)));
		const found = classesOf([...sets, wordSetOf(glob("word-*"))], [], 1_000, plenty());
		expect(found.kind === "classes" && found.classes.length).toBe(402);
	});
});

/** All words of the letters, up to so many. */
function words(letters: string, longest: number): readonly string[] {
	const found = [""];
	for (let at = 0; at < found.length; at++) {
		const before = found[at] as string;
		if (before.length < longest) for (const letter of letters) found.push(before + letter);
	}
	return found;
}

/** As the search orders them: by length, but the empty word behind single letters. */
const length = (text: string): number => text.length || 1.5;

const small = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 0, maxLength: 3 });
const { tree } = fc.letrec<{ tree: string }>((tie) => ({
	tree: fc.oneof(
		{ depthSize: "small", withCrossShrink: true },
		fc.constantFrom("a", "b", "[ab]", "ab", "b?", "(a|)", ".", "[^a]", "[^b]"),
		fc.tuple(tie("tree"), tie("tree")).map(([one, other]) => one + other),
		fc.tuple(tie("tree"), tie("tree")).map(([one, other]) => `(${one}|${other})`),
		fc
			.tuple(tie("tree"), fc.constantFrom("*", "+", "?", "{2}", "{1,3}", "{0,2}"))
			.map(([one, times]) => `(${one})${times}`),
	),
}));
const pattern: fc.Arbitrary<WordPattern> = fc.oneof(
	{ weight: 4, arbitrary: tree.map(regex) },
	{
		weight: 2,
		arbitrary: fc
			.string({ unit: fc.constantFrom("a", "b", "*", "?", "[!a]", "{a,b}", "{,ab}"), maxLength: 5 })
			.map(glob),
	},
	{ weight: 1, arbitrary: small.map(literal) },
	{ weight: 1, arbitrary: fc.constant<WordPattern>({ kind: "any" }) },
);
const wish = fc.record({ pattern, inside: fc.boolean() });

describe("by trying all short words,", () => {
	// `c` stands for every letter that no pattern names.
	const all = words("abc", 4);
	const fits = (text: string, wishes: readonly { pattern: WordPattern; inside: boolean }[]) =>
		wishes.every((one) => matcherOf(one.pattern)(text) === one.inside);

	test("a shortest word is one, and no other is shorter", () => {
		let longer = 0;
		fc.assert(
			fc.property(fc.array(wish, { minLength: 1, maxLength: 4 }), (wishes) => {
				const found = shortestWord(
					wishes.map((one) => ({ set: wordSetOf(one.pattern), inside: one.inside })),
					plenty(),
				);
				const best = all.filter((text) => fits(text, wishes)).sort((one, other) => length(one) - length(other))[0];
				if (best === undefined) {
					if (found.kind === "word") expect([fits(found.text, wishes), found.text.length > 4]).toEqual([true, true]);
					if (found.kind === "word") longer++;
				} else {
					expect(found).toEqual(word(expect.any(String) as unknown as string));
					if (found.kind === "word") expect([fits(found.text, wishes), found.text.length]).toEqual([true, best.length]);
				}
			}),
			{ numRuns: 500 },
		);
		expect(longer).toBeLessThan(500);
	});

	test("each class that has a short word is found, and its word is in it", () => {
		fc.assert(
			fc.property(
				fc.array(pattern, { minLength: 1, maxLength: 4 }),
				fc.array(wish, { maxLength: 1 }),
				(patterns, also) => {
					const found = classesOf(
						patterns.map(wordSetOf),
						also.map((one) => ({ set: wordSetOf(one.pattern), inside: one.inside })),
						100,
						plenty(),
					);
					if (found.kind === "unsettled") throw new Error("unsettled");
					const keyOf = (text: string) => patterns.map((one) => Number(matcherOf(one)(text))).join("");
					const keys = found.classes.map(({ inside: flags }) => flags.map(Number).join(""));
					expect(new Set(keys).size).toBe(keys.length);
					expect(found.classes.map(({ text }) => keyOf(text))).toEqual(keys);
					const shortest = new Map(found.classes.map(({ text }, index) => [keys[index], text]));
					for (const text of all) {
						if (fits(text, also))
							expect(length(shortest.get(keyOf(text)) ?? "not found")).toBeLessThanOrEqual(length(text));
					}
				},
			),
			{ numRuns: 80 },
		);
	});

	test("a word lies in a set if the matcher says so", () => {
		fc.assert(
			fc.property(pattern, (one) => {
				const set = wordSetOf(one);
				expect(all.filter((text) => holdsWord(set, text))).toEqual(all.filter((text) => matcherOf(one)(text)));
			}),
			{ numRuns: 300 },
		);
	});
});

describe("automata from another hand agree", () => {
	const nfaOf = (text: string): NFA => {
		const { expression, maxCharacter } = JS.Parser.fromLiteral({ source: text, flags: "us" }).parse();
		return NFA.fromRegex(expression, { maxCharacter });
	};
	const complementOf = (nfa: NFA): DFA => {
		const dfa = DFA.fromFA(nfa);
		dfa.complement();
		return dfa;
	};
	/** As the search orders them: the empty word only if there is none of one letter. */
	const lengthOf = (automaton: FiniteAutomaton): number | undefined => {
		if (automaton.isEmpty) return undefined;
		const lengths: number[] = [];
		for (const letters of automaton.wordSets()) {
			if (lengths.push(letters.length) === 2) break;
		}
		return lengths[0] === 0 && lengths[1] === 1 ? 1 : lengths[0];
	};
	const wide = fc.oneof(
		tree,
		fc.constantFrom(
			"[a-f]+x?",
			"\\w+\\.ts",
			"[^/]*\\.env",
			"\\d{1,3}(\\.\\d+)*",
			"(--?[a-z]+)(=.*)?",
			"[\\s\\S]",
			"é|[à-ü]+",
			"[^\\0-\\uffff]b",
		),
	);
	const refuse = (text: string) => fc.pre(readRegex(text).kind !== "fault");
	const setOf = (text: string): WordSet => wordSetOf(regex(text));

	test("on what two sets have in common", () => {
		fc.assert(
			fc.property(wide, wide, (one, other) => {
				refuse(one);
				refuse(other);
				const both = NFA.fromIntersection(nfaOf(one), nfaOf(other));
				expect(meet(setOf(one), setOf(other), plenty())).toBe(both.isEmpty ? "no" : "yes");
			}),
			{ numRuns: 200 },
		);
	});

	test("on containment, and on how short what breaks it can be", () => {
		fc.assert(
			fc.property(wide, wide, (one, other) => {
				refuse(one);
				refuse(other);
				const beyond = NFA.fromIntersection(nfaOf(one), complementOf(nfaOf(other)));
				expect(contains(setOf(other), setOf(one), plenty())).toBe(beyond.isEmpty ? "yes" : "no");
				const found = shortestWord(
					[
						{ set: setOf(one), inside: true },
						{ set: setOf(other), inside: false },
					],
					plenty(),
				);
				expect(found.kind === "word" ? Array.from(found.text).length : undefined).toBe(lengthOf(beyond));
			}),
			{ numRuns: 200 },
		);
	});
});
