/** A compiled policy, written and read, decides as it did; how many nodes a walk meets does not grow with the policy. */
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { compiledText, readCompiled } from "../../src/decide/compiled-text.js";
import { decide } from "../../src/decide/decide.js";
import type { Decisions } from "../../src/decide/tree.js";
import { loadText } from "../../src/load/load.js";
import { about, focus } from "../laws/arbitrary.js";
import { engineOf } from "../laws/engine.js";
import { world } from "../laws/world.js";

function read(text: string): Decisions {
	const decisions = readCompiled(Buffer.from(text));
	if ("fault" in decisions) throw new Error(decisions.fault);
	return decisions;
}

test("what was read decides as what was written", () => {
	fc.assert(
		fc.property(
			focus.chain((names) =>
				fc.record({
					policy: about(names).policy,
					requests: fc.array(about(names).request, { minLength: 1, maxLength: 6 }),
				}),
			),
			({ policy, requests }) => {
				const { tree } = engineOf(policy);
				const again = read(compiledText(tree));
				for (const request of requests) expect(decide(again, request, world)).toEqual(decide(tree, request, world));
			},
		),
		{ numRuns: 150, seed: 20261122 },
	);
});

test("agents keep their own, whatever their names", () => {
	const names = ["zed", "default", "__proto__", "constructor", "a1", "toString"];
	const { tree, diagnostics } = loadText(
		"p.rules",
		names
			.map((name, at) => `agent ${name} {\n default deny\n allow tool${at}, ls\n deny rm because "é ${name}"\n}\n`)
			.join(""),
	);
	if (tree === undefined) throw new Error(JSON.stringify(diagnostics));
	const again = read(compiledText(tree));
	for (const agent of [...names, "nobody"])
		for (const program of ["rm", "ls", ...names.map((_, at) => `tool${at}`)])
			expect(decide(again, { argv: [program], agent }, world)).toEqual(decide(tree, { argv: [program], agent }, world));
});

test("the same policy gives the same text", () => {
	const text = "agent b {\n allow ls\n}\nagent a {\n deny rm\n}\n";
	const written = () =>
		compiledText(loadText("p.rules", text).tree as NonNullable<ReturnType<typeof loadText>["tree"]>);
	expect(written()).toBe(written());
	expect(() => JSON.parse(written())).not.toThrow();
});
