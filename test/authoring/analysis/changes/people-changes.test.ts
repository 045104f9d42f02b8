/** Whom questions wait for is a part of what two policies differ in. */
import { expect, test } from "@jest/globals";
import { peopleChanges } from "../../../../src/authoring/analysis/changes/people-changes.js";
import type { AgentTree } from "../../../../src/engine/decide/tree.js";
import { loadText } from "../../../../src/runtime/load/load.js";

function treeOf(rules: string): AgentTree {
	const tree = loadText("p.rules", `default deny\n${rules}`).tree?.agents.default;
	if (tree === undefined) throw new Error("the policy is broken");
	return tree;
}

const two = "ask 2 of release npm publish";

test.each([
	["none is looser", two, "ask npm publish", "2 of release", "none", true],
	["fewer are looser", two, "ask of release npm publish", "2 of release", "1 of release", true],
	["others are looser", two, "ask 2 of security npm publish", "2 of release", "2 of security", true],
	[
		"a yes that lasts is looser",
		two,
		"ask 2 of release for 1h npm publish",
		"2 of release",
		"2 of release for 1h",
		true,
	],
	["about less is looser", two, "ask 2 of release npm publish --tag=x", "2 of release", "2 of release", true],
	["more are stricter", two, "ask 3 of release npm publish", "2 of release", "3 of release", false],
	["some are stricter", "ask npm publish", two, "none", "2 of release", false],
	[
		"a yes for one call is stricter",
		"ask of a for this session rm",
		"ask of a rm",
		"1 of a for this session",
		"1 of a",
		false,
	],
])("%s", (_, one, other, before, after, looser) => {
	expect(peopleChanges(treeOf(one), treeOf(other), "default")).toEqual([
		{ agent: "default", setting: "people who are asked", before, after, looser },
	]);
	expect(peopleChanges(treeOf(one), treeOf(one), "default")).toEqual([]);
});
