/**
 * When an agent answers so, as goals: what must hold of the rules that speak of a program, and what must not.
 * This is `combine` of `decide`, read backwards.
 */
import { isStricter } from "../../engine/decide/combine.js";
import type { Program } from "../../engine/knowledge/program.js";
import { factsOf } from "../../engine/request/facts.js";
import type { Test } from "../../language/policy/test.js";
import { type Effect, powers } from "../../language/syntax/statements.js";
import type { AgentModel } from "./agent-model.js";
import { hiddenPlaces, innerPlaces } from "./programs/inner-places.js";
import { type LocalRule, rulesFor } from "./rule-index.js";
import type { Goal, Sided } from "./search/goal.js";

/** The rules that can speak of a program, by what they do; one policy's. */
export interface Outcomes {
	readonly rules: readonly LocalRule[];
	readonly fallback: Effect;
	/** The answer by default for what is run and can't be seen, where that is stricter. */
	readonly unseen: Effect | undefined;
	/** Of a program that runs code, which may not be seen: the ways in which it runs another one that is. Most questions about all programs never look at a program's table. */
	readonly places: () => readonly Test[];
	/** The options that run what can't be seen. */
	readonly hidden: () => readonly Test[];
	readonly side: number;
}

export function outcomesFor(settings: readonly AgentModel[], side: number, name: string): Outcomes {
	const { agentTree, facts } = settings[side] as AgentModel;
	const { default: fallback, unreadable } = agentTree.agent;
	const table = (): Program | undefined => factsOf({ kind: "known", text: name }, facts);
	return {
		rules: rulesFor(agentTree, name, facts),
		fallback,
		unseen: isStricter(unreadable, fallback) ? unreadable : undefined,
		places: () => placesBesides(table()),
		hidden: () => hiddenPlaces(table()),
		side,
	};
}

function placesBesides(facts: Program | undefined): readonly Test[] {
	return facts?.powers.includes("code") ? innerPlaces(facts) : [];
}

/** Goals that together are all commands with an answer looser than this. */
export function looserThan(effect: Effect, outcomes: Outcomes): readonly Goal[] {
	if (effect === "allow") return [];
	const none = restrictions(outcomes, (one) => one === effect || isStricter(one, effect));
	const granted: Goal = { all: [], none, some: [grants(outcomes)] };
	return isStricter(effect, outcomes.fallback) ? [granted, ...byDefault(none, outcomes)] : [granted];
}

/** Goals that together are all commands with an answer stricter than this. */
export function stricterThan(effect: Effect, outcomes: Outcomes): readonly Goal[] {
	const raising = raisers(outcomes, (one) => isStricter(one, effect));
	const none = unlessGranted(outcomes);
	return [
		...(raising.length === 0 ? [] : [{ all: [], none: [], some: [raising] }]),
		...(isStricter(outcomes.fallback, effect) ? [{ all: [], none, some: [] }] : []),
		...(outcomes.unseen !== undefined && isStricter(outcomes.unseen, effect) ? unseen(none, outcomes) : []),
	];
}

/** Goals that together are all commands with this answer. */
export function exactly(effect: Effect, outcomes: Outcomes): readonly Goal[] {
	const { fallback } = outcomes;
	const none = restrictions(outcomes, (one) => isStricter(one, effect));
	const goals: Goal[] = [];
	const raising = raisers(outcomes, (one) => one === effect);
	if (effect === "allow") goals.push({ all: [], none, some: [grants(outcomes)] });
	else if (raising.length > 0)
		goals.push({ all: [], none, some: isStricter(fallback, effect) ? [raising, grants(outcomes)] : [raising] });
	return [...goals, ...answeredByDefault(effect, outcomes)];
}

/** Goals that together are all commands that no rule decides and that have this answer. */
export function answeredByDefault(effect: Effect, outcomes: Outcomes): readonly Goal[] {
	const { fallback, unseen: hidden } = outcomes;
	const none = [
		...restrictions(outcomes, (one) => one === effect || isStricter(one, effect)),
		...unlessGranted(outcomes),
	];
	return [
		...(fallback === effect ? byDefault(none, outcomes) : []),
		...(hidden === effect ? unseen(none, outcomes) : []),
	];
}

/**
 * By default: first what runs nothing that could not be seen, or nothing but itself; then, if that is told apart, everything. A shell alone runs what can't be
 * seen, and with `-c` what can: each way to run what is seen is looked for by itself, too.
 */
function byDefault(none: readonly Sided[], outcomes: Outcomes): readonly Goal[] {
	const whole: Goal = { all: [], none, some: [] };
	if (outcomes.unseen === undefined) return [whole];
	return [
		{ ...whole, none: [...none, { test: runsMore, side: outcomes.side }] },
		{ ...whole, all: [{ test: runsItself, side: outcomes.side }], tentative: true },
		{ ...whole, tentative: true },
		...outcomes.places().map((test): Goal => ({ ...whole, all: [{ test, side: outcomes.side }], tentative: true })),
	];
}

/**
 * By default, and something is run that can't be seen: whatever may run more, and each option that does so by itself. What only may run something may be seen, and
 * hides no other command.
 */
export function unseen(none: readonly Sided[], { side, hidden }: Outcomes): readonly Goal[] {
	const tests: readonly Sided[] = [
		{ test: runsMore, side, mayBe: true },
		{ test: runsMore, side },
		...hidden().map((test) => ({ test, side })),
	];
	return tests.map((one) => ({ all: [one], none, some: [], tentative: true }));
}

/** Only what may run another program, or code, can run something that is not seen. */
export const runsMore: Test = { kind: "uses-power", powers: ["exec", "code"] };

/** What runs no other program by an option. */
export const runsItself: Test = {
	kind: "powers-within",
	powers: powers.filter((power) => power !== "exec"),
	options: [],
};

/** The tests of rules that restrict, for these effects. */
export function restrictions({ rules, side }: Outcomes, which: (effect: Effect) => boolean): readonly Sided[] {
	return rules.flatMap(({ rule, restricts }) =>
		restricts !== undefined && which(rule.effect)
			? [{ test: restricts, side, ...(rule.engine ? { late: true as const } : {}) }]
			: [],
	);
}

/** The same where one of them is to raise the answer: a doubt is enough. */
export function raisers(outcomes: Outcomes, which: (effect: Effect) => boolean): readonly Sided[] {
	return restrictions(outcomes, which).map((one) => ({ ...one, mayBe: true as const }));
}

/** The tests of rules that grant. */
export function grants({ rules, side }: Outcomes): readonly Sided[] {
	return rules.flatMap((one) => (one.grants === undefined ? [] : [{ test: one.grants, side }]));
}

/** Nothing grants it, for certain. */
export function unlessGranted(outcomes: Outcomes): readonly Sided[] {
	return grants(outcomes).map((one) => ({ ...one, mayBe: true as const }));
}

/** Both goals at once. */
export function together(a: Goal, b: Goal): Goal {
	const tentative = a.tentative === true || b.tentative === true;
	return {
		all: [...a.all, ...b.all],
		none: [...a.none, ...b.none],
		some: [...a.some, ...b.some],
		...(tentative ? { tentative } : {}),
	};
}

/** This test holds, or may hold, whatever else is asked. */
export function holding(test: Test, how: "surely" | "perhaps" = "surely", side = 0): Goal {
	return { all: [{ test, side, ...(how === "perhaps" ? { mayBe: true as const } : {}) }], none: [], some: [] };
}
