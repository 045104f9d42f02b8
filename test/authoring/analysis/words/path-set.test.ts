import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { contains } from "../../../../src/authoring/analysis/words/containment.js";
import {
	laterPathSetOf,
	normalPaths,
	type PathBase,
	pathSetOf,
} from "../../../../src/authoring/analysis/words/path-set.js";
import { holdsWord } from "../../../../src/authoring/analysis/words/positions.js";
import { shortestWord } from "../../../../src/authoring/analysis/words/shortest-word.js";
import { wordSetOf } from "../../../../src/authoring/analysis/words/word-set.js";
import { liesInside } from "../../../../src/engine/decide/evaluate/path-lists.js";
import type { Sense } from "../../../../src/engine/decide/evaluate/path-starts.js";
import { placeOf, type World } from "../../../../src/engine/request/paths.js";
import type { PathPattern } from "../../../../src/language/policy/test.js";

const pattern = (text: string): PathPattern =>
	text.startsWith("!")
		? { text: text.slice(1), literal: false, negated: true }
		: { text, literal: false, negated: false };

const at: PathBase = { workspace: "/ws/app", home: "/home/u", cwd: "/ws/app/src" };

/** What decides, in a world without links. */
function lies(text: string, paths: readonly PathPattern[], sense: Sense, { workspace, home, cwd }: PathBase): boolean {
	const world: World = { workspace, ...(home === undefined ? {} : { home }), linkAt: () => "none" };
	return liesInside(placeOf(text, cwd, world), paths, sense, world) === "yes";
}

const names = [
	"a",
	"b",
	"ab",
	"src",
	".env",
	".a",
	"...",
	"..a",
	"a.ts",
	"b.ts",
	"etc",
	"u",
	"ws",
	"app",
	"home",
	"é",
	"😀",
	"a\nb",
	"-x",
	"~",
	"{a",
	"[",
	"a]",
	"\\a",
];
const part = fc
	.oneof(
		fc.constantFrom(...names),
		fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom(..."ab.*-[{}!?\\é😀") }),
	)
	.filter((one) => one !== "." && one !== "..");
const parts = fc.array(part, { maxLength: 5 });
const near = fc.constantFrom("/ws/app", "/ws/app/src", "/home/u", "/etc", "", "/ws");

/** Texts in normal form. */
const normalText = fc
	.oneof(
		fc.tuple(near, parts).map(([from, rest]) => [from, ...rest].join("/") || "/"),
		parts.map((rest) => rest.join("/") || "."),
		fc
			.tuple(fc.integer({ min: 1, max: 5 }), parts)
			.map(([up, rest]) => [...Array<string>(up).fill(".."), ...rest].join("/")),
	)
	.filter((text) => !text.startsWith("~"));

const globPart = fc.oneof(
	fc.constantFrom(
		"*",
		"**",
		"?",
		"??",
		"*.ts",
		"a*",
		"?b",
		".*",
		".?",
		"[ab]",
		"[!a]",
		"[a-z].ts",
		"[^.]*",
		"{a,b}",
		"{a,b/c}",
		"{,a}",
		"*a*",
		"\\*",
		"[a",
		"a]",
		"{a",
		"{1..3}",
		"***",
		"a**",
		"[]a]",
		"[!]a]*",
		".",
		"..",
		"",
		"😀",
		"[a-b]?",
		"*{a,.ts}",
		"!(a)",
		"@(a|b)",
		"[[:alpha:]]",
		"[[:alpha:]",
		"[.]*",
		"[:a]",
		"[=a.]",
	),
	fc.constantFrom(...names),
	fc.string({ minLength: 1, maxLength: 4, unit: fc.constantFrom(..."ab.*?[]-!{,}\\") }),
);
const somePattern: fc.Arbitrary<PathPattern> = fc.record({
	text: fc
		.tuple(
			fc.constantFrom("", "", "/", "~/", "../", "./", "**/", "/ws/", "/etc/", "/home/u/"),
			fc.array(globPart, { maxLength: 3 }),
		)
		.map(([start, rest]) => start + rest.join("/") || "."),
	literal: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0),
	negated: fc.integer({ min: 0, max: 3 }).map((dice) => dice === 0),
});
const somewhere: fc.Arbitrary<PathBase> = fc.record({
	workspace: fc.constantFrom("/ws/app", "/ws", "/", "/home/u/p"),
	home: fc.constantFrom("/home/u", undefined, "/root"),
	cwd: fc.constantFrom("/ws/app", "/ws/app/src", "/", "/etc", "/home/u"),
});

describe("the texts that lie inside a list", () => {
	test.each<[string, Sense, string[], string[], string[]]>([
		[
			"a folder and what is below",
			"within",
			["."],
			["a", "../x", "/ws/app", "..", "."],
			["../../x", "../../src", "/ws", "/ws/app-evil", "../.."],
		],
		[
			"another folder",
			"within",
			["/tmp/build"],
			["/tmp/build", "/tmp/build/x", "../../../tmp/build", "../../../../../tmp/build"],
			["/tmp", "tmp/build"],
		],
		["what is taken out", "within", [".", "!.git"], ["x", "../x"], ["../.git", "../.git/x", "/ws/app/.git"]],
		[
			"secrets, anywhere",
			"touching",
			["**/.env", "~/.ssh"],
			[".env", "/.env", "/x/.env/y", "/home/u/.ssh/id", "../../../home/u/.ssh"],
			[".envrc", "~/.ssh", "/home/u"],
		],
		["in the workspace, where it is to be within", "within", ["**/.env"], [".env", "../.env"], ["/.env", "../../.env"]],
		[
			"kinds of files",
			"within",
			["src/*.{ts,js}"],
			["a.ts", ".ts", "a.js/x", "../src/b.js"],
			["a.css", "x/a.ts", "../a.ts"],
		],
		["the whole tree", "within", ["/"], ["/", "x", "..", ".", "/a"], []],
		["nothing", "within", [], [], ["/", "x", "."]],
	])("%s", (_, sense, texts, inside, outside) => {
		const set = pathSetOf(texts.map(pattern), sense, at);
		if (set === undefined) throw new Error("not translated");
		expect(inside.filter((text) => !holdsWord(set, text))).toEqual([]);
		expect(outside.filter((text) => holdsWord(set, text))).toEqual([]);
	});

	test("are those that the engine says", () => {
		let translated = 0;
		fc.assert(
			fc.property(
				fc.array(somePattern, { maxLength: 4 }),
				fc.constantFrom<Sense>("within", "touching"),
				somewhere,
				fc.array(normalText, { minLength: 20, maxLength: 20 }),
				(paths, sense, around, texts) => {
					const set = pathSetOf(paths, sense, around);
					if (set === undefined) return;
					translated++;
					for (const text of texts)
						expect([text, holdsWord(set, text)]).toEqual([text, lies(text, paths, sense, around)]);
					// Its own words are likelier to be near its borders than made-up ones.
					const others = texts.map((text) => ({ set: wordSetOf({ kind: "literal", text }), inside: false }));
					const found = shortestWord([{ set, inside: true }, ...others], { left: 50_000 });
					if (found.kind === "word")
						expect([found.text, lies(found.text, paths, sense, around)]).toEqual([found.text, true]);
					const wanted = [{ set: normalPaths, inside: true }, { set, inside: false }, ...others];
					const beside = shortestWord(wanted, { left: 50_000 });
					if (beside.kind === "word")
						expect([beside.text, lies(beside.text, paths, sense, around)]).toEqual([beside.text, false]);
				},
			),
			{ numRuns: 150 },
		);
		expect(translated).toBeGreaterThan(70);
	});

	test("are texts in normal form", () => {
		for (const texts of [["/"], ["**/.env"], ["*"], ["..", "!x"]]) {
			const set = pathSetOf(texts.map(pattern), "touching", at);
			expect(set && contains(normalPaths, set, { left: 100_000 })).toBe("yes");
		}
		expect(
			["/", "/a", ".", "..", "../..", "../a", "a/b", "...", ".a", "/~"].filter((text) => !holdsWord(normalPaths, text)),
		).toEqual([]);
		expect(
			["", "//", "/a/", "a/", "./a", "a/.", "a/..", "/..", "/.", "a//b", "~", "~/a", "~u", "../", "a\0"].filter(
				(text) => holdsWord(normalPaths, text),
			),
		).toEqual([]);
	});

	test.each(["*+(a)", "*/!(b)", "[[:alpha:]]", "*/../x", "{a,/b}", "[b-a]"])("`%s` is not translated", (text) => {
		expect(pathSetOf([pattern(text)], "within", at)).toBeUndefined();
	});

	test("are found in lists that are nested, with what breaks the inclusion", () => {
		const set = (...texts: string[]) => pathSetOf(texts.map(pattern), "within", at) ?? normalPaths;
		const budget = { left: 100_000 };
		expect(contains(set("."), set("src/**/*.ts"), budget)).toBe("yes");
		expect(contains(set(".", "!.git"), set("."), budget)).toBe("no");
		expect(contains(set("**"), set("."), budget)).toBe("yes");
		expect(
			shortestWord(
				[
					{ set: set("."), inside: true },
					{ set: set(".", "!.git"), inside: false },
				],
				budget,
			),
		).toEqual({ kind: "word", text: "../.git" });
	});
});

describe("a path outside of a long list", () => {
	// Names of many sorts, of which one is in the way.
	const long = Array.from({ length: 60 }, (_, at) => `**/.{a${at},b${at}}/**/*.{c${at},d${at}}`);
	const found = (inside: string, more: readonly string[], left: number) => {
		const [asked, list] = [[inside], [...long, ...more]].map((texts) =>
			laterPathSetOf(texts.map(pattern), "touching", at),
		) as [NonNullable<ReturnType<typeof laterPathSetOf>>, NonNullable<ReturnType<typeof laterPathSetOf>>];
		const wanted = [
			{ set: asked, inside: true },
			{ set: normalPaths, inside: true },
			{ set: list, inside: false },
		];
		const word = shortestWord(wanted, { left, exact: true });
		if (word.kind === "word") for (const { set, inside: isIn } of wanted) expect(holdsWord(set, word.text)).toBe(isIn);
		return word;
	};

	test("is none where a pattern of it holds all that is asked for", () => {
		expect(found("**/.env", ["**/.{env,ENV}"], 4_000)).toEqual({ kind: "none" });
		expect(found("**/.env", ["**/.{env,ENV}", "**/.env/x"], 4_000)).toEqual({ kind: "none" });
	});

	test("is the shortest where none does", () => {
		expect(found("**/.env", ["**/.environment"], 4_000)).toEqual({ kind: "word", text: ".env" });
		expect(found("**/.env", ["**/.{env,ENV}", "!/ws/app/src/.env"], 4_000)).toEqual({ kind: "word", text: ".env" });
	});
});
