/** Each kind of test, put to commands: what is sure, what is in doubt, and what is not so. */
import { describe, expect, test } from "@jest/globals";
import {
	evaluateTest,
	offendingHost,
	offendingPath,
	programNames,
} from "../../../../src/engine/decide/evaluate/evaluate-test.js";
import {
	type CommandContext,
	type EvaluationContext,
	evaluationContextOf,
} from "../../../../src/engine/decide/evaluate/evaluation-context.js";
import type { Truth } from "../../../../src/engine/decide/evaluate/truth.js";
import { type ReadCommand, unwrap } from "../../../../src/engine/effects/commands.js";
import type { World } from "../../../../src/engine/request/paths.js";
import { readScript } from "../../../../src/engine/request/read-script.js";
import type { Test, WordPattern } from "../../../../src/language/policy/test.js";
import type { Power } from "../../../../src/language/syntax/statements.js";

const world: World = {
	workspace: "/w",
	home: "/home/u",
	entriesOf: (folder) => (folder === "/w/blind" ? "unknown" : []),
	linkAt: (path) => (path === "/shut" ? "unknown" : path === "/bin/link" ? { target: "/opt/real" } : "none"),
};
const around: CommandContext = { world, cwd: "/w", trust: ["/bin", "/", "/shut"], forced: false, tools: undefined };

/** The first command of a script. */
function subjectOf(script: string, more: Partial<CommandContext> = {}): EvaluationContext {
	const reading = readScript(script);
	if (reading.kind === "opaque") throw new Error(reading.why);
	const [read] = [...unwrap(reading.commands[0] as ReadCommand["command"], { programs: new Map(), trust: ["/bin"] })];
	return evaluationContextOf(read as ReadCommand, { ...around, ...more });
}

const truthOf = (one: Test, script: string, more: Partial<CommandContext> = {}): Truth =>
	evaluateTest(one, subjectOf(script, more));

const holds = (one: Test, rows: readonly (readonly [script: string, expected: Truth])[]): void => {
	test.each(rows)("`%s`: %s", (script, expected) => {
		expect(truthOf(one, script)).toBe(expected);
	});
};

const text = (kind: "literal" | "glob" | "regex", text: string): WordPattern => ({ kind, text });
const granting = (pattern: WordPattern): Test => ({ kind: "program", pattern, as: "granting" });
const restricting = (pattern: WordPattern): Test => ({ kind: "program", pattern, as: "restricting" });
const path = (text: string) => ({ text, literal: false, negated: false });
const host = (text: string) => ({ text, negated: false });

describe("a program called by its plain name", () => {
	holds({ kind: "plain-name" }, [
		["git x", "yes"],
		["/bin/git", "yes"],
		["/git", "yes"],
		["./git", "no"],
		["bin/git", "no"],
		["/opt/git", "no"],
		["/bin/./git", "no"],
		["/bin/../bin/git", "no"],
		["/shut/git", "no"],
		["/bin/file.read", "no"],
		["$X a", "unknown"],
	]);
});

describe("the name of a program", () => {
	describe("in a grant", () =>
		holds(granting(text("glob", "gi?")), [
			["git", "yes"],
			["/bin/git", "yes"],
			["/opt/git", "no"],
			["$X", "unknown"],
		]));
	describe("in a denial", () =>
		holds(restricting(text("glob", "gi?")), [
			["git", "yes"],
			["/opt/git", "yes"],
			["gitk", "no"],
			["$X", "unknown"],
		]));
	describe("by the whole word", () =>
		holds(restricting(text("regex", "/opt/.*")), [
			["/opt/git", "yes"],
			["/srv/git", "no"],
		]));
	describe("by its last part alone", () => holds(restricting(text("glob", "?opt?git")), [["/opt/git", "no"]]));
	describe("by any word that follows", () => holds(granting({ kind: "rest" }), [["git", "no"]]));
	describe("by a path, in a denial", () =>
		holds(restricting(text("literal", "/bin/link")), [
			["link", "unknown"],
			["other", "no"],
			["/bin/link", "yes"],
		]));
	describe("by where it leads, in a denial", () =>
		holds(restricting(text("literal", "/opt/real")), [
			["link", "unknown"],
			["/bin/link", "yes"],
		]));
	describe("by a path, in a grant", () =>
		holds(granting(text("literal", "/bin/link")), [
			["link", "no"],
			["$X", "unknown"],
		]));
});

describe("what is redirected", () => {
	describe("for writing", () =>
		holds({ kind: "redirected", access: "write" }, [
			["ls", "no"],
			["ls > out", "yes"],
			["ls < in > out", "yes"],
			["ls < in", "no"],
			["ls <> both", "yes"],
			["ls > /dev/null", "no"],
			["ls 2>&1", "no"],
		]));
	describe("for reading", () =>
		holds({ kind: "redirected", access: "read" }, [
			["ls < in", "yes"],
			["ls > out", "no"],
			["ls <> both", "yes"],
			["ls < /dev/null", "no"],
		]));
	describe("at all", () =>
		holds({ kind: "redirected", access: "any" }, [
			["ls", "no"],
			["ls < in", "yes"],
			["ls > out", "yes"],
			["ls > /dev/null", "no"],
		]));
});

describe("what surrounds a command", () => {
	test.each<[string, Test, Partial<CommandContext>, Truth]>([
		["asked for by force", { kind: "forced" }, { forced: true }, "yes"],
		["not asked for by force", { kind: "forced" }, {}, "no"],
		["a tool, where nobody knows which there are", { kind: "has-tool", names: ["a"] }, {}, "yes"],
		["a tool that is there", { kind: "has-tool", names: ["a", "b"] }, { tools: ["b"] }, "yes"],
		["a tool that is not there", { kind: "has-tool", names: ["a"] }, { tools: ["b"] }, "no"],
		["a fact, where nobody knows any", { kind: "fact", fact: "branch", values: [{ kind: "any" }] }, {}, "unknown"],
		["a date, where nobody has a clock", { kind: "until", date: "2999-01-01" }, {}, "unknown"],
		[
			"a yes, where nobody remembers",
			{ kind: "past", asks: { kind: "consent", group: "x", people: 1, holds: "call" } },
			{},
			"no",
		],
		[
			"what happened, where nobody remembers",
			{ kind: "past", asks: { kind: "happened", events: [], as: "needed", times: 1, since: [], same: [], words: [] } },
			{},
			"unknown",
		],
		[
			"what happened, where somebody remembers",
			{ kind: "past", asks: { kind: "happened", events: [], as: "needed", times: 1, since: [], same: [], words: [] } },
			{ before: { answer: () => "yes" } },
			"yes",
		],
		["all", { kind: "all", tests: [{ kind: "forced" }, { kind: "plain-name" }] }, {}, "no"],
		["any", { kind: "any", tests: [{ kind: "forced" }, { kind: "plain-name" }] }, {}, "yes"],
		["not", { kind: "not", test: { kind: "forced" } }, {}, "yes"],
	])("%s", (_, one, more, expected) => {
		expect(truthOf(one, "ls", more)).toBe(expected);
	});
});

describe("paths", () => {
	describe("that must lie inside", () =>
		holds({ kind: "paths-within", access: "any", paths: [path(".")] }, [
			["cp a b", "yes"],
			["cp /etc/a b", "no"],
			["cp a /etc/b", "no"],
			["ls > /dev/null", "yes"],
			["ls > /dev/sda", "no"],
			["strange a", "yes"],
			["strange --x=/etc/y", "no"],
			["ls", "yes"],
		]));
	describe("that are read", () =>
		holds({ kind: "paths-within", access: "read", paths: [path(".")] }, [
			["cp /etc/a b", "no"],
			["cp a /etc/b", "yes"],
		]));
	describe("that are written", () =>
		holds({ kind: "paths-touching", access: "write", paths: [path("/etc")] }, [
			["cp /etc/a b", "no"],
			["cp a /etc/b", "yes"],
			["cp -r a /", "unknown"],
		]));
	describe("that are named", () =>
		holds({ kind: "paths-touching", access: "any", paths: [path("/w")], named: true }, [
			["ls", "no"],
			["ls a", "yes"],
		]));
	describe("that are touched", () =>
		holds({ kind: "paths-touching", access: "any", paths: [path("/w")] }, [
			["ls", "no"],
			["ls a", "yes"],
			["ls /etc", "no"],
		]));
});

describe("paths that may be none, and what code does that nobody reads", () => {
	test.each<[Test, string, Truth]>([
		[{ kind: "paths-touching", access: "any", paths: [path("--x")] }, "strange --x=/etc/y", "unknown"],
		[{ kind: "paths-touching", access: "any", paths: [path("/etc/y")] }, "strange --x=/etc/y", "yes"],
		[{ kind: "paths-within", access: "any", paths: [path("/etc")] }, "strange --x=/etc/y", "unknown"],
		[{ kind: "paths-touching", access: "any", paths: [path("/etc")] }, "psql -f x.sql", "unknown"],
		[{ kind: "paths-touching", access: "any", paths: [path("/etc")], found: true }, "psql -f x.sql", "no"],
		[{ kind: "paths-touching", access: "any", paths: [path("a/b")] }, "cat a", "no"],
		[{ kind: "paths-touching", access: "any", paths: [path("a/b")] }, "ls -R a", "unknown"],
		[{ kind: "paths-touching", access: "any", paths: [path("**/.env")] }, "ls -R blind", "unknown"],
		[{ kind: "paths-touching", access: "any", paths: [path("**/.env")], found: true }, "ls -R blind", "no"],
	])("%j: `%s`: %s", (one, script, expected) => {
		expect(truthOf(one, script)).toBe(expected);
	});
});

describe("who is to blame", () => {
	const touching: Test = { kind: "paths-touching", access: "any", paths: [path("/etc")] };
	const within: Test = { kind: "not", test: { kind: "paths-within", access: "any", paths: [path(".")] } };
	const reaching: Test = { kind: "hosts-reaching", hosts: [host("b.example")] };
	const among: Test = { kind: "not", test: { kind: "hosts-within", hosts: [host("a.example")] } };
	const forced: Test = { kind: "forced" };

	test.each<[Test, string, string | undefined]>([
		[touching, "cp a /etc/b", "/etc/b"],
		[touching, "cp a b", undefined],
		[within, "cp a /etc/b", "/etc/b"],
		[within, "cp a b", undefined],
		[{ kind: "all", tests: [forced, within, touching] }, "cp /srv/a /etc/b", "/srv/a"],
		[{ kind: "any", tests: [forced, touching, within] }, "cp /srv/a /etc/b", "/etc/b"],
		[{ kind: "any", tests: [] }, "cp a /etc/b", undefined],
		[{ kind: "not", test: forced }, "cp a /etc/b", undefined],
		[{ kind: "not", test: touching }, "cp a /etc/b", undefined],
		[forced, "cp a /etc/b", undefined],
		[{ kind: "paths-touching", access: "any", paths: [path("**/.env")] }, "ls -R blind", "blind"],
		[{ kind: "paths-touching", access: "any", paths: [path("**/.env")], found: true }, "ls -R blind", undefined],
	])("of paths, by %j: `%s`: %s", (one, script, expected) => {
		expect(offendingPath(one, subjectOf(script))?.text).toBe(expected);
	});

	test.each<[Test, string, string | undefined]>([
		[reaching, "ssh b.example", "b.example"],
		[reaching, "ssh a.example", undefined],
		[among, "ssh b.example", "b.example"],
		[among, "ssh a.example", undefined],
		[{ kind: "all", tests: [forced, reaching] }, "ssh b.example", "b.example"],
		[{ kind: "any", tests: [among, forced] }, "ssh b.example", "b.example"],
		[{ kind: "any", tests: [forced] }, "ssh b.example", undefined],
		[{ kind: "not", test: forced }, "ssh b.example", undefined],
		[{ kind: "not", test: reaching }, "ssh b.example", undefined],
		[forced, "ssh b.example", undefined],
	])("of hosts, by %j: `%s`: %s", (one, script, expected) => {
		expect(offendingHost(one, subjectOf(script))?.host).toBe(expected);
	});

	test.each<[string, readonly string[]]>([
		["git x", ["git"]],
		["/bin/link x", ["link", "real"]],
		["$X", []],
	])("by the names of a program: `%s`: %j", (script, expected) => {
		expect(programNames(subjectOf(script))).toEqual(expected);
	});
});

describe("hosts", () => {
	const list = [host("a.example")];
	describe("that must be inside", () =>
		holds({ kind: "hosts-within", hosts: list, named: true }, [
			["ls", "yes"],
			["ssh a.example", "yes"],
			["ssh b.example", "no"],
			["ssh $X", "unknown"],
		]));
	describe("that must be inside, where others may be talked to as well", () =>
		holds({ kind: "hosts-within", hosts: list, named: true }, [
			["curl https://a.example", "yes"],
			["curl -L https://a.example", "unknown"],
			["curl --no-such https://b.example a.example", "unknown"],
			["python3 x.py", "unknown"],
		]));
	describe("that must be inside, as far as the words say", () =>
		holds({ kind: "hosts-within", hosts: list }, [
			["python3 x.py", "yes"],
			["strange https://a.example", "yes"],
			["strange https://b.example", "unknown"],
			["ssh b.example", "no"],
		]));
	describe("that are reached", () =>
		holds({ kind: "hosts-reaching", hosts: list }, [
			["python3 x.py", "no"],
			["strange https://a.example", "unknown"],
			["strange https://b.example", "no"],
			["curl -L https://b.example", "unknown"],
			["ls", "no"],
			["ssh a.example", "yes"],
			["ssh b.example", "no"],
		]));
});

describe("powers", () => {
	const within = (powers: readonly Power[] | "everything", options: readonly string[] = []): Test => ({
		kind: "powers-within",
		powers,
		options,
	});
	const uses = (...powers: readonly Power[]): Test => ({ kind: "uses-power", powers });

	test.each<[Test, string, Truth]>([
		[within("everything"), "sort -o out a", "yes"],
		[within("everything"), "strange --x", "yes"],
		[within([]), "sort a", "yes"],
		[within([]), "sort -o out a", "no"],
		[within(["write"]), "sort -o out a", "yes"],
		[within(["delete"]), "sort -o out a", "no"],
		[within([], ["-o"]), "sort -o out a", "yes"],
		[within([], ["--output"]), "sort -o out a", "yes"],
		[within([], ["-r"]), "sort -o out a", "no"],
		[within([], ["--no-such"]), "sort -o out a", "no"],
		[within([], ["-r", "-o"]), "sort -o out a", "yes"],
		[within([]), "sort $X", "unknown"],
		[within([]), "sort --no-such a", "unknown"],
		[within([], ["--no-such"]), "sort --no-such a", "yes"],
		[within([], ["--no-such"]), "sort --no-such --other-such a", "unknown"],
		[within([], ["--no-such"]), "sort --other-such --no-such a", "unknown"],
		[within([]), "sort -r --no-such a", "unknown"],
		[within([]), "ls $X", "yes"],
		[within([]), "git no-such", "no"],
		[within(["exec"]), "git no-such", "unknown"],
		[within(["code", "exec"]), "git no-such", "yes"],
		[uses("write"), "sort -o out a", "yes"],
		[uses("write"), "sort a", "no"],
		[uses("delete"), "sort -o out a", "no"],
		[uses("write"), "cp a b", "yes"],
		[uses("write", "delete"), "rm a", "yes"],
		[uses("network"), "rm a", "no"],
		[uses("write"), "sort $X", "unknown"],
		[uses("network"), "sort $X", "unknown"],
		[uses("write"), "$X a", "unknown"],
		[uses("network"), "$X a", "unknown"],
		[uses("code"), "python3 x.py", "yes"],
		[within([]), "docker no-such", "no"],
		[within(["exec"]), "docker no-such", "unknown"],
		[within(["code", "exec"]), "docker no-such", "yes"],
		[within(["code"]), "sort $X", "unknown"],
		[within(["exec"]), "sort $X", "unknown"],
		[within(["code", "exec"]), "sort $X", "yes"],
		[within(["code", "exec"]), "npm run --dry-run --no-dry-run", "unknown"],
		[within("everything"), "npm run --dry-run --no-dry-run", "yes"],
		[within([]), "sort -o out --no-output a", "no"],
		[uses("exec"), "docker no-such", "yes"],
		[uses("delete"), "docker no-such", "unknown"],
		[uses("network"), "gh no-such", "yes"],
		[uses("delete"), "strange delete x", "unknown"],
		[uses("network"), "strange delete x", "no"],
		[uses("code"), "strange delete x", "yes"],
	])("%j: `%s`: %s", (one, script, expected) => {
		expect(truthOf(one, script)).toBe(expected);
	});
});
