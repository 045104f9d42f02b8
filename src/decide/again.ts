/**
 * Commands that come again word for word get the decision that they got: agents ask for few commands, over and over. Kept are decisions that ask
 * nothing of the world, from the second time on; nobody can change what is kept, so that all may have the same.
 */
import type { Decision } from "./decision.js";
import { frozen } from "./frozen.js";

/** What is asked: the words of a command, or a script. */
export type Asked = readonly string[] | string;

/** The decisions that one agent got. What is asked has a number, and a few places for it: whoever comes newly takes the place of the oldest. */
export interface Again {
	/** The numbers of what was asked once. */
	readonly once: Int32Array;
	/** The numbers of what is kept: as many places as are needed, up to those of `once`. */
	numbers: Int32Array;
	kept: (Kept | undefined)[];
	/** The bits of a number that tell its places in both. */
	bits: number;
}

interface Kept {
	readonly asked: Asked;
	/** As the request says it. */
	readonly cwd: string | undefined;
	readonly decision: Decision;
}

/** Of a number, so many bits tell its places at first, */
const fewBits = 6;
/** and at last: somebody with ten thousand commands finds most of them. */
const mostBits = 13;
const placesOfOne = 4;

export function newAgain(): Again {
	return {
		once: new Int32Array(placesOf(mostBits)),
		numbers: new Int32Array(placesOf(fewBits)),
		kept: new Array<Kept | undefined>(placesOf(fewBits)).fill(undefined),
		bits: fewBits,
	};
}

function placesOf(bits: number): number {
	return 2 ** bits * placesOfOne;
}

/** The decision of exactly this, if it was kept. */
export function foundAgain(
	{ numbers, kept, bits }: Again,
	number: number,
	asked: Asked,
	cwd: string | undefined,
): Decision | undefined {
	const first = firstPlace(number, bits);
	for (let at = first; at < first + placesOfOne; at++) {
		if (numbers[at] !== number) continue;
		const one = kept[at];
		if (one !== undefined && one.cwd === cwd && isSame(one.asked, asked)) return one.decision;
	}
	return undefined;
}

/** Keeps the decision, which can't be changed itself, if the same was asked not long ago. */
export function keep(again: Again, number: number, asked: Asked, cwd: string | undefined, decision: Decision): void {
	const { once } = again;
	const first = firstPlace(number, mostBits);
	const last = first + placesOfOne - 1;
	for (let at = first; at <= last; at++)
		if (once[at] === number) {
			for (const part of Object.values(decision)) frozen(part);
			put(again, number, { asked, cwd, decision });
			return;
		}
	for (let at = last; at > first; at--) once[at] = once[at - 1] as number;
	once[first] = number;
}

function put(again: Again, number: number, one: Kept): void {
	const first = firstPlace(number, again.bits);
	const last = first + placesOfOne - 1;
	if (again.kept[last] !== undefined && again.bits < mostBits) {
		// Somebody would lose his place.
		grow(again);
		put(again, number, one);
		return;
	}
	const { numbers, kept } = again;
	kept.copyWithin(first + 1, first, last);
	numbers.copyWithin(first + 1, first, last);
	numbers[first] = number;
	kept[first] = one;
}

/** Twice the places. The bits that tell them are the first ones: what stood in places of one number stands in those of two. */
function grow(again: Again): void {
	const { numbers, kept } = again;
	again.bits++;
	again.numbers = new Int32Array(placesOf(again.bits));
	again.kept = new Array<Kept | undefined>(placesOf(again.bits)).fill(undefined);
	// The oldest first: so they stay the oldest.
	for (let at = kept.length - 1; at >= 0; at--) {
		const one = kept[at];
		if (one !== undefined) put(again, numbers[at] as number, one);
	}
}

function firstPlace(number: number, bits: number): number {
	// Fibonacci hashing (Knuth, The Art of Computer Programming, 6.4): numbers that are near each other go far apart.
	return (Math.imul(number, 0x9e3779b1) >>> (32 - bits)) * placesOfOne;
}

function isSame(known: Asked, asked: Asked): boolean {
	if (typeof known === "string" || typeof asked === "string") return known === asked;
	const { length } = known;
	if (asked.length !== length) return false;
	for (let at = 0; at < length; at++) if (known[at] !== asked[at]) return false;
	return true;
}

/**
 * A number for what is asked: equal for equal things, and different for most others. A few characters of each word are looked at, of the first the last one: programs are few.
 * Undefined for words that are none, or too many.
 */
export function numberOf(asked: Asked, mostWords: number): number | undefined {
	if (typeof asked === "string") return mixed(1, asked);
	const { length } = asked;
	if (length > mostWords) return undefined;
	const name: unknown = asked[0];
	if (typeof name !== "string") return undefined;
	let number = Math.imul(length ^ name.length, 0x01000193) ^ (name === "" ? 0 : name.charCodeAt(name.length - 1));
	for (let at = 1; at < length; at++) {
		const word: unknown = asked[at];
		if (typeof word !== "string") return undefined;
		number = mixed(number, word);
	}
	return number;
}

/** From the end, as polynomials are computed. */
function mixed(before: number, word: string): number {
	const { length } = word;
	let number = before ^ length;
	const step = (length >> 4) + 1;
	for (let at = length - 1; at >= 0; at -= step) number = (Math.imul(number, 31) + word.charCodeAt(at)) | 0;
	return number ^ (number >>> 15);
}
