/** Tests as questions for people, and which of them a command fails. */
import { describe, expect, test } from "@jest/globals";
import { describe as textOf } from "../../../../src/engine/decide/explain/describe.js";
import { explain } from "../../../../src/engine/decide/explain/explain.js";
import type { World } from "../../../../src/engine/request/paths.js";
import { allOf, always, anyOf, never, not, type PathPattern, type Test } from "../../../../src/language/policy/test.js";
import { loadText } from "../../../../src/runtime/load/load.js";

const named = (text: string, as: "granting" | "restricting" = "granting"): Test => ({
	kind: "program",
	pattern: { kind: "literal", text },
	as,
});
const path = (text: string, more: Partial<PathPattern> = {}): PathPattern => ({
	text,
	literal: false,
	negated: false,
	...more,
});
const options = (count: number): Test => ({
	kind: "any",
	tests: Array.from({ length: count }, (_, at) => ({ kind: "option", name: `-${at}` }) as const),
});
const said = (count: number): string =>
	Array.from({ length: count }, (_, at) => `option \`-${at}\` is given`).join(", or ");
const word = { kind: "literal", text: "x" } as const;

test.each<[Test, string]>([
	[always, ""],
	[never, "never"],
	[allOf([named("a"), { kind: "forced" }]), "the program is `a`, and the request is forced"],
	[anyOf([named("a"), { kind: "forced" }]), "the program is `a`, or the request is forced"],
	[options(13), said(13)],
	[options(14), `${said(12)}, or 2 other conditions`],
	[not({ kind: "forced" }), "not: the request is forced"],
	[named("a", "restricting"), "the program is `a`, wherever it lies"],
	[{ kind: "program", pattern: { kind: "any" }, as: "granting" }, "the program is any program"],
	[{ kind: "program", pattern: { kind: "rest" }, as: "granting" }, "the program is **"],
	[{ kind: "operands", words: [], exactly: true }, "no operands"],
	[
		{
			kind: "operands",
			words: [word, { kind: "any" }, { kind: "regex", text: "r" }, { kind: "rest" }],
			exactly: false,
		},
		"the operands begin with `x * /r/ **`",
	],
	[{ kind: "operands", words: [word], exactly: true }, "the operands are just `x`"],
	[{ kind: "option", name: "-x" }, "option `-x` is given"],
	[{ kind: "option", name: "-x", value: { kind: "glob", text: "a*" } }, "option `-x` with the value `a*` is given"],
	[{ kind: "only-options", names: [] }, "no option is given"],
	[{ kind: "only-options", names: ["-a", "-b"] }, "no option is given but `-a`, `-b`"],
	[
		{ kind: "paths-within", access: "any", paths: [path("."), path("./a", { negated: true })] },
		"every path lies inside `.`, `!./a`",
	],
	[{ kind: "paths-within", access: "read", paths: [path(".")] }, "every path that is read lies inside `.`"],
	[{ kind: "paths-touching", access: "write", paths: [path(".")] }, "some path that is written lies inside `.`"],
	[
		{ kind: "paths-touching", access: "any", paths: [path("."), path("x", { told: "state" })] },
		"some path lies inside what governs agents, or the keys and state of the rules",
	],
	[
		{ kind: "paths-touching", access: "any", paths: Array.from({ length: 15 }, () => path("a")) },
		`some path lies inside ${"`a`, ".repeat(12)}3 more`,
	],
	[{ kind: "powers-within", powers: "everything", options: [] }, "all arguments are trusted"],
	[{ kind: "powers-within", powers: [], options: [] }, "plain use only"],
	[{ kind: "powers-within", powers: ["write", "delete"], options: [] }, "plain use and write, delete only"],
	[{ kind: "uses-power", powers: ["write", "delete"] }, "it uses write or delete"],
	[{ kind: "has-tool", names: ["a", "b"] }, "the agent has a or b"],
])("%j is told", (one, expected) => {
	expect(textOf(one)).toBe(expected);
});

describe("an explanation", () => {
	const world: World = { workspace: "/w", home: "/home/u", linkAt: () => "none" };
	const of = (rules: string, script: string, agent = "default") => {
		const { tree, diagnostics } = loadText(
			"p.rules",
			rules.includes("agent ") ? rules : `agent default {\n${rules}\n}\n`,
		);
		if (tree === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
		return explain(tree, { script, agent }, world);
	};

	/** The rules that are shown: what they grant and restrict, whether they decided, and what kept them from it. */
	const rulesOf = (rules: string, script: string): readonly string[] =>
		(of(rules, script).commands[0]?.rules ?? []).map(({ rule, grants, restricts, decided, missing }) =>
			[
				rule.id,
				...(grants === undefined ? [] : [`grants ${grants}`]),
				...(restricts === undefined ? [] : [`restricts ${restricts}`]),
				...(decided ? ["decided"] : []),
				...missing.map(({ question, answer }) => `${question}: ${answer}`),
			].join(", "),
		);

	test.each<[string, string, readonly string[]]>([
		["allow ls id a", "ls", ["a, grants yes, decided"]],
		["allow ls id a\nallow cat id b", "ls", ["a, grants yes, decided"]],
		["deny l* id a\nallow ls id b", "ls", ["a, restricts yes, decided", "b, grants yes"]],
		["allow ls -x id a", "ls", ["a, grants no, option `-x` is given: no"]],
		["deny alfa -x id a\nallow alfa id b", "alfa -xy", ["a, restricts unknown, decided", "b, grants yes"]],
		["allow alfa -x id a", "alfa -xy", ["a, grants unknown, option `-x` is given: unknown"]],
		["allow git push -x -y, git push -x, hg id a", "git push", ["a, grants no, option `-x` is given: no"]],
		[
			"deny git push -x, git pull id a\nallow git id b",
			"git push",
			["a, restricts no, option `-x` is given: no", "b, grants yes, decided"],
		],
		["nudge ls use fd id a", "ls", ["a, grants yes, restricts yes, decided"]],
	])("%s: %s", (rules, script, expected) => {
		expect(rulesOf(rules, script)).toEqual(expected);
	});

	test("says whose the rules are", () => {
		const policy =
			"agent base {\n  locked deny git push id a\n  allow git id b\n  deny hg id d\n  deny git pull, git fetch id e\n}\nagent child extends base {\n  override allow git pull id c\n}\n";
		const { commands } = of(policy, "git x", "child");
		expect(
			commands[0]?.rules.map(({ rule, keyword, from, inherited, locked, excludedBy }) => [
				rule.id,
				keyword,
				from,
				inherited,
				locked,
				excludedBy,
			]),
		).toEqual([
			["a", "deny", "base", true, true, []],
			["e", "deny", "base", true, false, ["c"]],
			["c", "allow", "child", false, false, []],
			["b", "allow", "base", true, false, ["c"]],
		]);
	});

	test("says how words were read, what is done, and the way that was taken", () => {
		const { decision, commands, default: otherwise } = of("allow git log", "git -C sub log --oneline -n 3 main");
		expect([decision.effect, otherwise]).toEqual([commands[0]?.decision.effect, "deny"]);
		expect(commands[0]?.reading).toEqual({
			known: true,
			subcommand: "log",
			options: ["-C sub", "--oneline", "--max-count 3"],
			operands: ["log", "main"],
		});
		expect(commands[0]?.effects.length).toBeGreaterThan(0);
		expect(commands[0]?.steps.map(({ answer }) => answer)).toContain("yes");
		expect(of("allow *", "alfa --x=$y *.c").commands).toEqual([]);
		const strange = of("syntax variables, globs\nallow alfa granting everything", "alfa --x=$y *.c");
		expect(strange.commands[0]?.reading).toEqual({ known: false, options: [], operands: [null, null] });
		const doubtful = of("syntax variables\nallow git granting everything", "git -C $y status");
		expect(doubtful.commands[0]?.reading.options).toEqual(["-C …"]);
	});

	test("of what can't be read, or of an agent that nobody knows, has no commands", () => {
		expect(of("default ask\nallow ls", "ls; (")).toMatchObject({ default: "ask", commands: [] });
		expect(of("agent a {\n  default allow\n}\n", "ls", "b")).toMatchObject({ default: "deny", commands: [] });
		expect(of("agent a {\n  default allow\n}\n", "ls", "__proto__")).toMatchObject({ default: "deny", commands: [] });
	});

	test("shows what every policy says only where it decides", () => {
		const own = (script: string) => (of("allow *\ndefault allow", script).commands[0]?.rules ?? []).length;
		expect([own("ls"), own("rm -rf /home/u/.claude")]).toEqual([1, 2]);
	});
});
