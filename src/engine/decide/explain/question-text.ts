/** A question as a person reads it, and as what was asked is told from what else may be asked. */
import type { Decision } from "../decision.js";

/** Why it is asked, and the worst that may follow from a yes. */
export function questionText({ message, worst }: Pick<Decision, "message" | "worst">): string {
	return worst === undefined ? message : `${message} The worst of a yes: ${worst}.`;
}

/** All that a person was told of a question and that their answer hangs on, as one text to compare. */
export function questionKey({ agent, message, note, rules, commands, policy }: Decision): string {
	return JSON.stringify([agent, message, note, rules, commands, policy]);
}
