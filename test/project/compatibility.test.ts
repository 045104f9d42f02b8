/** What earlier versions wrote is read as `docs/compatibility.md` promises. The files in `compatibility/DAY` were written by the program as it was on that day; they are not changed, only added to. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { folder, root, rules } from "../cli/cli.js";

const old = join(root, "test/project/compatibility");
const days = readdirSync(old).sort();
/** The archive needs the optional database. */
const hasDatabase = existsSync(join(root, "node_modules/@duckdb/node-api"));

describe.each(days)("what was written on %s", (day) => {
	/** The files of that day in a folder of their own, as they lie in somebody's repository. */
	const at = folder(
		Object.fromEntries(
			readdirSync(join(old, day), { withFileTypes: true })
				.filter((entry) => entry.isFile())
				.map(({ name }) => [name, readFileSync(join(old, day, name), "utf8")]),
		),
	);

	test.each(["policy.rules", "policy.rules.yaml"])("%s is read, and keeps its promises", (name) => {
		expect(rules(["lint", "--level", "error", name], { cwd: at })).toMatchObject({ code: 0, err: "" });
		expect(rules(["test", name], { cwd: at })).toMatchObject({ code: 0, out: `${name}: 5 passed, 0 failed\n` });
		const answers = [
			"git status",
			"git push",
			"rm build/x",
			"rm src/x",
			"grep x .",
			"sh -c ls",
			"cat .env",
			"git diff .env",
		].map((command) => {
			const { out } = rules(["check", "--json", "--rules", name, "--script", command], { cwd: at });
			return (JSON.parse(out) as { effect: string }).effect;
		});
		expect(answers).toEqual(["allow", "ask", "allow", "deny", "nudge", "deny", "deny", "deny"]);
	});

	test("a compiled policy of another build is refused, with what to do", () => {
		const { code, err } = rules(["check", "--rules", "policy.json", "--", "git", "status"], { cwd: at });
		// The build that wrote it may still be this one.
		if (code === 0) return;
		expect(code).toBe(2);
		expect(err).toMatch(/this policy was compiled by another build of bylaw \(.*\n?help: compile the policy again/s);
	});

	test("a decision log is whole, can be looked into, and is decided again", () => {
		expect(rules(["audit", "verify", "log.jsonl"], { cwd: at })).toMatchObject({
			code: 0,
			out: expect.stringContaining("whole: 5 lines in 1 file"),
		});
		expect(rules(["audit", "tail", "log.jsonl"], { cwd: at })).toMatchObject({
			code: 0,
			out: expect.stringContaining("git"),
		});
		expect(rules(["replay", "--rules", "policy.rules", "log.jsonl"], { cwd: at })).toMatchObject({
			code: 0,
			out: "policy.rules: 4 decisions made again, 4 the same, 0 looser, 0 stricter\n",
		});
	});

	test("a suite is read, and passes", () => {
		expect(rules(["test", "team.suite.yaml"], { cwd: at })).toMatchObject({
			code: 0,
			out: expect.stringContaining("team.suite.yaml (policy.rules): 3 passed, 0 failed"),
		});
	});

	if (existsSync(join(old, day, "lint-baseline.json")))
		test("a baseline is read, and knows what it knew", () => {
			expect(rules(["lint", "faulty.rules", "--baseline", "lint-baseline.json"], { cwd: at })).toMatchObject({
				code: 0,
				out: "faulty.rules: no new faults\n",
			});
		});

	if (existsSync(join(old, day, "archive")) && hasDatabase)
		test("an archive is asked", () => {
			const { code, out, err } = rules(
				["audit", "query", "--in", join(old, day, "archive"), "--json", "select count(*) as n from decisions"],
				{ cwd: at },
			);
			expect({ code, out, err }).toMatchObject({ code: 0, out: expect.stringMatching(/4/) });
		});
});

test("a compiled policy of a later format is refused, with what to do", () => {
	const [day] = days;
	const text = readFileSync(join(old, day as string, "policy.json"), "utf8");
	const later = folder({ "policy.json": text.replace('"version":1,', '"version":2,') });
	const { code, err } = rules(["check", "--rules", "policy.json", "--", "ls"], { cwd: later });
	expect(code).toBe(2);
	expect(err).toMatch(/version 2 of the format; this is version 1/);
});

test("a record of a later version is told, and not taken for something else", () => {
	const [day] = days;
	const at = join(old, day as string);
	const [first = ""] = readFileSync(join(at, "log.jsonl"), "utf8").split("\n");
	const later = folder({ "log.jsonl": `${first.replace('"version":1', '"version":2')}\n` });
	const { out, err } = rules(["replay", "--rules", join(at, "policy.rules"), "log.jsonl"], { cwd: later });
	expect(out).toContain("0 decisions made again");
	expect(err).toContain("line 1: the line is no record of a version that is known here");
});
