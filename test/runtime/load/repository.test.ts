/** What is checked out in a folder, read from git's own files. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { repositoryFacts, repositoryName } from "../../../src/runtime/load/repository.js";

const commit = "1234567890123456789012345678901234567890";
let folder = "";
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), "bylaw-repository-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function files(place: string, texts: Readonly<Record<string, string>>): string {
	const root = join(folder, place);
	for (const [path, text] of Object.entries(texts)) {
		mkdirSync(dirname(join(root, path)), { recursive: true });
		writeFileSync(join(root, path), text);
	}
	return root;
}

const origin = '[core]\n\tbare = false\n[remote "origin"]\n\turl = git@GitHub.com:acme/app.git\n\tfetch = +refs/*\n';

test("a branch, its commit and the repository, from a folder below", () => {
	const root = files("plain", {
		".git/HEAD": "ref: refs/heads/feature/x\n",
		".git/refs/heads/feature/x": `${commit}\n`,
		".git/config": origin,
		"src/a.ts": "",
	});
	const facts = { branch: "feature/x", commit, repository: "github.com/acme/app" };
	expect(repositoryFacts(root)).toEqual(facts);
	expect(repositoryFacts(join(root, "src"))).toEqual(facts);
});

test("a commit that is packed, and a head that is detached", () => {
	const packed = files("packed", {
		".git/HEAD": "ref: refs/heads/main\n",
		".git/packed-refs": `# pack-refs with: peeled\n${commit} refs/heads/main\n`,
	});
	expect(repositoryFacts(packed)).toEqual({ branch: "main", commit });
	expect(repositoryFacts(files("detached", { ".git/HEAD": `${commit}\n` }))).toEqual({ commit });
});

test("a worktree and a submodule have a file that leads on", () => {
	files("main", {
		".git/HEAD": "ref: refs/heads/main\n",
		".git/config": origin,
		".git/refs/heads/work": `${commit}\n`,
		".git/worktrees/w/HEAD": "ref: refs/heads/work\n",
		".git/worktrees/w/commondir": "../..\n",
	});
	const work = files("work", { ".git": `gitdir: ${join(folder, "main/.git/worktrees/w")}\n` });
	expect(repositoryFacts(work)).toEqual({ branch: "work", commit, repository: "github.com/acme/app" });
});

test("what is not plain can't be known", () => {
	expect(repositoryFacts(files("none", { "a.txt": "" }))).toEqual({});
	expect(repositoryFacts(files("reftable", { ".git/HEAD": "ref: refs/heads/.invalid\n" }))).toEqual({});
	const taken = `[include]\n\tpath = other\n${origin}`;
	expect(repositoryFacts(files("includes", { ".git/HEAD": "ref: refs/heads/x\n", ".git/config": taken }))).toEqual({
		branch: "x",
	});
	const twice = `${origin}\turl = elsewhere\n`;
	expect(repositoryFacts(files("twice", { ".git/HEAD": "ref: refs/heads/x\n", ".git/config": twice }))).toEqual({
		branch: "x",
	});
});

test.each([
	["https://user:secret@github.com/acme/app.git", "github.com/acme/app"],
	["ssh://git@GITHUB.com:22/acme/app", "github.com/acme/app"],
	["git@github.com:acme/app.git/", "github.com/acme/app"],
	["github.com:acme/app", "github.com/acme/app"],
	["/srv/git/app.git", "/srv/git/app"],
	["file:///srv/app.git", "/srv/app"],
	['"quoted"', undefined],
	["", undefined],
])("%s is %s", (address, name) => {
	expect(repositoryName(address)).toBe(name);
});
