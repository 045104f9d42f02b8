/** The growth of deciding, by counting: nodes that a walk meets, tests that it asks, and nodes that there are. */
import { expect, test } from "@jest/globals";
import { nodeCount } from "../../../src/engine/decide/compiled/node-record.js";
import { readForRules } from "../../../src/engine/decide/read-for-rules.js";
import type { AgentTree, Tree } from "../../../src/engine/decide/tree.js";
import { walk } from "../../../src/engine/decide/walk.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { cleanPolicy } from "../../authoring/lint/clean-policy.js";
import { world } from "../laws/world.js";

const sizes = [10, 100, 1_000, 10_000];

/** Rules about ever more programs, a rule on all of them too, and many rules about one. */
const kinds: Readonly<Record<string, (count: number) => string>> = {
	"more programs": (count) =>
		`agent default {\n default deny\n deny * touching /etc\n${Array.from({ length: count }, (_, at) => ` ${at % 3 === 0 ? "deny" : "allow"} tool${Math.floor(at / 5)} ${["build", "check", "list", "ship", "drop"][at % 5]}`).join("\n")}\n}\n`,
	"lists of names": (count) =>
		`agent default {\n default deny\n${Array.from({ length: count }, (_, at) => ` ${at % 3 === 0 ? "deny" : "allow"} {tool${Math.floor(at / 5)},also${Math.floor(at / 5)}} ${["build", "check", "list", "ship", "drop"][at % 5]}`).join("\n")}\n}\n`,
	"one program": (count) =>
		`agent default {\n default deny\n${Array.from({ length: count }, (_, at) => ` ${at % 3 === 0 ? "deny" : "allow"} tool0 word${at}`).join("\n")}\n allow tool0 build\n}\n`,
	"all kinds": (count) => cleanPolicy(Math.max(count, 20)),
};

const commands = [
	["tool0", "build"],
	["tool0", "word1"],
	["tool1", "list", "x"],
	["git", "push"],
	["nobody-knows", "x"],
];

test.each(Object.entries(kinds))(
	"with %s a walk meets no more nodes in ten thousand rules than in ten",
	(_, textOf) => {
		const steps = sizes.map((size) => {
			const tree = treeOf(textOf(size));
			const agent = tree.agents.default as AgentTree;
			return commands.map((argv) => {
				const [subject] = readForRules(tree, agent, { argv }, world)?.subjects ?? [];
				if (subject === undefined) throw new Error("the command can't be read");
				return walk(agent, subject).asked.length;
			});
		});
		const [few] = steps;
		const most = steps.at(-1) as readonly number[];
		most.forEach((count, at) => {
			expect([commands[at], count]).toEqual([commands[at], Math.min(count, 2 * (few?.[at] as number) + 12)]);
		});
	},
);

test("a tree grows with its rules, not with their products", () => {
	for (const textOf of Object.values(kinds)) {
		const [small, large] = [1_000, 10_000].map((size) =>
			nodeCount(treeOf(textOf(size)).agents.default as AgentTree),
		) as [number, number];
		expect(large).toBeLessThan(small * 15);
	}
});

const trees = new Map<string, Tree>();

function treeOf(text: string): Tree {
	const known = trees.get(text);
	if (known !== undefined) return known;
	const { tree, diagnostics } = loadText("p.rules", text, { cwd: "/nowhere" });
	if (tree === undefined) throw new Error(JSON.stringify(diagnostics[0]));
	trees.set(text, tree);
	return tree;
}
