import { describe, expect, test } from "@jest/globals";
import { folder, rules } from "./cli.js";
import { valid } from "./schemas.js";

const cwd = folder({
	"good.rules":
		'agent default {\n  default deny\n  allow ls\n  deny git because "No." id no-git\n\n  expect allow: ls -l\n  expect deny by no-git: git push\n}\n',
	"bad.rules":
		'agent default {\n  default deny\n  allow ls\n  deny git because "No." id no-git\n\n  expect allow: git push\n  expect deny by other: git push\n  expect allow: nothing\n  expect allow: ls\n}\n',
	"claims.rules": "agent default {\n  default deny\n  allow ls\n  never allow rm touching /etc\n}\n",
	"inherited.rules":
		"agent default {\n  default deny\n  expect allow: ls\n}\nagent writer extends default {\n  allow ls\n}\n",
	"none.rules": "agent default {\n  default deny\n}\n",
	"broken.rules": "agent {",
});
const run = (...words: string[]) => rules(["test", ...words], { cwd });

test("expectations that hold are counted", () => {
	expect(run("good.rules")).toEqual({ code: 0, out: "good.rules: 2 passed, 0 failed\n", err: "" });
	expect(run("none.rules")).toEqual({ code: 0, out: "none.rules: 0 passed, 0 failed\n", err: "" });
});

test("one that fails is shown with the real answer", () => {
	expect(run("bad.rules")).toEqual({
		code: 1,
		out: [
			"error[failed-expectation]: for agent `default`, `git push` is `deny`, not `allow`",
			" --> bad.rules:6:3",
			"  |",
			"6 |   expect allow: git push",
			"  |   ^^^^^^^^^^^^^^^^^^^^^^",
			"  = help: decided by bad.rules:4 (no-git): No.",
			"",
			"error[failed-expectation]: for agent `default`, `git push` is `deny`, but not by `other`",
			" --> bad.rules:7:3",
			"  |",
			"7 |   expect deny by other: git push",
			"  |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^",
			"  = help: decided by bad.rules:4 (no-git): No.",
			"",
			"error[failed-expectation]: for agent `default`, `nothing` is `deny`, not `allow`",
			" --> bad.rules:8:3",
			"  |",
			"8 |   expect allow: nothing",
			"  |   ^^^^^^^^^^^^^^^^^^^^^",
			"  = help: no rule decided: `nothing` is not allowed here: no rule allows it. Allowed are: ls.",
			"",
			"bad.rules: 1 passed, 3 failed",
			"",
		].join("\n"),
		err: "",
	});
});

test("an expectation holds for each agent that inherits it", () => {
	const { code, out } = run("inherited.rules");
	expect(code).toBe(1);
	expect(out).toContain("for agent `default`, `ls` is `deny`, not `allow`\n");
	expect(out).not.toContain("for agent `writer`");
});

test("claims are shown, counted apart, and fail nothing", () => {
	expect(run("claims.rules")).toEqual({
		code: 0,
		out: [
			"info[not-yet-provable]: this claim is not yet provable: it is read, and not checked",
			" --> claims.rules:4:3",
			"  |",
			"4 |   never allow rm touching /etc",
			"  |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^",
			"  = help: an `expect` line checks single commands",
			"",
			"claims.rules: 0 passed, 0 failed, 1 claim not yet provable",
			"",
		].join("\n"),
		err: "",
	});
});

test("several files are several policies", () => {
	const { code, out } = run("good.rules", "none.rules");
	expect([code, out]).toEqual([0, "good.rules: 2 passed, 0 failed\nnone.rules: 0 passed, 0 failed\n"]);
});

test("the shipped pack keeps its word", () => {
	expect(run("safe-shell")).toMatchObject({ code: 0, err: "" });
});

test("JSON has every expectation with its decision", () => {
	const { code, out } = run("--format", "json", "bad.rules", "claims.rules");
	expect(code).toBe(1);
	const report = JSON.parse(out) as { expectations: { decision: unknown }[]; claims: unknown[] };
	expect(report).toMatchObject({ passed: 1, failed: 3, notYetProvable: 1 });
	expect(report.expectations[0]).toMatchObject({
		file: "bad.rules",
		line: 6,
		column: 3,
		agent: "default",
		effect: "allow",
		forced: false,
		command: "git push",
		passed: false,
	});
	for (const { decision } of report.expectations) expect(valid("decision", decision)).toEqual([]);
	expect(report.claims).toEqual([
		expect.objectContaining({
			file: "claims.rules",
			line: 4,
			agents: ["default"],
			claim: "never allow rm touching /etc",
			status: "not-yet-provable",
		}),
	]);
});

describe("ends with 2", () => {
	test.each([
		["for a broken policy", ["good.rules", "broken.rules"], /^error\[syntax-error\]/],
		["for a file that is not there", ["nope.rules"], /^error\[file-not-found\]/],
		[
			"for an unknown format",
			["--format", "tap", "good.rules"],
			/^error: option `--format <FORMAT>` argument `tap` is invalid: it is one of text, json\.\n/,
		],
		[
			"for a workspace that is none",
			["--workspace", "nope", "good.rules"],
			/^error: `--workspace nope` is no folder\n/,
		],
	])("%s", (_, words, err) => {
		const ended = run(...words);
		expect([ended.code, ended.out]).toEqual([2, ""]);
		expect(ended.err).toMatch(err);
	});
});
