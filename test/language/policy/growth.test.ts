/** Small files that mean much are read in the time that their size asks for. */
import { expect, test } from "@jest/globals";
import { lint } from "../../../src/authoring/lint/lint.js";
import { loadText } from "../../../src/runtime/load/load.js";

const soon = 20_000;

test(
	"sets inside sets are linted as far as they may grow",
	() => {
		const doubled = Array.from({ length: 40 }, (_, at) => `set s${at + 1} = @s${at}, @s${at}`);
		const text = ["default deny", "set s0 = a, b", ...doubled, "allow @s40", ""].join("\n");
		const loaded = loadText("x.rules", text, { cwd: "/nowhere" });
		expect(loaded.diagnostics.map(({ code }) => code)).toContain("set-too-large");
		expect(lint(loaded)).toBeDefined();
	},
	soon,
);

test(
	"a long chain of agents with claims is read",
	() => {
		const chain = Array.from({ length: 400 }, (_, at) => `agent a${at + 1} extends a${at} { allow foo${at + 1} }`);
		const text = ["agent a0 {\ndefault deny\nallow foo0\nnever allow rm\n}", ...chain, ""].join("\n");
		const { policy, diagnostics } = loadText("x.rules", text, { cwd: "/nowhere" });
		expect(diagnostics).toEqual([]);
		expect(policy.claims[0]?.agents.length).toBe(401);
	},
	soon,
);
