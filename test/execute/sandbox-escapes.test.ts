/** Ways out of the files of a sandbox, tried on a real one. What is tried harms nothing where it works. */
import { closeSync, mkdirSync, readdirSync, readFileSync, readlinkSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
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
} from "./sandbox.js";

afterAll(removeFolders);

/** What a folder holds, everything in it. */
function treeOf(folder: string): readonly string[] {
	return readdirSync(folder, { recursive: true }).map(String).sort();
}

/** Both ends of a terminal, open for all that we start. */
function openPty(): { readonly master: number; readonly slave: number } {
	const require = createRequire(import.meta.url);
	return (
		require("node-pty/lib/utils") as {
			loadNativeModule: (name: string) => {
				module: { open: (columns: number, rows: number) => { master: number; slave: number } };
			};
		}
	)
		.loadNativeModule("pty")
		.module.open(80, 24);
}

whereConfined("out of the folders that may be written there is no way", () => {
	const outside = newFolderOutside();
	put(outside, { secret: "kept", "folder/inner": "kept" });
	const before = treeOf(outside);

	test.each([
		["by a path", `echo broken > ${outside}/secret; echo new > ${outside}/new`],
		["through a link", `ln -s ${outside} way; echo broken > way/secret; echo new > way/new; rm -rf way/folder`],
		["by a second name of a file", `ln ${outside}/secret here; echo broken >> here`],
		["through the first process's root", `echo broken > /proc/1/root${outside}/secret`],
		[
			"through another process's folder",
			`cd /; echo broken > /proc/self/cwd${outside}/secret; echo broken > /proc/self/root${outside}/secret`,
		],
		["by moving", `mv ${outside}/secret .; mv attack.sh ${outside}/; rename x y ${outside}/*`],
		["by removing", `rm -rf ${outside}; truncate -s 0 ${outside}/secret; chmod 0 ${outside}/secret`],
		[
			"by mounting anew",
			`mount -o remount,rw /; mount -o remount,rw,bind ${outside}; umount -l ${outside}; umount -l /; mount -t tmpfs x ${outside}; echo broken > ${outside}/secret`,
		],
		[
			"with rights of a namespace",
			`unshare -Urm sh -c 'mount -o remount,rw,bind / ; echo broken > ${outside}/secret'; unshare -Ur true && echo nested`,
		],
		["by a device of one's own", "mknod disk b 8 0 && echo made; mknod disk c 1 1 && echo made"],
	])("%s", async (_, text) => {
		const workspace = newFolder();
		const outcome = await script(workspace, text);
		expect(outcome).toMatchObject({ sandbox: "bubblewrap" });
		expect(said(outcome)).not.toMatch(/nested|made/);
		expect(treeOf(outside)).toEqual(before);
		expect([
			readFileSync(join(outside, "secret"), "utf8"),
			readFileSync(join(outside, "folder/inner"), "utf8"),
		]).toEqual(["kept", "kept"]);
	});

	test("by a link and a folder that change places while files are written", async () => {
		const workspace = newFolder();
		put(workspace, { "real/x": "" });
		const outcome = await script(
			workspace,
			`ln -s ${outside} link
			(while :; do mv -T real spare; mv -T link real; mv -T real link; mv -T spare real; done) 2>/dev/null &
			for i in $(seq 400); do echo broken > real/raced; done 2>/dev/null
			kill $!; echo tried`,
		);
		expect(said(outcome)).toMatch(/tried/);
		expect(treeOf(outside)).toEqual(before);
	});

	test("by a file that whoever started us left open", async () => {
		const workspace = newFolder();
		// Files that Node opens itself are closed for others; a terminal of node-pty is not.
		const { master, slave } = openPty();
		try {
			const outcome = await script(
				workspace,
				`for file in ${master} ${slave}; do readlink /proc/self/fd/$file; done; echo tried; ls /proc/self/fd`,
			);
			expect(said(outcome)).toMatch(/tried/);
			expect(said(outcome)).not.toMatch(/ptmx|pts/);
		} finally {
			closeSync(master);
			closeSync(slave);
		}
	});
});

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
			".git/HEAD": "ref: refs/heads/main\n",
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

	test("where there is nothing yet nothing is left behind, and what may be written was written", async () => {
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
		expect(said(await script(workspace, "echo x > .claude/settings.json; ls -A .claude"))).not.toMatch(
			/settings|bylaw-run/,
		);
		expect(treeOf(workspace)).toEqual(["attack.sh"]);
	});

	test("a link in its place can't be kept, so nothing runs", async () => {
		const workspace = newFolder();
		symlinkSync("elsewhere", join(workspace, ".claude"));
		expect(said(await script(workspace, "echo ran"))).toMatch(/there is no sandbox for it: `.*\.claude` is a link/);
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
