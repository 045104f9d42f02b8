/** What may come of a record when it is decided again, by numbers: few things come of millions of records. */
import { remembered } from "../../engine/records/remembered.js";
import type { Effect } from "../../language/syntax/statements.js";
import type { answerTo } from "./replay.js";

/** What may come of a record. What was answered before is no part of it. */
export interface Outcome {
	/** What tells it from others. */
	readonly key: string;
	readonly agent: string;
	/** What is answered now; undefined where nothing is compared. */
	readonly effect: Effect | undefined;
	/** The record did not say what paths were relative to. */
	readonly assumed: boolean;
	/** Why nothing is compared. */
	readonly why?: string;
}

type Told = ReturnType<typeof answerTo>;

export function outcomeIn(told: Told): Outcome {
	const { kind, agent } = told;
	if (told.kind === "compared") {
		const { assumed, after } = told;
		const key = JSON.stringify([kind, agent, assumed, after.effect, after.code, ...after.rules.map(({ id }) => id)]);
		return { key, agent, effect: after.effect, assumed };
	}
	const why = told.kind === "undecided" ? told.why : undefined;
	const key = JSON.stringify([kind, agent, why]);
	return { key, agent, effect: undefined, assumed: false, ...(why === undefined ? {} : { why }) };
}

/** The numbers of outcomes, from 1. */
export interface OutcomeNumbers {
	readonly numberOf: (outcome: Outcome) => number;
	readonly outcomeOf: (number: number) => Outcome;
	/** Those from this number on. */
	readonly from: (number: number) => readonly Outcome[];
	readonly count: () => number;
}

export function outcomeNumbers(): OutcomeNumbers {
	const numbers = new Map<string, number>();
	const all: Outcome[] = [];
	return {
		numberOf: (outcome) => remembered(numbers, outcome.key, () => all.push(outcome)),
		outcomeOf: (number) => all[number - 1] as Outcome,
		from: (number) => all.slice(number - 1),
		count: () => all.length,
	};
}
