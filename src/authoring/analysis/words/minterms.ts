/**
 * Which code points readers can't tell apart where they stand: of each such set, a question has to try one only.
 * Loris D'Antoni and Margus Veanes, "Minimization of Symbolic Automata", POPL 2014, call these sets
 * minterms; ours are coarser still, since code points that lead to the same places are taken together.
 */
import type { CodePointRange, CodePoints } from "../../../language/policy/word-language/code-points.js";
import { intervalOf } from "../../../language/policy/word-language/code-points.js";
import { type Position, waysFrom } from "./positions.js";

/** Code points that lead all readers to the same places. */
export interface Minterm {
	readonly codePoints: CodePoints;
	readonly to: readonly Position[];
}

/** The code points that lie in all of the sets. */
export function common(sets: readonly CodePoints[]): CodePoints {
	const [first = [], ...others] = [...new Set(sets)];
	return others.reduce<CodePoints>((one, other) => commonOfTwo(one, other), first);
}

/** The code points of the set, by where they lead from the positions. */
export function minterms(among: CodePoints, positions: readonly Position[]): readonly Minterm[] {
	const found = new Map<string, { readonly codePoints: CodePointRange[]; readonly to: readonly Position[] }>();
	const ways = positions.map(waysFrom);
	for (const range of among) {
		for (let first = range.first; first <= range.last; ) {
			let last = range.last;
			const to: Position[] = [];
			let key = "";
			for (const { firsts, next } of ways) {
				const interval = intervalOf(firsts, first);
				const position = next[interval - 1] as Position;
				to.push(position);
				key += `${position.id},`;
				const following = firsts[interval];
				if (following !== undefined && following <= last) last = following - 1;
			}
			const minterm = found.get(key);
			if (minterm === undefined) found.set(key, { codePoints: [{ first, last }], to });
			else minterm.codePoints.push({ first, last });
			first = last + 1;
		}
	}
	return [...found.values()];
}

function commonOfTwo(one: CodePoints, other: CodePoints): CodePoints {
	const ranges: CodePointRange[] = [];
	for (let at = 0, beside = 0; at < one.length && beside < other.length; ) {
		const a = one[at] as CodePointRange;
		const b = other[beside] as CodePointRange;
		const first = Math.max(a.first, b.first);
		const last = Math.min(a.last, b.last);
		if (first <= last) ranges.push({ first, last });
		if (a.last < b.last) at++;
		else beside++;
	}
	return ranges;
}
