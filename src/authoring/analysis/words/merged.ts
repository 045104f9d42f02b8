/**
 * Which states of a deterministic automaton accept the same words. Edward Moore's refinement ("Gedanken-Experiments on Sequential Machines",
 * Automata Studies, 1956) with intervals of code points in the place of letters, as Loris D'Antoni and Margus Veanes describe it
 * ("Minimization of Symbolic Automata", POPL 2014).
 */
import type { CodePoints } from "../../../language/policy/word-language/code-points.js";

/** A state, and where it leads; the sets of its ways have nothing in common. */
export interface Deterministic {
	readonly ways: readonly { readonly codePoints: CodePoints; readonly to: number }[];
	readonly accepting: boolean;
}

/**
 * For each state the number of its class; classes are numbered from 0 without gaps, in the order of their first states. Ways to no state of the list may not be
 * there. Only states that lead to where something was parted are looked at again, as in John Hopcroft's "An n log n Algorithm for Minimizing States in a Finite
 * Automaton" (Theory of Machines and Computations, 1971).
 */
export function merged(states: readonly Deterministic[]): readonly number[] {
	const steps = states.map(({ ways }) =>
		ways
			.flatMap(({ codePoints, to }) => codePoints.map(({ first, last }) => ({ first, last, to })))
			.sort((one, other) => one.first - other.first),
	);
	const before: number[][] = states.map(() => []);
	for (const [state, { ways }] of states.entries()) for (const { to } of ways) before[to]?.push(state);
	const classes = states.map(({ accepting }) => Number(accepting));
	const sizes = [0, 0];
	for (const own of classes) sizes[own] = (sizes[own] as number) + 1;
	/** What the states of a class have in common, as long as none of them waits. */
	const signatures: string[] = [];
	let waiting: Iterable<number> = states.keys();
	for (;;) {
		const parted = partedIn(waiting, steps, classes, sizes, signatures);
		if (parted.length === 0) return inOrder(classes);
		waiting = new Set(parted.flatMap((state) => before[state] ?? []));
	}
}

/** Parts the classes of states that wait, by where these lead. The states that have another class now. */
function partedIn(
	waiting: Iterable<number>,
	steps: readonly (readonly Step[])[],
	classes: number[],
	sizes: number[],
	signatures: string[],
): readonly number[] {
	const groups = new Map<number, Map<string, number[]>>();
	for (const state of waiting) {
		const own = classes[state] as number;
		const bySignature = groups.get(own) ?? new Map<string, number[]>();
		groups.set(own, bySignature);
		const signature = signatureOf(steps[state] ?? [], classes);
		const group = bySignature.get(signature);
		if (group === undefined) bySignature.set(signature, [state]);
		else group.push(state);
	}
	const parted: number[] = [];
	const parts: { readonly signature: string; readonly group: readonly number[] }[] = [];
	for (const [own, bySignature] of groups) {
		const number = [...bySignature.values()].reduce((sum, group) => sum + group.length, 0);
		const isWhole = number === sizes[own];
		// Those that did not wait keep the number, else the most.
		const [most] = [...bySignature].sort(([, one], [, other]) => other.length - one.length);
		const kept = isWhole ? most?.[0] : signatures[own];
		if (kept !== undefined) signatures[own] = kept;
		for (const [signature, group] of bySignature) {
			if (signature === kept) continue;
			sizes[own] = (sizes[own] as number) - group.length;
			parts.push({ signature, group });
		}
	}
	// After all have been looked at: signatures speak of the classes as they were.
	for (const { signature, group } of parts) {
		const fresh = sizes.push(group.length) - 1;
		signatures[fresh] = signature;
		for (const state of group) classes[state] = fresh;
		parted.push(...group);
	}
	return parted;
}

/** Numbered by where each class comes first. */
function inOrder(classes: readonly number[]): readonly number[] {
	const numbers = new Map<number, number>();
	return classes.map((one) => {
		const number = numbers.get(one) ?? numbers.size;
		numbers.set(one, number);
		return number;
	});
}

interface Step {
	readonly first: number;
	readonly last: number;
	readonly to: number;
}

/** The classes to which it leads: neighbouring intervals that lead to one class are one. */
function signatureOf(steps: readonly Step[], classes: readonly number[]): string {
	let signature = "";
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
