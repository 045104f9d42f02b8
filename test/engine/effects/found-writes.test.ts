/** What `find` hands to a program that writes or deletes: the names that lie there now, links among them, and one that may come. */

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { decide } from "../../../src/engine/decide/decide.js";
import type { Tree } from "../../../src/engine/decide/tree.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { realWorld } from "../../../src/runtime/load/world.js";

let root: string;
let here: string;

beforeAll(() => {
	root = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-found-")));
	here = join(root, "project");
	mkdirSync(join(here, "src", "deep", "__pycache__"), { recursive: true });
	mkdirSync(join(here, "kept"));
	mkdirSync(join(root, "outside"));
	for (const name of ["src/a.py", "src/deep/__pycache__/a.pyc", "src/deep/b.log", "kept/c.log", "kept/.env"])
		writeFileSync(join(here, name), "");
	writeFileSync(join(root, "outside", "d.log"), "");
	symlinkSync(join(root, "outside"), join(here, "away"));
	symlinkSync(join(root, "outside", "d.log"), join(here, "src", "linked.txt"));
});
afterAll(() => rmSync(root, { recursive: true }));

const tree = loadText(
	"p.rules",
	`default deny
syntax sequences, pipes, globs
allow find granting everything
allow rm, touch, tee, mkdir, ln, cp within .
deny * touching kept`,
).tree as Tree;

test.each([
	["allow", "find . -name __pycache__ -type d -exec rm -rf {} +"],
	["allow", "find src -name '*.pyc' -exec rm {} +"],
	["allow", "find src -type f -name '*.log' -exec touch {} \\;"],
	["allow", "find src -name '*.py' -exec rm {} +"],
	["deny", "find . -name '*.log' -exec rm {} +"], // one lies in `kept`
	["deny", "find . -name kept -exec rm -rf {} +"],
	["deny", "find . -exec rm {} +"],
	["deny", "find src -name '*.txt' -exec tee {} +"], // a link leads outside
	["allow", "find src -type f -name '*.txt' -exec tee {} +"], // which is no file
	["deny", "find away/ -name '*.log' -exec rm {} +"],
	["deny", "find -L . -name '*.pyc' -exec rm {} +"],
	["deny", "find .. -name '*.pyc' -exec rm {} +"],
	["deny", "find / -name '*.pyc' -exec rm {} +"],
	// What an earlier command of the same script makes a link.
	["deny", "ln -s ../outside/d.log src/new.pyc && find src -name '*.pyc' -exec tee {} +"],
])("%s: %s", (effect, script) => {
	expect(decide(tree, { script, cwd: here }, realWorld(here))).toMatchObject({ effect });
});

test("what is let through takes away what is found, and nothing else", () => {
	const script = "find . -name __pycache__ -type d -exec rm -rf {} +";
	expect(decide(tree, { script, cwd: here }, realWorld(here)).effect).toBe("allow");
	expect(spawnSync("bash", ["-c", script], { cwd: here }).status).toBe(0);
	const left = ["src/deep/__pycache__", "src/a.py", "kept/.env", "away/d.log"].map((name) =>
		existsSync(join(here, name)),
	);
	expect(left).toEqual([false, true, true, true]);
});
