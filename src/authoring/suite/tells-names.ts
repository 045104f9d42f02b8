/** Can an expression for words tell the name of a folder from another one, in a word that says the folder's path? */
import { after, type Position, standing, startOf, waysFrom } from "../analysis/words/positions.js";
import { wordSetOf } from "../analysis/words/word-set.js";

/** So many places of one expression are looked at; with more it is taken to tell all names apart. */
const mostPositions = 5_000;
const slash = "/".charCodeAt(0);

/**
 * Tells whether a name is to an expression what another one is: wherever its reader may stand behind a slash, both lead to the same place. `text`: the source of the
 * expression, for a whole word. No name is alike to an expression that can't be read.
 */
export function alikeTo(text: string, other: string): (name: string) => boolean {
	const places = behindSlashes(text);
	const wanted = places?.map((place) => standing(place, other));
	return (name) => places?.every((place, at) => standing(place, name) === wanted?.[at]) ?? false;
}

function behindSlashes(text: string): readonly Position[] | undefined {
	try {
		const seen = new Set<Position>([startOf(wordSetOf({ kind: "regex", text }))]);
		const behind = new Set<Position>();
		for (const position of seen) {
			if (seen.size > mostPositions) return undefined;
			for (const next of waysFrom(position).next) seen.add(next);
			behind.add(after(position, slash));
		}
		return [...behind];
	} catch {
		// What can't be read as a set of words may hold of any.
		return undefined;
	}
}
