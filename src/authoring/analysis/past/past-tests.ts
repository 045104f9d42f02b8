/** What the rules of an agent ask of the past. */
import type { AgentTree } from "../../../engine/decide/tree.js";
import type { PastQuestion, Test } from "../../../language/policy/test.js";

export function pastAsked({ rules }: Pick<AgentTree, "rules">): readonly PastQuestion[] {
	return rules.flatMap(({ grants, restricts }) => [grants, restricts]).flatMap(pastIn);
}

/** Equal questions have equal keys, which are what they say, as JSON. */
export function questionKey(asks: PastQuestion): string {
	let key = keys.get(asks);
	if (key === undefined) {
		key = JSON.stringify(asks);
		keys.set(asks, key);
	}
	return key;
}
const keys = new WeakMap<PastQuestion, string>();

export function pastIn(test: Test | undefined): readonly PastQuestion[] {
	switch (test?.kind) {
		case "past":
			return [test.asks];
		case "all":
		case "any":
			return test.tests.flatMap(pastIn);
		case "not":
			return pastIn(test.test);
		default:
			return [];
	}
}
