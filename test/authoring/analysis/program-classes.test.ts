/** The programs that rules tell apart: of whatever name and path, one is there that every pattern fits or does not fit in the same way. */
import { describe, expect, test } from "@jest/globals";
import {
	type AgentModel,
	agentModelOf,
	anySymbolicWorld,
	holdsFor,
} from "../../../src/authoring/analysis/agent-model.js";
import {
	classesFor,
	type ProgramClass,
	patternsIn,
	programClasses,
	programClassesLater,
} from "../../../src/authoring/analysis/programs/program-classes.js";
import type { Test } from "../../../src/language/policy/test.js";
import { loadText } from "../../../src/runtime/load/load.js";

function classes(...lines: readonly string[]): {
	all: readonly ProgramClass[];
	setting: AgentModel;
	tests: readonly Test[];
} {
	const { tree, diagnostics } = loadText("classes.rules", `agent default {\n${lines.join("\n")}\n}\n`);
	if (tree === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
	const setting = agentModelOf(tree, "default", anySymbolicWorld);
	const tests = setting.agentTree.rules.flatMap(({ grants, restricts }) =>
		[grants, restricts].flatMap((one) => one ?? []),
	);
	return { all: classesFor(tests.flatMap(patternsIn), [setting]), setting, tests };
}

function programTests(asked: Test): readonly Test[] {
	switch (asked.kind) {
		case "all":
		case "any":
			return asked.tests.flatMap(programTests);
		case "not":
			return programTests(asked.test);
		case "program":
			return [asked];
		default:
			return [];
	}
}

/** Programs typed somehow for which no class has a spelling that all patterns see alike. */
function forgotten(typed: readonly string[], ...lines: readonly string[]): readonly string[] {
	const { all, setting, tests } = classes(...lines);
	const programs = tests.flatMap(programTests);
	const seen = (text: string): string =>
		programs.map((one) => holdsFor(one, { argv: [text], redirects: [], forced: false }, setting)).join();
	const known = new Set(all.flatMap(({ spellings }) => spellings).map(seen));
	return typed.filter((text) => !known.has(seen(text)));
}

describe("a program is not forgotten", () => {
	test.each([
		["by its name", ["foo", "./foo", "/usr/bin/foo", "/opt/foo", "other", "./other"], ["deny foo"]],
		["by globs of names", ["python3", "pyx", "xpy", "x", "./pyx"], ["allow py*", "deny *x"]],
		[
			"by the last part of a path",
			["./s/a.sh", "./s/x.sh", "./s/a.py", "./a.sh"],
			["allow ./s/*.sh", "deny ./s/[a-d]*.sh"],
		],
		["by what is not to be there", ["./s/a.sh", "./s/x.sh"], ["allow ./s/*.sh", "deny ./s/[!x]*.sh"]],
		[
			"by alternatives",
			["./a/run", "./b/run", "./c/run", "./b/y", "./a/x1"],
			["deny ./{a/x*,b/y}", "allow ./{a,b}/run"],
		],
		["by folders", ["./a/run", "./x/run", "./run", "./a/b/run", "/run"], ["allow ./*/run", "deny ./x/run"]],
		["in any folder below", ["./s/deploy", "./s/a/deploy", "./deploy"], ["allow ./s/**", "deny ./s/deploy"]],
		["at home", ["/home/user/bin/run", "/home/other/bin/run"], ["allow ~/bin/run"]],
		[
			"by an expression for its path",
			["./s/ax", "s/ax", "./t/ax", "s/X1", "/s/x"],
			["allow ./**", "deny /.\\/s\\/a.*/", "deny /[a-z]*/"],
		],
	])("%s", (_, typed, lines) => {
		expect(forgotten(typed, ...lines)).toEqual([]);
	});
});

test("what a rule names stands first, then what nobody knows, then what only tables know", () => {
	const { all } = classes("allow git", "deny foo*");
	expect(all[0]).toMatchObject({ name: "git", named: true });
	expect(all.find(({ name }) => name.startsWith("foo"))).toMatchObject({ named: false });
	expect(all.find(({ name }) => name === "rm")).toMatchObject({ named: false, spellings: ["rm"] });
});

test("more ways than are told apart are said to be more", () => {
	const many = Array.from("abcdefghi", (letter) => `deny *${letter}*`);
	expect(classes(...many).all.some(({ crowded }) => crowded)).toBe(true);
	expect(classes(...many.slice(0, 4)).all.some(({ crowded }) => crowded)).toBe(false);
});

test("a program pattern is found wherever it stands in a test", () => {
	const { tests } = classes("deny foo, bar except baz *");
	const names = tests.flatMap(patternsIn).map((one) => (one.kind === "literal" ? one.text : one.kind));
	// `any`: what every policy denies speaks of any program.
	expect(new Set(names)).toEqual(new Set(["foo", "bar", "baz", "any"]));
});

test("classes that are made when they are asked for are those of the list, by their names too", () => {
	const { setting } = classes("allow git status, foo-*", "deny /opt/*/deploy", "deny curl");
	const all = programClasses([setting]);
	const asked = programClassesLater([setting]);
	expect(all.map(({ name }) => asked.get(name))).toEqual(all);
	expect([...programClassesLater([setting])]).toEqual(all);
	expect(asked.get("a-program-that-nobody-knows")).toBeUndefined();
});
