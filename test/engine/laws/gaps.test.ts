/**
 * What the laws found: each the smallest policy and request. What is not so yet is `test.failing`: closed, it fails here;
 * then it becomes a test. The laws leave nothing out.
 */
import { describe, expect, test } from "@jest/globals";
import type { Word } from "../../../src/engine/request/request.js";
import type { Effect } from "../../../src/language/syntax/statements.js";
import { answer, answerFor, engineOf, engineOfTwo } from "./engine.js";

function decided(policy: string, ...argv: readonly string[]): Effect {
	return answer(engineOf(`agent default {\n${policy}\n}\n`), { argv }).effect;
}

function decidedFor(policy: string, ...words: readonly Word[]): Effect {
	return answerFor(engineOf(`agent default {\n${policy}\n}\n`), "default", words);
}

const known = (text: string): Word => ({ kind: "known", text });
const unknown: Word = { kind: "unknown", source: "$X", words: "one" };

describe("an option that no table lists may take a value or not", () => {
	test("so it may take the option behind it, and the next is one as well", () => {
		expect(decided("default allow\ndeny tool --force", "tool", "--strange", "-o", "--force")).toBe("deny");
	});
	test("and it may take `--`, so that options go on", () => {
		expect(decided("default allow\ndeny tool --force", "tool", "--strange", "--", "--force")).toBe("deny");
	});
	test("and letters behind an unlisted letter may be options", () => {
		expect(decided("default allow\ndeny tool -r", "tool", "-zr")).toBe("deny");
	});
	test("and an ambiguous abbreviation may be a flag, whatever the first candidate takes", () => {
		expect(decided("default allow\ndeny tool --force", "tool", "--r", "--force")).toBe("deny");
	});
	test("and a letter of an unknown program may be short for a long name", () => {
		expect(decided("default allow\ndeny foo --force", "foo", "-f")).toBe("deny");
		expect(decided("default allow\ndeny foo --force", "foo", "-xf")).toBe("deny");
		expect(decided("default allow\ndeny foo -f", "foo", "--force")).toBe("deny");
		expect(decided("default allow\ndeny foo --force", "foo", "-r")).toBe("allow");
	});
	test("and behind `--` that may be a value nothing is sure", () => {
		expect(decided("allow foo --safe", "foo", "-v", "--", "a", "--safe")).toBe("deny");
	});
	test("and a glued value of an unknown program may be a word of its own", () => {
		expect(decided("default allow\ndeny foo -oa", "foo", "-o", "a")).toBe("deny");
	});
});

describe("what is a path in one reading only", () => {
	test("may be glued behind any letter", () => {
		expect(decided("default allow\nconstrain foo to .", "foo", "-ab/etc/x")).toBe("deny");
	});
	test("does not keep a question from being asked: letters", () => {
		expect(decided("allow foo\nask foo within src", "foo", "-vv", "src/a")).toBe("ask");
	});
	test("does not keep a question from being asked: a value of an option that no table lists", () => {
		expect(decided("allow pairs granting everything\nask pairs within src", "pairs", "-z", "a")).toBe("ask");
	});
	test("does not make sure that a question is asked, which would grant", () => {
		expect(decided("ask pairs touching a granting everything", "pairs", "-z", "a")).toBe("deny");
	});
	test("may look like a long option, where it has folders", () => {
		expect(decided("default allow\nconstrain foo to .", "foo", "-o", "--x/../../etc/passwd")).toBe("deny");
	});
});

describe("words that can't be known", () => {
	test("may be an option that no table lists", () => {
		expect(decided("allow tool", "tool", "-z")).toBe("deny");
		expect(decidedFor("allow tool", known("tool"), unknown)).toBe("deny");
	});
	test("may be an option that runs what follows", () => {
		const words = [known("seek"), known("a"), unknown, known("rm"), known("b"), known(";")];
		expect(decidedFor("default allow\ndeny rm", ...words)).toBe("deny");
	});
	test("may be an option, so that options go on behind them", () => {
		const words = [known("gogo"), unknown, known("-o"), known("/etc/x")];
		expect(decidedFor("default allow\nconstrain writes of gogo to .", ...words)).toBe("deny");
	});
	test("may be an option with a path for a value", () => {
		const policy = "default allow\nconstrain writes of tool, pairs to .";
		expect(decided(policy, "tool", "--output=/etc/x")).toBe("deny");
		expect(decidedFor(policy, known("tool"), unknown)).toBe("deny");
		expect(decidedFor(policy, known("pairs"), unknown)).toBe("deny");
	});
	test("may end an inner command, with options behind it", () => {
		const words = [known("seek"), known("a"), known("-exec"), known("rm"), unknown, known("-delete")];
		expect(decidedFor("default allow\ndeny seek -delete", ...words)).toBe("deny");
	});
	test("may be anything behind an option that no table lists", () => {
		const policy = "default allow\nconstrain writes of seek to .";
		expect(decided(policy, "seek", "-z", "/etc/x")).toBe("deny");
		expect(decidedFor(policy, known("seek"), known("-z"), unknown)).toBe("deny");
	});
	test("do not hide that an operand is a path where it may be code as well", () => {
		expect(decidedFor("default allow\nconstrain lang to .", known("lang"), unknown, known("/etc/passwd"))).toBe("deny");
	});
});

describe("subcommands", () => {
	test("that can't be known may be any, with its paths", () => {
		const policy = "default allow\nconstrain vcs to .";
		expect(decided(policy, "vcs", "diff", "/etc/x")).toBe("deny");
		expect(decidedFor(policy, known("vcs"), unknown, known("/etc/x"))).toBe("deny");
	});
	test("that no table lists may do anything, as an unknown program may", () => {
		expect(decided("default allow\nconstrain vcs to .", "vcs", "unlisted", "/etc/x")).toBe("deny");
	});
	test("that no table lists are not plain use", () => {
		expect(decided("allow vcs", "vcs", "unlisted")).toBe("deny");
	});
	test("and their options may go by any of their spellings behind what may be a value", () => {
		expect(decided("default allow\ndeny vcs push --force", "vcs", "-z", "x", "pu", "-f")).toBe("deny");
		expect(decided("default allow\ndeny vcs push --force", "vcs", "-z", "x", "status", "-s")).toBe("allow");
	});
	test("may stand behind `--`", () => {
		expect(decided("default allow\ndeny vcs push", "vcs", "--", "pu")).toBe("deny");
		expect(decided("allow vcs", "vcs", "--", "status")).toBe("deny");
	});
	test("of two words may have an option between them", () => {
		expect(decided("allow vcs remote", "vcs", "remote", "-v", "add", "x")).toBe("deny");
	});
});

describe("a program by another name", () => {
	test("what can't be followed may be any program that a rule names", () => {
		expect(decided("default allow\ndeny lang", "./loop")).toBe("deny");
		expect(decided("allow * except lang", "./blocked/tool")).toBe("deny");
	});
	test("an exception of a grant speaks of what a link leads to", () => {
		expect(decided("allow * except rm", "./rmlink", "a")).toBe("deny");
	});
});

describe("rules outside of agents", () => {
	const outside = (text: string, agent: string) => answer(engineOf(text), { argv: ["foo"], agent }).effect;
	test("are overridden where an agent says so, and stay so for its descendants", () => {
		const text =
			"deny foo\nagent default {\n  override allow foo\n}\nagent child extends default {\n}\nagent other {\n  allow foo\n}\n";
		expect(outside(text, "default")).toBe("allow");
		expect(outside(text, "child")).toBe("allow");
		expect(outside(text, "other")).toBe("deny");
	});
	test("stay when they are locked", () => {
		expect(outside("locked deny foo\nagent default {\n  override allow foo\n}\n", "default")).toBe("deny");
	});
	test("an agent may loosen their default with `override`", () => {
		expect(outside("default deny\nagent default {\n  override default allow\n}\n", "default")).toBe("allow");
	});
	test("the order of settings never matters", () => {
		const body = (lines: string) => outside(`agent default {\n${lines}\n}\n`, "default");
		expect(body("default deny\noverride default allow")).toBe(body("override default allow\ndefault deny"));
	});
	test("the order of limits never matters, and the tightest holds", () => {
		const lines = ["limit timeout 5s", "limit timeout 10s max 20s", "override limit timeout 8s max 40s"];
		const limits = (some: readonly string[]) =>
			answer(
				engineOf(`agent default {\nlimit timeout 1s max 2s\n}\nagent child extends default {\n${some.join("\n")}\n}\n`),
				{
					argv: ["foo"],
					agent: "child",
				},
			).limits;
		expect(limits(lines)).toEqual({ timeout: 5_000, timeoutMax: 20_000 });
		expect(limits(lines.toReversed())).toEqual(limits(lines));
	});
	test("an agent of an imported file is loosened by nothing that the importing file states outside", () => {
		const base = "deny foo\nagent default {\n  override allow foo\n}\n";
		const main = 'import "./base.rules"\nagent default {\n}\n';
		expect(answer(engineOfTwo({ base, main }), { argv: ["foo"] }).effect).toBe("allow");
		expect(answer(engineOfTwo({ base, main: `${main}deny foo\n` }), { argv: ["foo"] }).effect).toBe("deny");
	});
});
