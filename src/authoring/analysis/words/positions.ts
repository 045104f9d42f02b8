/**
 * Where readers of a set's automaton may stand after a word: sets of states, made when first reached (Rabin and Scott,
 * "Finite Automata and Their Decision Problems", IBM Journal 3(2), 1959), with the ways on as intervals of code points.
 */
import type { Automaton, AutomatonState } from "../../../language/policy/word-language/automaton.js";
import {
	boundariesOf,
	type CodePoints,
	everyCodePoint,
	intervalOf,
} from "../../../language/policy/word-language/code-points.js";
import type { WordSet } from "./word-set.js";

/** Where a reader may stand. Equal ones of one table are the same object. */
export interface Position {
	readonly id: number;
	/** States that read, and the accepting one; ascending. */
	readonly members: readonly number[];
	/** The word may end here. */
	readonly accepting: boolean;
	/** However the word goes on, it is accepted. */
	readonly everything: boolean;
	readonly table: Table;
	/** Made by `waysFrom`. */
	ways: Ways | undefined;
}

/** Over code points from `firsts[i]` up to the next first (or the last there is) to `next[i]`; `firsts[0]` is 0. */
export interface Ways {
	readonly firsts: readonly number[];
	readonly next: readonly Position[];
}

/** The positions of one automaton that were reached so far. */
interface Table {
	readonly automaton: Automaton;
	/** Members that are gathered already; all 0 when nothing is being gathered. */
	readonly marks: Uint8Array;
	/** States that were passed already, likewise; a closure may be followed while others are gathered. */
	readonly passed: Uint8Array;
	readonly known: Map<string, Position>;
	readonly closures: (readonly number[] | undefined)[];
	/** Where one stands who comes to a state and to no other. */
	readonly alone: (Position | undefined)[];
	/** Of a state: is every word accepted from it? */
	readonly universal: (boolean | undefined)[];
	/** Where every word is accepted: one for all such places, since more of them can be no more. */
	everything: Position | undefined;
	kept: number;
}

/** Where a reader of the set begins. */
export function startOf(set: WordSet): Position {
	let start = starts.get(set);
	if (start === undefined || start.table.kept > mostKept) {
		const { automaton } = set;
		const table: Table = {
			automaton,
			marks: new Uint8Array(automaton.states.length),
			passed: new Uint8Array(automaton.states.length),
			known: new Map(),
			closures: [],
			alone: [],
			universal: [],
			everything: undefined,
			kept: 0,
		};
		start = reachedFrom(table, [automaton.start]);
		starts.set(set, start);
	}
	return start;
}

/** The ways on from here. */
export function waysFrom(position: Position): Ways {
	position.ways ??= makeWays(position);
	return position.ways;
}

/** Where this code point leads. */
export function after(position: Position, codePoint: number): Position {
	const { firsts, next } = waysFrom(position);
	return next[intervalOf(firsts, codePoint) - 1] as Position;
}

/** Is the word in the set? */
export function holdsWord(set: WordSet, word: string): boolean {
	if (set.literal !== undefined) return word === set.literal;
	if (set.later !== undefined && !set.later.isMade()) return set.later.holds(word);
	return set.everything || standing(startOf(set), word).accepting;
}

/** Where the text leads. */
export function standing(from: Position, text: string): Position {
	let at = from;
	for (let index = 0; index < text.length && at.members.length > 0 && !at.everything; ) {
		const codePoint = text.codePointAt(index) as number;
		index += codePoint > 0xffff ? 2 : 1;
		at = after(at, codePoint);
	}
	return at;
}

/** The states that read, and the accepting one, that are reached from this one without reading; ascending. */
export function closureOf(table: Table, state: number): readonly number[] {
	const known = table.closures[state];
	if (known !== undefined) return known;
	const closure = follow(table, state);
	table.closures[state] = closure;
	table.kept += closure.length;
	return closure;
}

const starts = new WeakMap<WordSet, Position>();

/** Past so many members and ways a table is made anew when the next question comes. */
const mostKept = 1_000_000;

function makeWays({ members, table }: Position): Ways {
	const firsts: number[] = [];
	const next: Position[] = [];
	for (const { first, from } of reachedBy(table, members)) {
		const to = reachedFrom(table, from);
		if (next.at(-1) === to) continue;
		firsts.push(first);
		next.push(to);
	}
	table.kept += firsts.length;
	return { firsts, next };
}

/** For each interval of code points that the states can't tell apart, by its first: the states to which it leads. */
function reachedBy(table: Table, members: readonly number[]): readonly { readonly first: number; from: number[] }[] {
	const { states } = table.automaton;
	const sets = new Set<CodePoints>();
	for (const member of members) {
		const state = states[member] as AutomatonState;
		if (state.kind === "set") sets.add(state.codePoints);
	}
	const firsts = boundariesOf([...sets, everyCodePoint]).slice(0, -1);
	const reached = firsts.map((first) => ({ first, from: [] as number[] }));
	for (const member of members) {
		const state = states[member] as AutomatonState;
		if (state.kind !== "set") continue;
		for (const { first, last } of state.codePoints) {
			const end = intervalOf(firsts, last);
			for (let interval = intervalOf(firsts, first); interval <= end; interval++) {
				reached[interval - 1]?.from.push(state.next);
			}
		}
	}
	return reached;
}

/** Where one stands who may be at these states. */
function reachedFrom(table: Table, from: readonly number[]): Position {
	for (const state of from) if (isUniversal(table, state)) return everythingFrom(table, state);
	const [only, second] = from;
	if (only === undefined || second !== undefined) return positionOf(table, gather(table, from));
	table.alone[only] ??= positionOf(table, closureOf(table, only));
	return table.alone[only];
}

function everythingFrom(table: Table, state: number): Position {
	table.everything ??= { ...positionOf(table, closureOf(table, state)), everything: true };
	return table.everything;
}

/** All that is reached from these states without reading; ascending. What is reached from one of them is followed once for the table. */
function gather(table: Table, from: readonly number[]): number[] {
	const { marks } = table;
	const members: number[] = [];
	for (const state of from) {
		for (const member of closureOf(table, state)) {
			if (marks[member] === 1) continue;
			marks[member] = 1;
			members.push(member);
		}
	}
	for (const member of members) marks[member] = 0;
	return members.sort((one, other) => one - other);
}

/** Follows all ways from the state that read nothing. */
function follow({ automaton, passed }: Table, state: number): number[] {
	const waiting = [state];
	const seen: number[] = [];
	const members: number[] = [];
	for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
		if (passed[at] === 1) continue;
		passed[at] = 1;
		seen.push(at);
		const state = automaton.states[at] as AutomatonState;
		if (state.kind !== "split") members.push(at);
		else for (const next of state.next) waiting.push(next);
	}
	for (const at of seen) passed[at] = 0;
	return members.sort((one, other) => one - other);
}

function positionOf(table: Table, members: readonly number[]): Position {
	const key = members.join();
	const known = table.known.get(key);
	if (known !== undefined) return known;
	const accepting = members.includes(table.automaton.accept);
	const position: Position = { id: table.known.size, members, accepting, everything: false, table, ways: undefined };
	table.known.set(key, position);
	table.kept += members.length + 1;
	return position;
}

/** Is every word accepted from the state? A few places are looked at, each of which must accept and lead to others of them; with more, it is taken not to be so. */
function isUniversal(table: Table, state: number): boolean {
	const known = table.universal[state];
	if (known !== undefined) return known;
	const seen = new Map<string, readonly number[]>();
	const add = (members: readonly number[]): boolean => {
		seen.set(members.join(), members);
		return seen.size <= mostPlaces && members.includes(table.automaton.accept);
	};
	let universal = add(closureOf(table, state));
	for (const members of seen.values()) {
		if (!universal) break;
		universal = reachedBy(table, members).every(({ from }) => add(gather(table, from)));
	}
	table.universal[state] = universal;
	return universal;
}

const mostPlaces = 4;
