/** Whether an expression of the facts can be found in a word that is made of some characters alone. */
import { type AutomatonState, automatonOf } from "./automaton.js";
import { readRegex } from "./read-regex.js";

/** False only where that is certain. `isAllowed`: of a code unit below 128, whether words may have it; they have no others. */
export function mayMatch(expression: string, isAllowed: (code: number) => boolean): boolean {
	const codes = Array.from({ length: 128 }, (_, code) => code).filter(isAllowed);
	return alternativesOf(expression).some((alternative) => {
		const language = readRegex(alternative);
		if (language.kind === "fault") return true;
		// What is found in a word may stand anywhere in it: an end that is not named asks for nothing.
		const { states, start, accept } = automatonOf(language);
		const reached = new Set([start]);
		for (const at of reached) {
			const state = states[at] as AutomatonState;
			if (state.kind === "split") for (const next of state.next) reached.add(next);
			if (
				state.kind === "set" &&
				codes.some((code) => state.codePoints.some(({ first, last }) => first <= code && code <= last))
			)
				reached.add(state.next);
		}
		return reached.has(accept);
	});
}

/** What stands between the bars that are in no group and no class. */
function alternativesOf(expression: string): readonly string[] {
	const alternatives: string[] = [];
	let [depth, isClass, start] = [0, false, 0];
	for (let at = 0; at < expression.length; at++) {
		const character = expression[at];
		if (character === "\\") at++;
		else if (isClass) isClass = character !== "]";
		else if (character === "[") isClass = true;
		else if (character === "(") depth++;
		else if (character === ")") depth--;
		else if (character === "|" && depth === 0) {
			alternatives.push(expression.slice(start, at));
			start = at + 1;
		}
	}
	return [...alternatives, expression.slice(start)];
}
