/** Sets of code points, as ranges. A lone surrogate is a code point like any other. */

/** Code points from `first` to `last`, both included. */
export interface CodePointRange {
	readonly first: number;
	readonly last: number;
}

/** Sorted, apart from each other, and not even touching: one set has one such list. */
export type CodePoints = readonly CodePointRange[];

const lastCodePoint = 0x10ffff;

export const everyCodePoint: CodePoints = [{ first: 0, last: lastCodePoint }];

/** The set of everything that lies in one of these ranges; they may overlap and stand in any order. */
export function codePoints(ranges: readonly CodePointRange[]): CodePoints {
	const sorted = ranges.filter(({ first, last }) => first <= last).sort((one, other) => one.first - other.first);
	const merged: CodePointRange[] = [];
	for (const range of sorted) {
		const before = merged.at(-1);
		if (before === undefined || range.first > before.last + 1) merged.push(range);
		else if (range.last > before.last) merged[merged.length - 1] = { first: before.first, last: range.last };
	}
	return merged;
}

/** The set of this one. */
export function onlyCodePoint(codePoint: number): CodePoints {
	return [{ first: codePoint, last: codePoint }];
}

/** Everything that is not in the set. */
export function complement(set: CodePoints): CodePoints {
	const gaps: CodePointRange[] = [];
	let first = 0;
	for (const range of set) {
		if (first < range.first) gaps.push({ first, last: range.first - 1 });
		first = range.last + 1;
	}
	if (first <= lastCodePoint) gaps.push({ first, last: lastCodePoint });
	return gaps;
}

export function includes(set: CodePoints, codePoint: number): boolean {
	let low = 0;
	let high = set.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		const range = set[middle] as CodePointRange;
		if (codePoint < range.first) high = middle;
		else if (codePoint > range.last) low = middle + 1;
		else return true;
	}
	return false;
}

/** Where the sets begin and end: between two neighbouring boundaries no set tells one code point from another. */
export function boundariesOf(sets: Iterable<CodePoints>): readonly number[] {
	const boundaries = new Set<number>();
	for (const set of sets) {
		for (const { first, last } of set) boundaries.add(first).add(last + 1);
	}
	return [...boundaries].sort((one, other) => one - other);
}

/** The number of the interval between boundaries in which a code point lies: how many boundaries are not above it. */
export function intervalOf(boundaries: readonly number[], codePoint: number): number {
	let low = 0;
	let high = boundaries.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((boundaries[middle] as number) <= codePoint) low = middle + 1;
		else high = middle;
	}
	return low;
}
