/**
 * Puts a policy's own expectations to the test: each is decided as any request would be.
 */

import type { Decision } from "../../engine/decide/decision.js";
import type { Tree } from "../../engine/decide/tree.js";
import type { World } from "../../engine/request/paths.js";
import type { Expectation, Policy } from "../../language/policy/policy.js";
import type { Effect } from "../../language/syntax/statements.js";
import { decideExpectation } from "../analysis/expectation-request.js";

export interface ExpectationResult {
	readonly expectation: Expectation;
	readonly passed: boolean;
	readonly decision: Decision;
	/** Why it failed, in one sentence. */
	readonly why?: string;
}

/** Decides every expectation of a policy. */
export function checkExpectations(policy: Policy, tree: Tree, world: World): readonly ExpectationResult[] {
	// What is expected must not hang on the machine that asks, nor on the day.
	const { facts: _, ...anywhere } = world;
	return policy.expectations.map((expectation) => check(expectation, tree, anywhere));
}

function check(expectation: Expectation, tree: Tree, world: World): ExpectationResult {
	const decision = decideExpectation(tree, expectation, world);
	const why = fault(expectation, decision);
	return { expectation, passed: why === undefined, decision, ...(why === undefined ? {} : { why }) };
}

/** What a test wants of a decision: an effect, and maybe the rule that decides. */
export interface Wanted {
	readonly effect: Effect;
	/** By its id. */
	readonly by?: string | undefined;
}

/** Is a decision as it is wanted? What could not be decided is denied, but no policy said so, and neither did one of what it does not govern. */
export function isAsWanted({ effect, by }: Wanted, decision: Decision): boolean {
	return (
		decision.effect === effect &&
		decision.code !== "fault" &&
		decision.code !== "ungoverned" &&
		(by === undefined || decision.rules.some((rule) => rule.id === by))
	);
}

function fault(expectation: Expectation, decision: Decision): string | undefined {
	if (isAsWanted(expectation, decision)) return undefined;
	if (decision.code === "ungoverned") return decision.message;
	if (decision.effect !== expectation.effect || decision.code === "fault")
		return `it is \`${decision.effect}\`, not \`${expectation.effect}\`: ${decision.message}`;
	const by = decision.rules.map((rule) => `\`${rule.id}\``).join(", ") || "no rule";
	return `it is \`${decision.effect}\`, but ${by} decided, not \`${expectation.by}\``;
}
