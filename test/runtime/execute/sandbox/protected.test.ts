/** Files that are run or obeyed outside of a sandbox later: whatever is tried in it, they stay as they are. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, readlinkSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, jest, test } from "@jest/globals";
import { mountsFor } from "../../../../src/runtime/execute/sandbox/mounts.js";
import {
	anyCode,
	confined,
	newFolder,
	newFolderOutside,
	put,
	removeFolders,
	said,
	script,
	whereConfined,
} from "../sandbox.js";

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
		for (const name of [".claude", ".from-elsewhere", `.bylaw-places/.bylaw-run-${namespace}-999999999-1-1`])
			mkdirSync(join(workspace, name, ".bylaw-place"), { recursive: true });
		expect(said(await script(workspace, "echo x > .claude/settings.json; ls -A .claude"))).toMatch(
			/^.*Permission denied\n$/,
		);
		expect(treeOf(workspace)).toEqual(["attack.sh"]);
	});

	test("files that a killed run left for git, at whichever moment, are taken away too", async () => {
		const workspace = newFolder();
		const [, namespace = ""] = /(\d+)/.exec(readlinkSync("/proc/self/ns/pid")) ?? [];
		put(workspace, { ".git/config": "", ".git/commondir": "./././\n" });
		const entry = `.git/.bylaw-places/.bylaw-run-${namespace}-999999999-1`;
		for (const name of [`${entry}-1-end`, `${entry}-2`, ".git/.bylaw-places/.bylaw-left"])
			mkdirSync(join(workspace, name, ".bylaw-place"), { recursive: true });
		put(workspace, { [`${entry}-2/text`]: "" });
		// Another may be about such an end for some time: it is over.
		const now = Date.now;
		const clock = jest.spyOn(Date, "now").mockImplementation(() => now() + 3100);
		try {
			expect(await script(workspace, "echo ../evil > .git/commondir; echo done > file")).toMatchObject({ code: 0 });
		} finally {
			clock.mockRestore();
		}
		expect(treeOf(workspace)).toEqual([".git", ".git/config", "attack.sh", "file"]);
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

	test("where git looks for its settings stays as it is, and git works all the while", async () => {
		const workspace = newFolder();
		const git = (...args: readonly string[]): string =>
			execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: workspace, encoding: "utf8" });
		git("init", "--quiet");
		git("commit", "--quiet", "--allow-empty", "--message=one");
		git("worktree", "add", "--quiet", "tree");
		git("config", "extensions.worktreeConfig", "true");
		put(workspace, {
			".git/modules/deep/sub/HEAD": "ref: refs/heads/main\n",
			"evil/config": "[core]\n\tfsmonitor = touch ran\n",
		});
		const leads = ["commondir", "worktrees/tree/commondir", "worktrees/tree/gitdir", "worktrees/tree/config.worktree"];
		const outcome = await script(
			workspace,
			[
				...[...leads, "modules/deep/sub/commondir", "modules/deep/sub/config"].flatMap((name) => [
					`echo ../evil > .git/${name}`,
					`ln -sf ../evil .git/${name}`,
					`echo ../evil > .git/new; mv -f .git/new .git/${name}`,
				]),
				"git rev-parse --abbrev-ref HEAD; git -c user.name=a -c user.email=a@b commit --quiet --allow-empty --message=two",
			].join("\n"),
			"allow bash",
			{ outputMode: "stdout" },
		);
		expect(outcome.stdout?.text).toMatch(/^(?:main|master)\n$/);
		expect(git("log", "--format=%s")).toBe("two\none\n");
		expect(treeOf(workspace).filter((name) => /commondir|config$|config\.worktree|^ran/.test(name))).toEqual([
			".git/config",
			".git/worktrees/tree/commondir",
			"evil/config",
		]);
		expect(readFileSync(join(workspace, ".git/worktrees/tree/commondir"), "utf8")).toBe("../..\n");
	});

	test("a file that stands for `commondir` is gone with the last of many runs", async () => {
		const workspace = newFolder();
		put(workspace, { ".git/config": "", "attack.sh": "echo ../evil > .git/commondir; sleep 0.$((RANDOM % 4))" });
		const runs = await Promise.all(Array.from({ length: 8 }, () => confined(workspace, ["bash", "attack.sh"])));
		expect(runs.map(({ sandbox, failure }) => [sandbox, failure])).toEqual(runs.map(() => ["bubblewrap", undefined]));
		expect(treeOf(workspace)).toEqual([".git", ".git/config", "attack.sh"]);
	});

	test("a repository among many files is found", async () => {
		const workspace = newFolder();
		for (let at = 0; at < 2_100; at++) writeFileSync(join(workspace, `file-${at}`), "");
		put(workspace, { "sub/.git/config": "" });
		await script(workspace, "mkdir -p sub/.git/hooks; echo x > sub/.git/hooks/pre-commit");
		expect(treeOf(join(workspace, "sub"))).toEqual([".git", ".git/config"]);
	});

	test.each([
		["on its section's line", "[core] hooksPath = hooks # here"],
		["in quotes, in other letters", '[CORE]\n\tHooksPath="hooks"'],
		["in what is included", "[include]\n\tpath = more"],
	])("hooks of a worktree are found where its common settings name them %s", async (_, text) => {
		const workspace = newFolder();
		put(workspace, {
			"tree/.git": "gitdir: ../main/.git/worktrees/tree\n",
			"tree/hooks/pre-commit": "kept",
			"main/.git/worktrees/tree/commondir": "../..\n",
			"main/.git/config": `${text}\n`,
			"main/.git/more": "[core]\n\thooksPath = hooks\n",
		});
		await script(workspace, "echo x > tree/hooks/pre-commit; echo x > tree/hooks/new; mv tree/hooks aside");
		expect(treeOf(join(workspace, "tree"))).toEqual([".git", "hooks", "hooks/pre-commit"]);
		expect(readFileSync(join(workspace, "tree/hooks/pre-commit"), "utf8")).toBe("kept");
	});

	test("what is taken out stays as it is though the workspace is reached through a link", async () => {
		const outside = newFolderOutside();
		put(outside, { "real/vendor/x": "kept", "real/own.txt": "kept" });
		const workspace = join(outside, "link");
		symlinkSync("real", workspace);
		const ended = await script(
			workspace,
			"echo x > vendor/x; echo x > vendor/y; echo x > own.txt; mkdir new; echo done > file",
			`${anyCode}\nconstrain writes of * to ., !./vendor, !./own.txt, !./new`,
		);
		expect([ended.failure, ended.failure === undefined ? "" : ended.merged?.text]).toEqual([undefined, ""]);
		expect(treeOf(join(outside, "real"))).toEqual(["attack.sh", "file", "own.txt", "vendor", "vendor/x"]);
		expect(readFileSync(join(outside, "real/vendor/x"), "utf8")).toBe("kept");
		expect(readFileSync(join(outside, "real/own.txt"), "utf8")).toBe("kept");
	});

	test("a policy that is named through a link stays as it is, where it lies", () => {
		const outside = newFolder();
		put(outside, { "work/own.rules": "default deny\n" });
		symlinkSync("work", join(outside, "link"));
		symlinkSync("work/none.rules", join(outside, "other.rules"));
		const { shown, missing } = mountsFor(
			{
				workspace: join(outside, "work"),
				home: undefined,
				network: false,
				writes: [[[{ text: ".", literal: true, negated: false }]]],
				hidden: [],
				policyFiles: [join(outside, "link/own.rules"), join(outside, "other.rules")],
			},
			{ cwd: join(outside, "work"), file: "/bin/sh", temporary: undefined },
		);
		expect(shown).toContainEqual({ path: join(outside, "work/own.rules"), as: "read" });
		expect(missing).toContain(join(outside, "work/none.rules"));
	});

	test("a glob that takes out holds for what is there, and says so", async () => {
		const workspace = newFolder();
		put(workspace, { "a.lock": "kept" });
		const outcome = await script(
			workspace,
			"echo x > a.lock; echo x > b.lock",
			`${anyCode}\nconstrain writes of * to ., !**/*.lock`,
		);
		expect(readFileSync(join(workspace, "a.lock"), "utf8")).toBe("kept");
		expect(outcome.warnings).toEqual([
			"`!**/*.lock` holds for the files that are there: new ones of such a name can be written",
		]);
	});
});
