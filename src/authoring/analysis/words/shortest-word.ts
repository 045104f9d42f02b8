/** A shortest word that lies in some sets and not in others. Most questions are settled by looking at a few words; the rest are searched. */
import { alternation, oneWord } from "../../../language/policy/word-language/language.js";
import { holdsWord } from "./positions.js";
import { searchWord } from "./search.js";
import type { Budget, FoundWord } from "./word-search.js";
import { type WordSet, wordSetOfLanguage } from "./word-set.js";

/** The word is to lie in the set, or outside. */
export interface Wanted {
	readonly set: WordSet;
	readonly inside: boolean;
}

/**
 * A shortest word that lies in every set with `inside: true` and in none of the others. Words are as long as they have code points;
 * only the empty word stands behind those of one code point, since it can't be written without quotes. Among equally short ones the most readable:
 * lower-case letters alone, then with digits, `-_./`, other printable ASCII, the rest; controls and lone surrogates only where nothing else is as short.
 */
export function shortestWord(wanted: readonly Wanted[], budget: Budget): FoundWord {
	const literal = wanted.find(({ set, inside }) => inside && set.literal !== undefined)?.set.literal;
	if (literal !== undefined) return fits(literal, wanted) ? { kind: "word", text: literal } : none;
	const key = keyOf(wanted);
	const known = answers.get(key);
	if (known !== undefined) return known;
	const guess = budget.exact ? undefined : guesses.get(key);
	if (guess !== undefined) {
		budget.guessed = true;
		return guess;
	}
	const left = budget.left;
	const failed = failures.get(key);
	// What took more than this several times takes more than this again: a rule on any program asks it of each of them.
	if (failed !== undefined && failed.times >= mostTimes && left <= failed.left) {
		budget.left = -1;
		return unsettled;
	}
	const guessed = budget.guessed;
	budget.guessed = false;
	const found = wordAmong(wanted, budget);
	const isGuess = budget.guessed;
	budget.guessed ||= guessed;
	if (isGuess) {
		if (guesses.size >= mostAnswers) guesses.clear();
		guesses.set(key, found);
		return found;
	}
	if (found.kind === "unsettled") {
		if (failures.size >= mostAnswers) failures.clear();
		failures.set(key, { left: Math.max(left, failed?.left ?? 0), times: (failed?.times ?? 0) + 1 });
		return found;
	}
	// A program that reads policies all day must not keep them all.
	if (answers.size >= mostAnswers) answers.clear();
	answers.set(key, found);
	return found;
}

/** Rules of one policy ask the same again and again: for an operand in the workspace, say, that is none of a few words. */
const answers = new Map<string, FoundWord>();
const mostAnswers = 20_000;
const guesses = new Map<string, FoundWord>();

/** Is there a word that lies so? Which one does not matter. */
export function hasWord(wanted: readonly Wanted[], budget: Budget): FoundWord["kind"] {
	const { guessed } = budget;
	const { kind } = shortestWord(wanted, budget);
	budget.guessed = guessed;
	return kind;
}

/** What was not settled, with the steps that did not suffice. Each time goes a little farther, since what sets are made of is remembered. */
const failures = new Map<string, { readonly left: number; readonly times: number }>();
const mostTimes = 3;
const unsettled: FoundWord = { kind: "unsettled" };
const numbers = new WeakMap<WordSet, number>();
let lastNumber = 0;

function keyOf(wanted: readonly Wanted[]): string {
	let key = "";
	for (const { set, inside } of wanted) {
		let number = numbers.get(set);
		if (number === undefined) {
			number = ++lastNumber;
			numbers.set(set, number);
		}
		key += inside ? `+${number}` : `-${number}`;
	}
	return key;
}

function wordAmong(wanted: readonly Wanted[], budget: Budget): FoundWord {
	const inside = new Set<WordSet>();
	const outside = new Set<WordSet>();
	for (const one of wanted) {
		if (!one.inside) outside.add(one.set);
		else if (!one.set.everything) inside.add(one.set);
	}
	for (const set of outside) if (set.everything || inside.has(set)) return none;
	for (const text of shortWords) if (fits(text, wanted)) return { kind: "word", text };
	const insides = [...inside];
	const [only, second] = insides;
	const early = earlyWord(insides, outside, wanted, budget);
	if (early !== undefined) return early;
	const parted = wordOutsideParts(insides, outside, wanted, budget);
	if (parted !== undefined) return parted;
	if (only !== undefined && second === undefined) {
		const first = shortestOf(only, budget);
		if (first.kind !== "word" || fits(first.text, wanted)) return first;
	}
	// To leave out single words takes longer than to find one that is none of them.
	const sets = [...outside].filter(({ literal }) => literal === undefined);
	if (sets.length > 0 || second !== undefined) {
		const first = searchWord(insides, sets, budget);
		if (first.kind !== "word" || fits(first.text, wanted)) return first;
	}
	return searchWord(insides, [...sets, literalsOf(outside, insides)], budget);
}

/**
 * Some sets take long to make, and most words are settled without: a shortest word of what the others ask for is one of all, if the rest hold of it.
 * Where that fails, a place that a long list names often lies right; it need not be the shortest. Undefined where nothing is known.
 */
function earlyWord(
	insides: readonly WordSet[],
	outside: ReadonlySet<WordSet>,
	wanted: readonly Wanted[],
	budget: Budget,
): FoundWord | undefined {
	// What is found must not depend on what was asked before: a set that takes long to make counts as open when it is made, too.
	const isOpen = ({ later }: WordSet): boolean =>
		later !== undefined && (later.isLong || (!later.isMade() && budget.light !== true));
	const outsides = [...outside];
	if (!insides.some(isOpen) && !outsides.some(isOpen)) return undefined;
	const made = insides.filter((set) => !isOpen(set));
	for (const kept of [[], outsides.filter((set) => !isOpen(set) && set.literal === undefined)]) {
		const [only] = made;
		const found =
			only !== undefined && made.length === 1 && kept.length === 0
				? shortestOf(only, budget)
				: searchWord(made, kept, budget);
		if (found.kind !== "word" || fits(found.text, wanted)) return found;
	}
	for (const { later } of [...insides, ...outsides]) {
		if (!later?.isLong || budget.exact) continue;
		const text = later.samples().find((one) => fits(one, wanted));
		if (text === undefined) continue;
		budget.guessed = true;
		return { kind: "word", text };
	}
	if (budget.light && [...insides, ...outsides].some(({ later }) => later?.isLong && !later.isMade()))
		return { kind: "unsettled" };
	if (budget.weight !== undefined) {
		const open = [...insides, ...outsides].filter(({ later }) => later?.isLong && !later.isMade());
		budget.left -= open.length * budget.weight;
		if (budget.left < 0) return { kind: "unsettled" };
	}
	return undefined;
}

/**
 * Of a long list that a word is to lie outside of, few patterns are in the way: those that hold a word that is found without them. A shortest word outside of these
 * is a shortest word outside of all, if it is; and where there is none, there is none outside of all (after counterexample-guided refinement: Clarke, Grumberg, Jha,
 * Lu, Veith, CAV 2000). Undefined where that says nothing.
 */
function wordOutsideParts(
	insides: readonly WordSet[],
	outside: ReadonlySet<WordSet>,
	wanted: readonly Wanted[],
	budget: Budget,
): FoundWord | undefined {
	const isLong = ({ later }: WordSet): boolean => later?.isLong === true && !later.isMade();
	const long = [...outside].filter(isLong);
	if (long.length === 0 || insides.length === 0 || insides.some(isLong)) return undefined;
	const inTheWay = [...outside].filter((set) => !isLong(set) && set.literal === undefined);
	const own: Budget = { left: Math.min(budget.left, mostForParts) };
	const before = own.left;
	const search = (): FoundWord | undefined => {
		for (let round = 0; round < mostParts; round++) {
			const found = searchWord(insides, inTheWay, own);
			if (found.kind === "unsettled") return undefined;
			if (found.kind === "none" || fits(found.text, wanted)) return found;
			const part = long.flatMap(({ later }) => later?.parts() ?? []).find((one) => holdsWord(one, found.text));
			if (part === undefined) return undefined;
			inTheWay.push(part);
		}
		return undefined;
	};
	const found = search();
	budget.left -= before - own.left;
	return found;
}

const mostForParts = 4_000;
const mostParts = 24;

/** A shortest word of the set: often it lies in no other, and then no search is needed. */
function shortestOf(set: WordSet, budget: Budget): FoundWord {
	const known = shortest.get(set);
	if (known !== undefined) return known;
	const found = searchWord([set], [], budget);
	if (found.kind !== "unsettled") shortest.set(set, found);
	return found;
}

const shortest = new WeakMap<WordSet, FoundWord>();

const none: FoundWord = { kind: "none" };

/** The most readable ones, in their order. */
const shortWords = Array.from("xabcdefghijklmnopqrstuvwyz");

function fits(text: string, wanted: readonly Wanted[]): boolean {
	return wanted.every(({ set, inside }) => holdsWord(set, text) === inside);
}

/** The single words in one set, without those that are out of the question anyway. */
function literalsOf(outside: ReadonlySet<WordSet>, insides: readonly WordSet[]): WordSet {
	const words: string[] = [];
	for (const { literal } of outside) {
		if (literal !== undefined && insides.every((set) => holdsWord(set, literal))) words.push(literal);
	}
	return wordSetOfLanguage(alternation(words.map(oneWord)));
}
