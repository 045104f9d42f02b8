/**
 * The operands of a command, word by word, so that patterns of operands match or don't: a walk over the places in all patterns at once.
 * The words of a place are told apart by the patterns that look at it, and one word stands for each class.
 */

import { wordMatches } from "../../../engine/decide/evaluate/operands.js";
import type { WordPattern } from "../../../language/policy/test.js";
import { behindText } from "../words/behind-text.js";
import { classesOf } from "../words/classes.js";
import type { Wanted } from "../words/shortest-word.js";
import type { Budget } from "../words/word-search.js";
import { type WordSet, wordSetOf } from "../words/word-set.js";

/** A pattern of operands that must match, or must not. */
export interface OperandPattern {
	readonly words: readonly WordPattern[];
	readonly exactly: boolean;
	readonly wanted: boolean;
}

/** What some operand must be. `within`: only operands at these places count. */
export interface Need {
	readonly wanted: readonly Wanted[];
	readonly mayStandAt: readonly boolean[];
}

export interface OperandPlace {
	readonly wanted: readonly Wanted[];
	readonly before: string;
}

export interface OperandQuestion {
	/** Words that stand before the others already: those of a subcommand, as typed and by its full name. Patterns may mean either. */
	readonly prefix: readonly (readonly string[])[];
	readonly patterns: readonly OperandPattern[];
	/** For each operand behind the prefix what it may be, and what is written before such a word: `./` makes another word of the same path. */
	readonly places: readonly OperandPlace[];
	readonly needs: readonly Need[];
}

export type Operands =
	| { readonly kind: "words"; readonly words: readonly string[] }
	| { readonly kind: "none" }
	| { readonly kind: "unsettled" };

/** More classes of words than this at one place are not told apart. */
const mostClasses = 600;

/** Places are bits of a number. */
const mostWords = 30;

/** The place sets of the patterns: bit `n` says that a reading stands before word `n`. */
type Places = readonly number[];

/** Operands behind the prefix that answer the question. */
export function operandWords(question: OperandQuestion, budget: Budget): Operands {
	const { prefix, places, needs } = question;
	if (question.patterns.some(({ words }) => words.length > mostWords) || needs.length > mostWords)
		return { kind: "unsettled" };
	const behindPrefix = placesBehind(prefix, question.patterns);
	// What is not to fit, and can't any more, says nothing of what follows.
	const isOpen = ({ wanted }: OperandPattern, index: number): boolean => wanted || behindPrefix[index] !== 0;
	const patterns = question.patterns.filter(isOpen);
	const start = behindPrefix.filter((_, index) => isOpen(question.patterns[index] as OperandPattern, index));
	let unsettled = false;
	const dead = new Set<string>();
	const words: string[] = [];
	const all = (1 << needs.length) - 1;

	const extend = (at: number, from: Places, met: number): boolean => {
		if (at === places.length)
			return (
				met === all && patterns.every((pattern, index) => isMatched(pattern, from[index] as number) === pattern.wanted)
			);
		if (patterns.some((pattern, index) => isLost(pattern, from[index] as number))) return false;
		const key = `${at} ${met} ${from.join()}`;
		if (dead.has(key)) return false;
		if (--budget.left < 0) {
			unsettled = true;
			return false;
		}
		const { wanted, before } = places[at] as OperandPlace;
		const sets = frontier(patterns, from).map((set) => behindText(set, before));
		const open = needs.filter((need, index) => (met & (1 << index)) === 0 && need.mayStandAt[at] === true);
		const found = classesOf([...sets, ...open.flatMap(setsOf)], wanted, mostClasses, budget);
		if (found.kind === "unsettled") {
			unsettled = true;
			return false;
		}
		const letters = found.classes.map(({ text, inside }) => {
			const next = from.map((one, index) => behind(one, patterns[index] as OperandPattern, [before + text]));
			const meets = needs.reduce(
				(bits, need, index) =>
					need.mayStandAt[at] && open.includes(need) && meetsNeed(need, open, sets.length, inside)
						? bits | (1 << index)
						: bits,
				met,
			);
			return { text: before + text, next, meets, cost: costOf(patterns, next) - 4 * bitsIn(meets) };
		});
		letters.sort((a, b) => a.cost - b.cost);
		for (const { text, next, meets } of letters) {
			words.push(text);
			if (extend(at + 1, next, meets)) return true;
			words.pop();
		}
		dead.add(key);
		return false;
	};

	if (extend(0, start, 0)) return { kind: "words", words };
	return { kind: unsettled ? "unsettled" : "none" };
}

/** Can words that stand behind these still make of the patterns what they are to be? */
export function mayFollow(prefix: OperandQuestion["prefix"], patterns: readonly OperandPattern[]): boolean {
	if (patterns.some(({ words }) => words.length > mostWords)) return true;
	const start = placesBehind(prefix, patterns);
	return !patterns.some((pattern, index) => isLost(pattern, start[index] as number));
}

function placesBehind(prefix: OperandQuestion["prefix"], patterns: readonly OperandPattern[]): Places {
	return prefix.reduce<Places>(
		(places, texts) => places.map((at, index) => behind(at, patterns[index] as OperandPattern, texts)),
		patterns.map(({ words }) => closure(1, words)),
	);
}

function setsOf({ wanted }: Need): readonly WordSet[] {
	return wanted.map(({ set }) => set);
}

/** Does a class of words, told by what it lies inside of, meet a need? The needs' sets stand behind those of the patterns, in order. */
function meetsNeed(need: Need, open: readonly Need[], from: number, inside: readonly boolean[]): boolean {
	let at = from;
	for (const one of open) {
		if (one === need) return one.wanted.every((wanted, index) => inside[at + index] === wanted.inside);
		at += one.wanted.length;
	}
	return false;
}

/** The sets of words that the patterns look at next. */
function frontier(patterns: readonly OperandPattern[], from: Places): readonly WordSet[] {
	const sets = new Set<WordSet>();
	patterns.forEach(({ words }, index) => {
		for (let place = 0; place < words.length; place++) {
			const word = words[place] as WordPattern;
			if (((from[index] as number) & (1 << place)) !== 0 && word.kind !== "any" && word.kind !== "rest")
				sets.add(wordSetOf(word));
		}
	});
	return [...sets];
}

/** The places behind one more word, which goes by these texts. */
function behind(from: number, { words, exactly }: OperandPattern, texts: readonly string[]): number {
	let next = 0;
	for (let place = 0; place <= words.length; place++) {
		if ((from & (1 << place)) === 0) continue;
		const word = words[place];
		if (word === undefined) next |= exactly ? 0 : 1 << place;
		else if (word.kind === "rest") next |= 1 << place;
		else if (texts.some((text) => wordMatches({ kind: "known", text }, word) === "yes")) next |= 1 << (place + 1);
	}
	return closure(next, words);
}

function closure(from: number, words: readonly WordPattern[]): number {
	let places = from;
	for (let place = 0; place < words.length; place++)
		if ((places & (1 << place)) !== 0 && words[place]?.kind === "rest") places |= 1 << (place + 1);
	return places;
}

function isMatched({ words }: OperandPattern, places: number): boolean {
	return (places & (1 << words.length)) !== 0;
}

/** Nothing that follows helps: what must match can't any more, or what must not match does whatever follows. */
function isLost(pattern: OperandPattern, places: number): boolean {
	return pattern.wanted ? places === 0 : !pattern.exactly && isMatched(pattern, places);
}

/** How near the walk is to what must not be. */
function costOf(patterns: readonly OperandPattern[], places: Places): number {
	return patterns.reduce((sum, { wanted }, index) => sum + (wanted === (places[index] !== 0) ? 0 : 1), 0);
}

function bitsIn(value: number): number {
	let count = 0;
	for (let left = value; left !== 0; left &= left - 1) count++;
	return count;
}
