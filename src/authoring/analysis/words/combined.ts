/** The words that lie in some sets and not in others, as one set: its automaton is deterministic and as small as such a one can be. */
import type { Automaton, AutomatonState } from "../../../language/policy/word-language/automaton.js";
import {
	type CodePointRange,
	type CodePoints,
	codePoints,
	everyCodePoint,
} from "../../../language/policy/word-language/code-points.js";
import { merged } from "./merged.js";
import { minterms } from "./minterms.js";
import { type Position, startOf } from "./positions.js";
import { type WordSet, wordSetOfAutomaton } from "./word-set.js";

/** What lies in all of `inside` and in none of `outside`; undefined if the automaton takes more than `most` states. */
export function combined(inside: readonly WordSet[], outside: readonly WordSet[], most: number): WordSet | undefined {
	const nodes: Node[] = [];
	const numbers = new Map<string, number>();
	const numberOf = (positions: readonly Position[]): number => {
		const key = positions.map(({ id }) => id).join();
		let number = numbers.get(key);
		if (number === undefined) {
			number = nodes.push({ positions, ways: [], accepting: accepts(positions), live: false }) - 1;
			numbers.set(key, number);
		}
		return number;
	};
	const accepts = (positions: readonly Position[]): boolean =>
		positions.every(({ accepting }, index) => accepting === index < inside.length);
	const isDead = (positions: readonly Position[]): boolean =>
		positions.some((at, index) => (index < inside.length ? at.members.length === 0 : at.everything));

	const start = numberOf([...inside, ...outside].map(startOf));
	for (let at = 0; at < nodes.length; at++) {
		if (nodes.length > most) return undefined;
		const { positions, ways } = nodes[at] as Node;
		for (const { codePoints, to } of minterms(everyCodePoint, positions)) {
			if (!isDead(to)) ways.push({ codePoints, to: numberOf(to) });
		}
	}
	markLive(nodes);
	return wordSetOfAutomaton(written(nodes, start), true);
}

interface Node {
	readonly positions: readonly Position[];
	readonly ways: { readonly codePoints: CodePoints; readonly to: number }[];
	readonly accepting: boolean;
	/** Some word from here is accepted. */
	live: boolean;
}

function markLive(nodes: readonly Node[]): void {
	const before = new Map<number, Node[]>();
	const waiting: Node[] = [];
	for (const node of nodes) {
		for (const { to } of node.ways) {
			const list = before.get(to);
			if (list === undefined) before.set(to, [node]);
			else list.push(node);
		}
		if (!node.accepting) continue;
		node.live = true;
		waiting.push(node);
	}
	const numbers = new Map(nodes.map((node, number) => [node, number]));
	for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
		for (const one of before.get(numbers.get(node) as number) ?? []) {
			if (one.live) continue;
			one.live = true;
			waiting.push(one);
		}
	}
}

/** Each class of nodes becomes a split, which stands first, under the class's number; behind them stand the accepting state and those that read. */
function written(nodes: readonly Node[], start: number): Automaton {
	const classes = merged(
		nodes.map(({ ways, accepting }) => ({ ways: ways.filter(({ to }) => nodes[to]?.live === true), accepting })),
	);
	const accept = Math.max(...new Set(classes)) + 1;
	const splits: AutomatonState[] = [];
	const reading: AutomatonState[] = [];
	for (const [number, node] of nodes.entries()) {
		const own = classes[number] as number;
		if (splits[own] !== undefined) continue;
		const byClass = new Map<number, CodePointRange[]>();
		for (const { codePoints, to } of node.ways) {
			if (nodes[to]?.live !== true) continue;
			const next = classes[to] as number;
			byClass.set(next, [...(byClass.get(next) ?? []), ...codePoints]);
		}
		const next = node.accepting ? [accept] : [];
		for (const [to, ranges] of byClass) {
			next.push(accept + reading.push({ kind: "set", codePoints: codePoints(ranges), next: to }));
		}
		splits[own] = { kind: "split", next };
	}
	return { states: [...splits, { kind: "accept" }, ...reading], start: classes[start] as number, accept };
}
