/**
 * What an agent may do, as regions: for each rule that grants, the commands that it lets through, with one of them, and what is held back of them.
 */

import { specialise } from "../decide/compile.js";
import { ruleRef } from "../decide/decide.js";
import type { RuleRef } from "../decide/decision.js";
import type { Rule } from "../policy/policy.js";
import type { Test } from "../policy/test.js";
import type { Effect } from "../syntax/statements.js";
import { find, type Goal, usualSteps } from "./find.js";
import {
	answeredByDefault,
	exactly,
	holding,
	type Outcomes,
	outcomesFor,
	together,
	unlessGranted,
} from "./outcomes.js";
import { classesFor, type ProgramClass, patternsIn } from "./program-classes.js";
import { isNever, type LocalRule } from "./rule-index.js";
import { compareSamples, ownDecision, type Sample } from "./sample.js";
import { decideSample, type Setting } from "./setting.js";

/** Commands with one answer, for one reason. */
export interface Region {
	/** The rule that decides; absent: the default. */
	readonly rule?: Rule;
	/** Programs that the region speaks of by name, in order; others may belong to it where the rule names none. */
	readonly programs: readonly string[];
	/** Programs that no rule names belong to it too. */
	readonly others: boolean;
	/** A short command of the region. */
	readonly sample: Sample;
	/** Rules that hold something back of what this one speaks of. */
	readonly heldBack: readonly RuleRef[];
}

export interface Regions {
	readonly regions: readonly Region[];
	/** Programs for which the steps did not suffice. */
	readonly unsettled: readonly string[];
}

/** The regions with this answer. `only`: of commands for which this test holds. */
export function regionsOf(setting: Setting, effect: Effect, only?: Test, steps = usualSteps): Regions {
	const { rules } = setting.agentTree;
	const patterns = [only, ...rules.flatMap((rule) => [rule.grants, rule.restricts])].flatMap(patternsIn);
	const regions = new Map<Rule | undefined, Draft>();
	const unsettled = new Set<string>();
	const heldOf = new Map<Rule, Set<Rule>>();
	for (const program of classesFor(patterns, [setting])) {
		const asked = only === undefined ? undefined : specialise(only, program.name);
		if (asked !== undefined && isNever(asked)) continue;
		const outcomes = outcomesFor([setting], 0, program.name);
		for (const { goal, by } of parts(effect, outcomes)) {
			const whole = asked === undefined ? goal : together(goal, holding(asked));
			// What every policy denies is no region of this one.
			if (by?.rule.engine) continue;
			// Of programs that no rule names one is enough.
			if (!program.named && regions.get(by?.rule)?.others) continue;
			const accepts = (sample: Sample): boolean => {
				const decision = ownDecision(decideSample(sample, setting));
				return decision.effect === effect && (by !== undefined || decision.rules.length === 0);
			};
			const found = find(whole, program, [setting], { left: steps }, { accepts, manners: "plain" });
			if (found.kind === "unsettled") unsettled.add(program.name);
			// Nothing of it is left here, and something was held back all the same.
			if (found.kind === "none" && program.named && by !== undefined)
				for (const rule of heldBack(by, effect, outcomes, program, setting, asked, steps, unsettled))
					held(heldOf, by.rule).add(rule);
			if (found.kind === "found")
				add(
					regions,
					by,
					program,
					found.sample,
					heldBack(by, effect, outcomes, program, setting, asked, steps, unsettled),
				);
		}
	}
	for (const [rule, others] of heldOf) for (const other of others) regions.get(rule)?.heldBack.add(other);
	return { regions: [...regions].map(([rule, draft]) => finished(rule, draft, setting)), unsettled: [...unsettled] };
}

function held(all: Map<Rule, Set<Rule>>, rule: Rule): Set<Rule> {
	const known = all.get(rule) ?? new Set<Rule>();
	all.set(rule, known);
	return known;
}

interface Draft {
	programs: string[];
	others: boolean;
	sample: Sample;
	heldBack: Set<Rule>;
}

/** The goals that together are all commands with the answer, by the rule that gives it. */
function parts(effect: Effect, outcomes: Outcomes): readonly { readonly goal: Goal; readonly by?: LocalRule }[] {
	const { rules, side } = outcomes;
	const found: { goal: Goal; by?: LocalRule }[] = [];
	for (const by of rules) {
		const test = effect === "allow" ? by.grants : by.rule.effect === effect ? by.restricts : undefined;
		if (test === undefined) continue;
		for (const goal of exactly(effect, outcomes))
			found.push({
				goal: together(holding(test, effect === "allow" ? "surely" : "perhaps", side), withoutDefault(goal)),
				by,
			});
	}
	for (const goal of answeredByDefault(effect, outcomes)) found.push({ goal });
	return found;
}

/** The rule decides: that nothing grants is no part of it. */
function withoutDefault(goal: Goal): Goal {
	return { ...goal, none: goal.none.filter(({ mayBe }) => !mayBe) };
}

function add(
	regions: Map<Rule | undefined, Draft>,
	by: LocalRule | undefined,
	program: ProgramClass,
	sample: Sample,
	held: readonly Rule[],
): void {
	const known = regions.get(by?.rule);
	const draft = known ?? { programs: [], others: false, sample, heldBack: new Set<Rule>() };
	if (program.named && !draft.programs.includes(program.name)) draft.programs.push(program.name);
	if (!program.named) draft.others = true;
	if (compareSamples(sample, draft.sample) < 0) draft.sample = sample;
	for (const rule of held) draft.heldBack.add(rule);
	regions.set(by?.rule, draft);
}

/** Rules that are stricter and that catch some of what the region's rule speaks of. */
function heldBack(
	by: LocalRule | undefined,
	effect: Effect,
	outcomes: Outcomes,
	program: ProgramClass,
	setting: Setting,
	asked: Test | undefined,
	steps: number,
	unsettled: Set<string>,
): readonly Rule[] {
	const own = by === undefined ? undefined : effect === "allow" ? by.grants : by.restricts;
	const base: Goal =
		own === undefined
			? { all: [], none: unlessGranted(outcomes), some: [] }
			: holding(own, effect === "allow" ? "surely" : "perhaps");
	const goal = asked === undefined ? base : together(base, holding(asked));
	const held: Rule[] = [];
	for (const { rule, restricts } of outcomes.rules) {
		// What every policy denies holds back something of everything that writes, and says nothing of this one.
		if (restricts === undefined || rule === by?.rule || rule.engine || order[rule.effect] <= order[effect]) continue;
		const found = find(together(goal, holding(restricts, "perhaps")), program, [setting], { left: steps });
		if (found.kind === "found") held.push(rule);
		if (found.kind === "unsettled") unsettled.add(program.name);
	}
	return held;
}

const order: Readonly<Record<Effect, number>> = { allow: 0, ask: 1, nudge: 2, deny: 3 };

function finished(rule: Rule | undefined, draft: Draft, { tree }: Setting): Region {
	return {
		...(rule === undefined ? {} : { rule }),
		programs: [...draft.programs].sort(),
		others: draft.others,
		sample: draft.sample,
		heldBack: [...draft.heldBack].map((one) => ruleRef(tree, one)),
	};
}
