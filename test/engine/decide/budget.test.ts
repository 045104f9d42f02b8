/** A tree has so many nodes and no more; who multiplies them is named, and every answer stays the same. */
import { expect, test } from "@jest/globals";
import { compile } from "../../../src/engine/decide/compile.js";
import { nodeCount } from "../../../src/engine/decide/compiled/node-record.js";
import { decide } from "../../../src/engine/decide/decide.js";
import type { AgentTree } from "../../../src/engine/decide/tree.js";
import { crowded, loadText } from "../../../src/runtime/load/load.js";
import { world } from "../laws/world.js";

const words = Array.from({ length: 20 }, (_, at) => `word${at}`);
const seconds = ["p", "q", "r", "s", "t", "u", "v", "w"];
const text = `agent default {
  default deny
${words.flatMap((word) => seconds.map((second) => `  allow git ${word} ${second} without -n`)).join("\n")}
${["a", "b", "c", "d"].map((word) => `  deny git * ${word}, git ** with --${word}`).join("\n")}
}
`;
const { policy, tree } = loadText("p.rules", text);
if (tree === undefined) throw new Error("the policy is broken");
const whole = tree;
const small = compile(policy, whole.lines, 200);

test("a tree within its budget says nothing", () => {
	expect(crowded(whole)).toEqual([]);
});

test("past it the rules that stand behind the words of others are named, with their places", () => {
	const [diagnostic] = crowded(small);
	expect([diagnostic?.code, diagnostic?.severity]).toEqual(["tree-too-large", "warning"]);
	const places = [diagnostic?.span, ...(diagnostic?.labels ?? []).map(({ span }) => span)];
	expect(places.every((span) => span !== undefined && text.slice(span.start, span.end).startsWith("deny git *"))).toBe(
		true,
	);
	const count = ({ agents }: typeof whole): number => nodeCount(agents.default as AgentTree);
	expect(count(small)).toBeLessThan(count(whole));
});

test("and it decides the same", () => {
	for (const word of [...words, "other"])
		for (const rest of [[], ["p"], ["w", "-n"], ["a"], ["c", "z"], ["--b"], ["./x"]]) {
			const request = { argv: ["git", word, ...rest] };
			const [one, other] = [whole, small].map((tree) => decide(tree, request, world));
			expect(one).toEqual(other);
		}
});
