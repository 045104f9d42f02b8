/** Programs that rules treat alike share a tree, and no others do. */
import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../../src/engine/decide/decide.js";
import type { Tree } from "../../../../src/engine/decide/tree.js";
import { loadText } from "../../../../src/runtime/load/load.js";

const world = { workspace: "/repo", home: "/home/user", linkAt: () => "none" as const };

function treeOf(...rules: readonly string[]): Tree {
	const { tree, diagnostics } = loadText("p.rules", `agent default {\n  default deny\n${rules.join("\n")}\n}\n`);
	expect(diagnostics).toEqual([]);
	return tree as Tree;
}

function effectOf(tree: Tree, ...argv: readonly string[]): string {
	return decide(tree, { agent: "default", argv: [...argv] }, world).effect;
}

test.each([
	[["allow aa, bb"]],
	[["allow aa, bb, cc", "deny aa --x, bb --x"]],
	[["allow aa x, bb x, cc", "ask * --y except aa, bb"]],
	[["allow * except aa --x, bb --x"]],
])("%j: one tree for both", (rules) => {
	const { programs } = treeOf(...rules).agents.default as Tree["agents"][string];
	expect(programs.aa).toBeDefined();
	expect(programs.aa).toBe(programs.bb);
});

describe("each is decided as its own rules say", () => {
	test.each([
		["where a pattern of names holds for one alone", ["allow aa, bb", "deny b*"], "allow", "deny"],
		["where the words differ", ["allow aa x, bb y"], "allow", "deny"],
		["where an exception names one", ["allow aa, bb", "ask * except aa"], "allow", "ask"],
		["where another rule names one", ["allow aa, bb", "ask bb"], "allow", "ask"],
		["where one stands in a path", ["allow aa, /opt/bb"], "allow", "deny"],
	] as const)("%s", (_, rules, first, second) => {
		const tree = treeOf(...rules);
		expect([effectOf(tree, "aa", "x"), effectOf(tree, "bb", "x")]).toEqual([first, second]);
	});

	test("a program elsewhere is none that a grant of its name means", () => {
		const tree = treeOf("allow aa, bb");
		expect(["aa", "/usr/bin/bb", "./aa", "/tmp/bb"].map((name) => effectOf(tree, name))).toEqual([
			"allow",
			"allow",
			"deny",
			"deny",
		]);
	});
});
