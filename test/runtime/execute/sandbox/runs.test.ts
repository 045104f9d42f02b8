/** Runs in a sandbox are runs: their outputs, inputs, limits and endings are those of others. And what a policy says becomes what a sandbox shows. */
import { createHash, randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { lookFor } from "../../../../src/runtime/execute/sandbox/find-bubblewrap.js";
import { wallsFor } from "../../../../src/runtime/execute/sandbox/sandbox.js";
import { processesWith } from "../run.js";
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

whereConfined("a run in a sandbox", () => {
	test.each(["merged", "stdout", "stderr", "separate"] as const)("has its outputs: %s", async (outputMode) => {
		const outcome = await script(newFolder(), "echo out; echo err >&2; echo /dev/stderr >> /dev/stderr", anyCode, {
			outputMode,
		});
		const texts = [outcome.merged?.text, outcome.stdout?.text, outcome.stderr?.text];
		expect(texts).toEqual(
			{
				merged: ["out\nerr\n/dev/stderr\n", undefined, undefined],
				stdout: [undefined, "out\n", undefined],
				stderr: [undefined, undefined, "err\n/dev/stderr\n"],
				separate: [undefined, "out\n", "err\n/dev/stderr\n"],
			}[outputMode],
		);
		expect(outcome).toMatchObject({ code: 0, warnings: [], sandbox: "bubblewrap" });
	});

	test("loses no byte of what it reads and writes", async () => {
		const input = randomBytes(3_000_000);
		const outcome = await script(newFolder(), "md5sum; yes | head -c 2000000", anyCode, {
			input,
			outputMode: "separate",
		});
		expect(outcome.stdout?.text.slice(0, 32)).toBe(createHash("md5").update(input).digest("hex"));
		expect(outcome.stdout?.bytes).toBe(36 + 2_000_000);
	});

	test("ends with the program's code, and with 128 and the number of the signal that ended it", async () => {
		const workspace = newFolder();
		expect(await script(workspace, "exit 7")).toMatchObject({ code: 7 });
		expect(await script(workspace, "kill -9 $$")).toMatchObject({ code: 137 });
	});

	test("ends by its timeout, and everything in it; what asks to be asked is asked first", async () => {
		const seconds = `${200_000 + Math.floor(Math.random() * 1e9)}`;
		const text = `trap 'echo asked; exit 5' TERM; setsid sleep ${seconds} & echo begun; sleep ${seconds} & wait`;
		let outcome = await script(newFolder(), text, anyCode, { timeout: 1500 });
		// On a machine that is busy enough the time to answer is over before the program has been told.
		for (let tries = 0; !/asked/.test(said(outcome)) && tries < 5; tries++)
			outcome = await script(newFolder(), text, anyCode, { timeout: 5000 });
		expect(outcome).toMatchObject({ timedOut: true, sandbox: "bubblewrap" });
		expect(said(outcome)).toMatch(/^begun\nasked\n/);
		for (let tries = 0; processesWith(seconds).length > 0 && tries < 500; tries++)
			await new Promise((resolve) => setTimeout(resolve, 20));
		expect(processesWith(seconds)).toEqual([]);
	});

	test("ends when nobody wants it any more", async () => {
		const stop = new AbortController();
		const outcome = await script(newFolder(), "trap '' TERM; echo begun; while :; do sleep 0.05; done", anyCode, {
			signal: stop.signal,
			onOutput: () => stop.abort(),
		});
		expect(outcome).toMatchObject({ cancelled: true });
	});

	test("has its limits in the sandbox", async () => {
		const rules = `${anyCode}\nlimit file-size 6000\nlimit cpu 1s\nlimit memory 200MiB\nlimit output 100 keep head 60 tail 40 spill`;
		const workspace = newFolder();
		const outcome = await script(
			workspace,
			"head -c 50000 /dev/zero > big; ulimit -t > cpu; yes | head -c 4000",
			rules,
		);
		expect(readFileSync(join(workspace, "cpu"), "utf8")).toBe("1\n");
		expect(statSync(join(workspace, "big")).size).toBe(6000);
		expect(outcome.merged).toMatchObject({ truncated: true, spill: expect.any(String) });
		expect(readFileSync(outcome.merged?.spill ?? "").length).toBe(outcome.merged?.bytes);
	});

	test("has the environment of its permit, and only that", async () => {
		const outcome = await script(newFolder(), "env | sort", `${anyCode}\nenvironment set GREETING=hello`, {
			baseEnvironment: { PATH: "/usr/bin:/bin", SECRET: "no", LD_PRELOAD: "/nowhere.so", LANG: "C" },
		});
		expect(said(outcome)).toMatch(/^GREETING=hello$/m);
		expect(said(outcome)).not.toMatch(/SECRET|LD_PRELOAD/);
	});

	test("says so where the program can't be started in it", async () => {
		const workspace = newFolder();
		put(workspace, { tool: "#!/no/such/interpreter\n" });
		chmodSync(join(workspace, "tool"), 0o755);
		const outcome = await confined(workspace, ["./tool"], "allow ./tool");
		expect(outcome).toMatchObject({ failure: "the program could not be started in its sandbox: its output says why" });
		expect(outcome.code).toBeUndefined();
	});
});

whereConfined("what a policy says is what a sandbox shows", () => {
	const write =
		"for place in . out other /tmp/x; do (echo x > $place/new) 2>/dev/null && echo $place; done; rm -f new out/new other/new";

	test.each([
		["nothing of places: the workspace", "", [".", "out", "other"]],
		["a place", "constrain writes of * to ./out", ["out"]],
		["several", "constrain writes of * to ./out, ./other", ["out", "other"]],
		["a place less", "constrain writes of * to ., !./out", [".", "other"]],
		[
			"two lists: what is in both",
			"constrain writes of * to ., !./other\nconstrain writes of bash to ./out, ./other",
			["out"],
		],
		["a place of other programs", "constrain writes of perl to ./out", [".", "out", "other"]],
		["a place that is not there", "constrain writes of * to ./nowhere", []],
		["the same by a glob", "constrain writes of * to ./o*", ["out", "other"]],
	])("%s", async (_, rules, places) => {
		const workspace = newFolder();
		put(workspace, { "out/kept": "", "other/kept": "" });
		expect(
			said(await script(workspace, write, `${anyCode}\n${rules}`))
				.split("\n")
				.filter(Boolean),
		).toEqual(places);
	});

	test("programs that only read write nothing, not even where they may", async () => {
		const workspace = newFolder();
		put(workspace, { file: "b\na\n" });
		const outcome = await confined(workspace, ["sort", "file"], "allow sort");
		expect([said(outcome), outcome.sandbox]).toEqual(["a\nb\n", "bubblewrap"]);
		const other = await confined(workspace, ["sort", "-o", "sorted", "file"], "allow sort granting write");
		expect([other.code, readFileSync(join(workspace, "sorted"), "utf8")]).toEqual([0, "a\nb\n"]);
	});

	test("what nobody may touch can't be seen, and what is taken out of that can", async () => {
		const workspace = newFolder();
		const outside = newFolderOutside();
		put(workspace, { ".env": "SECRET", "deep/er/.env": "SECRET", "deep/er/file": "plain" });
		put(outside, { "keys/id": "SECRET", "keys/id.pub": "public" });
		const outcome = await script(
			workspace,
			`cat .env deep/er/.env deep/er/file ${outside}/keys/id ${outside}/keys/id.pub 2>/dev/null; echo x > .env; ls ${outside}/keys`,
			`${anyCode}\ndeny * touching **/.env, ${outside}/keys, !${outside}/keys/id.pub`,
		);
		expect(said(outcome)).not.toMatch(/SECRET/);
		expect(said(outcome)).toMatch(/^plainpublic/);
		expect(readFileSync(join(workspace, ".env"), "utf8")).toBe("SECRET");
	});

	test("temporary files are its own, and gone with it", async () => {
		const workspace = newFolder();
		const name = `bylaw-own-${process.pid}`;
		expect(said(await script(workspace, `echo x > /tmp/${name} && cat /tmp/${name} && mktemp`))).toMatch(/^x\n\/tmp\//);
		expect(() => readFileSync(`/tmp/${name}`)).toThrow();
	});

	test("what runs is what lies in the folder that it was decided for, wherever that is", async () => {
		const workspace = newFolder();
		mkdirSync(join(workspace, "sub"));
		writeFileSync(join(workspace, "sub/tool"), "#!/bin/sh\npwd\n", { mode: 0o755 });
		expect(
			said(await confined(workspace, ["./sub/tool"], "allow ./sub/tool\nconstrain writes of * to /var/empty")),
		).toBe(`${workspace}\n`);
	});
});

describe("where there is no sandbox", () => {
	test.each([
		["darwin", "arm64", "/usr/bin/bwrap", /on Linux alone/],
		["linux", "riscv64", "/usr/bin/bwrap", /this processor \(riscv64\)/],
		["linux", "x64", undefined, /install bubblewrap/],
		["linux", "x64", "/bin/false", /can't make one here: it ended with 1/],
		["linux", "x64", "/nowhere/bwrap", /can't make one here: .*ENOENT/],
	])("on %s, %s, with %s, it is said why", async (platform, architecture, file, why) => {
		expect(await lookFor(platform, architecture, file)).toEqual({ kind: "missing", why: expect.stringMatching(why) });
	});

	const bounds = () => ({ workspace: "/", home: undefined, network: false, writes: [], hidden: [], policyFiles: [] });
	const none = () => Promise.resolve({ kind: "missing" as const, why: "it is a test" });

	test("what requires one does not run", async () => {
		expect(await wallsFor({ sandbox: "require", bounds }, none)).toEqual({
			kind: "refused",
			failure: "denied: the policy requires a sandbox, and there is none: it is a test",
		});
		expect(await wallsFor({ sandbox: "require" }, () => lookFor("linux", "x64", "/bin/true"))).toMatchObject({
			kind: "refused",
		});
	});

	test("what prefers one runs without, and says so", async () => {
		expect(await wallsFor({ sandbox: "prefer", bounds }, none)).toMatchObject({
			kind: "missing",
			warning: "it ran without the sandbox that the policy prefers: it is a test",
		});
		const hosts = [{ within: [[[{ text: "a.example", negated: false }]]], refused: [] }];
		const listed = () => ({ ...bounds(), network: true, hosts });
		expect(await wallsFor({ sandbox: "prefer", bounds: listed }, none)).toMatchObject({
			warning:
				"it ran without the sandbox that the policy prefers: it is a test; nothing kept its code to the hosts that the policy lists",
		});
		expect(await wallsFor({ sandbox: "off", bounds }, none)).toEqual({ kind: "none" });
	});
});
