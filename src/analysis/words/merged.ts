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

/**
 * For each state the number of its class; classes are numbered from 0 without gaps. Ways to no state of the list may not be there.
 * Where a class falls apart, its largest part keeps the number, so that only states that lead to the others are looked at again
 * (John Hopcroft, "An n log n Algorithm for Minimizing States in a Finite Automaton", 1971).
 */
export function merged(states: readonly Deterministic[]): readonly number[] {
	const steps = states.map(({ ways }) =>
		ways
			.flatMap(({ codePoints, to }) => codePoints.map(({ first, last }) => ({ first, last, to })))
			.sort((one, other) => one.first - other.first),
	);
	const before: number[][] = states.map(() => []);
	states.forEach(({ ways }, state) => {
		for (const { to } of ways) before[to]?.push(state);
	});
	const classOf = states.map(({ accepting }) => Number(accepting));
	const members: Set<number>[] = [new Set(), new Set()];
	for (const [state, own] of classOf.entries()) members[own]?.add(state);
	let changed: Iterable<number> = states.keys();
	for (;;) {
		const touched = new Map<number, number[]>();
		for (const state of new Set(changed)) {
			const own = classOf[state] as number;
			const list = touched.get(own);
			if (list === undefined) touched.set(own, [state]);
			else list.push(state);
		}
		const moved: number[] = [];
		// All of one round are told apart by the classes of the round before.
		const parted = [...touched].map(([own, list]) => [own, partsOf(own, list)] as const);
		for (const [own, parts] of parted) {
			const whole = members[own] as Set<number>;
			const largest = parts.reduce((one, other) => (other.length > one.length ? other : one));
			const untouched = whole.size - parts.reduce((sum, { length }) => sum + length, 0);
			// Those that were not touched are alike, and no other is like them.
			const leaving = parts.filter((part) => part !== largest || untouched >= largest.length);
			if (untouched > 0 && untouched < largest.length) {
				const touchedOnes = new Set(parts.flat());
				leaving.push([...whole].filter((state) => !touchedOnes.has(state)));
			}
			for (const part of leaving) {
				const number = members.push(new Set(part)) - 1;
				for (const state of part) {
					whole.delete(state);
					classOf[state] = number;
					moved.push(state);
				}
			}
		}
		if (moved.length === 0) break;
		changed = moved.flatMap((state) => before[state] as number[]);
	}
	return withoutGaps(classOf);

	function partsOf(own: number, list: readonly number[]): readonly number[][] {
		const parts = new Map<string, number[]>();
		for (const state of list) {
			const signature = signatureOf(own, steps[state] ?? [], classOf);
			const part = parts.get(signature);
			if (part === undefined) parts.set(signature, [state]);
			else part.push(state);
		}
		return [...parts.values()];
	}
}

function withoutGaps(classes: readonly number[]): readonly number[] {
	const numbers = new Map<number, number>();
	return classes.map((own) => {
		const number = numbers.get(own) ?? numbers.size;
		numbers.set(own, number);
		return number;
	});
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
