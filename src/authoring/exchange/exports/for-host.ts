/** The policy as it is for fetching from one host alone, or to any below one name: what its lists of hosts say of that is worked out. */
import { compileAgent } from "../../../engine/decide/compile.js";
import { isAmong } from "../../../engine/decide/evaluate/host-lists.js";
import type { AgentTree, Tree } from "../../../engine/decide/tree.js";
import type { Rule } from "../../../language/policy/policy.js";
import { allOf, always, anyOf, type HostPattern, never, not, type Test } from "../../../language/policy/test.js";

/** A name that is no address, without a port; `*.` before it: every name below it. */
export function plainHost({ text, negated }: HostPattern): string | undefined {
	return !negated && /^(?:\*\.)?(?!\d+(?:\.\d+)*$)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(text) ? text : undefined;
}

/** The hosts that lists of rules name. */
export function hostsOf(tests: readonly (Test | undefined)[]): readonly HostPattern[] {
	return tests.flatMap((test): readonly HostPattern[] => {
		switch (test?.kind) {
			case "all":
			case "any":
				return hostsOf(test.tests);
			case "not":
				return hostsOf([test.test]);
			case "hosts-within":
				return test.hosts;
			default:
				return [];
		}
	});
}

/** What the engine denies by itself is left out: no list of a harness says it. */
export function forHost(tree: Tree, agent: string, own: AgentTree, host: string): Tree {
	const rules = own.rules
		.filter(({ engine }) => !engine)
		.map(
			({ grants, restricts, ...rule }): Rule => ({
				...rule,
				...(grants === undefined ? {} : { grants: settled(grants, host, "less") }),
				...(restricts === undefined ? {} : { restricts: settled(restricts, host, "more") }),
			}),
		);
	return { ...tree, agents: { ...tree.agents, [agent]: compileAgent({ ...own.agent, rules, engineRules: [] }) } };
}

/** A doubt makes a restriction hold for more, and a grant for less. */
function settled(test: Test, host: string, sense: "more" | "less"): Test {
	switch (test.kind) {
		case "all":
			return allOf(test.tests.map((one) => settled(one, host, sense)));
		case "any":
			return anyOf(test.tests.map((one) => settled(one, host, sense)));
		case "not":
			return not(settled(test.test, host, sense === "more" ? "less" : "more"));
		case "hosts-within":
		case "hosts-reaching": {
			const isThere = isAmong({ host }, test.hosts);
			return isThere === "yes" || (isThere === "unknown" && sense === "more") ? always : never;
		}
		// The address of a host is no path.
		case "paths-touching":
			return never;
		case "paths-within":
			return always;
		default:
			return test;
	}
}
