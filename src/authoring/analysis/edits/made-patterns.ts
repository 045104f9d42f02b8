/** Patterns that are made, and not written by an author, so that they read as what is meant. */
import { Faults } from "../../../language/policy/faults.js";
import { checkPattern, isOption } from "../../../language/policy/patterns/unknown-options.js";
import { ClauseSlips } from "../../../language/policy/resolving/clause-slips.js";
import type { Pattern, PatternWord } from "../../../language/syntax/statements.js";

/** The same pattern with words in quotes that would read as clauses without. */
export function withoutSlips(pattern: Pattern): Pattern {
	let words = pattern.words;
	for (let left = words.length; left > 0; left--) {
		let told: PatternWord | undefined;
		new ClauseSlips(new Faults(), (word) => {
			told = word;
		}).patterns([{ ...pattern, words }], { takesClauses: true, notation: "rules" });
		if (told === undefined) break;
		const slip = told;
		words = words.map((word) => (word === slip ? spelledOut(word) : word));
	}
	return words === pattern.words ? pattern : { ...pattern, words };
}

/** A word as itself: in quotes, or, where quotes make it look like a text, with a backslash before each sign. */
function spelledOut(word: PatternWord): PatternWord {
	return word.kind === "quoted"
		? { ...word, kind: "plain", text: word.text.replaceAll(/[^\p{L}\p{N}_./]/gu, "\\$&") }
		: { ...word, kind: "quoted" };
}

/** The same pattern with options that no table lists in quotes; undefined where no pattern says what is meant. */
export function withListedOptions(pattern: Pattern): Pattern | undefined {
	if (!isFaulty(pattern)) return pattern;
	const quoted = pattern.words.map((word): PatternWord => {
		const alone = { ...pattern, words: [pattern.words[0] as PatternWord, word] };
		return isOption(word) && isFaulty(alone) ? { ...word, kind: "quoted" } : word;
	});
	return isFaulty({ ...pattern, words: quoted }) ? undefined : { ...pattern, words: quoted };
}

function isFaulty(pattern: Pattern): boolean {
	const faults = new Faults();
	checkPattern(pattern, new Set(), faults);
	return faults.errors > 0;
}
