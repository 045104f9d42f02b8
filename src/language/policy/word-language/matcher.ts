/**
 * Whether a word is in a language, in time linear in the word.
 * The sets of states of Thompson's simulation (Communications of the ACM 11(6), 1968) are kept as states of a deterministic automaton
 * when a word first reaches them, up to a budget; past it, the simulation goes on without keeping. Words are read by code point.
 */
import type { WordPattern } from "../test.js";
import { type Automaton, type AutomatonState, automatonOf } from "./automaton.js";
import { boundariesOf, type CodePoints, includes, intervalOf } from "./code-points.js";
import type { Fault } from "./fault.js";
import type { Language } from "./language.js";
import { literalOfGlob, readGlob } from "./read-glob.js";
import { readRegex } from "./read-regex.js";

export type Matcher = (word: string) => boolean;

export interface MatcherOptions {
	/** How much is kept: members of sets, plus ways between them. The default suffices for any counted repetition that fills up as it reads. */
	readonly budget?: number;
	/** Called for each code point read and each state visited; tests count with it. */
	readonly onStep?: () => void;
}

/** Says of a word whether it is in the language. */
export function compileMatcher(language: Language, { budget = 1_000_000, onStep }: MatcherOptions = {}): Matcher {
	const automaton = automatonOf(language);
	const boundaries = boundariesOf(setsOf(automaton));
	const marks = new Uint32Array(automaton.states.length);
	const kept = new Map<string, StateSet>();
	let spent = 0;
	let turn = 0;

	const start = keep(gather([automaton.start]));
	return (word) => {
		let current = start;
		for (let at = 0; at < word.length; ) {
			const unit = word.charCodeAt(at);
			if (unit < 128) {
				const known = current.ascii?.[unit];
				if (known !== undefined) {
					onStep?.();
					at++;
					current = known;
					continue;
				}
			}
			const codePoint = word.codePointAt(at) as number;
			at += codePoint > 0xffff ? 2 : 1;
			onStep?.();
			const from = current;
			current = advance(from, codePoint);
			// Those that nothing leads on from are not gone on from.
			if (codePoint < 128 && from.ascii !== undefined && current.next !== undefined && current.members.length > 0)
				from.ascii[codePoint] = current;
			if (current.members.length === 0) return false;
		}
		return current.accepting;
	};

	function advance(from: StateSet, codePoint: number): StateSet {
		const interval = intervalOf(boundaries, codePoint);
		const known = from.next?.get(interval);
		if (known !== undefined) return known;
		const reached: number[] = [];
		for (const member of from.members) {
			const state = automaton.states[member] as AutomatonState;
			if (state.kind === "set" && includes(state.codePoints, codePoint)) reached.push(state.next);
			onStep?.();
		}
		const members = gather(reached);
		if (from.next === undefined || spent >= budget) {
			return { members, accepting: members.includes(automaton.accept), next: undefined, ascii: undefined };
		}
		const to = keep(members);
		from.next.set(interval, to);
		spent++;
		return to;
	}

	/** Follows all ways from here that read nothing; uses up the list. What only splits is left out. */
	function gather(waiting: number[]): number[] {
		if (turn === 0xffffffff) {
			marks.fill(0);
			turn = 0;
		}
		turn++;
		const members: number[] = [];
		for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
			if (marks[at] === turn) continue;
			marks[at] = turn;
			onStep?.();
			const state = automaton.states[at] as AutomatonState;
			if (state.kind !== "split") members.push(at);
			else for (const next of state.next) waiting.push(next);
		}
		return members;
	}

	function keep(members: number[]): StateSet {
		members.sort((one, other) => one - other);
		const key = members.join();
		const known = kept.get(key);
		if (known !== undefined) return known;
		const accepting = members.includes(automaton.accept);
		const ascii: (StateSet | undefined)[] | undefined =
			kept.size < mostWithAscii ? new Array(128).fill(undefined) : undefined;
		const fresh: StateSet = { members, accepting, next: new Map(), ascii };
		kept.set(key, fresh);
		spent += members.length + 1;
		return fresh;
	}
}

/** Says of a word whether a pattern holds of it. Compiled once a pattern object. */
export function matcherOf(pattern: WordPattern): Matcher {
	const known = matchers.get(pattern);
	if (known !== undefined) return known;
	const matcher = makeMatcher(pattern);
	matchers.set(pattern, matcher);
	return matcher;
}

/** The states that a reader may be in; `next` leads on by interval, and is missing in a set that is not kept. */
interface StateSet {
	readonly members: readonly number[];
	readonly accepting: boolean;
	readonly next: Map<number, StateSet> | undefined;
	/** What is kept of `next`, by code unit: most words are of these. The first sets have it. */
	readonly ascii: (StateSet | undefined)[] | undefined;
}

const mostWithAscii = 64;

const matchers = new WeakMap<WordPattern, Matcher>();

function makeMatcher(pattern: WordPattern): Matcher {
	switch (pattern.kind) {
		case "any":
			return () => true;
		case "rest":
			throw new Error("a fault of ours: `**` stands for any number of words and can't be asked about one");
		case "literal":
			return (word) => word === pattern.text;
		case "glob": {
			const simple = starMatcher(pattern.text) ?? listMatcher(pattern.text);
			if (simple !== undefined) return simple;
			const literal = literalOfGlob(pattern.text);
			return literal !== undefined
				? (word) => word === literal
				: compileMatcher(sound(readGlob(pattern.text), pattern));
		}
		case "regex":
			return compileMatcher(sound(readRegex(pattern.text), pattern));
	}
}

/** Most globs are texts with stars between them, such as `*-dev`: they need no automaton. Undefined for others. Longer ones would make looking for each text slow. */
function starMatcher(glob: string): Matcher | undefined {
	if (glob.length > 64 || /[?[\]{}\\\ud800-\udfff]/.test(glob)) return undefined;
	const [begin = "", ...inner] = glob.split("*");
	const end = inner.pop();
	if (end === undefined) return undefined;
	return (word) => {
		const last = word.length - end.length;
		let at = begin.length;
		if (last < at || !word.startsWith(begin) || !word.endsWith(end)) return false;
		// The first place leaves most room for the others.
		for (const text of inner) {
			const found = word.indexOf(text, at);
			if (found < 0 || found + text.length > last) return false;
			at = found + text.length;
		}
		return true;
	};
}

/** Of the others most are a few words: `{main,master}`. */
function listMatcher(glob: string): Matcher | undefined {
	const listed = wordsListed(glob);
	if (listed === undefined) return undefined;
	const words = new Set(listed);
	return (word) => words.has(word);
}

/** The words of a glob that is a list of words, and of nothing else: `{main,master}`. */
export function wordsListed(glob: string): readonly string[] | undefined {
	const [, begin, list, end] = /^([\w.-]*)\{([\w.-]*(?:,[\w.-]*)+)\}([\w.-]*)$/.exec(glob) ?? [];
	return list?.split(",").map((one) => `${begin}${one}${end}`);
}

/** Readers refuse faulty patterns, so here there can't be one. */
function sound(read: Language | Fault, pattern: WordPattern & { readonly text: string }): Language {
	if (read.kind !== "fault") return read;
	throw new Error(
		`a fault of ours: the ${pattern.kind} \`${pattern.text}\` was not refused when it was read: ${read.message}`,
	);
}

function setsOf(automaton: Automaton): Set<CodePoints> {
	const sets = new Set<CodePoints>();
	for (const state of automaton.states) if (state.kind === "set") sets.add(state.codePoints);
	return sets;
}
