/**
 * Tests as judges of mutants see them: commands whose decisions are wanted. Whether one still holds where a few rules differ is
 * found out from the rules that its commands meet, and not from the whole tree.
 */

import { compileAgent } from "../../engine/decide/compile.js";
import type { EvaluationContext } from "../../engine/decide/evaluate/evaluation-context.js";
import type { AgentTree, Tree } from "../../engine/decide/tree.js";
import type { World } from "../../engine/request/paths.js";
import type { Request } from "../../engine/request/request.js";
import type { AgentPolicy, Rule } from "../../language/policy/policy.js";
import { decideStory, type StoryStep } from "../analysis/past/decide-story.js";
import { meets } from "./decide-apart.js";
import { isAsWanted, type Wanted } from "./expectations.js";
import { subjectsOf } from "./subjects.js";

/** A command of an agent, and what is wanted of its decision. */
export interface MutationTest extends Wanted {
	readonly agent: string;
	readonly request: Request;
	/** What came before it. */
	readonly steps?: readonly StoryStep[];
}

/** How an agent of a mutant differs from the policy's own. */
export interface AgentChange {
	readonly after: AgentPolicy;
	/** Rules that it has no more, and rules that it has instead. */
	readonly removed: readonly Rule[];
	readonly added: readonly Rule[];
	/** Settings differ. */
	readonly settings: boolean;
}

/** Does every trial of one agent still hold, where it is changed so? What commands are read by (`trust`, and taught programs) must not differ. */
export function mutationTestsOf(
	tree: Tree,
	agent: AgentPolicy,
	trials: readonly MutationTest[],
	world: World,
): (change: AgentChange) => boolean {
	const own = tree.agents[agent.name] as AgentTree;
	let prepared: readonly Prepared[] | undefined;
	return ({ after, removed, added, settings }) => {
		prepared ??= trials.map((trial) => {
			const asked = [...(trial.steps ?? []).map(({ request }) => request), trial.request];
			const subjects = asked.flatMap((request) => subjectsOf(tree, own, request, world));
			return { trial, subjects, met: agent.rules.filter((rule) => meets(rule, subjects)) };
		});
		return prepared.every(({ trial, subjects, met }) => {
			const kept = met.filter((rule) => !removed.includes(rule));
			const more = added.filter((rule) => meets(rule, subjects));
			if (!settings && more.length === 0 && kept.length === met.length) return true;
			const rules = [...kept, ...more];
			const agents = { [agent.name]: compileAgent({ ...after, rules }) };
			return isAsWanted(trial, decideStory({ ...tree, agents }, trial.steps ?? [], trial.request, world));
		});
	};
}

interface Prepared {
	readonly trial: MutationTest;
	readonly subjects: readonly EvaluationContext[];
	/** The rules that hold or may hold for one of its commands. No other has a say. */
	readonly met: readonly Rule[];
}
