import { describe, expect, test } from "@jest/globals";
import { folder, rules } from "../cli.js";
import { valid } from "../schemas.js";

const cwd = folder({
	"good.rules":
		'agent default {\n  default deny\n  allow ls\n  deny git because "No." id no-git\n\n  expect allow: ls -l\n  expect deny by no-git: git push\n}\n',
	"bad.rules":
		'agent default {\n  default deny\n  allow ls\n  deny git because "No." id no-git\n\n  expect allow: git push\n  expect deny by other: git push\n  expect allow: nothing\n  expect allow: ls\n}\n',
	"claims.rules": "agent default {\n  default deny\n  allow ls\n  never allow rm touching /etc\n}\n",
	"broken-claim.rules": "agent default {\n  default deny\n  allow ls\n  never allow ls\n}\n",
	"inherited.rules":
		"agent default {\n  default deny\n  expect allow: ls\n}\nagent writer extends default {\n  allow ls\n}\n",
	"none.rules": "agent default {\n  default deny\n}\n",
	"broken.rules": "agent {",
	"half.rules":
		'import "./nope.rules"\nagent default {\n  default deny\n  allow ls\n  deny git\n  expect allow: git push\n  expect allow: rm x\n  never deny git\n}\n',
	"git.suite.yaml":
		"cases:\n- { run: [git push, git fetch], expect: deny, rule: no-git }\n- { run: ls, expect: allow }\n",
	"own.suite.yaml": "policy: all/policy.rules\ncases:\n- { run: rm x, agents: [default, writer], expect: allow }\n",
	"wrong.suite.yaml": "policy: good.rules\ncases:\n- argv: [git, push]\n  expect: allow\n  note: people push\n",
	"slip.suite.yaml": "cases:\n- { run: ls, expct: deny }\n",
	"stranger.suite.yaml": "policy: good.rules\ncases:\n- { run: ls, agents: wirter, expect: deny }\n",
	"lost.suite.yaml": "policy: nope.rules\ncases:\n- { run: ls, expect: deny }\n",
	"all/policy.rules":
		"agent default {\n  default deny\n  allow rm\n  allow ls\n  expect allow: ls\n}\nagent writer extends default {}\n",
	"all/deep/rm.suite.yaml": "cases:\n- { run: rm x, expect: { default: allow, writer: deny } }\n",
	"all/.hidden/no.suite.yaml": "no suite",
	"suites/git.suite.yml": "cases:\n- { run: git push, expect: deny }\n",
});
const run = (...words: string[]) => rules(["test", ...words], { cwd });

test("expectations that hold are counted", () => {
	expect(run("good.rules")).toEqual({ code: 0, out: "good.rules: 2 passed, 0 failed\n", err: "" });
	expect(run("none.rules")).toEqual({ code: 0, out: "none.rules: 0 passed, 0 failed\n", err: "" });
});

test("--json is --format json, and stands beside no other", () => {
	expect(run("--json", "good.rules")).toEqual(run("--format", "json", "good.rules"));
	expect(run("--json", "--format", "json", "good.rules")).toEqual(run("--json", "good.rules"));
	expect(run("--json", "--format", "tap", "good.rules")).toEqual({
		code: 2,
		out: `${JSON.stringify({ error: { message: "`--json` and `--format tap` exclude each other", help: "leave one of them out" } })}\n`,
		err: "error: `--json` and `--format tap` exclude each other\nhelp: leave one of them out\n",
	});
});

test("a rule that is named wrongly is told with the one that is meant", () => {
	const slip = folder({
		"policy.rules": "agent default {\n  deny git id no-git\n  expect deny by no-gti: git push\n}\n",
		"s.suite.yaml":
			"cases:\n- { run: git push, expect: deny, rule: no-gitt }\n- { run: git push, expect: deny, rule: strange }\n",
	});
	const { code, out } = rules(["test", "."], { cwd: slip });
	expect(code).toBe(1);
	expect(out).toContain(
		"= help: no rule is called `no-gti`: did you mean `no-git`? decided by policy.rules:2 (no-git)",
	);
	expect(out).toContain("= help: no rule is called `no-gitt`: did you mean `no-git`? decided by");
	expect(out).toContain("not by `strange`");
	expect(out).not.toContain("called `strange`");
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

test("of a policy that can't be used what fails all the same is told with its errors", () => {
	const { code, err } = run("half.rules");
	expect(code).toBe(2);
	expect(err.match(/^error\[.*/gm)).toEqual([
		"error[file-not-found]: `nope.rules` can't be imported: there is no such file",
		"error[expectation-fails]: `git push` is `deny`, by `half.rules:5`, and not `allow`",
		"error[claim-fails]: `git` is `deny`, by `half.rules:5`: the claim does not hold",
	]);
	expect(err).toMatch(/\n3 errors: a policy that can't be used allows nothing\n$/);
});

test("an expectation holds for each agent that inherits it", () => {
	const { code, out } = run("inherited.rules");
	expect(code).toBe(1);
	expect(out).toContain("for agent `default`, `ls` is `deny`, not `allow`\n");
	expect(out).not.toContain("for agent `writer`");
});

test("claims are proved, and one that is broken is shown with a command that breaks it", () => {
	expect(run("claims.rules")).toEqual({ code: 0, out: "claims.rules: 1 passed, 0 failed\n", err: "" });
	const { code, out } = run("broken-claim.rules");
	expect(code).toBe(1);
	expect(out).toMatch(/^error\[broken-claim\]: for agent `default`, `ls` is `allow`\n --> broken-claim\.rules:4:3\n/);
	expect(out).toMatch(/\n {2}= help: decided by broken-claim\.rules:3\n\nbroken-claim\.rules: 0 passed, 1 failed\n$/);
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
	expect(report).toMatchObject({ passed: 2, failed: 3 });
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
			status: "proved",
		}),
	]);
});

describe("suites", () => {
	test("speak of the policies that are named", () => {
		expect(run("good.rules", "git.suite.yaml")).toEqual({
			code: 0,
			out: "good.rules: 2 passed, 0 failed\ngit.suite.yaml (good.rules): 3 passed, 0 failed\n",
			err: "",
		});
		expect(run("git.suite.yaml", "good.rules", "none.rules").out).toMatch(
			/\ngit\.suite\.yaml \(good\.rules\): 3 passed, 0 failed\n[\s\S]*git\.suite\.yaml \(none\.rules\): 0 passed, 3 failed\n$/,
		);
		expect(run("--rules", "good.rules", "git.suite.yaml").out).toBe(run("good.rules", "git.suite.yaml").out);
	});

	test("or name their own, which is tested as well, and once", () => {
		const out = "all/policy.rules: 2 passed, 0 failed\nown.suite.yaml (all/policy.rules): 2 passed, 0 failed\n";
		expect(run("own.suite.yaml")).toEqual({ code: 0, out, err: "" });
		expect(run("own.suite.yaml", "./all/policy.rules", "own.suite.yaml").out).toBe(out);
	});

	test("of a folder speak of its policy", () => {
		expect(run("all", "good.rules").out).toBe(
			[
				"all/policy.rules: 2 passed, 0 failed",
				"good.rules: 2 passed, 0 failed",
				"error[failed-case]: for agent `writer`, `rm x` is `allow`, not `deny`",
				" --> all/deep/rm.suite.yaml:2:10",
				"  |",
				"2 | - { run: rm x, expect: { default: allow, writer: deny } }",
				"  |          ^^^^",
				"  = help: decided by all/policy.rules:3: `rm x` is allowed.",
				"",
				"all/deep/rm.suite.yaml (all/policy.rules): 1 passed, 1 failed",
				"",
			].join("\n"),
		);
	});

	test("of a folder without a policy speak of the one that is named", () => {
		expect(run("good.rules", "suites").out).toBe(
			"good.rules: 2 passed, 0 failed\nsuites/git.suite.yml (good.rules): 1 passed, 0 failed\n",
		);
	});

	test("without any, of the nearest", () => {
		const at = folder({
			"policy.rules": "agent default {\n  default deny\n}\n",
			"sub/a.suite.yaml": "cases:\n- { run: ls, expect: deny }\n",
		});
		const ended = rules(["test", "a.suite.yaml"], { cwd: `${at}/sub` });
		expect([ended.code, ended.out.replaceAll(at, "")]).toEqual([
			0,
			"/policy.rules: 0 passed, 0 failed\na.suite.yaml (/policy.rules): 1 passed, 0 failed\n",
		]);
	});

	test("that fail end with 1, with the note", () => {
		const { code, out } = run("wrong.suite.yaml");
		expect(code).toBe(1);
		expect(out).toContain(
			"error[failed-case]: for agent `default`, `git push` is `deny`, not `allow`\n --> wrong.suite.yaml:3:9\n",
		);
		expect(out).toContain("= help: decided by good.rules:4 (no-git): No. (people push)\n");
	});

	test("stand in JSON with their requests", () => {
		const report = JSON.parse(run("--format", "json", "wrong.suite.yaml").out) as { cases: { decision: unknown }[] };
		expect(report).toMatchObject({
			passed: 2,
			failed: 1,
			cases: [
				{
					file: "wrong.suite.yaml",
					line: 3,
					column: 9,
					policy: ["good.rules"],
					request: { argv: ["git", "push"], agent: "default" },
					effect: "allow",
					note: "people push",
					passed: false,
				},
			],
		});
		for (const { decision } of report.cases) expect(valid("decision", decision)).toEqual([]);
	});
});

describe("other formats", () => {
	test("TAP numbers every check, claims included", () => {
		const { code, out } = run("--format", "tap", "claims.rules", "wrong.suite.yaml");
		expect(code).toBe(1);
		expect(out.split("\n").filter((line) => /^(TAP|1\.\.|(not )?ok)/.test(line))).toEqual([
			"TAP version 14",
			"1..4",
			"ok 1 - default: never allow rm touching /etc",
			"ok 2 - default: allow: ls -l",
			"ok 3 - default: deny by no-git: git push",
			"not ok 4 - default: allow: git push",
		]);
	});

	test("JUnit has a suite for each file", () => {
		const { code, out } = run("--format", "junit", "claims.rules", "wrong.suite.yaml");
		expect(code).toBe(1);
		expect(out).toMatch(/^<\?xml /);
		expect(out).toContain('<testsuites name="rules test" tests="4" failures="1" errors="0" skipped="0">\n');
		expect(out.match(/<testsuite name="[^"]*"/g)).toEqual([
			'<testsuite name="claims.rules"',
			'<testsuite name="good.rules"',
			'<testsuite name="wrong.suite.yaml (good.rules)"',
		]);
	});
});

describe("--coverage", () => {
	test("shows the rules that no expectation and no case decided, agent by agent", () => {
		expect(run("--coverage", "own.suite.yaml")).toEqual({
			code: 0,
			out: [
				"all/policy.rules: 2 passed, 0 failed",
				"own.suite.yaml (all/policy.rules): 2 passed, 0 failed",
				"",
				"coverage of all/policy.rules:",
				"  default: 2 of 2 rules decided something (100 %)",
				"  writer: 2 of 2 rules decided something (100 %)",
				"",
			].join("\n"),
			err: "",
		});
		expect(run("--coverage", "all/policy.rules").out).toContain(
			"  writer: 1 of 2 rules decided something (50 %)\n    all/policy.rules:3 decided nothing\n",
		);
	});

	test("stands in JSON", () => {
		const report: unknown = JSON.parse(run("--coverage", "--format", "json", "all/policy.rules").out);
		const undecided = [{ id: "all/policy.rules:3", file: "all/policy.rules", line: 3 }];
		const agent = { rules: 2, decided: 1, percent: 50, undecided, conditions: 0, tried: 0, untried: [] };
		expect(report).toMatchObject({
			coverage: [
				{
					policy: ["all/policy.rules"],
					agents: [
						{ agent: "default", ...agent },
						{ agent: "writer", ...agent },
					],
				},
			],
		});
	});
});

describe("ends with 2", () => {
	test.each([
		["for a broken policy", ["good.rules", "broken.rules"], /^error\[syntax-error\]/],
		["for a file that is not there", ["nope.rules"], /^error\[file-not-found\]/],
		["for a suite that is not there", ["nope.suite.yaml", "good.rules"], /^error\[file-not-found\]/],
		[
			"for a suite with a fault",
			["good.rules", "slip.suite.yaml"],
			/^error\[missing-key\][\s\S]*did you mean `expect`\?/,
		],
		["for a suite of an agent that is none", ["stranger.suite.yaml"], /^error\[unknown-agent\]/],
		[
			"for a suite of a policy that is not there",
			["lost.suite.yaml"],
			/^error\[file-not-found\]: `nope\.rules` can't be tested: there is no such file\n --> lost\.suite\.yaml:1:9\n/,
		],
		["for two ways to name policies", ["--rules", "good.rules", "all"], /^error: policies are named both by/],
		[
			"for an unknown format",
			["--format", "xml", "good.rules"],
			/^error: option `--format <FORMAT>` argument `xml` is invalid: it is one of text, json, junit, tap\.\n/,
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
