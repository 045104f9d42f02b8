/** Nodes as records, for whoever looks at trees. Deciding reads their numbers. */
import type { AgentDecisions, AgentTree, Choice, NodeId } from "../tree.js";
import { cellsOfNode, isDefault, isGrant, isRaise, isSwitch } from "./node-table.js";

export type Node =
	/** By the outcome of one test. */
	| {
			readonly kind: "branch";
			readonly test: number;
			readonly yes: NodeId;
			readonly no: NodeId;
			readonly unknown: NodeId;
	  }
	/** By the operand at a place. */
	| { readonly kind: "switch"; readonly choice: Choice }
	/** A restriction holds (`sure`) or may hold; then on. */
	| { readonly kind: "raise"; readonly rule: number; readonly sure: boolean; readonly next: NodeId }
	/** A rule grants the command. */
	| { readonly kind: "grant"; readonly rule: number }
	/** Nothing grants it: the default. */
	| { readonly kind: "default" };

/** A node as a record. */
export function nodeAt({ cells, choices }: Pick<AgentDecisions, "cells" | "choices">, id: NodeId): Node {
	const at = id * cellsOfNode;
	const [first = isDefault, second = 0, third = 0, fourth = 0] = [0, 1, 2, 3].map((one) => cells.at(at + one));
	switch (first) {
		case isSwitch:
			return { kind: "switch", choice: choices.at(second) as Choice };
		case isRaise:
			return { kind: "raise", rule: second, sure: third === 1, next: fourth };
		case isGrant:
			return { kind: "grant", rule: second };
		case isDefault:
			return { kind: "default" };
		default:
			return { kind: "branch", test: first, yes: second, no: third, unknown: fourth };
	}
}

/** How many nodes there are. */
export function nodeCount({ cells }: Pick<AgentTree, "cells">): number {
	return cells.length / cellsOfNode;
}
