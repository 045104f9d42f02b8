/** Which code point of a set people read most easily, and how easily they read a word. */
import type { CodePointRange, CodePoints } from "../../../language/policy/word-language/code-points.js";

/** A code point that stands for others. Lower is more readable; a word reads as its hardest character does. */
export interface Letter {
	readonly codePoint: number;
	/** 0 lower-case letters, 1 digits, 2 `-_./`, 3 other printable ASCII, 4 the rest, 5 controls and lone surrogates. */
	readonly hardness: number;
	/** Among equally hard ones. */
	readonly rank: number;
}

/** What reads as the first half of a pair, if the second half follows; then the two are one other code point. */
export function isHighSurrogate(codePoint: number): boolean {
	return codePoint >= 0xd800 && codePoint <= 0xdbff;
}

/** The most readable code point of the set; none if there are only second halves of pairs and a first half stands before. */
export function letterOf(codePoints: CodePoints, afterHigh: boolean): Letter | undefined {
	let best: Letter | undefined;
	for (const range of codePoints) {
		const letter = letterIn(range, afterHigh);
		if (letter !== undefined && (best === undefined || letter.rank < best.rank)) best = letter;
	}
	return best;
}

function letterIn({ first, last }: CodePointRange, afterHigh: boolean): Letter | undefined {
	if (first <= 0x78 && last >= 0x78) return letters[0x78];
	if (first < 0x7f) {
		let best = letters[first] as Letter;
		for (let at = first + 1; at <= last && at < 0x80; at++) {
			const letter = letters[at] as Letter;
			if (letter.rank < best.rank) best = letter;
		}
		if (best.hardness < 4) return best;
	}
	for (const plain of otherPlain) {
		const codePoint = Math.max(first, plain.first);
		if (codePoint <= Math.min(last, plain.last)) return { codePoint, hardness: 4, rank: codePoint };
	}
	for (const odd of afterHigh ? oddAfterHigh : oddOnes) {
		const codePoint = Math.max(first, odd.first);
		if (codePoint > Math.min(last, odd.last)) continue;
		return { codePoint, hardness: 5, rank: codePoint + (isHighSurrogate(codePoint) ? 2 : 1) * lastRank };
	}
	return undefined;
}

/** `x` first: it reads as "something". */
const order = [
	"xabcdefghijklmnopqrstuvwyz",
	"0123456789",
	"-_./",
	"ABCDEFGHIJKLMNOPQRSTUVWXYZ:,=+@%^~#!()[]{}<>*?&|;$\"'`\\ ",
];

const lastRank = 0x110000;

/** The letters of ASCII, by code point. */
const letters: readonly Letter[] = Array.from({ length: 0x80 }, (_, codePoint) => {
	const character = String.fromCharCode(codePoint);
	const hardness = order.findIndex((characters) => characters.includes(character));
	if (hardness < 0) return { codePoint, hardness: 5, rank: lastRank + codePoint };
	return { codePoint, hardness, rank: order.join("").indexOf(character) };
});

const otherPlain: readonly CodePointRange[] = [
	{ first: 0xc0, last: 0xd7ff },
	{ first: 0xa0, last: 0xbf },
	{ first: 0xe000, last: 0x10ffff },
];

/** Second halves before first halves: nothing that follows makes a pair of them. */
const oddAfterHigh: readonly CodePointRange[] = [
	{ first: 0, last: 0x1f },
	{ first: 0x7f, last: 0x9f },
	{ first: 0xd800, last: 0xdbff },
];
const oddOnes: readonly CodePointRange[] = [
	...oddAfterHigh.slice(0, 2),
	{ first: 0xdc00, last: 0xdfff },
	{ first: 0xd800, last: 0xdbff },
];
