/** Outlines as nodes and arrows: what dot and Mermaid are written from. What is drawn elsewhere is an arrow to it. */
import type { Effect } from "../../../language/syntax/statements.js";
import type { Outline, Shown } from "./outline.js";
import { boxText, leftOutText, titleOf } from "./words.js";

export interface Graph {
	readonly nodes: readonly GraphNode[];
	readonly arrows: readonly { readonly from: string; readonly to: string; readonly when: string }[];
}

export interface GraphNode {
	/** A letter and digits: nothing of it comes from a policy. */
	readonly id: string;
	readonly text: string;
	readonly kind: "agent" | "program" | "question" | "remark" | Effect;
}

export function graphOf(outlines: readonly Outline[]): Graph {
	const nodes: GraphNode[] = [];
	const arrows: { from: string; to: string; when: string }[] = [];
	const add = (text: string, kind: GraphNode["kind"], id = `n${nodes.length}`): string => {
		nodes.push({ id, text, kind });
		return id;
	};
	outlines.forEach((one, agent) => {
		const questionId = (number: number): string => `q${agent}x${number}`;
		const visit = (shown: Shown, from: string, when: string): void => {
			if (shown.kind === "again") {
				arrows.push({ from, to: questionId(shown.number), when });
				return;
			}
			const id = shown.kind === "question" ? questionId(shown.number) : undefined;
			const to = add(boxText(shown), kindOf(shown), id);
			arrows.push({ from, to, when });
			if (shown.kind === "question") for (const branch of shown.branches) visit(branch.to, to, branch.when);
			if (shown.kind === "raised") visit(shown.to, to, "");
		};
		const head = add(titleOf(one), "agent");
		for (const { when, to } of one.programs) {
			const program = add(when, "program");
			arrows.push({ from: head, to: program, when: "" });
			visit(to, program, "");
		}
		const left = leftOutText(one);
		if (left !== undefined) arrows.push({ from: head, to: add(left, "remark"), when: "" });
	});
	return { nodes, arrows };
}

function kindOf(shown: Exclude<Shown, { readonly kind: "again" }>): GraphNode["kind"] {
	switch (shown.kind) {
		case "question":
			return "question";
		case "answer":
		case "raised":
			return shown.effect;
		case "more":
			return "remark";
	}
}
