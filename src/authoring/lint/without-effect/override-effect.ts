/** What an override takes out of inherited rules, and which locked ones it can't. */

import { specialise } from "../../../engine/decide/compile/specialise.js";
import { factsOf } from "../../../engine/request/facts.js";
import { areDisjoint } from "../../../language/policy/disjoint.js";
import type { Rule } from "../../../language/policy/policy.js";
import { foundIn, type Test } from "../../../language/policy/test.js";
import { withoutExclusions } from "../../../language/policy/without-exclusions.js";
import type { AgentModel } from "../../analysis/agent-model.js";
import { holding, together } from "../../analysis/outcomes.js";
import type { ProgramClass } from "../../analysis/programs/program-classes.js";
import { rulesFor } from "../../analysis/rule-index.js";
import { follows } from "../../analysis/search/by-text.js";
import { find } from "../../analysis/search/find.js";
import type { Goal } from "../../analysis/search/goal.js";
import type { Witness } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import { lowerVariant, programsIn } from "../meaning/lower-variant.js";

export type OverrideEffect =
	/** Something inherited restricts less for it, or that is not settled. */
	| { readonly kind: "something" }
	/** Nothing that it inherits restricts what it speaks of. */
	| { readonly kind: "nothing" }
	/** Only locked rules restrict what it speaks of: one of them, and a command that shows it. */
	| { readonly kind: "locked"; readonly by: Rule; readonly agent: string; readonly sample: Witness };

const known = new WeakMap<ValidPolicyContext, Map<StatedRule, OverrideEffect>>();

/** Of an override that an agent has. */
export function overrideEffectOf(stated: StatedRule, subject: ValidPolicyContext): OverrideEffect {
	const found = known.get(subject) ?? new Map<StatedRule, OverrideEffect>();
	known.set(subject, found);
	const carving = found.get(stated) ?? look(stated, subject);
	found.set(stated, carving);
	return carving;
}

function look(stated: StatedRule, subject: ValidPolicyContext): OverrideEffect {
	const lowered = lowerVariant(stated.statement, stated, subject);
	const carve = lowered?.carves;
	const programs = lowered && programsIn(lowered);
	// A denial takes nothing out: it adds to what is inherited.
	if (carve === undefined) return lowered === undefined ? { kind: "something" } : { kind: "nothing" };
	if (programs === undefined || programs.size > mostPrograms) return { kind: "something" };
	let locked: OverrideEffect | undefined;
	for (const { agent, rule } of stated.agents) {
		const { setting, named } = subject.programsOf(agent);
		for (const name of programs) {
			const program = named.get(name);
			if (program === undefined) return { kind: "something" };
			for (const { rule: other } of rulesFor(setting.agentTree, name)) {
				const isCarved = other.excludedBy.includes(rule.id);
				if (isCarved && losesGrants(other, carve, program, setting)) return { kind: "something" };
				const { restricts } = other;
				if (restricts === undefined || (!isCarved && !(other.locked && isInherited(other, stated, subject)))) continue;
				const whole = isCarved ? withoutExclusions(restricts, other.excludedBy.length).whole : restricts;
				if (areDisjoint(whole, carve)) continue;
				const part = (test: Test) => holding(specialise(test, name), "perhaps");
				const goal = together(part(whole), part(carve));
				const found = find(goal, program, [setting], { left: steps });
				if (found.kind === "none") continue;
				// What a locked denial refuses anyway, nothing is made of.
				if (isCarved && isRefused(goal, name, program, setting)) continue;
				if (isCarved || found.kind === "unsettled") return { kind: "something" };
				locked ??= { kind: "locked", by: other, agent, sample: found.sample };
			}
		}
	}
	return locked ?? { kind: "nothing" };
}

/**
 * What is taken out of a rule that grants, the override itself grants, but for commands of which it is not sure whether they fit: these
 * nothing grants any more.
 */
function losesGrants({ grants, excludedBy }: Rule, carve: Test, program: ProgramClass, setting: AgentModel): boolean {
	if (grants === undefined) return false;
	const { whole } = withoutExclusions(grants, excludedBy.length);
	if (areDisjoint(whole, carve)) return false;
	if (asksMore(carve, whole)) return true;
	const [own, out] = [whole, carve].map((test) => specialise(test, program.name)) as [Test, Test];
	const doubtful = together(together(holding(own), holding(out, "perhaps")), {
		all: [],
		none: [{ test: out, side: 0, mayBe: true }],
		some: [],
	});
	return find(doubtful, program, [setting], { left: steps }).kind !== "none";
}

/** Does it ask for a fact, or for what happened before, that the other does not ask for? That may not be known, of any command. */
function asksMore(test: Test, other: Test): boolean {
	const said = new Set(circumstancesIn(other));
	return circumstancesIn(test).some((one) => !said.has(one));
}

function circumstancesIn(test: Test): readonly string[] {
	return foundIn(test, (one) => {
		const asked = one.kind === "not" ? one.test : one;
		return asked.kind === "fact" || asked.kind === "past" ? JSON.stringify(asked) : undefined;
	});
}

/** Do locked denials refuse every command of the goal? */
function isRefused(goal: Goal, name: string, program: ProgramClass, setting: AgentModel): boolean {
	const locked = rulesFor(setting.agentTree, name).flatMap(({ rule: { locked, effect }, restricts }) =>
		locked && effect === "deny" && restricts !== undefined ? [{ test: restricts, side: 0 }] : [],
	);
	if (locked.length === 0) return false;
	return (
		locked.some((one) => follows(one, goal) || isItsOwn(one.test, name, setting)) ||
		find({ ...goal, none: [...goal.none, ...locked] }, program, [setting], { left: steps }).kind === "none"
	);
}

/** It asks for a power that the program has however it is called: `sudo` raises rights. */
function isItsOwn(test: Test, name: string, { facts }: AgentModel): boolean {
	const own = factsOf({ kind: "known", text: name }, facts)?.powers ?? [];
	return test.kind === "uses-power" && test.powers.some((power) => own.includes(power));
}

const mostPrograms = 64;
const steps = 1_000;

function isInherited(rule: Rule, { owner, file }: StatedRule, subject: ValidPolicyContext): boolean {
	const other = subject.statementOf(rule);
	return other !== undefined && (other.owner !== owner || other.file.file !== file.file);
}
