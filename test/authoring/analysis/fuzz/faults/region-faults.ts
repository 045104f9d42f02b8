/** What is wrong with the regions of an agent: their commands must be decided so, and what is decided so must lie in one of them. */

import { agentModelOf, holdsFor } from "../../../../../src/authoring/analysis/agent-model.js";
import { atOnce, type Region, regionsOf } from "../../../../../src/authoring/analysis/regions.js";
import type { AgentTree } from "../../../../../src/engine/decide/tree.js";
import type { Rule } from "../../../../../src/language/policy/policy.js";
import type { Test } from "../../../../../src/language/policy/test.js";
import type { Effect } from "../../../../../src/language/syntax/statements.js";
import { and, type Bits, but, first } from "../bits.js";
import { decided } from "../decided.js";
import {
	answersTo,
	type Commands,
	commandsOf,
	effects,
	plainly,
	sampleAt,
	strictness,
	truths,
} from "../every-command.js";
import { groundWith } from "../ground.js";
import { steps, words } from "../runs.js";
import { agentsOf, claimText, type Loaded } from "../small-policies.js";
import { type Fault, shown, type Tally } from "./fault.js";

export function regionFaults(names: readonly string[], engine: Loaded, tally: Tally): readonly Fault[] {
	return agentsOf(engine).flatMap((agent) =>
		effects.flatMap((effect) => {
			const [what] = faultsOf(effect, agent, engine, names, tally);
			return what === undefined ? [] : [{ kind: "wrong", text: `${what}\nagent ${agent}, ${effect}` } as const];
		}),
	);
}

/** The same where only commands are asked for that a claim speaks of. */
export function someRegionFaults(names: readonly string[], engine: Loaded, tally: Tally): readonly Fault[] {
	return agentsOf(engine).flatMap((agent, at) =>
		engine.claims.slice(0, mostClaims).flatMap((claim, index) => {
			const effect = effects[(at + index + tally.asked) % effects.length] as Effect;
			const [what] = faultsOf(effect, agent, engine, names, tally, claim.test);
			const said = `agent ${agent}, ${effect}: ${claimText(engine, claim)}`;
			return what === undefined ? [] : [{ kind: "wrong", text: `${what}\n${said}` } as const];
		}),
	);
}

const mostClaims = 4;

function* faultsOf(
	effect: Effect,
	agent: string,
	{ tree }: Loaded,
	names: readonly string[],
	tally: Tally,
	only?: Test,
): Generator<string, void> {
	const agentTree = tree.agents[agent] as AgentTree;
	// The quick search of the command line answers every other one.
	const searching = tally.asked % 2 === 0 ? steps : { ...atOnce(), steps };
	const { regions, unsettled } = regionsOf(agentModelOf(tree, agent, groundWith(names)), effect, only, searching);
	tally.asked++;
	if (unsettled.length > 0) tally.open++;
	else if (regions.length > 0) tally.shown++;
	else tally.proved++;
	for (const { sample, rule } of regions) {
		if (sample.forced || sample.tools !== undefined || sample.cwd !== undefined)
			yield `${shown(sample)} is not asked plainly`;
		const answer = decided(tree, sample, agent);
		if (answer.effect !== effect) yield `${shown(sample)} is ${answer.effect} by ${answer.rules}`;
		if (only !== undefined && holdsFor(only, sample, agentModelOf(tree, agent, groundWith(names))) !== "yes")
			yield `${shown(sample)} is not asked for`;
		if (rule === undefined && answer.rules.length > 0) yield `${shown(sample)} is decided by ${answer.rules}`;
	}
	for (const name of names) {
		// Programs that no rule names stand for one another.
		if (unsettled.some((open) => open === name || !names.includes(open))) continue;
		for (const commands of commandsOf(name, words, agentTree)) {
			if (commands.cwd !== undefined) continue;
			if (commands.redirects.length > 0 && !agentTree.agent.syntax.includes("redirects")) continue;
			const among = only === undefined ? commands.all : truths(only, commands, plainly).yes;
			yield* strangers(effect, commands, regions, agentTree, among);
			yield* unsaid(effect, commands, regions, agentTree, among);
		}
	}
}

/** Commands with the answer that lie in no region. */
function* strangers(
	effect: Effect,
	commands: Commands,
	regions: readonly Region[],
	agentTree: AgentTree,
	among: Bits,
): Generator<string, void> {
	const { with: answered, doubted } = answersTo(commands, plainly, agentTree);
	let left = and(among, but(and(answered[effect], commands.certain), doubted));
	const { default: fallback, unreadable } = agentTree.agent;
	for (const { rule, programs, others } of regions) {
		if (!programs.includes(commands.name) && !others) continue;
		const test = rule && testOf(rule, effect);
		if (test !== undefined) left = but(left, truths(test, commands, plainly).yes);
		else if (rule === undefined && fallback === effect) return;
		else if (rule === undefined && unreadable === effect) left = but(left, commands.unseen);
	}
	const at = first(left);
	if (at !== undefined) yield `${shown(sampleAt(commands, at, plainly))} is in no region`;
}

/** Rules that hold something back of a region, and are not said to. */
function* unsaid(
	effect: Effect,
	commands: Commands,
	regions: readonly Region[],
	agentTree: AgentTree,
	among: Bits,
): Generator<string, void> {
	for (const { rule, programs, others, heldBack } of regions) {
		const test = rule && testOf(rule, effect);
		if (test === undefined || !(programs.includes(commands.name) || others)) continue;
		const spoken = and(among, and(truths(test, commands, plainly).yes, commands.certain));
		for (const other of agentTree.rules) {
			if (other === rule || strictness[other.effect] <= strictness[effect] || other.restricts === undefined) continue;
			if (heldBack.some(({ id }) => id === other.id)) continue;
			const at = first(and(spoken, truths(other.restricts, commands, plainly).yes));
			if (at !== undefined)
				yield `${other.id} holds ${shown(sampleAt(commands, at, plainly))} back of ${rule?.id}, and is not said to`;
		}
	}
}

function testOf(rule: Rule, effect: Effect): Rule["grants"] {
	return effect === "allow" ? rule.grants : rule.effect === effect ? rule.restricts : undefined;
}
