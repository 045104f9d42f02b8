/**
 * Do a command's operands begin with these words? Over every way in which the arguments can be read.
 */
import type { WordPattern } from "../../../language/policy/test.js";
import { matcherOf } from "../../../language/policy/word-language/matcher.js";
import type { OperandSlot } from "../../request/arguments/arguments.js";
import type { Word } from "../../request/request.js";
import { mayExpandTo } from "./may-expand-to.js";
import { type Truth, truth } from "./truth.js";

/** The places in the pattern where one reading can be, in order; the last one is behind its end. Most are one or two. */
type Places = readonly number[];

/**
 * Runs the pattern over the operand slots as a nondeterministic automaton. Every reading of the arguments leads to a set of places;
 * the answer is yes when all readings match, no when none does.
 */
export function operandsFit(slots: readonly OperandSlot[], words: readonly WordPattern[], exactly: boolean): Truth {
	// As long as all is certain there is one reading, and it is at one place.
	let at = 0;
	for (; at < slots.length && at < words.length; at++) {
		const [slot, word] = [slots[at] as OperandSlot, words[at] as WordPattern];
		const fits = slot.kind === "sure" && word.kind !== "rest" ? wordFits(slot, word) : "unknown";
		if (fits === "no") return "no";
		if (fits === "unknown") break;
	}
	if (at === words.length && (!exactly || at === slots.length)) return "yes";
	let readings: readonly Places[] = [closure([at], words)];
	for (const slot of at === 0 ? slots : slots.slice(at)) {
		// What is behind the end, or nowhere, stays there.
		if (readings.every((places) => places.length === 0 || (!exactly && places.includes(words.length)))) break;
		const next: Places[] = [];
		for (const places of readings) {
			if (slot.kind !== "sure") next.push(places);
			if (slot.kind !== "many") next.push(...behindOneWord(slot, places, words, exactly));
			else if (slot.word.kind === "globbed") next.push(...behindAlikeWords(slot, places, words, exactly));
			else next.push(...behindManyWords(places, words, exactly));
		}
		readings = distinct(next);
		if (readings.length > mostReadings) return "unknown";
	}
	const matched = readings.map((places) => places.includes(words.length));
	if (matched.every((one) => one)) return "yes";
	return matched.some((one) => one) ? "unknown" : "no";
}

/** More readings than this are not told apart. */
const mostReadings = 1024;

function distinct(readings: readonly Places[]): readonly Places[] {
	return readings.length < 2 ? readings : [...new Map(readings.map((places) => [places.join(), places])).values()];
}

/** Places reachable without a word: `**` may stand for none. */
function closure(from: Places, words: readonly WordPattern[]): Places {
	const places: number[] = [];
	for (const start of from) {
		// What is reached twice stands at the end already.
		for (let place = start; (places.at(-1) ?? -1) < place; place++) {
			places.push(place);
			if (words[place]?.kind !== "rest") break;
		}
	}
	return places;
}

/** The places behind one word: one set when it surely fits or surely doesn't, two when that isn't known. */
function behindOneWord(
	slot: OperandSlot,
	places: Places,
	words: readonly WordPattern[],
	exactly: boolean,
): readonly Places[] {
	const sure: number[] = [];
	const possible: number[] = [];
	for (const place of places) {
		const word = words[place];
		// Behind the end of a pattern further words may follow, unless it is exact.
		const stays = word === undefined || word.kind === "rest";
		const fits = stays ? truth(word !== undefined || !exactly) : wordFits(slot, word);
		if (fits !== "no") possible.push(stays ? place : place + 1);
		if (fits === "yes") sure.push(stays ? place : place + 1);
	}
	const all = closure(possible, words);
	return sure.length === possible.length ? [all] : [closure(sure, words), all];
}

/** The places behind any number of words that are paths of one glob. */
function behindAlikeWords(
	slot: OperandSlot,
	places: Places,
	words: readonly WordPattern[],
	exactly: boolean,
): readonly Places[] {
	const found = new Map<string, Places>();
	const waiting = [places];
	for (let next = waiting.pop(); next !== undefined && found.size <= mostReadings; next = waiting.pop())
		for (const reached of behindOneWord(slot, next, words, exactly)) {
			const key = reached.join();
			if (found.has(key)) continue;
			found.set(key, reached);
			waiting.push(reached);
		}
	return [...found.values()];
}

/** The places behind any number of words of which nothing is known. */
function behindManyWords(places: Places, words: readonly WordPattern[], exactly: boolean): readonly Places[] {
	if (!exactly && places.includes(words.length)) return [places];
	const reached: Places[] = [[]];
	for (let place = places[0] ?? words.length + 1; place <= words.length; place++) reached.push(closure([place], words));
	return reached;
}

function wordFits(slot: OperandSlot, pattern: WordPattern): Truth {
	if (pattern.kind === "any") return "yes";
	if (slot.canonical !== undefined && wordMatches({ kind: "known", text: slot.canonical }, pattern) === "yes")
		return "yes";
	const asWritten = wordMatches(slot.word, pattern);
	const mayFit = slot.mayBe?.some((name) => wordMatches({ kind: "known", text: name }, pattern) === "yes");
	return mayFit && asWritten === "no" ? "unknown" : asWritten;
}

/** Does one word fit one pattern? */
export function wordMatches(word: Word, pattern: WordPattern): Truth {
	if (pattern.kind === "any") return "yes";
	if (word.kind === "known") return truth(matcherOf(pattern)(word.text));
	return pattern.kind === "literal" && !mayExpandTo(word, pattern.text) ? "no" : "unknown";
}
