/** The steps of an explanation: the questions that were put to a command, until each answer was certain. */
import { expect, test } from "@jest/globals";
import { explain } from "../../../../src/engine/decide/explain/explain.js";
import type { Tree } from "../../../../src/engine/decide/tree.js";
import type { World } from "../../../../src/engine/request/paths.js";
import { loadText } from "../../../../src/runtime/load/load.js";

const { tree } = loadText(
	"p.rules",
	"agent default {\n  default deny\n  allow aa x, bb, cc\n  deny aa touching secret, y except aa --dry\n}\n",
);

/** `tool` leads to `other`, so that the command has two names. */
const linked: World = {
	workspace: "/repo",
	home: "/home/user",
	linkAt: (path) => (path === "/repo/aa" ? { target: "/repo/other" } : "none"),
};

function stepsOf(script: string): readonly (readonly [string, string])[] {
	const { steps } = explain(tree as Tree, { agent: "default", script }, linked).commands[0] ?? { steps: [] };
	return steps.map(({ question, answer }) => [question, answer] as const);
}

test("a rule that is asked as a whole is taken apart, up to what settles it", () => {
	const steps = stepsOf("./aa z");
	expect(steps.slice(0, 2)).toEqual([
		["the program is `aa`, wherever it lies", "yes"],
		["some path lies inside `secret`, `y`", "no"],
	]);
	// Behind it stand the rules that every policy has.
	expect(steps[2]?.[0]).toBe("the program is any program, wherever it lies");
	expect(steps.slice(-3)).toEqual([
		["the program is `aa`", "no"],
		["the program is `bb`", "no"],
		["the program is `cc`", "no"],
	]);
});

test("where one of several is enough, the rest is not asked", () => {
	const steps = stepsOf("bb");
	expect(steps.at(-1)).toEqual(["plain use only", "yes"]);
});
