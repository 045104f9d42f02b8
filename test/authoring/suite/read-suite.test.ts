import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { readSuite } from "../../../src/authoring/suite/read-suite.js";
import { caseKeys, stepKeys, suiteKeys } from "../../../src/authoring/suite/suite-shape.js";
import { endings } from "../../../src/language/policy/test.js";
import { positionAt, sourceFile } from "../../../src/language/source/source-file.js";
import { effects } from "../../../src/language/syntax/statements.js";

/** What a suite asks, in short: `writer: git push → deny`. */
function asks(text: string): readonly string[] {
	const { value, diagnostics } = readSuite("a.suite.yaml", text);
	expect(diagnostics).toEqual([]);
	return value.cases.map(
		({ agent, request, expected }) =>
			`${agent.text}: ${request.argv === undefined ? request.script : JSON.stringify(request.argv)} → ${expected}`,
	);
}

/** The faults of a suite: `2:5 bad-shape: …`. */
function faults(text: string): readonly string[] {
	const source = sourceFile("a.suite.yaml", text);
	const { value, diagnostics } = readSuite("a.suite.yaml", text);
	expect(value.cases).toEqual([]);
	return diagnostics.map(({ code, message, span }) => {
		const { line, column } = positionAt(source, span.start);
		return `${line}:${column} ${code}: ${message}`;
	});
}

describe("the matrix", () => {
	test("an agent is `default` unless the case says otherwise", () => {
		expect(asks("cases:\n- run: ls\n  expect: allow\n")).toEqual(["default: ls → allow"]);
	});

	test("is every command for every agent", () => {
		expect(asks("cases:\n- run: [ls, cat x]\n  agents: [a, b]\n  expect: deny\n")).toEqual([
			"a: ls → deny",
			"a: cat x → deny",
			"b: ls → deny",
			"b: cat x → deny",
		]);
	});

	test("takes its agents from `expect` where that names them", () => {
		expect(asks("cases:\n- run: ls\n  expect: { a: allow, __proto__: ask }\n")).toEqual([
			"a: ls → allow",
			"__proto__: ls → ask",
		]);
	});

	test("has an argv or several, with numbers as they are written", () => {
		expect(asks("cases:\n- argv: [sleep, 05]\n  expect: allow\n- argv: [[a b], [c, '']]\n  expect: deny\n")).toEqual([
			'default: ["sleep","05"] → allow',
			'default: ["a b"] → deny',
			'default: ["c",""] → deny',
		]);
	});

	test("names an agent that stands twice once", () => {
		expect(asks("cases:\n- run: ls\n  agents: [a, a]\n  expect: deny\n")).toEqual(["a: ls → deny"]);
	});
});

test("everything that a request has can be said", () => {
	const { value } = readSuite(
		"a.suite.yaml",
		"policy: [a.rules, guard]\nnote: N\ncases:\n- run: ls\n  expect: allow\n  rule: r\n  forced: true\n  cwd: sub\n  env: { A: 1 }\n  tools: []\n  note: why\n",
	);
	expect(value.policy.map(({ text }) => text)).toEqual(["a.rules", "guard"]);
	expect(value.cases).toMatchObject([
		{
			request: { script: "ls", agent: "default", force: true, cwd: "sub", env: { A: "1" }, tools: [] },
			rule: "r",
			note: "why",
		},
	]);
});

describe("a fault is told at its place", () => {
	test.each<[string, string, readonly string[]]>([
		["nothing", "", ["1:1 bad-shape: a suite is a mapping, found nothing"]],
		["a list", "- a\n", ["1:1 bad-shape: a suite is a mapping, found a list"]],
		["no cases", "policy: x\n", ["1:1 missing-key: a suite needs `cases`"]],
		["empty cases", "cases: []\n", ["1:8 bad-shape: `cases` lists nothing"]],
		["an empty case", "cases:\n-\n", ["2:2 bad-shape: an item is empty"]],
		["a text", "cases:\n- ls\n", ["2:3 bad-shape: a mapping is wanted here, found a text"]],
		[
			"an unknown key",
			"cases:\n- run: ls\n  agent: a\n  expect: deny\n",
			["3:3 unknown-key: `agent` is no key of a case"],
		],
		["no effect", "cases:\n- run: ls\n  expect: allowed\n", ["3:11 bad-effect: `allowed` is no effect"]],
		["no effect for an agent", "cases:\n- run: ls\n  expect: { a: no }\n", ["3:16 bad-effect: `no` is no effect"]],
		["no answer", "cases:\n- run: ls\n", ["2:3 missing-key: a case needs `expect`"]],
		[
			"nothing behind `expect`",
			"cases:\n- run: ls\n  expect:\n",
			["3:3 bad-shape: something is missing behind `expect`"],
		],
		["no command", "cases:\n- expect: deny\n", ["2:3 missing-key: a case needs `run` or `argv`"]],
		[
			"two commands",
			"cases:\n- run: ls\n  argv: [ls]\n  expect: deny\n",
			["2:3 bad-shape: `run` and `argv` exclude each other"],
		],
		[
			"words and commands",
			"cases:\n- argv: [ls, [a]]\n  expect: deny\n",
			["2:9 bad-shape: `argv` is the words of one command, or a list of commands, and not both"],
		],
		[
			"a truth value as a text",
			"cases:\n- argv: [test, true]\n  expect: deny\n",
			["2:16 bad-shape: `true` is no text in YAML"],
		],
		[
			"a text as a truth value",
			"cases:\n- run: ls\n  forced: yes\n  expect: deny\n",
			["3:11 bad-shape: `yes` is neither `true` nor `false`"],
		],
		[
			"a variable's name",
			"cases:\n- run: ls\n  env: { A B: c }\n  expect: deny\n",
			["3:10 bad-name: `A B` is no variable's name"],
		],
		[
			"an agent without an answer, and the other way round",
			"cases:\n- run: ls\n  agents: [a, other]\n  expect: { a: deny, b: deny }\n",
			[
				"3:15 unlike-agents: `expect` has no answer for `other`",
				"4:22 unlike-agents: the `agents` of this case leave out `b`",
			],
		],
		["an empty policy", "policy: ''\ncases:\n- { run: ls, expect: deny }\n", ["1:9 bad-shape: `policy` is empty"]],
		[
			"more questions than anyone asks",
			`cases:\n- { run: ls, expect: deny }\n- run: [${"a,".repeat(400)}]\n  agents: [${Array.from({ length: 300 }, (_, index) => `a${index}`).join()}]\n  expect: deny\n`,
			["3:3 too-many-cases: this suite asks more than 100000 questions up to here"],
		],
		["a key twice", "cases: []\ncases: []\n", ["2:1 duplicate-key: the key `cases` stands here twice"]],
		[
			"an ending that nothing has",
			"cases:\n- { run: ls, after: [{ run: ls, ended: pased }], expect: deny }\n",
			["2:40 bad-ending: nothing ends `pased`"],
		],
		[
			"a step without a command",
			"cases:\n- { run: ls, after: [{ ended: passed }], expect: deny }\n",
			["2:22 missing-key: what came before needs `run`"],
		],
		[
			"a step's key",
			"cases:\n- { run: ls, after: [{ run: ls, agoo: 5m }], expect: deny }\n",
			["2:33 unknown-key: `agoo` is no key of what came before"],
		],
		[
			"no time",
			"cases:\n- { run: ls, after: [{ run: ls, ago: 5x }], expect: deny }\n",
			["2:38 bad-time: `5x` is no time"],
		],
	])("%s", (_, text, expected) => {
		expect(faults(text)).toEqual(expected);
	});
});

test("the messages know the keys and the effects of the schema", () => {
	const schema = JSON.parse(readFileSync("schemas/suite.schema.json", "utf8")) as {
		properties: object;
		$defs: {
			case: { properties: object };
			step: { properties: { ended: { enum: readonly string[] } } };
			effect: { enum: readonly string[] };
		};
	};
	expect([...suiteKeys].sort()).toEqual(Object.keys(schema.properties).sort());
	expect([...caseKeys].sort()).toEqual(Object.keys(schema.$defs.case.properties).sort());
	expect([...stepKeys].sort()).toEqual(Object.keys(schema.$defs.step.properties).sort());
	expect(schema.$defs.step.properties.ended.enum).toEqual(endings);
	expect(schema.$defs.effect.enum).toEqual(effects);
});

test("the suites of the page are suites", () => {
	const page = readFileSync("docs/suites.md", "utf8");
	const suites = [...page.matchAll(/^```yml\n([\s\S]*?)^```$/gm)].map((match) => match[1] as string);
	expect(suites.length).toBeGreaterThan(0);
	for (const suite of suites) expect(asks(suite).length).toBeGreaterThan(0);
});
