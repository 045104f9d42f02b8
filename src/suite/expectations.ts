/**
 * Puts a policy's own expectations to the test: each is decided as any request would be.
 */

import { decide } from "../decide/decide.js";
import type { Decision } from "../decide/decision.js";
import type { Tree } from "../decide/tree.js";
import type { Expectation, Policy } from "../policy/policy.js";
import type { World } from "../request/paths.js";
import type { Request } from "../request/request.js";

export interface ExpectationResult {
	readonly expectation: Expectation;
	readonly passed: boolean;
	readonly decision: Decision;
	/** Why it failed, in one sentence. */
	readonly why?: string;
}

/** Decides every expectation of a policy. */
export function checkExpectations(policy: Policy, tree: Tree, world: World): readonly ExpectationResult[] {
	return policy.expectations.map((expectation) => check(expectation, tree, world));
}

function check(expectation: Expectation, tree: Tree, world: World): ExpectationResult {
	const decision = decide(tree, requestOf(expectation), world);
	const why = fault(expectation, decision);
	return { expectation, passed: why === undefined, decision, ...(why === undefined ? {} : { why }) };
}

/** What an expectation asks. */
export function requestOf({ command, agent, forced }: Expectation): Request {
	return { script: command, agent, force: forced };
}

function fault(expectation: Expectation, decision: Decision): string | undefined {
	if (decision.effect !== expectation.effect)
		return `it is \`${decision.effect}\`, not \`${expectation.effect}\`: ${decision.message}`;
	if (expectation.by === undefined || decision.rules.some((rule) => rule.id === expectation.by)) return undefined;
	const by = decision.rules.map((rule) => `\`${rule.id}\``).join(", ") || "no rule";
	return `it is \`${decision.effect}\`, but ${by} decided, not \`${expectation.by}\``;
}
