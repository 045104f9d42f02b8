/**
 * Decides requests of policies that are not worth a tree, because they are asked a few questions and forgotten: only the rules that a
 * command meets are compiled. No other rule has a say, so the answer is that of the whole tree.
 */

import { compileAgent } from "../../engine/decide/compile.js";
import { decide } from "../../engine/decide/decide.js";
import type { Decision } from "../../engine/decide/decision.js";
import { evaluateTest } from "../../engine/decide/evaluate/evaluate-test.js";
import type { EvaluationContext } from "../../engine/decide/evaluate/evaluation-context.js";
import type { Tree } from "../../engine/decide/tree.js";
import type { World } from "../../engine/request/paths.js";
import type { Request } from "../../engine/request/request.js";
import type { Policy, Rule } from "../../language/policy/policy.js";
import { decideStory, type StoryStep } from "../analysis/past/decide-story.js";
import { subjectsOf } from "./subjects.js";

/** `tree`: of a policy of the same files, where rules have their places. */
export function decideApart(
	{ agents, programs }: Pick<Policy, "agents" | "programs">,
	request: Request,
	tree: Tree,
	world: World,
	before: readonly StoryStep[] = [],
): Decision {
	const agent = agents.get(request.agent ?? "default");
	const taught = { ...tree, agents: {}, programs: Object.fromEntries(programs) };
	if (agent === undefined) return decide(taught, request, world);
	const asked = [...before.map((step) => step.request), request];
	const subjects = asked.flatMap((one) => subjectsOf(taught, { agent }, one, world));
	const rules = agent.rules.filter((rule) => meets(rule, subjects));
	const apart = { ...taught, agents: { [agent.name]: compileAgent({ ...agent, rules }) } };
	return decideStory(apart, before, request, world);
}

/** Does the rule hold, or may it, for one of the commands? */
export function meets({ grants, restricts }: Rule, subjects: readonly EvaluationContext[]): boolean {
	return subjects.some(
		(subject) =>
			(grants !== undefined && evaluateTest(grants, subject) !== "no") ||
			(restricts !== undefined && evaluateTest(restricts, subject) !== "no"),
	);
}
