/** Whether a folder with what lies below it, or what may come there, lies inside a list or touches it, row by row. */
import { describe, expect, test } from "@jest/globals";
import type { Region } from "../../../../src/engine/decide/evaluate/looked-through.js";
import { regionLies } from "../../../../src/engine/decide/evaluate/path-regions.js";
import type { Truth } from "../../../../src/engine/decide/evaluate/truth.js";
import { placeOf, type World } from "../../../../src/engine/request/paths.js";
import type { PathPattern } from "../../../../src/language/policy/test.js";

/** What lies in each folder; a text is where a link leads. `undefined`: it can't be looked at. */
const folders: Readonly<Record<string, Readonly<Record<string, string | true>> | undefined>> = {
	"/": { w: true, etc: true, srv: true },
	"/etc": { passwd: true, ssl: true },
	"/etc/ssl": { "key.pem": true },
	"/srv": { "plain.txt": true },
	"/w": { src: true, out: "/etc", in: "/w/src", shut: true, odd: true, locked: true, loop: true, ring: true },
	"/w/src": { "a.txt": true, ".hidden": true, sub: true },
	"/w/src/.hidden": { "k.txt": true },
	"/w/src/sub": { ".env": true, "b.txt": true },
	"/w/shut": undefined,
	"/w/odd": { x: true },
	"/w/locked": { l: true },
	"/w/loop": { away: "/etc", home: "/w/loop", lost: "/gone" },
	"/w/ring": { one: "/w/ring/two", two: "/w/ring/one" },
};
const world: World = {
	workspace: "/w",
	home: "/home/u",
	linkAt: (path) => {
		if (path === "/w/locked/l") return "unknown";
		const at = path.lastIndexOf("/");
		const entry = folders[path.slice(0, at) || "/"]?.[path.slice(at + 1)];
		return typeof entry === "string" ? { target: entry } : "none";
	},
	entriesOf: (folder) =>
		folder in folders ? (folders[folder] === undefined ? "unknown" : Object.keys(folders[folder] ?? {})) : [],
	kindAt: (path) => (path in folders ? "folder" : "other"),
};
const blind: World = { workspace: "/w", home: "/home/u", linkAt: world.linkAt };

const pattern = (text: string): PathPattern => ({
	text: text.replace(/^!/, ""),
	literal: false,
	negated: text.startsWith("!"),
});

type More = Partial<Pick<Region, "only" | "skip">> & { readonly found?: boolean; readonly around?: World };
type Row = readonly [path: string, reach: Region["reach"], list: string, expected: Truth, more?: More];

const rowsOf = (rows: readonly Row[]) =>
	rows.map(([path, reach, list, expected, more = {}]) => {
		const { around: _, ...shown } = more;
		return [path, reach, list, expected, JSON.stringify(shown), more] as const;
	});

function lies(sense: "within" | "touching", path: string, reach: Region["reach"], list: string, more: More): Truth {
	const { found = false, around = world, ...names } = more;
	return regionLies(
		{ place: placeOf(path, "/w", around), reach, ...names },
		list.split(" ").map(pattern),
		sense,
		around,
		found,
	);
}

const inside = (rows: readonly Row[]): void => {
	test.each(rowsOf(rows))("%s (%s) stays within `%s`: %s %s", (path, reach, list, expected, _, more) => {
		expect(lies("within", path, reach, list, more)).toBe(expected);
	});
};
const touches = (rows: readonly Row[]): void => {
	test.each(rowsOf(rows))("%s (%s) touches `%s`: %s %s", (path, reach, list, expected, _, more) => {
		expect(lies("touching", path, reach, list, more)).toBe(expected);
	});
};

test("of a place that can't be known nothing is known", () => {
	for (const sense of ["within", "touching"] as const)
		expect(regionLies({ reach: "below" }, [pattern(".")], sense, world, false)).toBe("unknown");
});

test("links that lead through deep paths again and again are given up, and what they lead to is in doubt", () => {
	const names = Array.from({ length: 3_000 }, (_, at) => `x${at}`);
	const deep = Array.from({ length: 100 }, () => "d").join("/");
	let steps = 0;
	const around: World = {
		workspace: "/w",
		home: "/home/u",
		linkAt: (path) => {
			steps++;
			if (/^\/w\/many\/x\d+$/.test(path)) return { target: `/w/c34/${path.slice(9)}` };
			const chain = /^\/w\/c([1-9]\d*)$/.exec(path)?.[1];
			return chain === undefined ? "none" : { target: `/w/c${Number(chain) - 1}/${deep}/..` };
		},
		entriesOf: (folder) => (folder === "/w/many" ? names : []),
		kindAt: () => "folder",
	};
	const place = placeOf("many", "/w", around);
	expect(regionLies({ place, reach: "links" }, [pattern("**/.env")], "touching", around, false)).toBe("unknown");
	expect(steps).toBeLessThan(1_000_000);
});

describe("a folder with what lies below it", () => {
	inside([
		["src", "below", ".", "yes"],
		["src", "below", "src", "yes"],
		["src", "below", "src/sub", "no"],
		["/etc", "below", ".", "no"],
		["src", "below", ". !src/sub/.env", "unknown"],
		["src", "below", ". !src/sub/*.txt", "no"],
		["src", "below", ". !src/sub/*.md", "yes"],
		["src", "below", ". !**/*.md", "yes"],
		["src", "below", ". !odd", "yes"],
		["src", "below", ". !odd/*", "yes"],
		["shut", "below", ". !shut/*.md", "unknown"],
		["shut", "below", ". !odd/*.md", "yes"],
		["src", "below", ". !src/sub/*.md", "unknown", { around: blind }],
	]);
	touches([
		["src", "below", "src", "yes"],
		["src", "below", "src/sub/.env", "unknown"],
		["src", "below", "src/sub/none", "unknown"],
		["src", "below", "src/sub/.env", "unknown", { found: true }],
		["src", "below", "odd", "no"],
		["src", "below", "/etc", "no"],
		["/", "below", "/etc", "unknown"],
		["/", "below", "/etc/passwd", "unknown"],
		["src", "below", "**/.env", "yes"],
		["src", "below", "**/.envrc", "no"],
		["src", "below", "src/*/*.txt", "yes"],
		["src", "below", "src/*/*.md", "no"],
		["src", "below", "odd/z **/.env", "yes"],
		["/etc", "below", "out/passwd", "unknown"],
		["/etc", "below", "out/pass*", "yes"],
		["/", "below", "**/passwd", "yes"],
		["shut", "below", "x*/y", "no"],
		["loop", "below", "**/passwd", "no"],
		["src", "below", "src/*.md/x", "no"],
		["src", "below", "odd/*", "no"],
		["src/sub", "below", "src/*/*.txt", "yes"],
		["src/sub", "below", "src/other*/*", "no"],
		["src/sub", "below", "src/s*/*", "yes"],
		["shut", "below", "**/.env", "unknown"],
		["shut", "below", "**/.env", "no", { found: true }],
		["shut", "below", "shut/*", "unknown"],
		["shut", "below", "odd/*", "no"],
		["locked", "below", "**/.env", "unknown"],
		["src", "below", "**/.env", "unknown", { around: blind }],
		["src", "below", "**/.env", "no", { around: blind, found: true }],
		["src", "below", "!src", "no"],
		["src", "below", "src/*/* !src", "no"],
		// A link is a name below the folder, and nothing behind it is.
		["loop", "below", "/etc/*", "no"],
		["loop", "below", "loop/aw*", "yes"],
	]);
});

describe("names below a folder that fit, and those that are left out", () => {
	touches([
		["src", "below", "**/*.txt", "yes", { only: ["*.txt"] }],
		["src", "below", "**/.env", "no", { only: ["*.txt"] }],
		["src", "below", "**/.env", "yes", { only: ["*.txt", ".e*"] }],
		["src", "below", "src/sub/.env", "no", { only: ["*.txt"] }],
		["src", "below", "src/sub/.env", "unknown", { only: ["*.txt"], around: blind }],
		["src", "below", "src/sub/b.txt", "unknown", { only: ["*.txt"] }],
		["src", "below", "src/sub", "unknown", { only: ["*.txt"] }],
		["src", "below", "**/.env", "no", { skip: { files: [], folders: ["sub"] } }],
		["src", "below", "**/.env", "no", { skip: { files: [".e*"], folders: [] } }],
		["src", "below", "**/.env", "yes", { skip: { files: [], folders: ["other"] } }],
		["src", "below", "src/sub/.env", "no", { skip: { files: [], folders: ["sub"] } }],
		["src", "below", "src/sub/.env", "no", { skip: { files: [".env"], folders: [] } }],
		["src", "below", "src/sub/.env", "unknown", { skip: { files: [], folders: ["src"] } }],
		["/", "below", "/etc/passwd", "no", { skip: { files: [], folders: ["etc"] } }],
	]);
	test("are found again where others were asked for before", () => {
		const around = { ...world };
		const asked = (more: More) => lies("touching", "src", "below", "**/.env", { ...more, around });
		expect([
			asked({ only: ["*.txt"] }),
			asked({}),
			asked({ skip: { files: [], folders: ["sub"] } }),
			asked({}),
		]).toEqual(["no", "yes", "no", "yes"]);
	});
});

describe("what is not hidden below a folder", () => {
	touches([
		["src", "visible", "**/.env", "no"],
		["src", "below", "**/k.txt", "yes"],
		["src", "visible", "**/k.txt", "no"],
		["src", "visible", "**/b.txt", "yes"],
		["src", "visible", "src/.hidden/k.txt", "no"],
		["src/.hidden", "visible", "src/.hidden/k.txt", "unknown"],
		["src", "visible", "src/sub/.env", "no"],
		["src", "visible", "src/sub/b.txt", "unknown"],
		["/", "visible", "/etc/passwd", "unknown"],
		["/", "visible", "/.ssh", "no"],
	]);
	inside([["src", "visible", ". !src/.hidden/*", "yes"]]);
});

describe("links below a folder that are followed", () => {
	inside([
		["src", "links", ".", "yes"],
		["loop", "links", ".", "no"],
		["loop", "links", "/", "yes"],
		["src", "links", ". !src/sub/*.txt", "no"],
		["shut", "links", ".", "unknown"],
		["locked", "links", ".", "unknown"],
		["ring", "links", ".", "unknown"],
		["shut", "links", "odd", "no"],
		["loop", "links", "/ !/etc/*", "no"],
		["loop", "links", "/ !/etc/*.md", "yes"],
		[".", "links", ".", "no"],
	]);
	touches([
		["loop", "links", "/etc", "yes"],
		["loop", "links", "/etc/passwd", "unknown"],
		["loop", "links", "/etc/*", "yes"],
		["loop", "links", "/etc/ssl/*.pem", "yes"],
		["loop", "links", "/srv", "no"],
		["loop", "links", "/srv/*", "no"],
		["locked", "links", "/etc/*", "no"],
		["locked", "links", "locked/*.x", "unknown"],
		["ring", "links", "ring/*.x", "unknown"],
		["src", "links", "/etc", "no"],
	]);
});

describe("somewhere below a folder, under names that nobody knows,", () => {
	inside([
		["src", "somewhere", ".", "yes"],
		["src", "somewhere", ". !src/.git", "unknown"],
		["src", "somewhere", ". !odd", "yes"],
		["src", "somewhere", ". !src", "no"],
	]);
	touches([
		["src", "somewhere", "src", "yes"],
		["src", "somewhere", "src/.git", "unknown"],
		["src", "somewhere", "src/.git", "no", { found: true }],
		["/srv", "somewhere", "/srv/.git", "unknown", { found: true }],
		["src", "somewhere", "odd", "no"],
		// A name that is meant in any folder is not feared.
		["src", "somewhere", "**/.env", "no"],
		["src", "somewhere", "**/.git/hooks", "no"],
		["src/.git", "somewhere", "**/.git/hooks", "unknown"],
		["src/.git/x", "somewhere", "**/.git/hooks", "no"],
		["src/.git/x", "somewhere", "**/.git/*/y", "unknown"],
		["src/.git", "somewhere", "**/**/y/z", "no"],
		["src", "somewhere", "src/*.txt", "unknown"],
		["/etc", "somewhere", "out/new", "unknown"],
		["/etc", "somewhere", "/e*/x*", "unknown"],
		["/srv", "somewhere", "/e*/x*", "no"],
		["src", "somewhere", "src/a*.txt", "unknown"],
		["src", "somewhere", "**/a?.pem", "unknown", { only: ["ab.pem"] }],
		["src", "somewhere", "**/a?.pem", "no", { only: ["a*.pem"] }],
		["src/sub", "somewhere", "src/*.txt", "no"],
		["src/sub", "somewhere", "src/*/*.txt", "unknown"],
		["src/sub", "somewhere", "odd/*", "no"],
		["src", "somewhere", "src/sub", "unknown", { only: ["s*"] }],
		["src", "somewhere", "src/sub", "no", { only: ["t*"] }],
		["src", "somewhere", "src/sub/x", "unknown", { only: ["sub"] }],
		["src", "somewhere", "src/sub/x", "no", { only: ["x"] }],
		["src", "somewhere", "src/*.txt", "unknown", { only: ["*.txt"] }],
		["src", "somewhere", "src/a*.txt", "unknown", { only: ["a1"] }],
		["src", "somewhere", "src/a*.txt", "no", { only: ["b1"] }],
		["src", "somewhere", "src/a*.txt", "unknown", { only: ["b1", "*"] }],
		["src/sub", "somewhere", "src/*/a.txt", "unknown", { only: ["b1"] }],
		["src", "somewhere", "**/.env", "unknown", { only: [".env"] }],
		["src", "somewhere", "**/.env", "unknown", { only: ["*.env", "x"] }],
		["src", "somewhere", "**/.env", "no", { only: ["x"] }],
		["src", "somewhere", "**/.env", "no", { only: [".env*"] }],
		["src", "somewhere", "**/.env", "no", { only: ["*"] }],
		["src", "somewhere", "**/*.pem", "unknown", { only: ["x.pem"] }],
		["src", "somewhere", "**/*.pem", "no", { only: ["x.txt"] }],
		["src", "somewhere", "**/*.pem", "unknown", { only: ["x*.pem"] }],
		["src", "somewhere", "**/*.pem", "no", { only: ["x*.txt"] }],
		["src", "somewhere", "**/a?.pem", "no", { only: ["x*.pem"] }],
		["src", "somewhere", "**/.git/hooks", "no", { only: ["hooks"] }],
	]);
});

describe("what goes into a folder, through links that lie in it,", () => {
	inside([
		["src", "through", ".", "yes"],
		["loop", "through", ".", "no"],
		["loop", "through", "/", "yes"],
		["shut", "through", ".", "yes"],
		["src", "through", ". !src/.git", "unknown"],
	]);
	touches([
		["loop", "through", "/etc", "unknown"],
		["loop", "through", "/etc/passwd", "unknown"],
		["loop", "through", "/etc/*", "unknown"],
		["loop", "through", "/srv", "no"],
		["loop", "through", "loop/x", "unknown"],
		["loop", "through", "loop/x", "no", { found: true }],
		["loop", "through", "/etc/x", "unknown", { found: true }],
		["loop", "through", "**/.env", "no"],
		["src", "through", "src", "yes"],
		["src", "through", "odd", "no"],
	]);
});

test("a folder of too many names is not looked through to its end", () => {
	const many = Array.from({ length: 50_001 }, (_, at) => `n${at}`);
	const around = (count: number): World => ({
		...blind,
		linkAt: () => "none",
		entriesOf: (folder) => (folder === "/w/src" ? many.slice(0, count) : []),
	});
	expect(lies("touching", "src", "below", "**/x", { around: around(50_000) })).toBe("no");
	expect(lies("touching", "src", "below", "**/x", { around: around(50_001) })).toBe("unknown");
});
