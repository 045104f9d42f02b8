/** Hidden names in a linked work tree: the list that asks for them lies in the repository that it is linked to. */

import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { decide } from "../../../../src/engine/decide/decide.js";
import type { Tree } from "../../../../src/engine/decide/tree.js";
import { loadText } from "../../../../src/runtime/load/load.js";
import { realWorld, withoutFacts } from "../../../../src/runtime/load/world.js";

let root: string;
let linked: string;

beforeAll(() => {
	root = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-linked-")));
	linked = join(root, "linked");
	const main = join(root, "main");
	const git = (...words: readonly string[]) => execFileSync("git", words, { cwd: root, stdio: "ignore" });
	const author = ["-c", "user.name=a", "-c", "user.email=a@b"];
	git("init", "-q", main);
	git("-C", main, ...author, "commit", "-q", "--allow-empty", "-m", "first");
	git("-C", main, "worktree", "add", "-q", linked);
	writeFileSync(join(linked, ".env"), "key\n");
});
afterAll(() => rmSync(root, { recursive: true }));

const tree = loadText("p.rules", "default allow\ndeny * touching **/.env").tree as Tree;
const isDenied = (): boolean =>
	decide(tree, { argv: ["rg", "key", "."], cwd: linked }, withoutFacts(realWorld(linked, root))).effect === "deny";

/** What rg prints, where this machine has it. */
function printed(): string | undefined {
	const { stdout, error } = spawnSync("rg", ["-l", "key", "."], {
		cwd: linked,
		encoding: "utf8",
		env: { PATH: process.env.PATH, HOME: root },
	});
	return error === undefined ? stdout : undefined;
}

test("what the list asks for is shown, and nothing else that is hidden", () => {
	expect(isDenied()).toBe(false);
	expect(printed() ?? "").toBe("");
	appendFileSync(join(root, "main", ".git", "info", "exclude"), "!.env\n");
	expect(isDenied()).toBe(true);
	expect(printed() ?? "./.env\n").toBe("./.env\n");
});
