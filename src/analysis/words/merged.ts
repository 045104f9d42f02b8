/**
 * Which states of a deterministic automaton accept the same words. Edward Moore's refinement ("Gedanken-Experiments on Sequential Machines",
 * Automata Studies, 1956) with intervals of code points in the place of letters, as Loris D'Antoni and Margus Veanes describe it
 * ("Minimization of Symbolic Automata", POPL 2014).
 */
import type { CodePoints } from "../../policy/word-language/code-points.js";

/** A state, and where it leads; the sets of its ways have nothing in common. */
export interface Deterministic {
	readonly ways: readonly { readonly codePoints: CodePoints; readonly to: number }[];
	readonly accepting: boolean;
}

/** For each state the number of its class; classes are numbered from 0 without gaps. Ways to no state of the list may not be there. */
export function merged(states: readonly Deterministic[]): readonly number[] {
	const steps = states.map(({ ways }) =>
		ways
			.flatMap(({ codePoints, to }) => codePoints.map(({ first, last }) => ({ first, last, to })))
			.sort((one, other) => one.first - other.first),
	);
	let classes: readonly number[] = states.map(({ accepting }) => Number(accepting));
	for (let before = 0; ; ) {
		const numbers = new Map<string, number>();
		const refined = classes.map((own, state) => {
			const signature = signatureOf(own, steps[state] ?? [], classes);
			const number = numbers.get(signature) ?? numbers.size;
			numbers.set(signature, number);
			return number;
		});
		classes = refined;
		if (numbers.size === before) return classes;
		before = numbers.size;
	}
}

interface Step {
	readonly first: number;
	readonly last: number;
	readonly to: number;
}

/** Its class so far, and the classes to which it leads: neighbouring intervals that lead to one class are one. */
function signatureOf(own: number, steps: readonly Step[], classes: readonly number[]): string {
	let signature = `${own}`;
	let last = -2;
	let to = -1;
	for (const step of steps) {
		const next = classes[step.to] as number;
		if (next !== to || step.first !== last + 1) signature += `|${last},${step.first}>${next}`;
		last = step.last;
		to = next;
	}
	return `${signature}|${last}`;
}
