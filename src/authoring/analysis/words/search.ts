/**
 * The search for a shortest word in some sets and outside others, breadth first over the product of their automata.
 * Of a set that is to hold the word, one state is followed, since one way to accept is enough; of a set that is not, all states at once.
 * Where the former agree, less of the latter is always better, so only the least are kept: Martin De Wulf, Laurent Doyen, Thomas Henzinger and
 * Jean-François Raskin, "Antichains: A New Algorithm for Checking Universality of Finite Automata", CAV 2006.
 */
import type { AutomatonState } from "../../../language/policy/word-language/automaton.js";
import { type CodePoints, everyCodePoint } from "../../../language/policy/word-language/code-points.js";
import { common, minterms } from "./minterms.js";
import { closureOf, type Position, startOf } from "./positions.js";
import { isHighSurrogate, type Letter, letterOf } from "./readable.js";
import type { Budget, FoundWord } from "./word-search.js";
import type { WordSet } from "./word-set.js";

/** A shortest word in all of `inside` and none of `outside`; none of the former may be every word. */
export function searchWord(inside: readonly WordSet[], outside: readonly WordSet[], budget: Budget): FoundWord {
	// A deterministic automaton has one way only: to choose among its states would make more of it than it is.
	const insides = inside.filter((set) => !set.deterministic).map(startOf);
	const certain = inside.filter((set) => set.deterministic).map(startOf);
	const followed = [...certain, ...outside.map(startOf)];
	const least = new Map<string, Node[]>();
	let found: Written | undefined;
	let next: Node[] = [];

	const starts = insides.map(({ members }) => members);
	const emptyFits = reach(starts, followed, { text: "", order: "", hardness: 0, high: false });
	while (next.length > 0 && budget.left >= 0) {
		const level = leastOf(next.sort(byReading));
		next = [];
		level.forEach(expand);
		if (found !== undefined || emptyFits) break;
	}
	if (budget.left < 0) return { kind: "unsettled" };
	const text = (found as Written | undefined)?.text ?? (emptyFits ? "" : undefined);
	return text === undefined ? { kind: "none" } : { kind: "word", text };

	/** Reads one more letter, in every way that makes a difference. */
	function expand(node: Node): void {
		for (const { ways, members } of node.positions) if (ways === undefined) budget.left -= members.length;
		if (budget.left < 0) return;
		const reading = node.states.map(
			(state, index) => states(insides, index)[state] as AutomatonState & { readonly kind: "set" },
		);
		const among: CodePoints =
			reading.length === 0 ? everyCodePoint : common(reading.map(({ codePoints }) => codePoints));
		const lead = reading.map((state, index) => closureOf((insides[index] as Position).table, state.next));
		for (const { codePoints, to } of minterms(among, node.positions)) {
			budget.left -= 1 + (codePoints.length >> 2);
			const letter = letterOf(codePoints, node.high);
			if (letter === undefined) continue;
			const written = writeOn(node, letter);
			if (reach(lead, to, written) && (found === undefined || byReading(written, found) < 0)) found = written;
		}
	}

	/** Keeps the nodes that stand where the word leads; does it end where it should? */
	function reach(lead: readonly (readonly number[])[], to: readonly Position[], written: Written): boolean {
		if (to.some(({ everything, members }, at) => (at < certain.length ? members.length === 0 : everything)))
			return false;
		const nodes = choices(lead.map((members, index) => members.filter((state) => reads(insides, index, state))));
		for (const chosen of nodes) {
			budget.left--;
			if (budget.left < 0) break;
			next.push({ ...written, states: chosen, positions: to });
		}
		const ends = lead.every((members, index) => members.includes((insides[index] as Position).table.automaton.accept));
		return ends && to.every(({ accepting }, at) => accepting === at < certain.length);
	}

	/** Those of a level than which no other is better, in the order in which they read. */
	function leastOf(level: readonly Node[]): readonly Node[] {
		const dropped = new Set<Node>();
		for (const node of level) {
			const places = node.positions.slice(0, certain.length).map(({ id }) => id);
			const key = `${node.high ? "high:" : ""}${node.states.join()};${places.join()}`;
			const others = least.get(key);
			if (others === undefined) {
				least.set(key, [node]);
				continue;
			}
			budget.left -= others.length >> 3;
			if (others.some((other) => isWithin(other.positions, node.positions))) {
				dropped.add(node);
				continue;
			}
			const kept = [node];
			for (const other of others) {
				// A word that is easier to read is kept beside a better one.
				if (other.hardness < node.hardness || !isWithin(node.positions, other.positions)) kept.push(other);
				else dropped.add(other);
			}
			least.set(key, kept);
		}
		return level.filter((node) => !dropped.has(node));
	}
}

/** A word so far. */
interface Written {
	readonly text: string;
	/** Sorts as the ranks of its letters do. */
	readonly order: string;
	/** That of its hardest letter. */
	readonly hardness: number;
	/** Ends with the first half of a pair, so the second half may not follow: together they are another letter. */
	readonly high: boolean;
}

interface Node extends Written {
	/** One reading state for each set that is to hold the word. */
	readonly states: readonly number[];
	/** For each deterministic set that is to hold it, and for each set that is not. */
	readonly positions: readonly Position[];
}

function states(positions: readonly Position[], index: number): readonly AutomatonState[] {
	return (positions[index] as Position).table.automaton.states;
}

function reads(positions: readonly Position[], index: number, state: number): boolean {
	return states(positions, index)[state]?.kind === "set";
}

function writeOn(before: Written, { codePoint, hardness, rank }: Letter): Written {
	return {
		text: before.text + String.fromCodePoint(codePoint),
		order: before.order + String.fromCodePoint(Math.min(rank, 0x10ffff)),
		hardness: Math.max(before.hardness, hardness),
		high: isHighSurrogate(codePoint),
	};
}

function byReading(one: Written, other: Written): number {
	return one.hardness - other.hardness || (one.order < other.order ? -1 : one.order > other.order ? 1 : 0);
}

/** One of each list, in every way. */
function* choices(lists: readonly (readonly number[])[], from = 0): Generator<readonly number[]> {
	const list = lists[from];
	if (list === undefined) {
		yield [];
		return;
	}
	for (const first of list) for (const rest of choices(lists, from + 1)) yield [first, ...rest];
}

function isWithin(ones: readonly Position[], others: readonly Position[]): boolean {
	return ones.every(
		(one, index) => one === others[index] || isSubset(one.members, (others[index] as Position).members),
	);
}

/** Of two ascending lists. */
function isSubset(some: readonly number[], all: readonly number[]): boolean {
	if (some.length > all.length) return false;
	let at = 0;
	for (const one of some) {
		while (at < all.length && (all[at] as number) < one) at++;
		if (all[at] !== one) return false;
		at++;
	}
	return true;
}
