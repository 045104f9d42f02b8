/** The laws, asked of calls of other tools: order, denials, several calls in one, and what is not governed. */
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { isStricter } from "../../../src/engine/decide/combine.js";
import { decide } from "../../../src/engine/decide/decide.js";
import type { Tree } from "../../../src/engine/decide/tree.js";
import type { Effect } from "../../../src/language/syntax/statements.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { world } from "./world.js";

const paths = ["a", "src/x", "link/../x", "~/.ssh/id", "src/.env", "../out", "-x/../.env", "/etc/passwd"] as const;
const path = fc.constantFrom(...paths);
const call = fc.oneof(
	fc.tuple(fc.constantFrom("file.read", "file.write", "file.list", "file.delete"), path),
	fc.tuple(fc.constant("file.move"), path, path),
	fc.tuple(
		fc.constantFrom("mcp.s.get", "mcp.s_t.put", "tool.x"),
		path.map((one) => `--p=${one}`),
	),
	fc.tuple(fc.constant("agent.start"), fc.constantFrom("a", "b")),
) as fc.Arbitrary<string[]>;
const effects = ["allow", "ask", "deny"] as const;
const rule = fc
	.record({
		effect: fc.constantFrom(...effects),
		program: fc.constantFrom("file.*", "file.read", "mcp.s.*", "mcp.s-t.put", "tool.*", "agent.start", "*"),
		touching: fc.option(fc.constantFrom("**/.env", "~/.ssh", "src", "/etc", "."), { nil: undefined }),
	})
	.map(
		({ effect, program, touching }) =>
			`${effect} ${program}${touching === undefined || effect !== "deny" ? "" : ` touching ${touching}`}`,
	);
const rules = fc.uniqueArray(rule, { minLength: 1, maxLength: 5 });

function treeOf(lines: readonly string[], govern = "all"): Tree {
	const text = `agent default {\n  default deny\n  govern ${govern}\n${lines.map((line) => `  ${line}\n`).join("")}}\n`;
	const { tree, diagnostics } = loadText("calls.rules", text);
	if (tree === undefined) throw new Error(`${text}${JSON.stringify(diagnostics)}`);
	return tree;
}

const effectOf = (tree: Tree, asked: readonly (readonly string[])[]): Effect =>
	decide(tree, { call: asked }, world).effect;

test("the order of rules never matters", () => {
	fc.assert(
		fc.property(rules, call, (some, one) => {
			expect(effectOf(treeOf([...some].reverse()), [one])).toBe(effectOf(treeOf(some), [one]));
		}),
	);
});

test("adding a denial never widens", () => {
	fc.assert(
		fc.property(rules, rule, call, (some, more, one) => {
			const denial = more.replace(/^\w+/, "deny");
			expect(isStricter(effectOf(treeOf(some), [one]), effectOf(treeOf([...some, denial]), [one]))).toBe(false);
		}),
	);
});

test("a call of several commands is as strict as the strictest of them", () => {
	fc.assert(
		fc.property(rules, fc.array(call, { minLength: 1, maxLength: 3 }), (some, calls) => {
			const tree = treeOf(some);
			const each = calls.map((one) => effectOf(tree, [one]));
			expect(effectOf(tree, calls)).toBe(each.reduce((worst, one) => (isStricter(one, worst) ? one : worst)));
		}),
	);
});

test("what is not governed changes nothing of the rest", () => {
	fc.assert(
		fc.property(rules, call, (some, one) => {
			const decision = decide(treeOf(some, "files"), { call: one }, world);
			if (one[0]?.startsWith("file.")) expect(decision.effect).toBe(effectOf(treeOf(some), [one]));
			else expect(decision.code).toBe("ungoverned");
		}),
	);
});
