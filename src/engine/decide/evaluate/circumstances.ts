/**
 * What surrounds a command and is not among its words: facts of the request and the world, and the time. A rule reads it by `when` and `until`.
 * Forgetting any of it makes a test unknown at most.
 */
import { endOf, hasEnded, isMomentFact, liesIn } from "../../../language/policy/clauses/facts/moments.js";
import type { FactCondition, WordPattern } from "../../../language/policy/test.js";
import { matcherOf } from "../../../language/policy/word-language/matcher.js";
import { someOf, type Truth, truth } from "./truth.js";

/** The value of a fact; `null`: it is known that there is none. Undefined: it can't be known. */
export type FactValue = string | null | undefined;

/** The circumstances of one command. */
export interface Circumstances {
	/** By its name; a variable's is `env CI`. */
	readonly fact: (name: string) => FactValue;
	/** Milliseconds since 1970; undefined where nobody has a clock. */
	readonly now: () => number | undefined;
	/** Where its clocks go. */
	readonly zone: string;
}

/** Nothing is known. */
export const unknownCircumstances: Circumstances = { fact: () => undefined, now: () => undefined, zone: "UTC" };

/** Is the fact one of these? */
export function factHolds({ fact, values }: FactCondition, circumstances: Circumstances): Truth {
	if (isMomentFact(fact)) {
		const at = circumstances.now();
		if (at === undefined) return "unknown";
		return someOf(values, (value) => {
			const lies = "text" in value ? liesIn(fact, value.text, at, circumstances.zone) : undefined;
			return lies === undefined ? "unknown" : truth(lies);
		});
	}
	const value = circumstances.fact(fact);
	if (value === undefined) return "unknown";
	return truth(value !== null && values.some((pattern) => fitsValue(value, pattern)));
}

function fitsValue(value: string, pattern: WordPattern): boolean {
	return pattern.kind === "any" || pattern.kind === "rest" || matcherOf(pattern)(value);
}

/** Is the date still to come? */
export function isBefore(date: string, circumstances: Circumstances): Truth {
	const [end, at] = [endOf(date), circumstances.now()];
	const ended = end === undefined || at === undefined ? undefined : hasEnded(end, at, circumstances.zone);
	return ended === undefined ? "unknown" : truth(!ended);
}
