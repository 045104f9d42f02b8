/**
 * From a language to a non-deterministic automaton.
 * Ken Thompson, "Regular Expression Search Algorithm", Communications of the ACM 11(6), 1968; built from the end to the
 * beginning, so that each piece knows where it continues.
 */
import type { CodePoints } from "./code-points.js";
import type { Language } from "./language.js";

export type AutomatonState =
	/** Goes on over one code point of the set. */
	| { readonly kind: "set"; readonly codePoints: CodePoints; readonly next: number }
	/** Goes on to all of these without reading. */
	| { readonly kind: "split"; readonly next: readonly number[] }
	/** The word may end here. */
	| { readonly kind: "accept" };

export interface Automaton {
	readonly states: readonly AutomatonState[];
	readonly start: number;
	/** The one state of its kind. */
	readonly accept: number;
}

/** The automaton that accepts the words of the language: about `sizeOf(language)` states. */
export function automatonOf(language: Language): Automaton {
	const states: AutomatonState[] = [];
	const accept = add(states, { kind: "accept" });
	return { states, start: build(states, language, accept), accept };
}

/** Where one begins who reads a word of the language and then continues at `next`. */
function build(states: AutomatonState[], language: Language, next: number): number {
	switch (language.kind) {
		case "empty":
			return next;
		case "set":
			return add(states, { kind: "set", codePoints: language.codePoints, next });
		case "concatenation":
			return language.parts.reduceRight((rest, part) => build(states, part, rest), next);
		case "alternation":
			return add(states, { kind: "split", next: language.options.map((option) => build(states, option, next)) });
		case "repetition":
			return buildRepetition(states, language, next);
	}
}

function buildRepetition(
	states: AutomatonState[],
	{ of, min, max }: Language & { readonly kind: "repetition" },
	next: number,
): number {
	let start = next;
	let required = min;
	if (max === Number.POSITIVE_INFINITY) {
		const again: number[] = [next];
		const loop = add(states, { kind: "split", next: again });
		const once = build(states, of, loop);
		again.push(once);
		start = min === 0 ? loop : once;
		required = Math.max(min - 1, 0);
	} else {
		// x{0,3} is (x(x(x)?)?)?: whoever stops, stops for good.
		for (let optional = max - min; optional > 0; optional--) {
			start = add(states, { kind: "split", next: [build(states, of, start), next] });
		}
	}
	for (; required > 0; required--) start = build(states, of, start);
	return start;
}

function add(states: AutomatonState[], state: AutomatonState): number {
	return states.push(state) - 1;
}
