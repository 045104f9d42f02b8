/** Pathspecs against git itself: what it says that they name is what a rule about that file speaks of. */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { decide } from "../../../src/engine/decide/decide.js";
import type { Tree } from "../../../src/engine/decide/tree.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { realWorld, withoutFacts } from "../../../src/runtime/load/world.js";

const files = [".env", "a.ts", "docs/a.md", "sub/.env", "sub/b.ts", "sub/deep/.env", "a*b/.env"];
const settings = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", HOME: "/nowhere" };
let here: string;

const git = (folder: string, ...words: readonly string[]) =>
	spawnSync("git", words, {
		cwd: join(here, folder),
		encoding: "utf8",
		env: { PATH: process.env.PATH, ...settings },
	});

beforeAll(() => {
	here = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-pathspecs-")));
	for (const file of files) {
		mkdirSync(dirname(join(here, file)), { recursive: true });
		writeFileSync(join(here, file), "key\n");
	}
	execFileSync("git", ["init", "-q", here], { env: { PATH: process.env.PATH, ...settings } });
	git(".", "add", "-A");
	git(".", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "fix");
});
afterAll(() => rmSync(here, { recursive: true }));

const trees = new Map(files.map((file) => [file, treeFor(file)]));

function treeFor(file: string): Tree {
	const pattern = file.replaceAll("*", "?");
	return loadText("p.rules", `default allow\nsyntax sequences, globs\ndeny * touching ${pattern}`).tree as Tree;
}

function denied(file: string, folder: string, argv: readonly string[]): boolean {
	const request = { argv, cwd: join(here, folder) };
	return decide(trees.get(file) as Tree, request, withoutFacts(realWorld(here, "/home/nobody"))).effect !== "allow";
}

const kinds = [
	"",
	":/",
	":(top)",
	":(icase)",
	":(glob)",
	":(top,icase)",
	":(icase,glob)",
	":(literal)",
	":",
	":(attr:!x)",
	":(attr:!x,top)",
];
const globs = [
	...["*", "**", ".e*", "*env", "*/.env", "**/.env", "sub/*", "sub/**", "s?b*", "sub?.env", "sub[^a].env", "SUB/*"],
	...[
		".[d-f]nv",
		"\\.env",
		"sub/[.]env",
		"deep/**",
		"../*",
		"../.e*",
		"*/../../.e*",
		"*.ts",
		"sub/*.ts",
		"a*b",
		"s*v",
		"d*",
		"*/",
	],
];
const plain = ["", ".", ".env", ".ENV", "sub", "SUB/.env", "../sub", "deep/.env"];
const without = [["sub"], [".env", "docs"], ["*.md"]].flatMap((names) =>
	[":!", ":^", ":(exclude)", ":(exclude,icase)", ":(top,exclude)"].map((kind) => names.map((name) => kind + name)),
);

/** One of many commands has its turn with each word. */
let turn = 0;

/** Does each file that git names for these words count as touched by a command with them? */
function expectAll(folder: string, specs: readonly string[], commands: readonly (readonly string[])[]): number {
	const found = git(folder, "grep", "-l", "-z", "--full-name", "key", "--", ...specs).stdout.split("\0");
	const named = files.filter((file) => found.includes(file));
	for (const command of commands.length > 1
		? [searching[0] ?? [], commands[turn++ % commands.length] ?? []]
		: commands) {
		const argv = ["git", ...command, "--", ...specs];
		const missed = named.filter((file) => !denied(file, folder, argv));
		expect({ folder, argv, missed }).toEqual({ folder, argv, missed: [] });
	}
	return named.length;
}

const searching = [["grep", "key"]];
const every = [
	...[...searching, ["add"], ["rm", "-f"], ["clean", "-fdx"], ["checkout"], ["checkout", "HEAD"], ["restore"]],
	...[
		["stash"],
		["stash", "push"],
		["commit", "-m", "x"],
		["diff", "HEAD"],
		["log", "-p"],
		["show", "HEAD"],
		["reset"],
	],
];

test.each([".", "sub"])("globs, magic and exclusions in %s", (folder) => {
	let named = 0;
	for (const kind of kinds) {
		for (const glob of globs)
			named += expectAll(folder, [kind + glob], kind === ":(literal)" || glob === "a*b" ? searching : every);
		for (const word of plain) if (kind + word !== "") named += expectAll(folder, [kind + word], searching);
	}
	for (const specs of without) {
		named += expectAll(folder, specs, every);
		named += expectAll(folder, ["*.ts", ...specs], every);
	}
	expect(named).toBeGreaterThan(300);
});

test("a revision is looked through whole where no path stands behind it", () => {
	for (const words of [["HEAD"], ["HEAD", "--"], [":/fix"], ["HEAD:"], ["HEAD:sub"], ["HEAD", "HEAD"]]) {
		const { stdout } = git(".", "grep", "-l", "key", ...words);
		expect(stdout).toContain(".env");
		expect(denied(words[0] === "HEAD:sub" ? "sub/.env" : ".env", ".", ["git", "grep", "key", ...words])).toBe(true);
	}
	expect(denied(".env", ".", ["git", "grep", "key", "HEAD", "sub"])).toBe(false);
	expect(denied(".env", ".", ["git", "grep", "key", "HEAD", "--", "*.ts"])).toBe(false);
});

test("a path in a revision is seen from the top, unless it says otherwise", () => {
	for (const spec of ["HEAD:docs/a.md", ":docs/a.md", "HEAD:../docs/a.md"])
		for (const words of [
			["show", spec],
			["cat-file", "-p", spec],
			["grep", "key", spec],
		]) {
			expect(git("sub", ...words).stdout).toContain("key");
			expect(denied("docs/a.md", "sub", ["git", ...words])).toBe(true);
		}
	expect(denied(".env", "sub", ["git", "show", "HEAD:./.env"])).toBe(false);
});

test("what a word surely does not name is not meant", () => {
	for (const [folder, file, ...specs] of [
		[".", ".env", "*.ts"],
		[".", "sub/.env", "docs/*"],
		[".", "sub/.env", ":(glob)docs/**"],
		[".", "sub/.env", ":(icase)*.MD"],
		["sub", ".env", "*"],
		["sub", "docs/a.md", ":/sub/*"],
		[".", "docs/a.md", ".", ":!docs"].slice(0, 2).concat("*.ts", ":!sub"),
	] as const as readonly (readonly [string, string, ...string[]])[]) {
		const argv = ["git", "add", "--", ...specs];
		expect({ argv, denied: denied(file, folder, argv) }).toEqual({ argv, denied: false });
	}
});

test.each(["developer", "guard"])("a usual day stays one under the pack %s", (pack) => {
	const policy = loadText("p.rules", readFileSync(`rules/${pack}.rules`, "utf8")).tree as Tree;
	const held = [
		...["git add '*.ts'", "git add 'sub/*.ts' ':!sub/*.test.ts'", "git add :/docs", "git show HEAD:docs/a.md"],
		...["git grep foo -- '*.ts'", "git grep foo -- ':(top)docs'", "git grep foo HEAD~1 -- docs", "git diff HEAD~1"],
		...["git diff HEAD~1 -- . ':(exclude)package-lock.json'", "git log --oneline -- ':/docs'", "git show ':/fix'"],
	].filter((script) => decide(policy, { script, cwd: here }, realWorld(here, "/home/nobody")).effect !== "allow");
	expect(held).toEqual([]);
});
