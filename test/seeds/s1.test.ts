/**
 * The first seed system, row by row: the shipped pack `safe-shell`, the real evaluator, real processes.
 */
import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	realpathSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import {
	createSafeShell,
	type SafeShell,
	type SafeShellInput,
} from "../../src/runtime/tools/shell-tools/safe-shell.js";

let root: string;
let workspace: string;
let shell: SafeShell;

beforeEach(() => {
	root = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-s1-")));
	workspace = join(root, "ws");
	mkdirSync(workspace);
	shell = createSafeShell({ workspace, audit: join(root, "audit.jsonl"), spillFolder: join(root, "spill") });
});
afterEach(() => {
	shell.guard.close();
	rmSync(root, { recursive: true, force: true });
});

/** A program of the workspace that does what the JavaScript says. */
function local(name: string, source: string): string {
	writeFileSync(join(workspace, name), `#!/usr/bin/env node\n${source}\n`);
	chmodSync(join(workspace, name), 0o755);
	return `./${name}`;
}

const call = (input: SafeShellInput) => shell.execute(input);
const node = (source: string, more: Partial<SafeShellInput> = {}) =>
	call({ command: "node", args: ["-e", source], timeout_millis: 20_000, ...more });

/** Is a process still there, and not a zombie? */
function alive(pid: number): boolean {
	try {
		return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
	} catch {
		return false;
	}
}

async function gone(pid: number): Promise<boolean> {
	for (let tries = 0; tries < 100; tries++) {
		if (!alive(pid)) return true;
		await new Promise((done) => setTimeout(done, 50));
	}
	return false;
}

describe("safe.shell", () => {
	test("S1.1 has the parameters of the seed as a JSON Schema", () => {
		expect(shell.name).toBe("safe.shell");
		const validate = new Ajv2020().compile(shell.parameters);
		expect(Object.keys(shell.parameters.properties)).toEqual([
			"command",
			"args",
			"input",
			"output_mode",
			"force",
			"timeout_millis",
		]);
		expect(shell.parameters.required).toEqual(["command"]);
		expect(shell.parameters.properties.output_mode.enum).toEqual(["merged", "stdout", "stderr", "separate"]);
		expect(shell.parameters.properties.timeout_millis).toMatchObject({ default: 5000, maximum: 30000 });
		expect(validate({ command: "go", args: ["run", "."], timeout_millis: 30000 })).toBe(true);
		for (const bad of [
			{},
			{ command: 1 },
			{ command: "go", args: "x" },
			{ command: "go", timeout_millis: 30001 },
			{ command: "go", other: 1 },
		]) {
			expect(validate(bad)).toBe(false);
		}
	});

	test("S1.1 names what is wrong with a call that does not fit them", async () => {
		for (const [input, words] of [
			[null, "an object"],
			[{ command: "" }, "`command`"],
			[{ command: "node", args: "x" }, "`args`"],
			[{ command: "node", args: [1] }, "`args`"],
			[{ command: "node", output_mode: "both" }, "`output_mode`"],
			[{ command: "node", force: "yes" }, "`force`"],
			[{ command: "node", timeout_millis: -1 }, "`timeout_millis`"],
			[{ command: "node", input: 5 }, "`input`"],
			[{ command: "node", arg: [] }, "`arg`"],
		] as const) {
			const reply = await shell.execute(input);
			expect(reply.status).toBe("invalid");
			expect(reply.error).toContain(words);
		}
	});

	test("S1.2 starts the program itself: what a shell would read arrives as it stands", async () => {
		const args = ["$HOME", "`id`", "$(id)", "a;b", "a|b", "*", "~", ">x", "a b", "", "'", '"', "\\", "\n"];
		const reply = await call({
			command: "node",
			args: ["-e", "console.log(JSON.stringify(process.argv.slice(1)))", "--", ...args],
		});
		expect(reply.status).toBe("completed");
		expect(JSON.parse(reply.output ?? "")).toEqual(args);
	});

	test("S1.2 the program's parent is not a shell", async () => {
		const reply = await node(
			"process.stdout.write(require('fs').readFileSync('/proc/' + process.ppid + '/comm', 'utf8'))",
		);
		expect(reply.output).not.toMatch(/^(ba|da|z|k|fi)?sh$/m);
	});

	test("S1.3 allows go, cargo, npm, node and python, and programs of the workspace", async () => {
		for (const argv of [
			["go", "run", "."],
			["cargo", "build"],
			["npm", "test"],
			["node", "x.js"],
			["python", "x.py"],
			["./x"],
			["./build/x", "-v"],
		]) {
			expect({ argv, effect: shell.guard.decide({ argv }).effect }).toEqual({ argv, effect: "allow" });
		}
		expect((await call({ command: local("hello", "console.log('hello from here')") })).output).toBe(
			"hello from here\n",
		);
		expect((await node("console.log(6 * 7)")).output).toBe("42\n");
	});

	test("S1.3 nothing else is allowed, and a program of the workspace that leads out of it is not one", async () => {
		for (const argv of [
			["curl", "https://example.com"],
			["dd"],
			["/usr/bin/env", "node"],
			["/opt/node/bin/node"],
			["../x"],
			["constructor"],
		]) {
			expect({ argv, effect: shell.guard.decide({ argv }).effect }).toEqual({ argv, effect: "deny" });
		}
		symlinkSync("/bin/bash", join(workspace, "innocent"));
		expect((await call({ command: "./innocent" })).status).toBe("denied");
	});

	describe("S1.4 rm, mv and cp", () => {
		beforeEach(() => {
			mkdirSync(join(workspace, "sub"));
			writeFileSync(join(workspace, "a.txt"), "a");
			mkdirSync(join(root, "outside"));
			writeFileSync(join(root, "outside", "keep"), "keep");
			symlinkSync(join(root, "outside"), join(workspace, "link"));
		});

		test("S1.4 confines rm to the workspace: a file inside is removed", async () => {
			expect(await call({ command: "rm", args: ["a.txt"] })).toMatchObject({ status: "completed", exit_code: 0 });
			expect(existsSync(join(workspace, "a.txt"))).toBe(false);
		});

		test("S1.4 copies and moves inside", async () => {
			expect(await call({ command: "cp", args: ["a.txt", "sub/b.txt"] })).toMatchObject({ exit_code: 0 });
			expect(await call({ command: "mv", args: ["sub/b.txt", "c.txt"] })).toMatchObject({ exit_code: 0 });
			expect(readFileSync(join(workspace, "c.txt"), "utf8")).toBe("a");
		});

		test.each([
			["an absolute path", ["rm", "-rf", "/etc/passwd-of-nobody"]],
			["an absolute path inside", ["rm", "WORKSPACE/a.txt"]],
			["a path up", ["rm", "../outside/keep"]],
			["a path up and down again", ["rm", "sub/../a.txt"]],
			["a hidden path up", ["rm", "-rf", "./sub/../../outside"]],
			["a link out", ["rm", "link/keep"]],
			["the home folder", ["rm", "~/keep"]],
			["a target folder that is absolute", ["cp", "-t", "/tmp", "a.txt"]],
			["a target folder glued to its option", ["mv", "-t/tmp", "a.txt"]],
			["a target folder by its long name", ["cp", "--target-directory=../outside", "a.txt"]],
			["a source from outside", ["cp", "/etc/hostname", "here"]],
			["a path behind --", ["rm", "--", "../outside/keep"]],
		])("S1.4 refuses %s, with and without force", async (_name, argv) => {
			const [command, ...args] = argv.map((word) => word.replace("WORKSPACE", workspace)) as [string, ...string[]];
			for (const force of [false, true]) expect((await call({ command, args, force })).status).toBe("denied");
			expect(readFileSync(join(root, "outside", "keep"), "utf8")).toBe("keep");
			expect(existsSync(join(workspace, "a.txt"))).toBe(true);
		});
	});

	test("S1.5 merges standard output and error in their order, and separates them when asked", async () => {
		const source =
			"const fs = require('fs'); for (let i = 0; i < 50; i++) { fs.writeSync(1, 'o' + i + ' '); fs.writeSync(2, 'e' + i + ' '); }";
		const merged = await node(source);
		expect(merged.output).toBe(Array.from({ length: 50 }, (_, i) => `o${i} e${i} `).join(""));
		expect(merged.stdout).toBeUndefined();
		const separate = await node(source, { output_mode: "separate" });
		expect(separate.output).toBeUndefined();
		expect(separate.stdout).toMatch(/^o0 o1 /);
		expect(separate.stderr).toMatch(/^e0 e1 /);
		expect((await node(source, { output_mode: "stdout" })).stderr).toBeUndefined();
		expect((await node(source, { output_mode: "stderr" })).stdout).toBeUndefined();
	});

	test("S1.5 gives the input to the program, and an end of file behind it", async () => {
		const reply = await node(
			"let all = ''; process.stdin.on('data', (c) => (all += c)).on('end', () => console.log(all.length, all.slice(-3)))",
			{ input: `${"x".repeat(9000)}end` },
		);
		expect(reply.output).toBe("9003 end\n");
		expect((await node("process.stdin.on('data', () => {}).on('end', () => console.log('ended'))")).output).toBe(
			"ended\n",
		);
	});

	test("S1.6 refuses the block list whatever it is called and however it is forced", async () => {
		for (const name of ["git", "sudo", "su", "chown", "chmod", "bash", "sh", "zsh", "vi", "nano"]) {
			for (const command of [name, `/usr/bin/${name}`, `/bin/${name}`, `./${name}`]) {
				for (const force of [false, true]) {
					const reply = await call({ command, args: ["x"], force });
					expect({ command, force, status: reply.status }).toEqual({ command, force, status: "denied" });
				}
			}
		}
	});

	test("S1.6 an agent that extends the pack can't override it", () => {
		const file = join(root, "mine.rules");
		writeFileSync(
			file,
			'import "safe-shell"\nagent mine extends default {\n  override allow git, bash granting everything\n}\n',
		);
		const mine = createSafeShell({ rules: file, workspace, agent: "mine" });
		expect(mine.guard.decide({ argv: ["git", "status"], force: true }).effect).toBe("deny");
		expect(mine.guard.decide({ argv: ["bash", "-c", "id"] }).effect).toBe("deny");
	});

	test("S1.7 keeps the first and the last KiB of a long output, and all of it in a file", async () => {
		const reply = await node("process.stdout.write('A'.repeat(1500) + 'm'.repeat(97_000) + 'Z'.repeat(1500))");
		expect(reply.output?.startsWith("A".repeat(1024))).toBe(true);
		expect(reply.output?.endsWith("Z".repeat(1024))).toBe(true);
		expect(reply.output?.length).toBeLessThan(2400);
		const warning = reply.warnings?.find((one) => one.startsWith("Output truncated (size: ")) ?? "";
		const file = /Full log written to (.+)$/.exec(warning)?.[1] ?? "";
		expect(statSync(file).size).toBe(100_000);
		expect(statSync(file).mode & 0o777).toBe(0o600);
		expect(readFileSync(file, "utf8")).toBe("A".repeat(1500) + "m".repeat(97_000) + "Z".repeat(1500));
	});

	test("S1.7 returns 16 KiB whole", async () => {
		const reply = await node("process.stdout.write('x'.repeat(16384))");
		expect(reply.output).toBe("x".repeat(16384));
		expect(reply.warnings ?? []).toEqual([]);
	});

	test.each(["|", ">", "<", "&", ";", "$", "`"])("S1.8 refuses a command with %s in it", async (character) => {
		for (const command of [`node${character}id`, `${character}node`, `./x${character}`, `a/${character}/b`]) {
			const reply = await call({ command, force: true });
			expect(reply.status).toBe("denied");
		}
		// Arguments are the program's own business.
		expect((await call({ command: "node", args: ["-e", `console.log(${JSON.stringify(character)})`] })).output).toBe(
			`${character}\n`,
		);
	});

	test("S1.9 ends a program and all of its children when the time is up", async () => {
		const pids = join(root, "pids");
		const source = `
			const { spawn } = require('child_process'); const fs = require('fs');
			const idle = ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'];
			const a = spawn(process.execPath, idle, { stdio: 'ignore' });
			const b = spawn(process.execPath, idle, { stdio: 'ignore', detached: true }); b.unref();
			fs.writeFileSync(${JSON.stringify(pids)}, [process.pid, a.pid, b.pid].join(' '));
			setInterval(() => {}, 1000);`;
		const reply = await node(source, { timeout_millis: 1200 });
		expect(reply.status).toBe("timed-out");
		expect(reply.error).toContain("did not end in time");
		for (const pid of readFileSync(pids, "utf8").split(" ").map(Number)) expect(await gone(pid)).toBe(true);
	});

	test("S1.9 cuts a timeout to 30 s, and has 5 s when none is asked for", () => {
		expect(shell.guard.decide({ argv: ["node"] }).limits).toMatchObject({ timeout: 5000, timeoutMax: 30000 });
	});

	const searching = ["file.search", "go.docs", "symbol.inspect"];
	test.each([
		...["grep", "find", "ack", "ripgrep", "rg"].map((name) => [[name, "x"], searching] as const),
		...["ls", "dir", "tree"].map((name) => [[name], ["file.list", "project.map"]] as const),
		...["cat", "less", "more", "head"].map((name) => [[name, "x"], ["file.read"]] as const),
		...["vim", "sed", "awk"].map((name) => [[name, "x"], ["file.edit"]] as const),
		[["go", "build", "./..."], ["go.build"]],
		[["go", "test"], ["go.test"]],
		...["mod", "get", "install"].map(
			(name) =>
				[
					["go", name],
					["go.mod", "go.get", "go.install"],
				] as const,
		),
		...["doc", "vet", "lint"].map(
			(name) =>
				[
					["go", name],
					["go.docs", "go.lint"],
				] as const,
		),
	])("S1.10 nudges %j to %j", async (argv, use) => {
		const [command, ...args] = argv as [string, ...string[]];
		const reply = await call({ command, args });
		expect(reply).toMatchObject({ status: "nudged", use });
		for (const tool of use) expect(reply.error).toContain(tool);
	});

	test("S1.10 points nano and git, which are blocked, to their tools all the same", async () => {
		expect(await call({ command: "nano", args: ["x"] })).toMatchObject({ status: "denied", use: ["file.edit"] });
		expect(await call({ command: "git", args: ["diff"] })).toMatchObject({
			status: "denied",
			use: ["go.get", "go.mod"],
		});
	});

	test("S1.10 tells the same nudge in one short line when it comes again", async () => {
		const first = await call({ command: "ls" });
		const second = await call({ command: "ls", args: ["-l"] });
		expect(first.error).toContain("Do not list files");
		expect(second.error).toBe("Again: use file.list or project.map, or set `force`.");
		expect(second.use).toEqual(first.use);
	});

	test("S1.11 force overrides a nudge: the command runs", async () => {
		writeFileSync(join(workspace, "notes.txt"), "one\ntwo\n");
		expect((await call({ command: "grep", args: ["two", "notes.txt"] })).status).toBe("nudged");
		expect((await call({ command: "grep", args: ["two", "notes.txt"], force: true })).output).toBe("two\n");
		expect((await call({ command: "sed", args: ["-n", "1p", "notes.txt"], force: true })).output).toBe("one\n");
	});

	test("S1.11 force never overrides a denial", async () => {
		for (const command of ["git", "bash", "sudo", "curl"])
			expect((await call({ command, args: ["x"], force: true })).status).toBe("denied");
	});

	test("S1.12 falls back to another place where logs and spill files can't be written, and says so", async () => {
		// A folder below a file can't be made, not even by root.
		writeFileSync(join(root, "file"), "");
		const other = createSafeShell({
			workspace,
			audit: join(root, "file", "audit.jsonl"),
			spillFolder: join(root, "file", "spill"),
		});
		expect(other.guard.auditWarnings.join(" ")).toContain(join(root, "file"));
		const reply = await other.execute({ command: "node", args: ["-e", "process.stdout.write('x'.repeat(50_000))"] });
		expect(reply.status).toBe("completed");
		const warning = reply.warnings?.find((one) => one.startsWith("Output truncated")) ?? "";
		expect(reply.warnings?.join(" ")).toMatch(
			/decision log .* can't be written \(ENOTDIR\), so it goes to \S+audit\.jsonl/,
		);
		expect(shell.textOf(reply)).toContain("so it goes to");
		const file = /Full log written to (.+)$/.exec(warning)?.[1] ?? "";
		expect(statSync(file).size).toBe(50_000);
		expect(reply.warnings?.some((one) => one.includes(join(root, "file", "spill")))).toBe(true);
		other.guard.close();
		rmSync(file);
	});

	test("S1.13 a denied git says so by name and points to the tools to use instead", async () => {
		const reply = await call({ command: "git", args: ["diff"] });
		expect(reply.status).toBe("denied");
		expect(reply.error).toContain("`git` is strictly blocked");
		expect(reply.error).toContain("go.get");
		expect(reply.error).toContain("go.mod");
	});

	test("every call is on record, the refused ones too, before anything runs", async () => {
		await call({ command: "git", args: ["status"] });
		const reply = await node(
			`console.log(require('fs').readFileSync(${JSON.stringify(join(root, "audit.jsonl"))}, 'utf8').trim().split('\\n').length)`,
		);
		// The program itself finds its own decision on record.
		expect(reply.output).toBe("2\n");
		const records = readFileSync(join(root, "audit.jsonl"), "utf8")
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line) as Record<string, unknown>);
		expect(records.map((record) => record.type)).toEqual(["decision", "decision", "outcome"]);
		expect(records[0]).toMatchObject({ argv: ["git", "status"], effect: "deny", agent: "default" });
		expect(records[2]).toMatchObject({ id: records[1]?.id, code: 0 });
	});
});
