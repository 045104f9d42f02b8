/** `rules serve --http` as a real process, asked over real HTTP. */
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { tokenIn } from "../../../src/runtime/servers/sandbox/token.js";
import { createRunShell } from "../../../src/runtime/tools/shell-tools/run-shell.js";
import { folder, program, rules } from "../cli.js";

// A busy machine takes its time.
jest.setTimeout(240_000);

const policy =
	'agent default {\n  default deny\n  allow cat, pwd within .\n  allow ./slow\n  allow env granting secrets\n  deny git because "No." id no-git\n}\nagent other {\n  default deny\n  allow echo\n}\n';

const running: ChildProcess[] = [];
afterEach(() => {
	for (const child of running.splice(0)) child.kill("SIGKILL");
});

// The first of all tests pays for bundling.
beforeAll(() => void program());

interface Served {
	readonly cwd: string;
	readonly url: string;
	readonly token: string;
	readonly child: ChildProcess;
	/** The exit code and all of standard error. */
	readonly ended: Promise<readonly [code: number | null, err: string]>;
}

async function serving(
	words: readonly string[] = [],
	place = "0",
	more: Readonly<Record<string, string>> = {},
): Promise<Served> {
	const cwd = folder({
		"policy.rules": policy,
		"ws/notes": "hello\n",
		"ws/slow":
			"#!/usr/bin/env node\nrequire('fs').writeFileSync('begun', ''); setTimeout(() => console.log('done'), 300);\n",
	});
	chmodSync(join(cwd, "ws/slow"), 0o755);
	const child = spawn(
		process.execPath,
		[program(), "serve", "--http", place, "--token-file", "keys/token", "--workspace", "ws", ...words],
		{
			cwd,
			stdio: ["ignore", "pipe", "pipe"],
			env: { PATH: process.env.PATH, HOME: cwd, SECRET_KEY: "not-for-children", ...more },
		},
	);
	running.push(child);
	let err = "";
	const ended = new Promise<readonly [number | null, string]>((resolve) =>
		child.on("close", (code) => resolve([code, err])),
	);
	const url = await new Promise<string>((resolve, reject) => {
		child.stderr?.on("data", (data) => {
			err += String(data);
			const found = /listening at (http:\S+), with/.exec(err)?.[1];
			if (found !== undefined) resolve(found);
		});
		child.on("close", () => reject(new Error(err)));
	});
	return { cwd, url, token: readFileSync(join(cwd, "keys/token"), "utf8").trim(), child, ended };
}

async function asked(
	{ url, token, cwd }: Served,
	command: string,
): Promise<{ readonly code: number; readonly body: Record<string, unknown> }> {
	const response = await fetch(`${url}/shell`, {
		method: "POST",
		headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
		body: JSON.stringify({ command, workspace: join(cwd, "ws") }),
	});
	return { code: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe("rules serve --http", () => {
	test("runs what the policy allows and refuses the rest, on the loopback", async () => {
		const served = await serving(["--audit", "log.jsonl"]);
		expect(served.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
		expect(await asked(served, "cat notes")).toMatchObject({
			code: 200,
			body: { success: true, stdout: "hello\n", returncode: 0 },
		});
		expect(await asked(served, "git status")).toMatchObject({
			code: 200,
			body: { success: false, error: "No.", returncode: null },
		});
		expect(await asked(served, "cat ../policy.rules")).toMatchObject({ body: { success: false } });
		expect(readFileSync(join(served.cwd, "log.jsonl"), "utf8").trim().split("\n")).toHaveLength(4);
	});

	test("says that the log went elsewhere: where, to whoever runs it alone", async () => {
		const temporary = folder();
		const served = await serving(["--audit", "policy.rules/log.jsonl"], "0", { TMPDIR: temporary });
		for (const command of ["cat notes", "git status"]) {
			const { body } = await asked(served, command);
			expect(body.warnings).toEqual([expect.stringContaining("not on record where it should be")]);
			expect(JSON.stringify(body)).not.toContain(temporary);
		}
		served.child.kill("SIGTERM");
		const [, err] = await served.ended;
		expect(err.match(/so it goes to/g)).toHaveLength(1);
		expect(err).toContain(temporary);
	});

	test("makes a token that the user alone can read, and keeps it", async () => {
		const first = await serving();
		expect(first.token).toMatch(/^[\w-]{43}$/);
		expect(statSync(join(first.cwd, "keys/token")).mode & 0o777).toBe(0o600);
		expect((await asked({ ...first, token: "another-token-of-some-length" }, "pwd")).code).toBe(401);
		first.child.kill("SIGTERM");
		await first.ended;
		const again = spawn(process.execPath, [program(), "serve", "--http", "0", "--token-file", "keys/token"], {
			cwd: first.cwd,
			stdio: ["ignore", "ignore", "pipe"],
		});
		running.push(again);
		await new Promise<void>((resolve) => again.stderr.once("data", () => resolve()));
		expect(readFileSync(join(first.cwd, "keys/token"), "utf8").trim()).toBe(first.token);
	});

	test("refuses a token that the group or others may read or change, whatever they may do", () => {
		for (const mode of [0o640, 0o604, 0o620, 0o602, 0o610, 0o660]) {
			const cwd = folder({ "policy.rules": policy, token: "x".repeat(40) });
			chmodSync(join(cwd, "token"), mode);
			expect([mode, tokenIn(join(cwd, "token"))]).toEqual([
				mode,
				{ fault: expect.stringContaining("others may read the token"), help: expect.stringContaining("chmod 600") },
			]);
			chmodSync(join(cwd, "token"), 0o600);
			expect(tokenIn(join(cwd, "token"))).toEqual({ token: "x".repeat(40) });
		}
	});

	test("works for the tool, where both have the same policy", async () => {
		const served = await serving();
		const workspace = join(served.cwd, "ws");
		const before = process.cwd();
		process.chdir(served.cwd);
		const tool = createRunShell({
			rules: "policy.rules",
			workspace,
			sandbox: { url: served.url, token: served.token },
		});
		process.chdir(before);
		expect(await tool.call({ command: "cat notes" })).toMatchObject({ success: true, stdout: "hello\n" });
		expect(await tool.call({ command: "git status" })).toMatchObject({ status: "denied", error: "No." });
		tool.close();
	});

	test("follows the policy on the disk, and runs nothing while it is broken", async () => {
		const served = await serving();
		const file = join(served.cwd, "policy.rules");
		writeFileSync(file, `${policy}deny cat because "Not today."\n`);
		expect(await asked(served, "cat notes")).toMatchObject({ body: { success: false, error: "Not today." } });
		writeFileSync(file, "alow cat\n");
		const broken = await asked(served, "pwd");
		expect(broken).toMatchObject({ code: 503, body: { success: false } });
		expect(JSON.stringify(broken)).not.toContain(served.cwd);
		writeFileSync(file, policy);
		expect(await asked(served, "pwd")).toMatchObject({ code: 200, body: { success: true } });
	});

	test("gives commands no variables of its own", async () => {
		const served = await serving();
		const { body } = await asked(served, "env");
		expect(body).toMatchObject({ success: true });
		expect(JSON.stringify(body)).not.toMatch(/not-for-children|SECRET_KEY/);
		expect(JSON.stringify(body)).not.toContain(served.token);
	});

	test("when it is asked to end it lets commands come to their end, and ends with 0", async () => {
		const served = await serving();
		const answer = asked(served, "./slow");
		const begun = join(served.cwd, "ws/begun");
		for (let tries = 0; tries < 1200 && !existsSync(begun); tries++) await new Promise((done) => setTimeout(done, 50));
		served.child.kill("SIGTERM");
		expect(await answer).toMatchObject({ body: { success: true, stdout: "done\n" } });
		expect((await served.ended)[0]).toBe(0);
	});

	test("has the rules of the agent that is named", async () => {
		const served = await serving(["--agent", "other"]);
		expect(await asked(served, "echo one")).toMatchObject({ body: { success: true, stdout: "one\n" } });
		expect(await asked(served, "pwd")).toMatchObject({ body: { success: false } });
	});

	test("says so where other machines can reach it", async () => {
		const served = await serving([], "0.0.0.0:0");
		served.child.kill("SIGTERM");
		expect((await served.ended)[1]).toContain("can be reached from other machines");
	});

	test.each([
		[["--http", "x"], "names no port"],
		[["--http", "70000"], "names no port"],
		[["--http", "0", "--socket", "s"], "`--socket` means nothing here"],
		[["--http", "0", "--force"], "`--force` means nothing here"],
		[["--http", "0", "--cwd", "."], "`--cwd` means nothing here"],
		[["--socket", "s", "--token-file", "t"], "`--token-file` means nothing here"],
		[["--socket", "s", "--audit", "t"], "`--audit` means nothing here"],
		[["--http", "0", "--workspace", "nowhere"], "is no folder"],
		[["--http", "0", "--agent", "stranger"], "the policy has no agent `stranger`"],
		[["--http", "0", "--token-file", "open"], "others may read the token"],
		[["--http", "0", "--token-file", "short"], "is too short"],
		[["--http", "0", "--token-file", "linked"], "can't be used"],
		[["--http", "0", "--token-file", "."], "is no file with a token"],
		[["--http", "0", "--rules", "broken.rules"], "a policy that can't be used allows nothing"],
		[["--http", "203.0.113.1:0", "--token-file", "t"], "nobody can listen at"],
	])("refuses %j", (words, message) => {
		const cwd = folder({
			"policy.rules": policy,
			"broken.rules": "alow ls\n",
			open: "x".repeat(40),
			short: "abc\n",
			real: "x".repeat(40),
		});
		chmodSync(join(cwd, "short"), 0o600);
		chmodSync(join(cwd, "open"), 0o644);
		symlinkSync("real", join(cwd, "linked"));
		const { code, err } = rules(["serve", ...words], { cwd, env: { HOME: cwd } });
		expect([code, err]).toEqual([2, expect.stringContaining(message)]);
	});
});
