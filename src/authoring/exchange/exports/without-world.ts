/** An agent that is at most as free, and whose answers hang on no link and no folder. */
import { compileAgent } from "../../../engine/decide/compile.js";
import type { AgentTree, Tree } from "../../../engine/decide/tree.js";
import type { Rule } from "../../../language/policy/policy.js";
import {
	type Access,
	allOf,
	always,
	anyOf,
	never,
	not,
	type Test,
	type WordPattern,
} from "../../../language/policy/test.js";

/**
 * The agent's rules with the worst that the world may make of them. A harness's text is matched in whatever folder a call names, and links change: where a restriction speaks of
 * paths, any path is one of them; where a grant does, none is.
 */
export function withoutWorld(tree: Tree, agent: string, own: AgentTree): Tree {
	// No harness's list can say what the engine denies by itself: it is left out, and said beside the list.
	const rules = own.rules
		.filter(({ engine }) => !engine)
		.map(
			({ grants, restricts, ...rule }): Rule => ({
				...rule,
				...(grants === undefined ? {} : { grants: hardened(grants, "less") }),
				...(restricts === undefined ? {} : { restricts: hardened(restricts, "more") }),
			}),
		);
	return { ...tree, agents: { [agent]: compileAgent({ ...own.agent, rules, engineRules: [] }) } };
}

/** A test that holds for more commands, or for less of them, and whose answer hangs on no link and no folder. */
function hardened(test: Test, sense: "more" | "less"): Test {
	switch (test.kind) {
		case "all":
			return allOf(test.tests.map((one) => hardened(one, sense)));
		case "any":
			return anyOf(test.tests.map((one) => hardened(one, sense)));
		case "not":
			return not(hardened(test.test, sense === "more" ? "less" : "more"));
		case "paths-within":
			return sense === "more" ? always : not(namesPath(test.access));
		case "paths-touching":
			return sense === "more" ? namesPath(test.access) : never;
		// What a remote is called stands in a file.
		case "hosts-within":
		case "hosts-reaching":
			return sense === "more" ? always : never;
		case "program":
			// A bare name may be a link to the program that the path means.
			return !isPathPattern(test.pattern) ? test : sense === "more" ? always : never;
		case "operands":
		case "option":
		case "only-options":
		case "powers-within":
		case "uses-power":
		case "forced":
		case "redirected":
		case "plain-name":
		case "has-tool":
		case "past":
			return test;
		case "fact":
		case "until":
			return sense === "more" ? always : never;
	}
}

function namesPath(access: Access): Test {
	return { kind: "paths-touching", access, paths: [{ text: "/", literal: true, negated: false }] };
}

function isPathPattern(pattern: WordPattern): boolean {
	return (pattern.kind === "literal" || pattern.kind === "glob") && pattern.text.includes("/");
}
