/**
 * A tree as text. A question stands under what it follows from; where nobody is caught, the walk goes on with the next line of the same ladder:
 *
 *	agent default
 *
 *	git
 *	  1  the operands begin with `push`?
 *	       yes: deny: policy.rules:4 (no-push)
 *	     no: allow: policy.rules:3
 */
import pc from "picocolors";
import { visible } from "../../../language/diagnostic/render-visible.js";
import type { Effect } from "../../../language/syntax/statements.js";
import { paintEffect } from "../../render/render-decision.js";
import type { Outline, Shown } from "./outline.js";
import { boxText, leftOutText, titleOf } from "./words.js";

/** The trees of agents, one below the other. */
export function treeText(outlines: readonly Outline[], colour: boolean): string {
	return outlines.map((one) => agentText(one, colour)).join("\n");
}

function agentText(one: Outline, colour: boolean): string {
	const { bold } = pc.createColors(colour);
	const left = leftOutText(one);
	const lines = [
		bold(titleOf(one)),
		...one.programs.flatMap(({ when, to }) => ["", bold(visible(when)), ...ladder(to, "  ", colour)]),
		...(left === undefined ? [] : ["", left]),
	];
	return `${lines.join("\n")}\n`;
}

/** A node and those that the walk goes on with. */
function ladder(first: Shown, indent: string, colour: boolean): readonly string[] {
	const { dim } = pc.createColors(colour);
	const lines: string[] = [];
	for (let at: Shown | undefined = first; at !== undefined; ) {
		const number: string = at.kind === "question" ? String(at.number) : "";
		lines.push(`${indent}${dim(number.padStart(3))}  ${painted(at, colour)}`);
		if (at.kind === "raised") {
			at = at.to;
			continue;
		}
		if (at.kind !== "question") break;
		const last = at.branches.at(-1);
		for (const branch of at.branches.slice(0, -1)) {
			const { when, to } = branch;
			if (isShort(to)) lines.push(`${indent}       ${visible(when)}: ${painted(to, colour)}`);
			else lines.push(`${indent}       ${visible(when)}:`, ...ladder(to, `${indent}      `, colour));
		}
		if (last === undefined) break;
		if (isShort(last.to)) {
			lines.push(`${indent}     ${visible(last.when)}: ${painted(last.to, colour)}`);
			break;
		}
		if (last.when !== "no") lines.push(`${indent}     ${visible(last.when)}:`);
		at = last.to;
	}
	return lines;
}

function isShort(shown: Shown): boolean {
	return shown.kind === "answer" || shown.kind === "again" || shown.kind === "more";
}

function painted(shown: Shown, colour: boolean): string {
	const text = boxText(shown);
	const effect: Effect | undefined = shown.kind === "answer" || shown.kind === "raised" ? shown.effect : undefined;
	return effect === undefined ? text : text.replace(effect, paintEffect(effect, colour));
}
