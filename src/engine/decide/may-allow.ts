/** Whether any command of a program may be more than denied: for lists of what an agent may ask for. */
import type { Rule } from "../../language/policy/policy.js";
import { nodeAt } from "./compiled/node-record.js";
import type { AgentDecisions, NodeId } from "./tree.js";
import { startFor } from "./walk.js";

/** Is there a way through the tree of this name that no denial lies on? What its tests want of a command is not looked at, so it says yes rather than no. */
export function mayAllow(agentTree: AgentDecisions, name: string): boolean {
	const { agent, rules } = agentTree;
	const seen = new Set<NodeId>();
	const waiting = [startFor(agentTree, name)];
	for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
		if (seen.has(id)) continue;
		seen.add(id);
		const node = nodeAt(agentTree, id);
		switch (node.kind) {
			case "grant":
				return true;
			case "default":
				if (agent.default !== "deny") return true;
				break;
			case "raise":
				if ((rules.at(node.rule) as Rule).effect !== "deny") waiting.push(node.next);
				break;
			case "branch":
				waiting.push(node.yes, node.no, node.unknown);
				break;
			case "switch":
				waiting.push(...Object.values(node.choice.words), node.choice.others, node.choice.unsure);
				break;
		}
	}
	return false;
}
