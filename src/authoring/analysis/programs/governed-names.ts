/** Which names stand for commands that rules decide: every program, and the calls of tools that all of these agents govern. */
import { governs } from "../../../engine/decide/governed.js";
import { handOf } from "../../../language/policy/hands.js";
import type { AgentModel } from "../agent-model.js";

/** Is it a program, or a call that the rules of all these agents decide? */
export function isGoverned(name: string, settings: readonly AgentModel[]): boolean {
	const hand = handOf(name);
	return hand === undefined || settings.every(({ agentTree }) => governs(agentTree.agent, hand));
}
