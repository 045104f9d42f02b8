/** Trees for whoever asks about a policy: they decide nothing, or little. */
import type { AgentPolicy, Policy } from "../../language/policy/policy.js";
import { compileAgent, type Nodes, nodesFor, partsOf, treesOf } from "./compile.js";
import type { AgentTree, Tree } from "./tree.js";

/** The tree of what the authors of a policy say, without what every policy says: for pictures, and for questions about their rules alone. It decides nothing. */
export function withoutEngineRules(policy: Policy, tree: Tree): Tree {
	return { ...tree, agents: treesOf(policy, (agent) => compileAgent({ ...agent, engineRules: [] })) };
}

/** An agent's rules for questions about them, of which few come to a decision: the nodes are made when the first one does. */
export function compileAgentLater(agent: AgentPolicy): AgentTree {
	const parts = partsOf(agent);
	let made: Nodes | undefined;
	const get = (part: keyof Nodes): PropertyDescriptor => ({
		enumerable: true,
		get: () => {
			made ??= nodesFor(parts.rules);
			return made[part];
		},
	});
	return Object.defineProperties(parts, Object.fromEntries(nodeParts.map((part) => [part, get(part)]))) as AgentTree;
}

const nodeParts = ["tests", "cells", "choices", "programs", "others", "whole"] as const;
