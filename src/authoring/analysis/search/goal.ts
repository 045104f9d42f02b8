/** What a search is after: tests that must hold of a command and tests that must not, each in the eyes of one policy. */
import { evaluateTest } from "../../../engine/decide/evaluate/evaluate-test.js";
import type { EvaluationContext } from "../../../engine/decide/evaluate/evaluation-context.js";
import type { Truth } from "../../../engine/decide/evaluate/truth.js";
import type { Test } from "../../../language/policy/test.js";
import type { OtherNames } from "../programs/other-names.js";
import { type Asked, type Conjunction, within } from "./literals.js";

/**
 * A test in the eyes of one policy: the place of its setting. `mayBe`: it is enough that it may hold where it is to hold, as with a rule that
 * restricts, and that it may not hold where it is not to hold, as with one that grants.
 */
export interface Sided {
	readonly test: Test;
	readonly side: number;
	readonly mayBe?: true;
	/** Few commands are in its way: it is looked at when a command is found that is. */
	readonly late?: true;
}

export interface Goal {
	/** These hold. */
	readonly all: readonly Sided[];
	/** These do not. */
	readonly none: readonly Sided[];
	/** Of each of these lists one holds. */
	readonly some: readonly (readonly Sided[])[];
	/** Commands may meet the goal and not be what is meant: one that is not accepted leaves no doubt. */
	readonly tentative?: true;
}

/** Does a command meet the goal? `subjects`: the command as each side reads it. */
export function meets({ all, none, some }: Goal, subjects: readonly EvaluationContext[]): boolean {
	const truthOf = (one: Sided): Truth => truthFor(one, subjects);
	return (
		all.every((one) => isMet(truthOf(one), one)) &&
		some.every((list) => list.some((one) => isMet(truthOf(one), one))) &&
		!none.some((one) => !isAvoided(truthOf(one), one))
	);
}

export function truthFor({ test, side }: Sided, subjects: readonly EvaluationContext[]): Truth {
	return evaluateTest(test, subjects[side] as EvaluationContext);
}

/** Does it hold, as it is asked for? */
export function isMet(truth: Truth, { mayBe }: Sided): boolean {
	return truth === "yes" || (truth === "unknown" && mayBe === true);
}

export function isAvoided(truth: Truth, { mayBe }: Sided): boolean {
	return truth === "no" || (truth === "unknown" && mayBe === true);
}

/** The conjunctions of everything that must hold. */
export function* startingConjunctions(
	conjunction: Conjunction,
	from: number,
	all: readonly Asked[],
): Generator<Conjunction, void> {
	const next = all[from];
	if (next === undefined) yield conjunction;
	else for (const narrower of within(conjunction, next)) yield* startingConjunctions(narrower, from + 1, all);
}

export function asked({ test, mayBe }: Sided, wanted: boolean, side: number, others: OtherNames | undefined): Asked {
	return { test, wanted, mayBe: mayBe === true, side, others };
}
