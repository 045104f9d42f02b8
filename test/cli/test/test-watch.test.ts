/** `rules test --watch`: a real process in a real folder. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { dice } from "../../engine/shell/dice.js";
import { folder, rules } from "../cli.js";
import { watching } from "../watching.js";

const policy = (expected: string): string =>
	`agent default {\n  default deny\n  allow ls\n  expect ${expected}: ls\n}\n`;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

test("a change is tested, and Ctrl-C ends with the code of the last run", async () => {
	const cwd = folder({ "policy.rules": policy("allow") });
	const { until, stop } = watching("test", cwd);
	await until("policy.rules: 1 passed, 0 failed\n");
	await until("run 1 ended with 0, watching 1 file\n");
	writeFileSync(join(cwd, "policy.rules"), policy("deny"));
	await until("policy.rules: 0 passed, 1 failed\n");
	await until(/run \d ended with 1, watching 1 file\n/);
	expect(await stop()).toBe(1);
}, 240_000);

const seed = Number(process.env.LAWS_SEED ?? 20261125);

test(`a file that is written in two steps is tested when it is whole (LAWS_SEED=${seed})`, async () => {
	const cwd = folder({ "policy.rules": policy("allow") });
	const { until, stop } = watching("test", cwd, "policy.rules");
	await until("run 1 ended with 0");
	const chance = dice(seed);
	for (const expected of ["deny", "allow", "deny", "allow", "deny"]) {
		// Emptied first, and filled while that is read, or a little later.
		writeFileSync(join(cwd, "policy.rules"), "");
		await pause(chance.below(250));
		writeFileSync(join(cwd, "policy.rules"), policy(expected));
		await until(expected === "deny" ? "0 passed, 1 failed" : "1 passed, 0 failed");
	}
	expect(await stop()).toBe(1);
}, 240_000);

test("a file that is replaced, taken away or broken is no end", async () => {
	const cwd = folder({ "policy.rules": policy("allow") });
	const { until, stop } = watching("test", cwd, "policy.rules");
	await until("run 1 ended with 0");
	writeFileSync(join(cwd, "new"), policy("deny"));
	renameSync(join(cwd, "new"), join(cwd, "policy.rules"));
	await until("run 2 ended with 1");
	writeFileSync(join(cwd, "policy.rules"), "agent {");
	await until("error[syntax-error]");
	await until(/run \d ended with 2/);
	rmSync(join(cwd, "policy.rules"));
	await until("error[file-not-found]");
	await until(/run \d ended with 2, watching 0 files/);
	writeFileSync(join(cwd, "policy.rules"), policy("allow"));
	await until("1 passed, 0 failed");
	await until(/run \d ended with 0/);
	expect(await stop()).toBe(0);
}, 240_000);

test("imports and suites are watched, and those that come", async () => {
	const cwd = folder({
		"all/policy.rules": 'import "../more/a.rules"\nagent default {\n  allow ls\n}\n',
		"more/a.rules": "agent default {\n  default deny\n}\n",
		"all/a.suite.yaml": "cases:\n- { run: ls, expect: allow }\n",
	});
	const { until, stop } = watching("test", cwd, "all");
	await until("run 1 ended with 0, watching 3 files");
	writeFileSync(join(cwd, "more/a.rules"), "agent default {\n  deny ls\n}\n");
	await until(/run \d ended with 1/);
	writeFileSync(join(cwd, "all/a.suite.yaml"), "cases:\n- { run: ls, expect: deny }\n");
	await until(/run \d ended with 0/);
	mkdirSync(join(cwd, "all/deep"));
	await until(/run \d ended with 0/);
	writeFileSync(join(cwd, "all/deep/b.suite.yaml"), "cases:\n- { run: ls, expect: allow }\n");
	await until(/run \d ended with 1, watching 4 files/);
	rmSync(join(cwd, "all/deep"), { recursive: true });
	await until(/run \d+ ended with 0, watching 3 files/);
	rmSync(join(cwd, "more"), { recursive: true });
	await until(/run \d+ ended with 2/);
	mkdirSync(join(cwd, "more"));
	writeFileSync(join(cwd, "more/a.rules"), "agent default {\n  deny ls\n}\n");
	await until(/run \d+ ended with 0, watching 3 files/);
	expect(await stop()).toBe(0);
}, 240_000);

test("what is no change is not tested", async () => {
	const cwd = folder({ "policy.rules": policy("allow"), other: "" });
	const { until, stop, all } = watching("test", cwd);
	await until("run 1 ended with 0");
	for (let count = 0; count < 5; count++) {
		writeFileSync(join(cwd, "other"), String(count));
		await pause(60);
	}
	await pause(500);
	expect(all()).not.toContain("run 2");
	expect(await stop()).toBe(0);
}, 240_000);

test("JSON is one line a run", async () => {
	const cwd = folder({ "policy.rules": policy("allow") });
	const { until, stop, all } = watching("test", cwd, "--format", "json");
	await until("run 1 ended with 0");
	writeFileSync(join(cwd, "policy.rules"), policy("deny"));
	await until("run 2 ended with 1");
	expect(await stop()).toBe(1);
	const reports = all()
		.split("\n")
		.filter((line) => line.startsWith("{"))
		.map((line) => JSON.parse(line) as { passed: number; failed: number });
	expect(reports.map(({ passed, failed }) => [passed, failed])).toEqual([
		[1, 0],
		[0, 1],
	]);
}, 240_000);

test("formats for one run do not go with it", () => {
	const cwd = folder({ "policy.rules": policy("allow") });
	const ended = rules(["test", "--watch", "--format", "junit"], { cwd });
	expect([ended.code, ended.out]).toEqual([2, ""]);
	expect(ended.err).toBe(
		"error: `--watch` does not go with `--format junit`\nhelp: a run follows another: use `text`, or `json`, which is one line a run\n",
	);
});
