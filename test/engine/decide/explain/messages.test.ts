/** What a decision says to the agent, word for word. */
import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../../src/engine/decide/decide.js";
import { commandText, isShownPlain } from "../../../../src/engine/decide/explain/messages.js";
import type { World } from "../../../../src/engine/request/paths.js";
import type { Request } from "../../../../src/engine/request/request.js";
import { shownCommand } from "../../../../src/runtime/audit/mask.js";
import { loadText } from "../../../../src/runtime/load/load.js";

const world: World = { workspace: "/w", home: "/home/u", linkAt: () => "none" };

function messageOf(rules: string, request: string | Request): string {
	const { tree, diagnostics } = loadText("p.rules", `agent default {\nsyntax sequences\n${rules}\n}\n`);
	if (tree === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
	return decide(tree, typeof request === "string" ? { script: request } : request, world).message;
}

const doubt = " (It can't be known for certain that the rule fits this command; a doubt does not open the gate.)";

describe("a rule says", () => {
	test.each<[string, string | Request, string]>([
		["allow ls", "ls x", "`ls x` is allowed."],
		["ask ls", "ls", "`ls` is a question for a person."],
		["nudge ls use fd", "ls", "`ls` is not the best way here. Use fd instead."],
		["nudge ls use fd, rg, bat", "ls", "`ls` is not the best way here. Use fd, rg or bat instead."],
		["nudge ls use fd, rg", { script: "ls", tools: ["rg"] }, "`ls` is not the best way here. Use rg instead."],
		["deny ls", "ls", "`ls` is not allowed."],
		["deny ls use fd", "ls", "`ls` is not allowed. Use fd instead."],
		["ask ls use fd", "ls", "`ls` is a question for a person."],
		[
			"allow cp\nconstrain writes of cp to ./a",
			"cp a/x b",
			"`cp a/x b` names a path outside of what the policy lets it touch: `b`.",
		],
		[
			"allow tool\nconstrain tool to ./a",
			{ argv: ["tool", "x y"] },
			"`tool 'x y'` names a path outside of what the policy lets it touch: `'x y'`.",
		],
		['deny ls because "no {program}, no {command}, no {other}"', "/bin/ls -l", "no ls, no /bin/ls -l, no {other}"],
		['deny cat touching ./a because "not {path}"', "cat b a/x", "not a/x"],
		['deny cat because "not {path}"', "cat b a/x", "not b"],
		['deny cat because "not {path}"', "cat", "not a path that can't be known"],
		['deny cat because "{path}"', "cat", "`cat` is not allowed."],
		['deny cat because "  "', "cat", "`cat` is not allowed."],
		["deny alfa -x", "alfa -xy", `\`alfa -xy\` is not allowed.${doubt}`],
		['deny alfa -x because "no" use fd', "alfa -xy", `no Use fd instead.${doubt}`],
	])("%s: %j: %s", (rules, request, expected) => {
		expect(messageOf(rules, request)).toBe(expected);
	});
});

describe("where no rule speaks", () => {
	const many = (count: number): string => Array.from({ length: count }, (_, at) => `t${10 + at}`).join(", ");
	test.each<[string, string | Request, string]>([
		["default allow", "ls", "`ls` is allowed: no rule speaks against it."],
		["default ask", "ls", "`ls` is a question for a person: no rule allows it."],
		["default deny", "ls", "`ls` is not allowed here: no rule allows it."],
		["allow cat, rg", "ls", "`ls` is not allowed here: no rule allows it. Allowed are: cat, rg."],
		[`allow ${many(40)}`, "ls", `\`ls\` is not allowed here: no rule allows it. Allowed are: ${many(40)}.`],
		[`allow ${many(41)}`, "ls", `\`ls\` is not allowed here: no rule allows it. Allowed are: ${many(41)}.`],
		[`allow ${many(42)}`, "ls", `\`ls\` is not allowed here: no rule allows it. Allowed are: ${many(40)} and 2 more.`],
		[
			"allow sort",
			"sort -o x y",
			"`sort -o x y` is not allowed here: no rule allows it. `sort` is allowed for its plain use only; this uses more: write.",
		],
		[
			"allow git status",
			"git push",
			"`git push` is not allowed here: no rule allows it. `git` is allowed, but not like this: it is not so that the operands begin with `status`.",
		],
		[
			"allow git status --x\nallow git log -p",
			"git log",
			"`git log` is not allowed here: no rule allows it. `git` is allowed, but not like this: it is not so that option `-p` is given.",
		],
		[
			"allow ls\ndeny ls -x",
			"/opt/ls",
			"`/opt/ls` is not allowed here: no rule allows it. `ls` is allowed, but not like this.",
		],
		[
			"allow alfa -x",
			"alfa -xy",
			"`alfa -xy` is not allowed here: no rule allows it. `alfa` is allowed, but not like this: it can't be known for certain that option `-x` is given.",
		],
	])("%s: %j: %s", (rules, request, expected) => {
		expect(messageOf(rules, request)).toContain(expected);
	});
});

describe("a command is shown", () => {
	test.each([
		[["ls", "-l", "a/b_c.d:e@f%g+h,i=j~k^l"], "ls -l a/b_c.d:e@f%g+h,i=j~k^l"],
		[["ls", ""], "ls ''"],
		[["ls", "a b", "it's"], "ls 'a b' 'it'\\''s'"],
		[["ls", "a\u200bb", "\n"], "ls 'a\\u{200b}b' '\\u{a}'"],
		[["é"], "'é'"],
		[["ls", "x".repeat(197)], `ls ${"x".repeat(197)}`],
		[["ls", "x".repeat(198)], `ls ${"x".repeat(194)}…`],
		[["ls", "x".repeat(200), "y"], `ls ${"x".repeat(194)}…`],
		[["x".repeat(201), "y"], `${"x".repeat(197)}…`],
	])("%j as %s", (argv, expected) => {
		expect(shownCommand(argv)).toBe(expected);
		expect(messageOf("default deny", { argv })).toContain(`\`${expected}\` is not allowed here`);
		const whole = commandText([...argv, null]);
		expect(whole.endsWith(" …")).toBe(true);
		expect(whole.slice(0, 190)).toBe(`${shownCommand(argv)} …`.slice(0, 190));
	});

	test.each([
		["ls $x", "`ls $x` is not allowed here"],
		["ls *.c", "`ls *.c` is not allowed here"],
	])("%s, whose words are not known, as it is written", (script, expected) => {
		expect(messageOf("syntax variables, globs\ndefault deny", script)).toContain(expected);
	});

	test("a word that needs no quotes is told from others", () => {
		expect(["a", "-", "a b", "", "a;", "$x"].map(isShownPlain)).toEqual([true, true, false, false, false, false]);
	});
});
