/** Laws of the fact `tree`, held against git itself: what it says that it would keep, and what it says that it ignores. */
import { appendFileSync, chmodSync, lstatSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { isIgnored, readIgnoreRules } from "../../../../src/runtime/load/work-tree/ignore-rules.js";
import { treeFingerprint } from "../../../../src/runtime/load/work-tree/tree-fingerprint.js";
import { part, tries } from "../../../part.js";
import { gitFolder, gitOr, keptByGit, repository, write } from "./git.js";

const folder = gitFolder();
let count = 0;

const path = fc.constantFrom("a", "b.log", "src/a", "src/b.log", "src/deep/a", "out/a", "out/deep/b", "A", "ä b");
const place = fc.constantFrom("a", "src", "src/deep", "out", "b.log", "new", "src/new");
const text = fc.constantFrom("", "1\n", "2\n", "1\r\n");
const line = fc.constantFrom(
	"*.log",
	"!b.log",
	"out/",
	"/out/*",
	"!/out/a",
	"a",
	"deep",
	"src/**/a",
	"!src/",
	"*",
	"!*/",
);
const rules = fc.constantFrom(".gitignore", "src/.gitignore", "out/.gitignore", ".git/info/exclude");

type Step = (root: string) => void;
const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.tuple(path, text).map(
			([to, what]): Step =>
				(root) =>
					write(root, { [to]: what }),
		),
	},
	{
		weight: 2,
		arbitrary: place.map(
			(at): Step =>
				(root) =>
					rmSync(join(root, at), { recursive: true, force: true }),
		),
	},
	fc.tuple(place, place).map(
		([from, to]): Step =>
			(root) =>
				renameSync(join(root, from), join(root, to)),
	),
	path.map(
		(at): Step =>
			(root) =>
				chmodSync(join(root, at), (lstatSync(join(root, at)).mode & 0o777) ^ 0o111),
	),
	fc.tuple(place, place).map(
		([at, to]): Step =>
			(root) =>
				symlinkSync(to, join(root, at)),
	),
	path.map(
		(at): Step =>
			(root) =>
				utimesSync(join(root, at), 1, 1),
	),
	{
		weight: 3,
		arbitrary: fc.tuple(rules, line).map(
			([at, what]): Step =>
				(root) => {
					mkdirSync(dirname(join(root, at)), { recursive: true });
					appendFileSync(join(root, at), `${what}\n`);
				},
		),
	},
	rules.map(
		(at): Step =>
			(root) =>
				rmSync(join(root, at)),
	),
	{
		weight: 8,
		arbitrary: fc
			.oneof(
				fc.constantFrom(
					["add", "-A"],
					["commit", "-qam", "x"],
					["stash", "-u"],
					["stash", "pop"],
					["checkout", "-q", "--", "."],
					["reset", "-q", "--hard"],
					["clean", "-fdq"],
					["update-index", "--index-version", "4"],
					["update-index", "--index-version", "2"],
				),
				path.chain((at) =>
					fc.constantFrom(
						["add", "-f", at],
						["add", "-N", at],
						["rm", "-q", "--cached", at],
						["update-index", "--assume-unchanged", at],
						["update-index", "--skip-worktree", at],
					),
				),
			)
			.map(
				(words): Step =>
					(root) =>
						void gitOr(root, "", ...words),
			),
	},
);

/** What can't be done is not done. */
function taken(root: string, one: Step): void {
	try {
		one(root);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === undefined) throw error;
	}
}

test("two fingerprints are equal if, and only if, git would keep the same paths, kinds and bytes", () => {
	const byFiles = new Map<string, string>();
	const byTree = new Map<string, string>();
	const agrees = (root: string): void => {
		const files = keptByGit(root);
		const found = treeFingerprint(root);
		if ("unknown" in found) throw new Error(found.unknown);
		expect(byFiles.get(files) ?? found.tree).toBe(found.tree);
		expect(byTree.get(found.tree) ?? files).toBe(files);
		byFiles.set(files, found.tree);
		byTree.set(found.tree, files);
	};
	fc.assert(
		fc.property(fc.array(step, { minLength: 1, maxLength: 14 }), (steps) => {
			const root = repository(join(folder.path, `tree-${count++}`), { "src/a": "1\n", "b.log": "", ".gitignore": "" });
			try {
				agrees(root);
				for (const one of steps) {
					taken(root, one);
					agrees(root);
				}
			} finally {
				rmSync(root, { recursive: true, force: true });
			}
		}),
		{ numRuns: tries(25) },
	);
	expect(byTree.size).toBeGreaterThan(10 * part);
});

const piece = fc.constantFrom(
	...["a", "b", "ab", ".a", "*", "?", "/", "/", "**/", "/**", "a.b", "[ab]", "[!a]", "[a-b]", "[^b]", "[[:alpha:]]"],
	...["\\", "!", "#", " ", "A", "]", "[", "-", "\t", "{a,b}", "+", "(", ")", "$", "^", "|", ".", "\r"],
);
const name = fc.constantFrom(
	...["a", "b", "ab", "a.b", ".a", "A", "abb", "b a", "!a", "#a", "a ", "[a]", "\\a", "a{", "{a,b}", "a+", "(a)"],
);
/** Behind a letter git takes two stars for any folders where the rest of the line is read apart from it: there we ignore less. */
const isPlain = (one: string): boolean => !/[^/]\*\*+(?:\/|$)/.test(one);

/** Undefined where it is not read. */
function rulesOf(lines: string, ignoreCase: boolean): ReturnType<typeof readIgnoreRules> | undefined {
	try {
		return readIgnoreRules(lines, ignoreCase);
	} catch (error) {
		expect(String(error)).toContain("nobody but git knows");
		return undefined;
	}
}

test("a path is ignored as `git check-ignore` says", () => {
	const root = repository(join(folder.path, "ignoring"), { "some-file": "" });
	let some = 0;
	const lines = fc.array(
		fc
			.array(piece, { minLength: 1, maxLength: 5 })
			.map((all) => all.join(""))
			.filter(isPlain),
		{
			minLength: 1,
			maxLength: 3,
		},
	);
	const paths = fc.array(
		fc.array(name, { minLength: 1, maxLength: 3 }).map((all) => all.join("/")),
		{
			minLength: 20,
			maxLength: 60,
		},
	);
	fc.assert(
		fc.property(lines, paths, fc.boolean(), (texts, asked, ignoreCase) => {
			const ignoring = `${texts.join("\n")}\n`;
			const read = rulesOf(ignoring, ignoreCase);
			if (read === undefined) return;
			write(root, { ".gitignore": ignoring });
			const said = gitOr(
				root,
				`${asked.join("\0")}\0`,
				...["-c", `core.ignoreCase=${ignoreCase}`, "check-ignore", "--no-index", "-z", "--stdin"],
			);
			const files = [{ folder: "", rules: read }];
			const isIn = (one: string): boolean =>
				one
					.split("/")
					.some((part, at, parts) => isIgnored(files, parts.slice(0, at + 1).join("/"), part, at < parts.length - 1));
			const wanted = new Set(said.split("\0"));
			wanted.delete("");
			some += wanted.size;
			expect(asked.filter(isIn)).toEqual(asked.filter((one) => wanted.has(one)));
		}),
		{ numRuns: tries(150) },
	);
	expect(some).toBeGreaterThan(0);
});

test("lines that git reads otherwise than it says are not read where that would ignore more", () => {
	expect(() => readIgnoreRules("a[B]", true)).toThrow("nobody but git knows what `a[B]` ignores");
	expect(() => readIgnoreRules("!/a**/b")).toThrow("nobody but git knows what `!/a**/b` ignores");
	expect(() => readIgnoreRules("a[b/c]d")).toThrow("nobody but git knows what `a[b/c]d` ignores");
	for (const plain of ["[a]/[b]", "\\[a/b\\]", "[[:alpha:]]/a", "a[b]", "a[B]", "!a**", "!**/a/**", "a**/b"])
		expect(readIgnoreRules(plain)).toHaveLength(1);
});

test("a line that is made to take its time takes none", () => {
	const files = [
		{ folder: "", rules: readIgnoreRules(`${"*a".repeat(60)}*b\n${"**/a/".repeat(40)}b\n${"[ab]*".repeat(60)}c\n`) },
	];
	const started = performance.now();
	const deep = Array.from({ length: 100 }, () => "a").join("/");
	expect(isIgnored(files, deep, "a".repeat(250), false)).toBe(false);
	expect(isIgnored(files, "a".repeat(250), "a".repeat(250), false)).toBe(false);
	expect(performance.now() - started).toBeLessThan(2_000);
});
