import { describe, expect, test } from "@jest/globals";
import type { TestedGroup } from "../../../src/authoring/suite/report.js";
import { renderJunit } from "../../../src/authoring/suite/report-junit.js";
import { renderTap } from "../../../src/authoring/suite/report-tap.js";
import type { Diagnostic } from "../../../src/language/diagnostic/diagnostic.js";
import { sourceFile } from "../../../src/language/source/source-file.js";

const text = "agent default {\n  expect deny: ls\n}\n";
const sources = new Map([["p.rules", sourceFile("p.rules", text)]]);
const span = { file: "p.rules", start: 18, end: 33 };
const fault: Diagnostic = { code: "failed-case", severity: "error", message: 'it is "<allow>"', span, help: "a & b" };
const remark: Diagnostic = { code: "not-yet-provable", severity: "info", message: "not #checked", span };

const groups: readonly TestedGroup[] = [
	{
		name: "p.rules",
		checks: [
			{ title: "allow: ls # all", agents: "default", span, outcome: { kind: "passed" } },
			{ title: "deny: \u001b[2J\\x", agents: "a, b", span, outcome: { kind: "failed", fault } },
			{ title: "never allow rm", agents: "default", span, outcome: { kind: "skipped", remark } },
		],
		coverage: [
			{
				agent: "default",
				rules: 2,
				decided: 1,
				percent: 50,
				undecided: [{ id: "r<", file: "p.rules", line: 2 }],
				conditions: 12,
				tried: 1,
				untried: [
					{
						rule: { id: "p.rules:3", file: "p.rules", line: 3 },
						alternatives: ["a", "b", "c", "d", "e", "f", "g"],
						exceptions: ["h", "i", "j"],
					},
				],
			},
		],
	},
	{ name: "a.suite.yaml", checks: [{ title: "deny: ls", agents: "default", span, outcome: { kind: "passed" } }] },
];

describe("TAP", () => {
	test("has a plan, a line for each check, and details of what failed", () => {
		expect(renderTap(groups, sources)).toBe(
			[
				"TAP version 14",
				"1..4",
				"# p.rules",
				"ok 1 - default: allow: ls \\# all",
				"not ok 2 - a, b: deny: \\\\u{1b}[2J\\\\x",
				"  ---",
				'  message: "it is \\"<allow>\\""',
				"  severity: fail",
				"  code: failed-case",
				'  help: "a & b"',
				"  at:",
				'    file: "p.rules"',
				"    line: 2",
				"    column: 3",
				"  ...",
				"ok 3 - default: never allow rm # SKIP not \\#checked",
				"# coverage of p.rules:",
				"#   default: 1 of 2 rules decided something (50 %), 1 of 12 conditions were tried",
				"#     p.rules:2 (r<) decided nothing",
				"#     p.rules:3: never tried: a, b, c, d, e, f, g, except h and 2 more",
				"# a.suite.yaml",
				"ok 4 - default: deny: ls",
				"",
			].join("\n"),
		);
	});

	test("of nothing is a plan of nothing", () => {
		expect(renderTap([], sources)).toBe("TAP version 14\n1..0\n");
	});
});

describe("JUnit", () => {
	test("has a suite for each file, and counts", () => {
		expect(renderJunit(groups, sources)).toBe(
			[
				'<?xml version="1.0" encoding="UTF-8"?>',
				'<testsuites name="rules test" tests="4" failures="1" errors="0" skipped="1">',
				'  <testsuite name="p.rules" tests="3" failures="1" errors="0" skipped="1">',
				"    <properties>",
				'      <property name="coverage.default" value="50"/>',
				"    </properties>",
				'    <testcase classname="p.rules default" name="allow: ls # all" file="p.rules" line="2"/>',
				'    <testcase classname="p.rules a, b" name="deny: \\u{1b}[2J\\x" file="p.rules" line="2">',
				'      <failure type="failed-case" message="it is &quot;&lt;allow&gt;&quot;">a &amp; b</failure>',
				"    </testcase>",
				'    <testcase classname="p.rules default" name="never allow rm" file="p.rules" line="2">',
				'      <skipped message="not #checked"/>',
				"    </testcase>",
				"    <system-out>default: 1 of 2 rules decided something (50 %), 1 of 12 conditions were tried",
				"  p.rules:2 (r&lt;) decided nothing",
				"  p.rules:3: never tried: a, b, c, d, e, f, g, except h and 2 more</system-out>",
				"  </testsuite>",
				'  <testsuite name="a.suite.yaml" tests="1" failures="0" errors="0" skipped="0">',
				'    <testcase classname="a.suite.yaml default" name="deny: ls" file="p.rules" line="2"/>',
				"  </testsuite>",
				"</testsuites>",
				"",
			].join("\n"),
		);
	});
});
