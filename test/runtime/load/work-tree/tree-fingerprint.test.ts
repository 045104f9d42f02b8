/** The fact `tree` in real repositories: what changes it, and what does not. */
import {
	appendFileSync,
	chmodSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	truncateSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { treeFingerprint } from "../../../../src/runtime/load/work-tree/tree-fingerprint.js";
import { git, gitFolder, repository, write } from "./git.js";

const folder = gitFolder();
const made = (name: string, texts: Readonly<Record<string, string>> = plain, ...words: string[]): string =>
	repository(join(folder.path, name), texts, ...words);
const plain = { "a.txt": "a\n", "src/b.ts": "b\n", "src/deep/c.ts": "c\n", ".gitignore": "*.log\n/out/\n" };

function treeOf(root: string): string {
	const found = treeFingerprint(root);
	if ("unknown" in found) throw new Error(found.unknown);
	return found.tree;
}
const whyUnknown = (root: string): string | undefined => {
	const found = treeFingerprint(root);
	return "unknown" in found ? found.unknown : undefined;
};

test("to add, to commit, to stash and to ask from a folder below change nothing; what is put back is the same again", () => {
	const root = made("same");
	const first = treeOf(root);
	expect(first).toMatch(/^[0-9a-f]{64}$/);
	expect(treeOf(join(root, "src"))).toBe(first);
	write(root, { "a.txt": "changed\n", "new.txt": "n\n" });
	const changed = treeOf(root);
	expect(changed).not.toBe(first);
	git(root, "add", "-A");
	expect(treeOf(root)).toBe(changed);
	git(root, "commit", "-qm", "second");
	expect(treeOf(root)).toBe(changed);
	git(root, "branch", "other");
	expect(treeOf(root)).toBe(changed);
	write(root, { "a.txt": "a\n" });
	rmSync(join(root, "new.txt"));
	expect(treeOf(root)).toBe(first);
	git(root, "stash");
	expect(treeOf(root)).toBe(changed);
	git(root, "stash", "pop", "-q");
	expect(treeOf(root)).toBe(first);
});

test.each<readonly [string, (root: string) => void]>([
	["an editor", (root) => appendFileSync(join(root, "a.txt"), "x")],
	["a new file", (root) => write(root, { "src/new.ts": "" })],
	["a removed file", (root) => rmSync(join(root, "a.txt"))],
	[
		"a file that is untracked now is still there, and one more is not",
		(root) => {
			git(root, "rm", "-q", "--cached", "a.txt");
			rmSync(join(root, "a.txt"));
		},
	],
	["a new name", (root) => renameSync(join(root, "a.txt"), join(root, "b.txt"))],
	["the right to run it", (root) => chmodSync(join(root, "a.txt"), 0o755)],
	[
		"a link in the place of a file",
		(root) => {
			rmSync(join(root, "a.txt"));
			symlinkSync("src/b.ts", join(root, "a.txt"));
		},
	],
	[
		"a link in the place of a folder",
		(root) => {
			renameSync(join(root, "src"), join(root, "out"));
			symlinkSync("out", join(root, "src"));
		},
	],
	[
		"a file in the place of a folder",
		(root) => {
			rmSync(join(root, "src/deep"), { recursive: true });
			write(root, { "src/deep": "c\n" });
		},
	],
	[
		"an ignored file that is added by force",
		(root) => {
			write(root, { "x.log": "x" });
			git(root, "add", "-f", "x.log");
		},
	],
	[
		"a file that is ignored no more",
		(root) => {
			write(root, { "x.log": "x", ".gitignore": "/out/\n" });
		},
	],
	[
		"an ignored folder with a file that is tracked in it",
		(root) => {
			write(root, { "out/x": "x", "out/y": "y" });
			git(root, "add", "-f", "out/x");
		},
	],
	[
		"a file of which git is told to look away",
		(root) => {
			git(root, "update-index", "--assume-unchanged", "a.txt");
			appendFileSync(join(root, "a.txt"), "x");
		},
	],
	[
		"a file that a sparse checkout is told to leave alone",
		(root) => {
			git(root, "update-index", "--skip-worktree", "a.txt");
			appendFileSync(join(root, "a.txt"), "x");
		},
	],
])("%s changes it", (what, change) => {
	const root = made(`changes-${what.replace(/\W+/g, "-")}`);
	const before = treeOf(root);
	change(root);
	expect(treeOf(root)).not.toBe(before);
});

test.each<readonly [string, (root: string) => void]>([
	["a file that is ignored", (root) => write(root, { "x.log": "x", "src/y.log": "y", "out/z": "z" })],
	["an empty folder", (root) => mkdirSync(join(root, "empty/below"), { recursive: true })],
	[
		"a file that is ignored by rules of the clone alone",
		(root) => {
			appendFileSync(join(root, ".git/info/exclude"), "local.txt\n");
			write(root, { "local.txt": "l" });
		},
	],
	[
		"a file that is ignored by the settings of the repository",
		(root) => {
			write(root, { ".git/rules": "local.txt\n", "local.txt": "l" });
			git(root, "config", "core.excludesFile", join(root, ".git/rules"));
		},
	],
	["a time of change that is set", (root) => utimesSync(join(root, "a.txt"), 1, 1)],
	["a file of git's", (root) => write(root, { ".git/notes.txt": "n" })],
	["an index of version 4", (root) => git(root, "update-index", "--index-version", "4")],
	["an index that git keeps a list of untracked files in", (root) => git(root, "update-index", "--untracked-cache")],
	["an index that is gone, where nothing that is tracked is ignored", (root) => rmSync(join(root, ".git/index"))],
])("%s changes nothing", (what, change) => {
	const root = made(`nothing-${what.replace(/\W+/g, "-")}`);
	const before = treeOf(root);
	change(root);
	expect(treeOf(root)).toBe(before);
});

test("rules of the user's own, where the settings name them and where they are by custom", () => {
	const root = made("own-rules");
	const before = treeOf(root);
	write(root, { "x.swp": "x" });
	expect(treeOf(root)).not.toBe(before);
	write(folder.path, { "config/git/ignore": "*.swp\n" });
	expect(treeOf(root)).toBe(before);
	rmSync(join(folder.path, "config/git/ignore"));
	const settings = join(folder.path, "settings");
	const text = readFileSync(settings, "utf8");
	try {
		write(folder.path, { "my rules": "*.swp\n", more: `[core] excludesFile = "${folder.path}/my rules" ; mine\n` });
		writeFileSync(settings, `${text}[include]\n\tpath = more\n`);
		expect(treeOf(root)).toBe(before);
		writeFileSync(settings, `${text}[includeIf "gitdir:/elsewhere/"]\n\tpath = more\n`);
		expect(whyUnknown(root)).toBe("`core.excludesfile` of git's settings hangs on a condition");
		writeFileSync(settings, `${text}[broken\n`);
		expect(whyUnknown(root)).toBe("git's settings can't be read");
	} finally {
		writeFileSync(settings, text);
	}
});

test("a file that is changed with its size and its times put back", () => {
	const root = made("restored");
	const file = join(root, "a.txt");
	const before = treeOf(root);
	const { atime, mtime } = statSync(file);
	writeFileSync(file, "b\n");
	utimesSync(file, atime, mtime);
	expect(treeOf(root)).not.toBe(before);
	expect(statSync(file)).toMatchObject({ size: 2, mtime });
});

test("ends of lines, and filters of git: the bytes that lie there count, and to add them changes nothing", () => {
	const root = made("ends", { ".gitattributes": "* text=auto\n*.up filter=up\n", "a.txt": "a\n", "b.up": "b\n" });
	git(root, "config", "core.autocrlf", "true");
	// Were it run, there would be a file.
	git(root, "config", "filter.up.clean", `tee ${join(folder.path, "was-run")}`);
	const before = treeOf(root);
	write(root, { "a.txt": "a\r\n", "b.up": "changed\n" });
	const after = treeOf(root);
	expect(after).not.toBe(before);
	expect(statSync(join(folder.path, "was-run"), { throwIfNoEntry: false })).toBeUndefined();
	git(root, "add", "-A");
	expect(treeOf(root)).toBe(after);
});

test("an index that says what was there before: nobody believes it", () => {
	const root = made("forged");
	const index = readFileSync(join(root, ".git/index"));
	write(root, { "a.txt": "b\n" });
	const before = treeOf(root);
	writeFileSync(join(root, ".git/index"), index);
	expect(treeOf(root)).toBe(before);
	// By a filter git itself writes the old hash beside the new times.
	git(root, "config", "filter.old.clean", "echo a");
	write(root, { ".git/info/attributes": "a.txt filter=old\n" });
	git(root, "add", "a.txt");
	expect(git(root, "status", "--porcelain")).toBe("");
	expect(treeOf(root)).toBe(before);
});

test("a worktree, and a repository of SHA-256", () => {
	const root = made("main-tree");
	git(root, "worktree", "add", "-q", join(folder.path, "second-tree"));
	const second = join(folder.path, "second-tree");
	expect(treeOf(second)).toBe(treeOf(root));
	write(second, { "a.txt": "other\n" });
	expect(treeOf(second)).not.toBe(treeOf(root));
	write(second, { "a.txt": "a\n", "x.log": "x" });
	expect(treeOf(second)).toBe(treeOf(root));
	git(second, "add", "-f", "x.log");
	expect(treeOf(second)).not.toBe(treeOf(root));
	const wide = made("wide", plain, "--object-format=sha256");
	expect(treeOf(wide)).toBe(treeOf(root));
	write(wide, { "x.log": "x" });
	git(wide, "add", "-f", "x.log");
	expect(treeOf(wide)).toBe(treeOf(second));
});

test("a submodule counts with its commit and its files, and so does a repository in an untracked folder", () => {
	const inner = made("inner");
	const root = made("outer");
	git(root, "submodule", "-q", "add", inner, "lib/inner");
	git(root, "commit", "-qm", "with a submodule");
	const before = treeOf(root);
	write(root, { "lib/inner/a.txt": "changed\n" });
	const changed = treeOf(root);
	expect(changed).not.toBe(before);
	write(root, { "lib/inner/a.txt": "a\n", "lib/inner/x.log": "ignored there" });
	expect(treeOf(root)).toBe(before);
	git(join(root, "lib/inner"), "commit", "-q", "--allow-empty", "-m", "another");
	expect(treeOf(root)).not.toBe(before);
	// Asked from within, it is the inner one.
	expect(treeOf(join(root, "lib/inner"))).toBe(treeOf(inner));
	const nested = made("outer/nested");
	const withNested = treeOf(root);
	write(nested, { "a.txt": "changed\n" });
	expect(treeOf(root)).not.toBe(withNested);
});

test("a repository in a folder with tracked files hides none of them", () => {
	const root = made("hiding");
	const before = treeOf(root);
	git(join(root, "src"), "init", "-q");
	appendFileSync(join(root, "src/.git/info/exclude"), "*\n");
	expect(treeOf(root)).toBe(before);
	appendFileSync(join(root, "src/b.ts"), "x");
	expect(treeOf(root)).not.toBe(before);
});

test.each<readonly [string, (root: string) => void, RegExp]>([
	["a split index", (root) => git(root, "update-index", "--split-index"), /split in two files/],
	["an index that is cut off", (root) => truncateSync(join(root, ".git/index"), 100), /index is broken/],
	[
		"an index of another version",
		(root) => {
			const index = readFileSync(join(root, ".git/index"));
			index[7] = 9;
			writeFileSync(join(root, ".git/index"), index);
		},
		/no version that is known/,
	],
	["a work tree elsewhere", (root) => git(root, "config", "core.worktree", folder.path), /lie in/],
	["a `.git` that leads nowhere", (root) => write(root, { "lib/.git": "gitdir: ../nowhere\n", "lib/a": "" }), /lib/],
	[
		"a repository in it without a commit",
		(root) => {
			mkdirSync(join(root, "lib"));
			git(join(root, "lib"), "init", "-q");
		},
		/what is checked out in `lib` can't be known/,
	],
	[
		"a name that is no UTF-8",
		(root) => writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff])]), ""),
		/no UTF-8/,
	],
	[
		"rules that a sparse checkout leaves out",
		(root) => {
			write(root, { "src/.gitignore": "*.tmp\n" });
			git(root, "add", "-A");
			git(root, "update-index", "--skip-worktree", "src/.gitignore");
			rmSync(join(root, "src/.gitignore"));
		},
		/`src\/.gitignore` is left out of the checkout/,
	],
	[
		"a folder that is one entry of the index",
		(root) => {
			git(root, "sparse-checkout", "set", "--cone", "--sparse-index", "other");
			write(root, { "src/x.log": "x" });
		},
		/what is tracked in `src\/` is left out of the index/,
	],
	["no repository at all", (root) => rmSync(join(root, ".git"), { recursive: true }), /lies in no repository/],
])("of %s nobody knows", (what, change, why) => {
	const root = made(`unknown-${what.replace(/\W+/g, "-")}`);
	expect(whyUnknown(root)).toBeUndefined();
	change(root);
	expect(whyUnknown(root)).toMatch(why);
});
