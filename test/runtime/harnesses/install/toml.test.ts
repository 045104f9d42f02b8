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
		["a = 1\na = 2\n", "`a` is there twice", 6],
		["[t]\n[t]\n", "`t` is there twice", 4],
		["a.b = 1\n[a]\n", "`a` is there twice", 8],
		["[t]\n[[t]]\n", "`t` is no list of tables", 4],
		["l = []\n[[l]]\n", "`l` is no list of tables", 7],
		["a = {b = 1}\na.c = 2\n", "`a` is there already, and can't be added to", 12],
		["a = {b = 1,}\n", "a comma stands before `}`", 11],
		["a = 01\n", "a value should stand here", 4],
		["a = 1__0\n", "a value should stand here", 4],
		["a = 1 b = 2\n", "something stands behind the end of the value", 6],
		['a = "x\n', "this text does not end, or holds what no text may hold", 4],
		['a = "\\x"\n', "this escape is none of TOML's", 5],
		['a = "\\ud800"\n', "this escape is no character", 5],
		["a = 9007199254740993\n", "`9007199254740993` is too large a number", 4],
		["= 1\n", "a key should stand here", 0],
		["a = '''x", "this text does not end", 4],
		[`a = ${"[".repeat(200)}`, "values stand more than 128 deep in each other", 133],
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
			const { at, keys } = read.places.get(table as TomlTable) ?? { at: -1, keys: new Map<string, number>() };
			return [at, ...keys.values()].map((place) => text.slice(0, place).split("\n").length);
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
