import { describe, expect, test } from "@jest/globals";
import { readToml, type Toml, type TomlTable } from "../../../../src/runtime/harnesses/install/toml.js";

describe("reading TOML", () => {
	test.each<[string, unknown]>([
		["", {}],
		['a = 1 # c\nb.c = "x"\nb."d.e" = \'y\\\'\n', { a: 1, b: { c: "x", "d.e": "y\\" } }],
		[
			"[t]\nx = [1, 2,\n # c\n 3,]\n[t.u]\ny = {a=1, b.c=2}\n",
			{ t: { x: [1, 2, 3], u: { y: { a: 1, b: { c: 2 } } } } },
		],
		["[[l]]\na = 1\n[[l]]\n[[l.m]]\nb = 2\n[l.n]\nc = 3", { l: [{ a: 1 }, { m: [{ b: 2 }], n: { c: 3 } }] }],
		['s = """\nab\\\n   c"d""""\nt = \'\'\'\na\'b\'\'\'\n', { s: 'abc"d"', t: "a'b" }],
		[
			"a = 0xDE_AD\nb = 1_000.5e-3\nc = -inf\nd = true\ne = +7\n",
			{ a: 0xdead, b: 1.0005, c: Number.NEGATIVE_INFINITY, d: true, e: 7 },
		],
		["d = 1979-05-27T07:32:00Z\ne = 07:32:00.5\n", { d: "1979-05-27T07:32:00Z", e: "07:32:00.5" }],
		["\"\\u00e9\\n\" = 1\r\n'' = 2\r\n", { "é\n": 1, "": 2 }],
		["[a.b.c]\n[a]\nx = 1\n", { a: { b: { c: {} }, x: 1 } }],
		[
			"[fruit]\napple.color = 1\n[fruit.apple.taste]\nsweet = true\n",
			{ fruit: { apple: { color: 1, taste: { sweet: true } } } },
		],
	])("%j", (text, table) => {
		expect(readToml(text)).toHaveProperty("table", table);
	});

	test.each([
		["a = 1\na = 2\n", "defining a key multiple times is invalid", 6],
		["[t]\n[t]\n", "defining a key multiple times is invalid", 5],
		["a.b = 1\n[a]\n", "defining a key multiple times is invalid", 9],
		["[t]\n[[t]]\n", "defining a key multiple times is invalid", 6],
		["l = []\n[[l]]\n", "defining a key multiple times is invalid", 9],
		["a = {b = 1}\na.c = 2\n", "defining a key multiple times is invalid", 12],
		["a = {b = 1,}\n", "trailing comma is not permitted in an inline table", 11],
		["a = 01\n", "leading zeros are not allowed", 4],
		["a = 1__0\n", "underscores are allowed between digits", 6],
		["a = 1 b = 2\n", "must be a newline", 6],
		['a = "x\n', "unterminated string constant", 6],
		['a = "\\x"\n', "invalid character in escape sequence", 6],
		['a = "\\ud800"\n', "invalid code point d800", 10],
		["a = 9007199254740993\n", "`9007199254740993` is too large a number", 4],
		["\uFEFFa = 9007199254740993\n", "`9007199254740993` is too large a number", 5],
		["\uFEFF= 1\n", "unexpected token", 1],
		["= 1\n", "unexpected token", 0],
		["a =\n\n", "unspecified values are invalid", 3],
		["a = '''x", "unterminated string constant", 8],
		["a = 1\rb = 2\n", "a carriage return stands here without a line feed", 5],
		[`a = ${"[".repeat(200)}${"]".repeat(200)}`, "values stand more than 128 deep in each other", 133],
		[`a = ${"[".repeat(50_000)}${"]".repeat(50_000)}`, "values stand more than 128 deep in each other", 0],
	])("refuses %j with the place", (text, message, at) => {
		expect(readToml(text)).toEqual({ message, at });
	});

	test("makes no prototype of a key", () => {
		const { table } = readToml("[__proto__]\nx = 1\n") as { table: Record<string, unknown> };
		expect(Object.keys(table)).toEqual(["__proto__"]);
		expect((table as { x?: unknown }).x).toBeUndefined();
	});

	test("each table and each key has its place", () => {
		const text = '\uFEFFa = 1\n[[b]]\nc.d = 2\n\n[[b]]\n"e f" = { g = 3 }\n';
		const read = readToml(text);
		if ("message" in read) throw new Error(read.message);
		const linesOf = (table: Toml | undefined) => {
			const places = [undefined, ...Object.keys(table as TomlTable)].map((key) =>
				read.placeOf(table as TomlTable, key),
			);
			return places.map((place) => text.slice(0, place).split("\n").length);
		};
		const [first, second] = read.table.b as readonly TomlTable[];
		expect([read.table, first, first?.c, second, second?.["e f"]].map(linesOf)).toEqual([
			[1, 1, 2],
			[2, 3],
			[3, 3],
			[5, 6],
			[6, 6],
		]);
	});
});
