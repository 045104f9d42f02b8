/** What is wrong with what is said of each rule: whether it ever decides, or which others decide before it. */

import { agentModelOf } from "../../../../../src/authoring/analysis/agent-model.js";
import { liveness, livenessSubject } from "../../../../../src/authoring/analysis/liveness.js";
import type { Witness } from "../../../../../src/authoring/analysis/witness.js";
import { evaluateTest } from "../../../../../src/engine/decide/evaluate/evaluate-test.js";
import type { EvaluationContext } from "../../../../../src/engine/decide/evaluate/evaluation-context.js";
import type { Truth } from "../../../../../src/engine/decide/evaluate/truth.js";
import type { AgentTree } from "../../../../../src/engine/decide/tree.js";
import type { Rule } from "../../../../../src/language/policy/policy.js";
import { and, type Bits, but, first, isNone, or } from "../bits.js";
import { decided } from "../decided.js";
import {
	answersTo,
	type Commands,
	commandsOf,
	type Manner,
	mannersFor,
	sampleAt,
	strictness,
	subjectFor,
	truths,
} from "../every-command.js";
import { groundWith } from "../ground.js";
import { steps, words } from "../runs.js";
import { agentsOf, type Loaded } from "../small-policies.js";
import { type Fault, lengthOf, shown, type Tally } from "./fault.js";

export function livenessFaults(names: readonly string[], engine: Loaded, tally: Tally): readonly Fault[] {
	return agentsOf(engine).flatMap((agent) => {
		const subject = livenessSubject(agentModelOf(engine.tree, agent, groundWith(names)), steps);
		const agentTree = engine.tree.agents[agent] as AgentTree;
		return agentTree.rules
			.filter(({ engine: own }) => !own)
			.flatMap((rule) => {
				const answer = liveness(rule, subject);
				const what = faultOf(rule, answer, () => fittingOf(rule, agentTree, names, engine.text), agent, engine, tally);
				return what === undefined ? [] : [{ ...what, text: `${what.text}\nagent ${agent}: ${rule.id}` }];
			});
	});
}

/** Commands that the rule speaks of where it is heard, and which of them the other rules decide as strictly. */
interface Fitting {
	readonly commands: Commands;
	readonly manner: Manner;
	readonly fits: Bits;
	readonly deciders: ReadonlyMap<Rule, Bits>;
}

function faultOf(
	rule: Rule,
	answer: ReturnType<typeof liveness>,
	fitting: () => readonly Fitting[],
	agent: string,
	{ tree }: Loaded,
	tally: Tally,
): Fault | undefined {
	const agentTree = tree.agents[agent] as AgentTree;
	const others = agentTree.rules.filter((one) => one !== rule);
	const wrong = (text: string): Fault => ({ kind: "wrong", text });
	tally.asked++;
	switch (answer.kind) {
		case "not-settled":
			tally.open++;
			return undefined;
		case "live": {
			tally.shown++;
			const { sample } = answer;
			const rival = others.find((one) => mayDecide(one, rule, subjectFor(sample, agentTree.agent.trust)));
			if (rival !== undefined) return wrong(`live, but ${rival.id} decides ${shown(sample)} as well`);
			const { effect, rules: by } = decided(tree, sample, agent);
			return effect === rule.effect && by.includes(rule.id)
				? undefined
				: wrong(`live, but ${shown(sample)} is ${effect} by ${by.join() || `the default`}`);
		}
		case "empty": {
			tally.proved++;
			const fitted = shortestOf(fitting(), ({ fits }) => fits);
			return fitted && wrong(`said to fit nothing, and fits ${shown(fitted)}`);
		}
		case "covered": {
			tally.proved++;
			const { by, sample } = answer;
			const all = fitting();
			const decides = shortestOf(all, (one) => left(one, [...one.deciders.keys()]));
			if (decides !== undefined) return wrong(`said to be covered, and decides ${shown(decides)}`);
			if (speaks(rule, subjectFor(sample, agentTree.agent.trust)) === "no")
				return wrong(`it does not fit ${shown(sample)}, which is said to show it`);
			const open = shortestOf(all, (one) => left(one, by));
			if (open !== undefined) return wrong(`${idsOf(by)} do not cover ${shown(open)}`);
			const loose = by.filter(({ effect }) => strictness[effect] < strictness[rule.effect]);
			if (loose.length > 0) return wrong(`${idsOf(loose)} are looser`);
			const [foremost] = by;
			if (foremost?.effect === rule.effect && by.some(({ effect }) => effect !== rule.effect))
				return wrong(`${foremost.id} stands before blockers of other effects: ${idsOf(by)}`);
			const idle = by.filter((one) => {
				const rest = by.filter((other) => other !== one);
				return all.every((each) => isNone(left(each, rest)));
			});
			return all.every(({ fits }) => isNone(fits)) || idle.length === 0
				? undefined
				: { kind: "longer", text: `of ${idsOf(by)}, ${idsOf(idle)} can be left out for all short commands` };
		}
	}
}

/** Every short command that fits the rule, with the rules that decide it before. */
function fittingOf(rule: Rule, agentTree: AgentTree, names: readonly string[], text: string): readonly Fitting[] {
	const found: Fitting[] = [];
	for (const commands of names.flatMap((name) => commandsOf(name, words, agentTree))) {
		if (commands.redirects.length > 0 && !agentTree.agent.syntax.includes("redirects")) continue;
		for (const manner of mannersFor(text)) found.push(...fittingIn(rule, agentTree, commands, manner));
	}
	return found;
}

function fittingIn(rule: Rule, agentTree: AgentTree, commands: Commands, manner: Manner): readonly Fitting[] {
	const test = rule.effect === "allow" ? rule.grants : (rule.restricts ?? rule.grants);
	if (test === undefined) return [];
	const spoken = and(truths(test, commands, manner).yes, commands.certain);
	const fits = and(spoken, heard(rule, agentTree, commands, manner));
	if (isNone(fits)) return [];
	const deciders = new Map<Rule, Bits>();
	for (const other of agentTree.rules) {
		if (other === rule) continue;
		const grants = rule.effect === "allow" && other.grants ? truths(other.grants, commands, manner).yes : undefined;
		const isStrict = strictness[other.effect] >= strictness[rule.effect];
		const restricts = isStrict && other.restricts ? truths(other.restricts, commands, manner).maybe : undefined;
		const both = grants && restricts ? or(grants, restricts) : (grants ?? restricts);
		if (both !== undefined) deciders.set(other, both);
	}
	return [{ commands, manner, fits, deciders }];
}

/** Commands for which the default is not stricter than what the rule says, or that something grants. */
function heard({ effect }: Rule, agentTree: AgentTree, commands: Commands, manner: Manner): Bits {
	if (effect === "allow") return commands.all;
	const { granted } = answersTo(commands, manner, agentTree);
	const { default: fallback, unreadable } = agentTree.agent;
	if (strictness[fallback] > strictness[effect]) return granted;
	return strictness[unreadable] > strictness[effect] ? or(granted, but(commands.all, commands.unseen)) : commands.all;
}

/** The commands that none of these rules decides. */
function left({ fits, deciders }: Fitting, by: readonly Rule[]): Bits {
	return by.reduce((open, rule) => but(open, deciders.get(rule) ?? but(open, open)), fits);
}

function shortestOf(all: readonly Fitting[], which: (one: Fitting) => Bits): Witness | undefined {
	let best: Witness | undefined;
	for (const one of all) {
		const at = first(which(one));
		const sample = at === undefined ? undefined : sampleAt(one.commands, at, one.manner);
		if (sample && (best === undefined || lengthOf(sample) < lengthOf(best))) best = sample;
	}
	return best;
}

/** Does the rule decide, as far as only it is asked? */
function speaks({ effect, grants, restricts }: Rule, subject: EvaluationContext): Truth {
	const test = effect === "allow" ? grants : (restricts ?? grants);
	return test === undefined ? "no" : evaluateTest(test, subject);
}

/** Does another rule decide as strictly? A doubt raises, and grants nothing; what one rule grants another may grant as well. */
function mayDecide({ effect: own, grants, restricts }: Rule, { effect }: Rule, subject: EvaluationContext): boolean {
	if (effect === "allow" && grants !== undefined && evaluateTest(grants, subject) === "yes") return true;
	return restricts !== undefined && strictness[own] >= strictness[effect] && evaluateTest(restricts, subject) !== "no";
}

function idsOf(rules: readonly Rule[]): string {
	return rules.map(({ id }) => id).join(", ");
}
