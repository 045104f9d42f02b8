/** What has to be searched for to find all commands that one policy answers less strictly than another. */
import { isStricter } from "../../../engine/decide/combine.js";
import type { Rule } from "../../../language/policy/policy.js";
import type { Effect } from "../../../language/syntax/statements.js";
import { grants, holding, looserThan, type Outcomes, together, unlessGranted, unseen } from "../outcomes.js";
import { isNever } from "../rule-index.js";
import type { Goal, Sided } from "../search/goal.js";

/** Goals that together are all commands to which `to` gives a looser answer than `from` does. */
export function* loosened(from: Outcomes, to: Outcomes, changed: ReadonlySet<Rule>): Generator<Goal, void> {
	// A restriction that is gone: what it caught is now looser.
	for (const { rule, restricts } of from.rules) {
		if (restricts === undefined || !changed.has(rule) || isNever(restricts)) continue;
		for (const goal of looserThan(rule.effect, to)) yield together(holding(restricts, "perhaps", from.side), goal);
	}
	// What nothing granted before, and something does now.
	const ungranted: Goal = { all: [], none: unlessGranted(from), some: [] };
	const added = grants({ ...to, rules: to.rules.filter(({ rule }) => changed.has(rule)) });
	if (from.unseen !== undefined)
		for (const hidden of unseen(ungranted.none, from)) yield* loosenedUnseen(hidden, from.unseen, to, added, from);
	if (from.fallback === "allow") return;
	if (isStricter(from.fallback, to.fallback)) {
		for (const goal of looserThan(from.fallback, to)) yield together(ungranted, goal);
		return;
	}
	yield* granted(ungranted, added, from.fallback, to);
}

/** What can't be seen, and nothing granted before: it has a stricter answer than the default. */
function* loosenedUnseen(
	hidden: Goal,
	effect: Effect,
	to: Outcomes,
	added: readonly Sided[],
	from: Outcomes,
): Generator<Goal, void> {
	if (to.unseen === from.unseen && to.fallback === from.fallback) yield* granted(hidden, added, effect, to);
	else for (const goal of looserThan(effect, to)) yield together(hidden, goal);
}

/** Of these commands those that one of the new grants lets through. */
function* granted(ungranted: Goal, added: readonly Sided[], effect: Effect, to: Outcomes): Generator<Goal, void> {
	for (const grant of added) {
		for (const goal of looserThan(effect, to))
			yield together(together(ungranted, { all: [grant], none: [], some: [] }), { ...goal, some: [] });
	}
}
