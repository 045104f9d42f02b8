/**
 * A set of words, as a small syntax tree that globs and regular expressions share.
 * Trees are made by the functions below alone, so what is trivially the same looks the same; none of them repeats a subtree.
 */
import { type CodePointRange, type CodePoints, codePoints, everyCodePoint, onlyCodePoint } from "./code-points.js";

export type Language =
	/** The empty word and no other. */
	| { readonly kind: "empty" }
	/** The words of one code point out of the set; without any, no word at all. */
	| { readonly kind: "set"; readonly codePoints: CodePoints }
	/** At least two parts, none of them `empty` or a concatenation. */
	| { readonly kind: "concatenation"; readonly parts: readonly Language[] }
	/** At least two options; at most the first is a set, none is `empty`, optional or an alternation. */
	| { readonly kind: "alternation"; readonly options: readonly Language[] }
	/** `max` may be Infinity; never exactly once, never of `empty`. */
	| { readonly kind: "repetition"; readonly of: Language; readonly min: number; readonly max: number };

export const emptyWord: Language = { kind: "empty" };
export const noWord: Language = { kind: "set", codePoints: [] };
export const anyCodePoint: Language = { kind: "set", codePoints: everyCodePoint };
export const anyWord: Language = { kind: "repetition", of: anyCodePoint, min: 0, max: Number.POSITIVE_INFINITY };

/** Readers refuse a larger language (see `sizeOf`). */
export const largestSize = 2000;

/** The words of one code point that lies in one of these ranges. */
export function setOf(ranges: readonly CodePointRange[]): Language {
	return { kind: "set", codePoints: codePoints(ranges) };
}

/** This word and no other. */
export function oneWord(text: string): Language {
	return concatenation(
		Array.from(text, (character) => ({
			kind: "set",
			codePoints: onlyCodePoint(character.codePointAt(0) as number),
		})),
	);
}

/** A word of each part, one after the other. */
export function concatenation(parts: readonly Language[]): Language {
	const flat: Language[] = [];
	for (const part of parts) {
		if (isNothing(part)) return noWord;
		if (part.kind === "empty") continue;
		if (part.kind !== "concatenation") flat.push(part);
		else for (const inner of part.parts) flat.push(inner);
	}
	const [first, second] = flat;
	if (first === undefined) return emptyWord;
	return second === undefined ? first : { kind: "concatenation", parts: flat };
}

/** A word of one of them. */
export function alternation(options: readonly Language[]): Language {
	const ranges: CodePointRange[] = [];
	const others: Language[] = [];
	let optional = false;
	const add = (option: Language): void => {
		switch (option.kind) {
			case "empty":
				optional = true;
				return;
			case "set":
				for (const range of option.codePoints) ranges.push(range);
				return;
			case "alternation":
				for (const inner of option.options) add(inner);
				return;
			case "repetition":
				if (option.min > 0 || option.max > 1) {
					others.push(option);
					return;
				}
				optional = true;
				add(option.of);
				return;
			case "concatenation":
				others.push(option);
				return;
		}
	};
	for (const option of options) add(option);
	const flat = ranges.length > 0 ? [setOf(ranges), ...others] : others;
	const [first, second] = flat;
	if (first === undefined) return optional ? emptyWord : noWord;
	const some: Language = second === undefined ? first : { kind: "alternation", options: flat };
	return optional ? repetition(some, 0, 1) : some;
}

/** At least `min` and at most `max` words of it, one after the other; `max` may be Infinity. */
export function repetition(of: Language, min: number, max: number): Language {
	if (max === 0 || of.kind === "empty") return emptyWord;
	if (isNothing(of)) return min === 0 ? emptyWord : noWord;
	if (min === 1 && max === 1) return of;
	if (of.kind === "repetition") {
		const endless = max === Number.POSITIVE_INFINITY;
		// (x*){n,m} is x*
		if (of.min === 0 && of.max === Number.POSITIVE_INFINITY) return of;
		// (x?){n,m} is x{0,m}
		if (of.min === 0 && of.max === 1) return repetition(of.of, 0, max);
		// (x{0,k})*, (x{1,k})+ and their like skip no number of times
		if (of.min <= 1 && min <= 1 && endless) return repetition(of.of, of.min * min, max);
		// (x{1,k})? is x{0,k}
		if (of.min <= 1 && min === 0 && max === 1) return repetition(of.of, 0, of.max);
	}
	return { kind: "repetition", of, min, max };
}

/** How many states an automaton of it takes, counted repetitions written out; Infinity if past counting. */
export function sizeOf(language: Language): number {
	switch (language.kind) {
		case "empty":
			return 0;
		case "set":
			return 1;
		case "concatenation":
			return language.parts.reduce((size, part) => size + sizeOf(part), 0);
		case "alternation":
			return language.options.reduce((size, option) => size + sizeOf(option), 1);
		case "repetition": {
			const once = sizeOf(language.of);
			if (language.max === Number.POSITIVE_INFINITY) return once * Math.max(language.min, 1) + 1;
			return once * language.max + (language.max - language.min);
		}
	}
}

function isNothing(language: Language): boolean {
	return language.kind === "set" && language.codePoints.length === 0;
}
