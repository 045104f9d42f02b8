/** Whether one set of words contains another, and whether two have a word in common. */
import { shortestWord, type Wanted } from "./shortest-word.js";
import type { Budget } from "./word-search.js";
import type { WordSet } from "./word-set.js";

/** Does every word of `inner` lie in `outer`? */
export function contains(outer: WordSet, inner: WordSet, budget: Budget): "yes" | "no" | "unsettled" {
	return isThere(
		[
			{ set: inner, inside: true },
			{ set: outer, inside: false },
		],
		budget,
		{ word: "no", none: "yes" },
	);
}

/** May the two have a word in common? */
export function meet(a: WordSet, b: WordSet, budget: Budget): "yes" | "no" | "unsettled" {
	return isThere(
		[
			{ set: a, inside: true },
			{ set: b, inside: true },
		],
		budget,
		{ word: "yes", none: "no" },
	);
}

type Answer = "yes" | "no" | "unsettled";

function isThere(
	wanted: readonly Wanted[],
	budget: Budget,
	answers: { readonly word: Answer; readonly none: Answer },
): Answer {
	const found = shortestWord(wanted, budget);
	switch (found.kind) {
		case "word":
			return answers.word;
		case "none":
			return answers.none;
		case "unsettled":
			return "unsettled";
	}
}
