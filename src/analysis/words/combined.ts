/** The words that lie in some sets and not in others, as one set: its automaton is deterministic, and without ways that lead nowhere. */
import type { Automaton, AutomatonState } from "../../policy/word-language/automaton.js";
import { type CodePoints, everyCodePoint } from "../../policy/word-language/code-points.js";
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
			number = nodes.push({ positions, ways: [], live: false }) - 1;
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
	markLive(nodes, ({ positions }) => accepts(positions));
	return wordSetOfAutomaton(
		written(nodes, start, ({ positions }) => accepts(positions)),
		true,
	);
}

interface Node {
	readonly positions: readonly Position[];
	readonly ways: { readonly codePoints: CodePoints; readonly to: number }[];
	/** Some word from here is accepted. */
	live: boolean;
}

function markLive(nodes: readonly Node[], accepts: (node: Node) => boolean): void {
	const before = new Map<number, Node[]>();
	const waiting: Node[] = [];
	for (const node of nodes) {
		for (const { to } of node.ways) {
			const list = before.get(to);
			if (list === undefined) before.set(to, [node]);
			else list.push(node);
		}
		if (!accepts(node)) continue;
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

/** Each node becomes a split, which stands first, under the node's number; behind them stand the states that read, and the accepting one. */
function written(nodes: readonly Node[], start: number, accepts: (node: Node) => boolean): Automaton {
	const reading: AutomatonState[] = [];
	const accept = nodes.length;
	const splits = nodes.map((node): AutomatonState => {
		const next = accepts(node) ? [accept] : [];
		for (const { codePoints, to } of node.ways) {
			if (nodes[to]?.live === true) next.push(accept + reading.push({ kind: "set", codePoints, next: to }));
		}
		return { kind: "split", next };
	});
	return { states: [...splits, { kind: "accept" }, ...reading], start, accept };
}
