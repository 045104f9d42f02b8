/** The words that every picture of a tree shares. */
import { visible } from "../../../language/diagnostic/render-visible.js";
import { ruleName } from "../../render/render-decision.js";
import type { Outline, Shown } from "./outline.js";

/** What stands in the box of a node. */
export function boxText(shown: Shown): string {
	switch (shown.kind) {
		case "question":
			return visible(shown.text);
		case "answer": {
			if (shown.rule === undefined) return `${shown.effect}: the default`;
			return `${shown.effect}: ${ruleName(shown.rule)}${shown.doubt ? ", in doubt" : ""}`;
		}
		case "raised":
			return `at least ${shown.effect}: ${ruleName(shown.rule)}`;
		case "again":
			return `as at ${shown.number}`;
		case "more":
			return "…";
	}
}

/** What a picture leaves out; nothing where it is whole. */
export function leftOutText({ questions, drawn }: Outline): string | undefined {
	const more = questions - drawn;
	if (more <= 0) return undefined;
	return `left out: ${counted(more)} of ${counted(questions)} questions; \`--program NAME\` and \`--depth N\` show others`;
}

function counted(number: number): string {
	return String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}

/** What stands above an agent's tree. */
export function titleOf({ agent }: Outline): string {
	return `agent ${visible(agent)}`;
}
