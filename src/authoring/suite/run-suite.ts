/**
 * Decides the cases of a suite and compares.
 */

import type { Decision } from "../../engine/decide/decision.js";
import type { Tree } from "../../engine/decide/tree.js";
import type { World } from "../../engine/request/paths.js";
import type { Checked, Diagnostic } from "../../language/diagnostic/diagnostic.js";
import { didYouMean } from "../../language/diagnostic/suggest.js";
import { decideStory } from "../analysis/past/decide-story.js";
import { isAsWanted } from "./expectations.js";
import type { Case, Suite } from "./read-suite.js";

export interface CaseResult {
	readonly case: Case;
	readonly passed: boolean;
	readonly decision: Decision;
}

/** Decides every case. An agent that the policy does not have is a fault of the suite: a denial for that reason proves nothing. */
export function runSuite({ cases }: Suite, tree: Tree, world: World): Checked<readonly CaseResult[]> {
	const unknown = cases.filter(({ agent }) => !Object.hasOwn(tree.agents, agent.text));
	const diagnostics = new Map(unknown.map((one) => [one.agent.span.start, unknownAgent(one, tree)] as const));
	if (diagnostics.size > 0) return { value: [], diagnostics: [...diagnostics.values()] };
	// A case must not hang on the machine that asks, nor on the day.
	const { facts: _, ...anywhere } = world;
	return { value: cases.map((one) => check(one, tree, anywhere)), diagnostics: [] };
}

function unknownAgent({ agent }: Case, tree: Tree): Diagnostic {
	const names = Object.keys(tree.agents);
	return {
		code: "unknown-agent",
		severity: "error",
		message: `the policy has no agent \`${agent.text}\``,
		span: agent.span,
		help: didYouMean(agent.text, names) ?? "name an agent of the policy in `agents`",
	};
}

function check(one: Case, tree: Tree, world: World): CaseResult {
	const decision = decideStory(tree, one.after, one.request, world);
	const passed = isAsWanted({ effect: one.expected, by: one.rule }, decision);
	return { case: one, passed, decision };
}
