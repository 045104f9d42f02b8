/** Can a pattern for words tell the name of a folder from another one, in a word that says the folder's path? */
import type { WordPattern } from "../../language/policy/test.js";
import { after, type Position, standing, startOf, waysFrom } from "../analysis/words/positions.js";
import { wordSetOf } from "../analysis/words/word-set.js";

/** So many places of one pattern are looked at; with more it is taken to tell all names apart. */
const mostPositions = 5_000;
const slash = "/".charCodeAt(0);

/** An expression or a glob for a whole word, in which a glob's star stands for slashes as well. */
type Varying = Extract<WordPattern, { readonly kind: "glob" | "regex" }>;

/**
 * Tells whether a name is to a pattern what another one is: wherever its reader may stand behind a slash, both lead to the same place, where the word ends or goes on
 * with a letter of which no name is. `isStrict`: or with any other letter, so that longer names are alike that begin with them. No name is alike to a pattern that can't be read.
 */
export function alikeTo(pattern: Varying, other: string, isStrict = false): (name: string) => boolean {
	const places = behindSlashes(pattern);
	const wanted = places?.map((place) => standing(place, other));
	const isSame = (one: Position, two: Position | undefined): boolean =>
		one === two || (!isStrict && two !== undefined && leadAlike(one, two));
	return (name) => places?.every((place, at) => isSame(standing(place, name), wanted?.[at])) ?? false;
}

/** Do both lead to the same place where a name ends? */
function leadAlike(one: Position, two: Position): boolean {
	if (one.accepting !== two.accepting || one.everything !== two.everything) return false;
	const firsts = [...waysFrom(one).firsts, ...waysFrom(two).firsts, ...behindNames];
	return firsts.every((first) => ofNames.test(String.fromCodePoint(first)) || after(one, first) === after(two, first));
}

const ofNames = /^[A-Za-z0-9_-]$/;
/** Where letters begin of which no name is. */
const behindNames = ["\0", ..."./:[`{"].map((one) => one.charCodeAt(0));

function behindSlashes(pattern: Varying): readonly Position[] | undefined {
	try {
		const seen = new Set<Position>([startOf(wordSetOf(pattern))]);
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
