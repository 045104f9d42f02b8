/** What an expression of the facts says of all words of a sort at once: of most sorts it says the same, whatever the word. */
import { type Automaton, type AutomatonState, automatonOf } from "./automaton.js";
import { includes } from "./code-points.js";
import { alternation, anyWord, concatenation, type Language } from "./language.js";
import { readRegex } from "./read-regex.js";

/** Words of one code unit below 128 or more. */
export interface SortOfWords {
	/** May a word begin with the code unit? */
	readonly begin: (code: number) => boolean;
	/** May it stand further behind? */
	readonly follow: (code: number) => boolean;
}

/** Whether the expression is found in every word of the sort (true) or in none (false); undefined where it differs, or can't be said. */
export function answerForAll(expression: string, sort: SortOfWords): boolean | undefined {
	const refused = refusedBeginning(expression);
	if (refused !== undefined) {
		const answer = answerForAll(`^(?:${refused})`, sort) ?? answerOfAlternatives(refused, sort);
		return answer === undefined ? undefined : !answer;
	}
	const found = foundBy(expression);
	return found === undefined ? undefined : answerOf(found, sort);
}

/** Of beginnings that are listed, with ends of their own: false, where no word begins so. */
function answerOfAlternatives(listed: string, sort: SortOfWords): false | undefined {
	return alternativesOf(listed).every((one) => answerForAll(`^${one}`, sort) === false) ? false : undefined;
}

/** What a word must not begin with, where that is all that the expression says. */
function refusedBeginning(expression: string): string | undefined {
	if (!expression.startsWith("^(?!") || !expression.endsWith(")")) return undefined;
	const inner = expression.slice(4, -1);
	return isBalanced(inner) ? inner : undefined;
}

/** The words in which it is found. */
function foundBy(expression: string): Language | undefined {
	const options: Language[] = [];
	for (const one of alternativesOf(expression)) {
		const language = readRegex(one);
		if (language.kind === "fault") return undefined;
		options.push(
			concatenation([
				...(one.startsWith("^") ? [] : [anyWord]),
				language,
				...(one.endsWith("$") && !isEscaped(one, one.length - 1) ? [] : [anyWord]),
			]),
		);
	}
	return alternation(options);
}

function isEscaped(text: string, place: number): boolean {
	let before = place;
	while (text[before - 1] === "\\") before--;
	return (place - before) % 2 === 1;
}

/** Larger ones are not followed to their end. */
const mostSets = 32;

function answerOf(language: Language, sort: SortOfWords): boolean | undefined {
	const automaton = automatonOf(language);
	if (!mayAccept(automaton, sort)) return false;
	return alwaysAccepts(automaton, sort) ? true : undefined;
}

/** Is the end reached by any word of the sort? Exact, and soon told: most expressions want a sign that no word has. */
function mayAccept({ states, start, accept }: Automaton, { begin, follow }: SortOfWords): boolean {
	const [beginning, following] = [allCodes.filter(begin), allCodes.filter(follow)];
	const over = (from: Iterable<number>, codes: readonly number[]): number[] =>
		[...from].flatMap((at) => {
			const state = states[at];
			return state?.kind === "set" && codes.some((code) => includes(state.codePoints, code)) ? [state.next] : [];
		});
	const reached = new Set(closed(states, over(closed(states, [start]), beginning)));
	for (const at of reached) for (const next of closed(states, over([at], following))) reached.add(next);
	return reached.has(accept);
}

/** Follows all words of the sort at once: what was reached by one character more, up to what was reached before. */
function alwaysAccepts({ states, start, accept }: Automaton, { begin, follow }: SortOfWords): boolean {
	const sets = new Map<string, readonly number[]>();
	const reach = (from: readonly number[], allowed: (code: number) => boolean): void => {
		for (const code of allCodes.filter(allowed)) {
			const to = closed(states, stepped(states, from, code));
			sets.set(to.join(), to);
		}
	};
	reach(closed(states, [start]), begin);
	let seen = 0;
	for (const [, set] of sets) {
		if (++seen > mostSets || !set.includes(accept)) return false;
		reach(set, follow);
	}
	return true;
}

const allCodes = Array.from({ length: 128 }, (_, code) => code);

function stepped(states: readonly AutomatonState[], from: readonly number[], code: number): readonly number[] {
	const to: number[] = [];
	for (const at of from) {
		const state = states[at];
		if (state?.kind === "set" && includes(state.codePoints, code)) to.push(state.next);
	}
	return to;
}

/** With all that is reached from there without reading, sorted. */
function closed(states: readonly AutomatonState[], from: readonly number[]): readonly number[] {
	const reached = new Set(from);
	for (const at of reached) {
		const state = states[at];
		if (state?.kind === "split") for (const next of state.next) reached.add(next);
	}
	return [...reached].filter((at) => states[at]?.kind !== "split").sort((a, b) => a - b);
}

/** Does each bracket that is opened close within it, and none before? */
function isBalanced(expression: string): boolean {
	let least = 0;
	const depth = scan(expression, (now) => {
		least = Math.min(least, now);
	});
	return depth === 0 && least === 0;
}

/** What stands between the bars that are in no group and no class. */
function alternativesOf(expression: string): readonly string[] {
	const alternatives: string[] = [];
	let start = 0;
	scan(expression, (depth, at) => {
		if (expression[at] !== "|" || depth !== 0) return;
		alternatives.push(expression.slice(start, at));
		start = at + 1;
	});
	return [...alternatives, expression.slice(start)];
}

/** Tells of each character that is in no class and not escaped how many groups are open behind it; answers that of the end. */
function scan(expression: string, tell: (depth: number, at: number) => void): number {
	let [depth, isClass] = [0, false];
	for (let at = 0; at < expression.length; at++) {
		const character = expression[at];
		if (character === "\\") at++;
		else if (isClass) isClass = character !== "]";
		else {
			if (character === "[") isClass = true;
			else if (character === "(") depth++;
			else if (character === ")") depth--;
			tell(depth, at);
		}
	}
	return depth;
}
