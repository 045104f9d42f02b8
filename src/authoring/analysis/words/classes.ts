/** The classes of words that some sets tell apart, refined set by set. */
import { holdsWord } from "./positions.js";
import { shortestWord, type Wanted } from "./shortest-word.js";
import type { Budget, FoundWord } from "./word-search.js";
import type { WordSet } from "./word-set.js";

/** Words that no set tells apart: which sets they lie in, in the order of the question, and a shortest of them. */
export interface WordClass {
	readonly inside: readonly boolean[];
	readonly text: string;
}

export type Classes =
	| { readonly kind: "classes"; readonly classes: readonly WordClass[] }
	| { readonly kind: "unsettled" };

/** One shortest word for each combination of inside and outside that some word has, among the words that are also wanted. At most `most` classes. */
export function classesOf(sets: readonly WordSet[], also: readonly Wanted[], most: number, budget: Budget): Classes {
	const first = shortestWord(also, budget);
	if (first.kind === "unsettled") return first;
	if (first.kind === "none") return { kind: "classes", classes: [] };
	let parts: readonly Part[] = [{ wanted: also, text: first.text }];
	for (const set of new Set(sets)) {
		const split: Part[] = [];
		for (const part of parts) {
			const inside = holdsWord(set, part.text);
			const other = isSingle(part) ? none : shortestWord([...part.wanted, { set, inside: !inside }], budget);
			if (other.kind === "unsettled") return other;
			if (other.kind === "none") {
				split.push(part);
				continue;
			}
			// What is a shortest word of the whole is one of the side on which it lies.
			split.push({ wanted: [...part.wanted, { set, inside }], text: part.text });
			split.push({ wanted: [...part.wanted, { set, inside: !inside }], text: other.text });
			if (split.length > most) return { kind: "unsettled" };
		}
		parts = split;
	}
	const classes = parts.map(({ text }) => ({ inside: sets.map((set) => holdsWord(set, text)), text }));
	return { kind: "classes", classes };
}

/** A class so far. */
interface Part {
	readonly wanted: readonly Wanted[];
	readonly text: string;
}

const none: FoundWord = { kind: "none" };

/** Is there no other word in it? */
function isSingle({ wanted }: Part): boolean {
	return wanted.some(({ set, inside }) => inside && set.literal !== undefined);
}
