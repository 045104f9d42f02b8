/** Is a team's policy within what was delegated to it? The gate is that of `rules diff --no-widening`: in doubt it is not. */

import type { Tree } from "../../engine/decide/tree.js";
import { visible } from "../../language/diagnostic/render-visible.js";
import type { SymbolicWorld } from "../analysis/agent-model.js";
import { type Difference, difference, soon } from "../analysis/changes/difference.js";
import { witnessCommandLine } from "../analysis/witness.js";
import { isLooser, widens } from "../render/render-difference.js";

/** Why it is not; undefined where nothing is looser than the ceiling. */
export function aboveCeiling(ceiling: Tree, policy: Tree, world: SymbolicWorld): string | undefined {
	for (const agent of Object.keys(policy.agents).sort()) {
		const own = only(policy, agent);
		const found = difference(only(ceiling, agent), own, world, soon());
		if (widens(found, own)) return looserText(agent, found);
		const [open] = found.unsettled;
		if (open !== undefined)
			return `it is not proved that agent \`${visible(agent)}\` may do no more with \`${visible(open.program)}\` than was delegated`;
	}
	return undefined;
}

function looserText(agent: string, { changes, settings }: Difference): string {
	const change = changes.find(isLooser);
	const who = `agent \`${visible(agent)}\``;
	if (change !== undefined)
		return `${who} may do more than was delegated: \`${visible(witnessCommandLine(change.sample))}\` is ${change.after.effect}, and ${change.before.effect} was delegated`;
	const setting = settings.find(({ looser }) => looser);
	return setting === undefined
		? `${who} was not delegated`
		: `${who} has a setting that is looser than was delegated: \`${visible(setting.setting)}\``;
}

/** The policy for one agent alone. */
function only(tree: Tree, agent: string): Tree {
	const own = Object.hasOwn(tree.agents, agent) ? tree.agents[agent] : undefined;
	return { ...tree, agents: own === undefined ? {} : { [agent]: own } };
}
