/** Whether a path lies inside a list of patterns, row by row: by folder, through links, below what is taken out. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { insideOf, isPath, liesInside, startsIn } from "../../../../src/engine/decide/evaluate/path-lists.js";
import { type Sense, startOf } from "../../../../src/engine/decide/evaluate/path-starts.js";
import { type Truth, truth } from "../../../../src/engine/decide/evaluate/truth.js";
import { placeOf, type World } from "../../../../src/engine/request/paths.js";
import type { PathPattern } from "../../../../src/language/policy/test.js";

const links: Readonly<Record<string, string>> = {
	"/w/link": "/etc",
	"/w/in/up": "/opt/deep",
	"/home/u/w": "/w",
	"/l": "/opt/l",
};
const world: World = {
	workspace: "/w",
	home: "/home/u",
	linkAt: (path) => (path === "/w/shut" ? "unknown" : links[path] === undefined ? "none" : { target: links[path] }),
};

/** `!` takes out, `=` is literal, `@` means nothing below it. */
function pattern(text: string): PathPattern {
	const [, marks = "", rest = ""] = /^([!=@]*)(.*)$/s.exec(text) ?? [];
	return {
		text: rest,
		literal: marks.includes("="),
		negated: marks.includes("!"),
		...(marks.includes("@") ? { itself: true } : {}),
	};
}

const lies = (path: string, list: string, sense: Sense, around = world): Truth =>
	liesInside(
		placeOf(path, "/w", around),
		list
			.split(" ")
			.filter((one) => one !== "")
			.map(pattern),
		sense,
		around,
	);

const holds = (sense: Sense, rows: readonly (readonly [path: string, list: string, expected: Truth])[]): void => {
	test.each(rows)(`%s, ${sense} \`%s\`: %s`, (path, list, expected) => {
		expect(lies(path, list, sense)).toBe(expected);
	});
};

describe("a folder holds what is below it, and nothing that only begins like it", () => {
	holds("within", [
		["a", "a", "yes"],
		["a/b", "a", "yes"],
		["a/b/c", "a", "yes"],
		["ab", "a", "no"],
		[".", "a", "no"],
		["a", ".", "yes"],
		[".", ".", "yes"],
		["../wx", ".", "no"],
		["/etc/x", "/", "yes"],
		["/", "/", "yes"],
		["/etc/x", "/etc", "yes"],
		["/etc/x", "etc", "no"],
		["a", "b a", "yes"],
		["a", "", "no"],
	]);
});

describe("the home folder", () => {
	holds("within", [
		["/home/u/x", "~", "yes"],
		["/home/u/x", "~/x", "yes"],
		["/home/u/y", "~/x", "no"],
		["/home/v/x", "~", "no"],
		["/w/~x", "~x", "yes"],
		["/home/ux", "~x", "no"],
	]);
	test.each<[string, string, Sense, Truth]>([
		["/home/u/x", "~", "within", "unknown"],
		["/home/u/x", "~", "touching", "unknown"],
		["/home/u/.ssh/id", "~/.ssh/**", "touching", "unknown"],
		["/home/u/.ssh/id", "~/.ssh/**", "within", "unknown"],
		["/home/u/.ssh/id", "~/.ssh", "touching", "unknown"],
		["/home/u/.ssh/id", "~/*/id", "touching", "unknown"],
		["/home/u/.ssh/id", "~/a/../.ssh", "touching", "unknown"],
		["/home/u/.ssh", "@~/.ssh", "touching", "unknown"],
		["/home/u/.ssh/id", "@~/.ssh", "touching", "no"],
		["/home/u/+(a)/id", "~/+(a)/*", "touching", "unknown"],
		["/home/u/a/id", "~/+(a)/*", "touching", "no"],
		["/home/u/a*", "=~/a*", "touching", "unknown"],
		["/home/u/ab", "=~/a*", "touching", "no"],
		["/w/notes", "~/.ssh", "touching", "no"],
		["/w/notes", "~/.ssh", "within", "no"],
		["/w/x", "~ .", "within", "yes"],
		["/w/x", ". !~", "within", "unknown"],
		["/w/x", ". !~/x", "within", "unknown"],
		["/w/y", ". !~/x", "within", "yes"],
		["/w/y", "!~/x", "touching", "no"],
		["/w/a/.env", "**/.env !~/a", "touching", "unknown"],
		["/w/b/.env", "**/.env !~/a", "touching", "yes"],
		["/home/u/w/x", "/w !~/w", "within", "unknown"],
		["/w/shut/x", "~", "touching", "unknown"],
	])("where nobody knows it, is %s in %s (%s)? %s", (path, list, sense, expected) => {
		const { home: _, ...homeless } = world;
		expect(lies(path, list, sense, homeless)).toBe(expected);
	});
});

describe("a glob", () => {
	holds("within", [
		["a.txt", "*.txt", "yes"],
		["b/a.txt", "*.txt", "no"],
		["b/a.txt", "**/*.txt", "yes"],
		["a.txt/b", "*.txt", "yes"],
		[".a", "*", "yes"],
		["/etc", "*", "no"],
		["/etc", "/*", "yes"],
		["/etc/x", "/*", "yes"],
		["/etc/x", "/e*/x", "yes"],
		["/", "/*", "no"],
		["a/x/b", "a/*/b", "yes"],
		["a/x/b/c", "a/*/b", "yes"],
		["a/x/c", "a/*/b", "no"],
		["a/x/b", "a/*//b", "yes"],
		["a/x/b", "a/*/./b", "yes"],
		["a", "a/*", "no"],
		["ab/c", "a/*", "no"],
		["a1", "a[0-9]", "yes"],
		["ax", "a[0-9]", "no"],
		["ax", "a?", "yes"],
		["ax", "{ax,b}", "yes"],
		["a*", "=a*", "yes"],
		["ab", "=a*", "no"],
		["a*/b", "=a*", "yes"],
		["!a", "*a", "yes"],
		// Only what must stay out of sight is meant anywhere.
		["x/.env", "**/.env", "yes"],
		["/etc/.env", "**/.env", "no"],
	]);
	holds("touching", [
		["/etc/.env", "**/.env", "yes"],
		["/etc/.env/x", "**/.env", "yes"],
		["/etc/x.env", "**/.env", "no"],
		["/etc/x", "**", "yes"],
		["/etc/x", "**x", "no"],
		["/etc/.env", "=**/.env", "no"],
		["/etc/.env", "a/**/.env", "no"],
		["a/b/.env", "a/**/.env", "yes"],
		["/q/.git/hooks/x", "**/.git/hooks", "yes"],
		["/q/.git/x/hooks", "**/.git/hooks", "no"],
		["/q/.git", "**/.git/hooks", "no"],
		["/q/.git/x", "**/.git/hooks **/.git", "yes"],
		["/q/.git/x", "**/.git **/.git/hooks", "yes"],
		["/a/a/b", "**/a/b", "yes"],
		["/a/b", "**/a/b", "yes"],
		["/a", "**/a/b", "no"],
		["/q/r/a", "/*/a", "no"],
		["/q/a/b", "**/a/*", "yes"],
		["/q/x.env", "**/*.env", "yes"],
		["/q/x.env/y", "**/*.env", "yes"],
		["/q/x", "**/*.env", "no"],
	]);
});

describe("what is meant itself, without what lies below it", () => {
	holds("touching", [
		["/etc/a", "@/etc/a", "yes"],
		["/etc/a/b", "@/etc/a", "no"],
		["/etc/a/b", "@/etc/a /etc/a", "yes"],
		["/etc/a/b", "/etc/a @/etc/a", "yes"],
		["/etc/x", "@/", "no"],
		["/", "@/", "yes"],
		["/q/.env", "@**/.env", "yes"],
		["/q/.env/x", "@**/.env", "no"],
		["/q/.env/x", "@**/.env **/.env", "yes"],
		["/q/.env/x", "**/.env @**/.env", "yes"],
		["/etc/x1", "@/etc/x*", "yes"],
		["/etc/x1/y", "@/etc/x*", "no"],
		["/etc/x1/y", "/etc/x*", "yes"],
		["/home/u", "@~", "yes"],
		["/home/u/x", "@~", "no"],
		[".", "@.", "yes"],
		["x", "@.", "no"],
	]);
});

describe("what is taken out", () => {
	holds("within", [
		["a", ". !b", "yes"],
		["b/x", ". !b", "no"],
		["b/x", "!b .", "no"],
		["b", "!b", "no"],
		["a", "!b", "no"],
	]);
	holds("touching", [
		["/etc/a", "/etc !/etc/b", "yes"],
		["/etc/b/x", "/etc !/etc/b", "no"],
		["/etc/b", "!/etc/b", "no"],
		["/etc/a", "!/etc/b", "no"],
		// By one of its names alone it is not out.
		["link/x", "/etc !/etc", "yes"],
		["link/x", "/ !/w !/etc", "no"],
		["link/x", "/etc !link", "no"],
		["link/x", "/ !/w !/", "no"],
		// Whatever takes out the one name, and whatever the other.
		["link/x", "/ !/w/* !/etc/*", "no"],
		["link/x", ". !link/*", "no"],
		["link/x", ". !/w/l* !/etc", "no"],
		["link/x", ". !/etc/*", "yes"],
		["shut/x", "!/etc", "no"],
	]);
});

describe("a link", () => {
	holds("within", [
		["link/x", ".", "no"],
		["link/x", "/etc", "yes"],
		["link/x", "link", "yes"],
		["/etc/x", "link", "yes"],
		["/etc/x", "link/x", "yes"],
		["/etc/y", "link/x", "no"],
		["/etc/x", "link/*", "yes"],
		["/opt/l/x", "/l", "yes"],
		["in/up/../y", "in", "no"],
		["/opt/y", "in/up/../y a/../b", "yes"],
		["/opt/y", "in/y in/up/../y", "yes"],
		["shut/x", ".", "unknown"],
		["shut/x", "/", "unknown"],
		// Up from where a link led, and up in the text.
		["/opt/y", "in/up/../y", "yes"],
		["in/y", "in/up/../y", "yes"],
		["y", "a/../y", "yes"],
		["/y", "a/../y", "no"],
		["y", "~/w/y", "yes"],
	]);
	holds("touching", [
		["link/x", "/etc", "yes"],
		["link/x", "link", "yes"],
		["link/x", "/opt", "no"],
		["/etc/x", "link", "yes"],
		["shut/x", "shut", "yes"],
		["shut/x", "/etc", "unknown"],
		["shut/x", "", "no"],
	]);

	test("a path of which nothing is known may lie anywhere", () => {
		for (const sense of ["within", "touching"] as const) {
			expect(liesInside(undefined, [pattern(".")], sense, world)).toBe("unknown");
			expect(liesInside(undefined, [], sense, world)).toBe("unknown");
		}
	});
});

describe("places that the world tells", () => {
	const told = (what: "governing" | "state" | "policy"): PathPattern => ({ ...pattern("x"), told: what });
	const own = { governing: ["/opt/own/../log"], state: ["/var/state"] };

	test.each<["governing" | "state" | "policy", string, Truth]>([
		["governing", "/opt/log/x", "yes"],
		["governing", "/opt/own", "no"],
		["governing", "/var/state", "no"],
		["state", "/var/state/x", "yes"],
		["policy", "/srv/p.rules", "yes"],
		["policy", "/w/x", "no"],
	])("%s: %s: %s", (what, path, expected) => {
		const around = { ...world, own, policy: ["/srv/p.rules"] };
		expect(liesInside(placeOf(path, "/w", around), [told(what)], "touching", around)).toBe(expected);
		expect(liesInside(placeOf(path, "/w", world), [told(what)], "touching", world)).toBe("no");
	});

	test("one list is read anew where another world tells otherwise", () => {
		const list = [told("governing"), told("policy"), pattern("a"), pattern("~/b")];
		const worlds: readonly (readonly [World, readonly string[]])[] = [
			[world, ["/w/a", "/home/u/b"]],
			[{ ...world, workspace: "/v" }, ["/v/a", "/home/u/b"]],
			[world, ["/w/a", "/home/u/b"]],
			[{ ...world, home: "/home/v" }, ["/w/a", "/home/v/b"]],
			[{ ...world }, ["/w/a", "/home/u/b"]],
			[{ ...world, own }, ["/w/a", "/home/u/b", "/opt/log"]],
			[{ ...world }, ["/w/a", "/home/u/b"]],
			[{ ...world, policy: ["/p"] }, ["/w/a", "/home/u/b", "/p"]],
			[{ ...world, policy: ["/q"] }, ["/w/a", "/home/u/b", "/q"]],
			[{ ...world }, ["/w/a", "/home/u/b"]],
		];
		const all = [...new Set(worlds.flatMap(([, paths]) => paths))];
		for (const sense of ["within", "touching"] as const)
			for (const [around, inside] of worlds)
				expect(all.filter((path) => liesInside(placeOf(path, "/w", around), list, sense, around) === "yes")).toEqual(
					all.filter((path) => inside.includes(path)),
				);
	});

	test.each<[string, string]>([
		["~/a", "/opt/w/a"],
		["a", "/opt/w/a"],
	])("below a folder whose `..` leads up from where a link led: %s", (one, path) => {
		const around = { ...world, workspace: "/l/../w", home: "/l/../w" };
		expect(liesInside(placeOf(path, "/", around), [pattern(one)], "within", around)).toBe("yes");
	});

	test("one list is read anew where links lead elsewhere by now", () => {
		const list = [pattern("a")];
		const moved: World = { ...world, linkAt: (path) => (path === "/w/a" ? { target: "/srv" } : "none") };
		expect(liesInside(placeOf("/srv/x", "/w", world), list, "within", world)).toBe("no");
		expect(liesInside(placeOf("/srv/x", "/w", moved), list, "within", moved)).toBe("yes");
		expect(liesInside(placeOf("/srv/x", "/w", world), list, "within", world)).toBe("no");
	});
});

describe("the path of a program", () => {
	const literal = (text: string) => ({ kind: "literal", text }) as const;
	const glob = (text: string) => ({ kind: "glob", text }) as const;
	test.each([
		["/w/x", literal("./x"), true],
		["/w/x/y", literal("./x"), false],
		["/w/x", glob("./*"), true],
		["/w/x/y", glob("./*"), false],
		["/w/*", literal("./*"), true],
		["/w/x", literal("./*"), false],
		["/usr/bin/x", glob("/usr/*/x"), true],
		["/home/u/bin/x", glob("~/bin/x"), true],
		["/etc/x", glob("link/x"), true],
		["/etc/x", glob("other/x"), false],
	])("%s is %j: %s", (path, one, expected) => {
		expect(isPath(path, one, world)).toBe(truth(expected));
	});

	test("is asked anew in another world, and in doubt where the home folder is not known", () => {
		const [here, there] = [glob("./x"), glob("~/x")];
		const { home: _, ...homeless } = world;
		const other = { ...world, workspace: "/v", home: "/home/v" };
		expect([isPath("/w/x", here, world), isPath("/v/x", here, world)]).toEqual(["yes", "no"]);
		expect([isPath("/w/x", here, other), isPath("/v/x", here, other)]).toEqual(["no", "yes"]);
		expect([isPath("/home/u/x", there, world), isPath("/home/v/x", there, world)]).toEqual(["yes", "no"]);
		expect([isPath("/home/u/x", there, other), isPath("/home/v/x", there, other)]).toEqual(["no", "yes"]);
		expect(isPath("/home/v/x", there, { ...other, home: "/home/u" })).toBe("no");
		expect(isPath("/home/u/x", there, { ...world, home: "/home/v" })).toBe("no");
		expect(isPath("/w/x", here, world)).toBe("yes");
		expect(isPath("/w/x", here, { ...world, workspace: "/v" })).toBe("no");
		expect(isPath("/home/u/x", there, homeless)).toBe("unknown");
		expect(isPath("/home/u/y", there, homeless)).toBe("no");
	});
});

describe("where patterns begin", () => {
	test.each([
		["a/b", "/w/a/b", undefined, undefined],
		["a/b/*.c", "/w/a/b", "*.c", undefined],
		["/x/*", "/x", "*", undefined],
		["/*", "/", "*", undefined],
		["a/../b", "/w/b", undefined, undefined],
		["**", "/w", "**", undefined],
		["**/a/b", "/w", "**/a/b", ["a", "b"]],
		["x/**/a", "/w/x", "**/a", ["a"]],
		["x/*/a", "/w/x", "*/a", undefined],
		["=x/**/a", "/w/x/**/a", undefined, undefined],
	])("%s: %s, then %s", (text, normal, tail, anywhere) => {
		const start = startOf(pattern(text), "within", world);
		expect([start?.normal, start?.glob?.tail, start?.anywhere]).toEqual([normal, tail, anywhere]);
		expect(start?.alone).toEqual([normal]);
	});

	test("`**` begins at the root where it must stay out of sight", () => {
		expect(startOf(pattern("**/a"), "touching", world)?.normal).toBe("/");
		expect(startOf(pattern("**/a"), "within", world)?.normal).toBe("/w");
		expect(startOf(pattern("=**/a"), "touching", world)?.normal).toBe("/w/**/a");
	});

	test("globs that begin in other folders are other globs, in every world", () => {
		const list = ["a/*.x", "b/*.y", "~/*.z"].map(pattern);
		for (const [workspace, home] of [
			["/w", "/h"],
			["/h", "/w"],
			["/v", "/w/b"],
		] as const) {
			const { holds } = insideOf(list, "within", { workspace, home, linkAt: () => "none" });
			const found = [
				`${workspace}/a/1.x`,
				`${workspace}/b/1.y`,
				`${home}/1.z`,
				`${workspace}/b/1.x`,
				`${workspace}/a/1.z`,
			];
			expect(found.map(holds)).toEqual([true, true, true, false, false]);
		}
	});

	test("what lies below one home and workspace lies below any others", () => {
		const text = fc.constantFrom(
			"a",
			"a/*",
			"**/b",
			"*.x",
			"{a,b}/c",
			"~/a",
			"~",
			"~/*.x",
			"~/**/b",
			".",
			"a/../b",
			"~/../u/a",
			"/w/a",
		);
		const patterns = fc.array(fc.tuple(text, fc.boolean()), { minLength: 1, maxLength: 5 });
		const path = fc.constantFrom("", "/a", "/a/b", "/b", "/c.x", "/a/c", "/b/c", "/q/b", "/a/b/c.x");
		// A folder above both that leads elsewhere makes a list of the same meaning in another way.
		const around = fc.constantFrom<World["linkAt"]>(
			() => "none",
			(at) => (at === "/l" ? { target: "/r" } : "none"),
		);
		fc.assert(
			fc.property(patterns, path, fc.constantFrom("within", "touching"), around, (list, behind, sense, linkAt) => {
				const meant = list.map(([one, isOut]) => pattern(`${isOut ? "!" : ""}${one}`));
				const answers = (["home", "workspace"] as const).map((folder) =>
					[
						{ workspace: "/w", home: "/home/u", linkAt },
						{ workspace: "/x/w", home: "/x/u", linkAt },
						{ workspace: "/l/y/w", home: "/l/u", linkAt },
					].map((there) => {
						const place = placeOf(`${there[folder]}${behind}`, there.workspace, there);
						const own = meant.map((one) => (one.text === "/w/a" ? { ...one, text: `${there.workspace}/a` } : one));
						return liesInside(place, own, sense, there);
					}),
				);
				for (const [first, ...others] of answers) for (const one of others) expect(one).toBe(first);
			}),
			{ numRuns: 3000 },
		);
	});

	test("a home folder is a folder, whatever letters its name has", () => {
		const start = startOf(pattern("~/*.x"), "within", { workspace: "/w", home: "/home/[ab]*" });
		expect([start?.normal, start?.glob?.tail]).toEqual(["/home/[ab]*", "*.x"]);
	});

	test("those that are meant stand apart from those that are taken out, and folders through links are told", () => {
		const list = ["a", "!b", "**/c", "**/c/d", "link/x", "y"].map(pattern);
		const { held, out, basesOf } = startsIn(list, "touching", world);
		const normals = (
			some: readonly { readonly normal: string; readonly glob: { readonly tail: string } | undefined }[],
		) => some.map(({ normal, glob }) => `${normal} ${glob?.tail ?? ""}`.trim());
		expect(normals(held)).toEqual(["/w/a", "/ **/c", "/ **/c/d", "/w/link/x", "/w/y"]);
		expect(normals(out)).toEqual(["/w/b"]);
		expect(held.map(basesOf)).toEqual([["/w/a"], ["/"], ["/"], ["/w/link/x", "/etc/x"], ["/w/y"]]);
		const plain = startsIn([pattern("a")], "touching", world);
		expect(plain.held.map(plain.basesOf)).toEqual([["/w/a"]]);
		const walked = startsIn([pattern("in/up/../y")], "touching", world);
		expect(walked.held.map(walked.basesOf)).toEqual([["/w/in/y", "/opt/y"]]);
	});
});
