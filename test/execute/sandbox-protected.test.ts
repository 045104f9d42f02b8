/** Files that are run or obeyed outside of a sandbox later: whatever is tried in it, they stay as they are. */
import { mkdirSync, readdirSync, readFileSync, readlinkSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { anyCode, confined, newFolder, put, removeFolders, said, script, whereConfined } from "./sandbox.js";

afterAll(removeFolders);

/** What a folder holds, everything in it. */
function treeOf(folder: string): readonly string[] {
	return readdirSync(folder, { recursive: true }).map(String).sort();
}

whereConfined("what is run or obeyed later stays as it is", () => {
	test.each([
		[
			"written",
			"echo broken > .git/config; echo broken >> .git/hooks/pre-commit; echo broken > .vscode/tasks.json; echo broken > rules/team.rules",
		],
		[
			"put in another place",
			"mv .git other; mkdir -p .git/hooks; echo new > .git/hooks/pre-commit; mv .vscode other; mv rules other; mkdir rules",
		],
		[
			"replaced",
			"rm -rf .git .vscode rules; mkdir .git; echo new > .git/config; ln -s /tmp .vscode; git config core.hooksPath /tmp; cp attack.sh .git/config",
		],
		[
			"brought about",
			"mkdir -p .git/hooks .claude .cursor; echo new > .claude/settings.json; echo new > .envrc; echo new > .mcp.json; echo new > policy.rules; mkdir -p sub/.git",
		],
		[
			"given away",
			"chmod 777 .git .git/config .git/hooks/pre-commit; touch .git/hooks/post-checkout; rmdir .claude; mount --bind /tmp .git/hooks",
		],
	])("though it is to be %s", async (_, text) => {
		const workspace = newFolder();
		const files = {
			".git/config": "[core]\n",
			".git/hooks/pre-commit": "#!/bin/sh\n",
			".vscode/tasks.json": "{}",
			"rules/team.rules": "default deny\n",
			"sub/.git/config": "[core]\n",
			"attack.sh": text,
		};
		put(workspace, files);
		const kept = (): unknown =>
			Object.keys(files).map((name) => [
				name,
				readFileSync(join(workspace, name), "utf8"),
				statSync(join(workspace, name)).mode,
			]);
		const before = [treeOf(workspace), kept()];
		const outcome = await confined(workspace, ["bash", "attack.sh"], `${anyCode}\nconstrain writes of * to ., !rules`);
		expect(outcome).toMatchObject({ sandbox: "bubblewrap" });
		const after = treeOf(workspace).filter((name) => !/^(?:other|sub\/\.git\/hooks)/.test(name));
		expect([after, kept()]).toEqual(before);
	});

	test("where there is nothing, nothing is left behind, and what may be written was written", async () => {
		const workspace = newFolder();
		const outcome = await script(
			workspace,
			"git init . ; mkdir .git; echo x > .git/hooks; ls -A .git .claude; echo done > file",
		);
		expect(outcome).toMatchObject({ code: 0, warnings: [] });
		expect(treeOf(workspace)).toEqual(["attack.sh", "file"]);
	});

	test("many runs at once need the same places, and the last one leaves nothing behind", async () => {
		const workspace = newFolder();
		put(workspace, { "attack.sh": "mkdir .git/hooks .claude/x; echo new > .envrc; sleep 0.$((RANDOM % 4))" });
		const runs = await Promise.all(Array.from({ length: 8 }, () => confined(workspace, ["bash", "attack.sh"])));
		expect(runs.map(({ sandbox, failure }) => [sandbox, failure])).toEqual(runs.map(() => ["bubblewrap", undefined]));
		expect(treeOf(workspace)).toEqual(["attack.sh"]);
	});

	test("what a killed run left is taken away by the next one", async () => {
		const workspace = newFolder();
		const [, namespace = ""] = /(\d+)/.exec(readlinkSync("/proc/self/ns/pid")) ?? [];
		mkdirSync(join(workspace, `.claude/.bylaw-run-${namespace}-999999999-1-1`), { recursive: true });
		expect(said(await script(workspace, "echo x > .claude/settings.json; ls -A .claude"))).toMatch(
			/^.*Read-only file system\n$/,
		);
		expect(treeOf(workspace)).toEqual(["attack.sh"]);
	});

	test("a link in its place can't be kept, so nothing runs", async () => {
		const workspace = newFolder();
		symlinkSync("elsewhere", join(workspace, ".claude"));
		expect(said(await script(workspace, "echo ran"))).toMatch(/there is no sandbox for it: `.*\.claude` is a link/);
	});

	test("hooks that lie where git's settings say are hooks too", async () => {
		const workspace = newFolder();
		put(workspace, {
			".git/config": "[core]\n\thooksPath = tools/hooks\n",
			"tools/hooks/pre-push": "kept",
			"tools/other": "",
		});
		await script(
			workspace,
			"echo x > tools/hooks/pre-push; echo x > tools/hooks/new; mv tools aside; echo x > tools/other",
		);
		expect(treeOf(join(workspace, "tools"))).toEqual(["hooks", "hooks/pre-push", "other"]);
		expect(readFileSync(join(workspace, "tools/hooks/pre-push"), "utf8")).toBe("kept");
		expect(readFileSync(join(workspace, "tools/other"), "utf8")).toBe("x\n");
	});

	test("a worktree's hooks lie elsewhere, and stay as they are too", async () => {
		const workspace = newFolder();
		put(workspace, {
			"tree/.git": "gitdir: ../main/.git/worktrees/tree\n",
			"main/.git/worktrees/tree/commondir": "../..\n",
			"main/.git/config": "[core]\n",
		});
		await script(
			workspace,
			"echo x > tree/.git; mkdir -p main/.git/hooks; echo x > main/.git/hooks/x; echo x > main/.git/config; mv main other",
		);
		expect(treeOf(join(workspace, "main"))).toEqual([
			".git",
			".git/config",
			".git/worktrees",
			".git/worktrees/tree",
			".git/worktrees/tree/commondir",
		]);
		expect(readFileSync(join(workspace, "main/.git/config"), "utf8")).toBe("[core]\n");
	});
});
