/** Names that `find` and `fd` put into the words of commands: what is known of them, and that real programs name nothing else. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { mayExpandTo } from "../../../../src/engine/decide/evaluate/may-expand-to.js";
import { unwrap } from "../../../../src/engine/effects/commands.js";
import { pathsOfGlob } from "../../../../src/engine/effects/paths/glob-paths.js";
import type { World } from "../../../../src/engine/request/paths.js";
import { readScript } from "../../../../src/engine/request/read-script.js";
import type { Word } from "../../../../src/engine/request/request.js";
import { realWorld } from "../../../../src/runtime/load/world.js";

const facts = { programs: new Map(), trust: ["/usr/bin", "/bin"] };

/** The words of the command that another runs. */
function wordsInside(script: string): readonly Word[] {
	const reading = readScript(script, { home: "/home/x" });
	if (reading.kind === "opaque") throw new Error(reading.why);
	const inner = unwrap(reading.commands[0] as (typeof reading.commands)[number], facts)[1];
	return inner === undefined ? [] : [inner.command.program, ...inner.command.args];
}

function shown(word: Word): string {
	switch (word.kind) {
		case "known":
			return word.text;
		case "globbed":
			return word.below === undefined ? word.pattern : `<${word.pattern}>`;
		case "unknown":
			return word.plain === true ? "?" : "??";
	}
}

describe("a name that is put in", () => {
	test.each([
		["find src -exec rm -f {} \\;", "rm -f <src**>"],
		["find src -exec rm -f {} +", "rm -f <src**>"],
		["find -exec rm {} \\;", "rm <.**>"],
		["find a b/ -ok cp {} x \\;", "cp <a**> <b/**> x"],
		["find a -name '*.py' -exec cat {} \\;", "cat <a**/*.py>"],
		["find a/ -name '*.py' -exec cat {} \\;", "cat <a/**{/*.py}>"],
		["find a -exec cat {} \\; -name x -exec head {} \\;", "cat <a**>"],
		["find src/* -exec cat {} \\;", "cat <src/*{,/**}>"],
		["find 'a*' -exec cat {} \\;", "cat <a\\***>"],
		["gfind -H . -type f -exec cat {} +", "cat <.**{f}>"],
		["find a -type f -name '*.py' -exec cat {} +", "cat <a**{f}/*.py>"],
		["find a -type d -exec cat {} +", "cat <a**>"],
		["find a -exec cat {} + -type f", "cat <a**>"],
		["find a ! -type f -exec cat {} +", "cat <a**>"],
		["fd -t f x a -x cat", "cat <a**{f}>"],
		["fd -t f -t l x a -x cat", "cat <a**>"],
		["fd x -x cat", "cat <{.**}>"],
		["fd x src -x cat {}", "cat <src**>"],
		["fd x src -X cat", "cat <src**>"],
		["fd -a x src -x cat", "cat <{src**}>"],
		["fd --search-path=src x -x cat", "cat <src**>"],
		["fdfind x src -x cat {} \\; ", "cat <src**>"],
		["fd a.txt src -x cat", "cat <src**> <src**{/a.txt}>"],
		["fd '^a$' src -x cat", "cat <src**> <src**{/a}>"],
		["fd -g a src -x cat", "cat <src**> <src**{/a}>"],
	])("is below the folders that are looked through: %s", (script, expected) => {
		expect(wordsInside(script).map(shown).join(" ")).toBe(expected);
	});

	test.each([
		"find a ! -name '*.py' -exec cat {} \\;",
		"find a -not -name '*.py' -exec cat {} \\;",
		"find a -name '*.py' -o -exec cat {} \\;",
		"find a \\( -name '*.py' -or -empty \\) -exec cat {} \\;",
		"find a -name '*.py' , -exec cat {} \\;",
		"find a -exec cat {} \\; -name '*.py'",
		"find a -name 'x/y' -exec cat {} \\;",
		"find a -name 'x\\' -exec cat {} \\;",
		'find a -name "$x" -exec cat {} \\;',
		"find a -iname '*.py' -exec cat {} \\;",
	])("may end in any way where the pattern may be passed by: %s", (script) => {
		expect(wordsInside(script).map(shown).join(" ")).toBe("cat <a**>");
	});

	test.each([
		["find -L . -exec cat {} \\;", "cat ?"],
		["find . -follow -exec cat {} \\;", "cat ?"],
		["find -files0-from x -exec cat {} \\;", "cat ?"],
		['find "$x" -exec cat {} \\;', "cat ?"],
		["find . $x -exec cat {} \\;", "cat ?"],
		["find . -unlisted -exec cat {} \\;", "cat ?"],
		["find . -execdir cat {} \\;", "cat ?"],
		["fd -L x -x cat", "cat ??"],
		["fd --strip-cwd-prefix x -x cat", "cat ??"],
		['fd x "./$x" -x cat', "cat ??"],
		["fd --search-path=-x x -x cat", "cat ??"],
		["find +x -exec bash {} \\;", "bash ?"],
		["fd x src -x cat {/}", "cat ??"],
		["fd x src -x cat {.}", "cat ??"],
		["find . -exec cat x{} \\;", "cat ??"],
		["find . -exec {} x \\;", "?? x"],
		["find . -exec sh -c 'cat {}' \\;", "sh -c ??"],
		["xargs -I {} cat {}", "cat ?? ??"],
		["xargs -I % cat a%", "cat ?? ??"],
	])("can't be known: %s", (script, expected) => {
		expect(wordsInside(script).map(shown).join(" ")).toBe(expected);
	});
});

describe("the paths that a name stands for", () => {
	const tree: Readonly<Record<string, readonly string[]>> = {
		"/w": ["a", ".env", "link"],
		"/w/a": ["b.py", ".h"],
		"/w/a/.h": ["c.py"],
	};
	const world: World = {
		workspace: "/w",
		home: "/home/x",
		linkAt: (path) => (path === "/w/link" ? { target: "/etc" } : "none"),
		entriesOf: (folder) => tree[folder] ?? [],
	};
	const paths = (script: string, cwd: string | null = "/w", around: World = world) => {
		const word = wordsInside(script).find(({ kind }) => kind === "globbed");
		return word?.kind === "globbed" && word.below ? pathsOfGlob(word.below, cwd ?? undefined, around) : "no name";
	};

	test("are the folder and all that lies in it, hidden or not, and links by their names", () => {
		expect(paths("find . -exec cat {} \\;")).toEqual(
			expect.arrayContaining([".", "./a", "./.env", "./link", "./a/b.py", "./a/.h", "./a/.h/c.py"]),
		);
		expect(paths("find . -exec cat {} \\;")).toHaveLength(7);
	});

	test("are those whose last part fits, and the pattern itself, for what is not there yet", () => {
		expect(paths("find . -name '*.py' -exec cat {} \\;")).toEqual(["./*.py", "./a/b.py", "./a/.h/c.py"]);
		expect(paths("find nowhere -name '*.py' -exec cat {} \\;")).toEqual(["nowhere/*.py"]);
		expect(paths("find nowhere -exec cat {} \\;")).toEqual(["nowhere"]);
	});

	test("are no links, where files are asked for", () => {
		expect(paths("find . -type f -exec cat {} +")).toHaveLength(6);
		expect(paths("find . -type f -exec cat {} +")).not.toContain("./link");
	});

	test.each([
		["a home", "find /home -exec cat {} \\;"],
		["all there is", "find / -exec cat {} \\;"],
		["a folder of others that nobody sees into", "find /mnt/x -exec cat {} \\;"],
		["a name that may be a home", "find '~x' -exec cat {} \\;"],
	])("can't be known below %s", (_, script) => {
		expect(paths(script)).toBeUndefined();
	});

	test("can't be known where a folder can't be looked into, or holds too much, or a name is no text", () => {
		const script = "find . -exec cat {} \\;";
		expect(
			paths(script, "/w", { ...world, entriesOf: (at) => (at === "/w/a" ? "unknown" : (world.entriesOf?.(at) ?? [])) }),
		).toBeUndefined();
		expect(
			paths(script, "/w", { ...world, entriesOf: () => Array.from({ length: 3_000 }, (_, at) => `f${at}`) }),
		).toBeUndefined();
		expect(paths(script, "/w", { ...world, entriesOf: (at) => (at === "/w" ? ["a\ufffd"] : []) })).toBeUndefined();
		expect(paths(script, "/w", { ...world, linkAt: (at) => (at === "/w/a" ? "unknown" : "none") })).toBeUndefined();
		expect(paths(script, null)).toBeUndefined();
	});
});

describe("a real find", () => {
	let folder = "";
	beforeAll(() => {
		folder = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-found-")));
		for (const one of ["a/b/.c", "a/.d", "e f", "g[h]", "x.py"]) mkdirSync(join(folder, one), { recursive: true });
		for (const one of [
			"a/1.py",
			"a/b/.env",
			"a/b/.c/2.py",
			"a/.d/n\nm",
			"e f/ü.py",
			"g[h]/-rf",
			"x.py/🔑.py",
			"a/[x]",
			"a/*",
		])
			writeFileSync(join(folder, one), "");
		symlinkSync("/", join(folder, "a/out"));
		symlinkSync("b", join(folder, "a/in"));
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	const starts = ["", ".", "./", "a", "a/", "a//b", "../{here}/a", "e f", "g[h]", "x.py", "a/in", "a/in/", "a x.py"];
	const patterns = [
		"",
		"*",
		"*.py",
		".*",
		"?.py",
		"[a-z]*",
		"\\[x\\]",
		"[[]x]",
		"*[!a-z].py",
		".",
		"x.py",
		"n*m",
		"a",
		"\\*",
		"[x",
		"??",
	];

	test("names nothing that is not known", () => {
		const scripts = starts.flatMap((start) => {
			const words = start
				.replace("{here}", folder.slice(folder.lastIndexOf("/") + 1))
				.split(start.includes("e f") ? "\0" : " ");
			const quoted = words
				.filter((word) => word !== "")
				.map((word) => `'${word}'`)
				.join(" ");
			return patterns.map(
				(pattern) =>
					`find ${quoted} ${pattern === "" ? "" : `-name '${pattern}' `}${start.length % 2 === 0 ? "-type f " : ""}`,
			);
		});
		const output = execFileSync(
			"sh",
			["-c", scripts.map((script) => `${script} -print0 2>/dev/null; printf '\\001\\000'`).join("\n")],
			{
				cwd: folder,
				encoding: "utf8",
				maxBuffer: 1 << 26,
			},
		);
		const named = output.split("\u0001\0").map((part) => part.split("\0").slice(0, -1));
		const world = { ...realWorld(folder), home: "/home/nobody" };
		const missed = scripts.flatMap((script, index) => {
			const words = wordsInside(`${script} -exec cat {} +`).filter((word) => word.kind === "globbed");
			expect(words.length).toBeGreaterThan(0);
			const paths = words.flatMap((word) => (word.below && pathsOfGlob(word.below, folder, world)) ?? []);
			return (named[index] ?? [])
				.filter((name) => !paths.includes(name) || !words.some((word) => mayExpandTo(word, name)))
				.map((name) => `${script}: ${name}`);
		});
		expect(missed).toEqual([]);
		expect(named.flat().length).toBeGreaterThan(200);
	});
});
