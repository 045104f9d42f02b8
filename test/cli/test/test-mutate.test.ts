/** `rules test --mutate`: changes that no test notices are shown, each with the line that would have caught it. */
import { expect, test } from "@jest/globals";
import { folder, rules } from "../cli.js";

const cwd = folder({
	"weak.rules":
		'agent default {\n  default deny\n  allow git\n  deny git push because "People push."\n\n  expect allow: git status\n}\n',
	"good.rules": "agent default {\n  default deny\n  allow ls\n  expect allow: ls\n  expect deny: x\n}\n",
	"equal.rules": "agent default {\n  default deny\n  locked deny ls\n  expect deny: ls\n  expect deny: x\n}\n",
	"failing.rules": "agent default {\n  default deny\n  expect allow: ls\n}\n",
	"weak.suite.yaml":
		"policy: weak.rules\ncases:\n- { run: git push, expect: deny }\n- { run: [x, git stash], expect: { default: deny } }\n",
	"on/top.rules": 'import "safe-shell"\nagent default {\n  deny make\n  expect deny: make\n}\n',
});
const mutate = (...words: string[]) => rules(["test", "--mutate", ...words], { cwd });

test("what survives is shown at its place, and ends with 1", () => {
	const { code, out, err } = mutate("weak.rules");
	expect([code, err]).toEqual([1, ""]);
	expect(out).toMatch(/^weak\.rules: 1 passed, 0 failed\n\nerror\[surviving-mutant\]: /);
	expect(out).toContain(
		[
			"error[surviving-mutant]: no test notices that `default deny` becomes `default allow`",
			" --> weak.rules:2:3",
			"  |",
			"2 |   default deny",
			"  |   ^^^^^^^^^^^^",
			"  = help: for agent `default`, `x` would be `allow`; `expect deny: x` in `agent default` would catch it",
			"",
		].join("\n"),
	);
	expect(out).toMatch(/no test notices that `deny` becomes `allow`\n --> weak\.rules:4:3\n/);
	expect(out).toMatch(/\nweak\.rules: \d+ of \d+ mutants caught(, \d+ equal)?, \d+ survive\n$/);
});

test("where all are caught it ends with 0", () => {
	const { code, out } = mutate("good.rules");
	expect([code, out]).toEqual([0, "good.rules: 2 passed, 0 failed\n\ngood.rules: 4 of 4 mutants caught\n"]);
});

test("equal ones are counted, and fail nothing", () => {
	expect(mutate("equal.rules").out).toMatch(
		/equal\.rules: \d+ of \d+ mutants caught, [1-9]\d* equal(, \d+ survives?)?\n$/,
	);
});

test("cases of suites count as tests", () => {
	const own = mutate("weak.rules").out;
	const { out } = mutate("weak.rules", "weak.suite.yaml");
	expect(own).toContain("no test notices that `default deny` becomes `default allow`");
	expect(out).not.toContain("no test notices that `default deny` becomes `default allow`");
	expect(out).not.toContain("no test notices that `deny` becomes `allow`");
});

test("a policy whose tests fail has none", () => {
	const { code, out } = mutate("failing.rules");
	expect(code).toBe(1);
	expect(out).toMatch(
		/\nfailing\.rules: 0 passed, 1 failed\n\nfailing\.rules: no mutants: tests that fail notice nothing\n$/,
	);
});

test("an imported pack is not changed, and its tests are told apart", () => {
	const { mutants } = JSON.parse(mutate("--format", "json", "on/top.rules").out) as {
		mutants: readonly { mutants: number; survivors: readonly { file: string }[] }[];
	};
	expect(mutants).toHaveLength(1);
	expect(mutants[0]?.mutants).toBeLessThan(10);
	for (const { file } of mutants[0]?.survivors ?? []) expect(file).toBe("on/top.rules");
});

test("JSON has every survivor with the line that would have caught it", () => {
	const { code, out } = mutate("--format", "json", "weak.rules");
	expect(code).toBe(1);
	const { mutants } = JSON.parse(out) as { mutants: readonly unknown[] };
	expect(mutants).toEqual([
		expect.objectContaining({
			policy: ["weak.rules"],
			skipped: false,
			survivors: expect.arrayContaining([
				expect.objectContaining({
					file: "weak.rules",
					line: 2,
					status: "survives",
					mutation: "setting",
					change: "`default deny` becomes `default allow`",
					shown: {
						agent: "default",
						request: { agent: "default", argv: ["x"] },
						before: "deny",
						after: "allow",
						test: { in: "policy", text: "expect deny: x" },
					},
				}),
			]),
		}),
	]);
});

test("TAP and JUnit have a check for each", () => {
	const tap = mutate("--format", "tap", "good.rules");
	expect([tap.code, tap.out.split("\n").slice(0, 6)]).toEqual([
		0,
		[
			"TAP version 14",
			"1..6",
			"# good.rules",
			"ok 1 - default: allow: ls",
			"ok 2 - default: deny: x",
			"# mutants of good.rules",
		],
	]);
	const junit = mutate("--format", "junit", "weak.rules");
	expect(junit.code).toBe(1);
	expect(junit.out).toContain('<testsuite name="mutants of weak.rules"');
	expect(junit.out).toContain('<failure type="surviving-mutant"');
});
