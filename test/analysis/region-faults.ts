/** What is wrong with the regions of an agent: their commands must be decided so, and what is decided so must lie in one of them. */
import { type Region, regionsOf } from "../../src/analysis/regions.js";
import { settingOf } from "../../src/analysis/setting.js";
import type { AgentTree } from "../../src/decide/tree.js";
import type { Rule } from "../../src/policy/policy.js";
import type { Effect } from "../../src/syntax/statements.js";
import {
	type Asked,
	answersTo,
	commandsOf,
	decided,
	ground,
	isDoubted,
	plainly,
	requestFor,
	truthOf,
} from "./brute-force.js";
import { type Counts, type Fault, shown, tally } from "./fault.js";
import { words } from "./runs.js";
import { agents, type Loaded } from "./small-policies.js";

const effects: readonly Effect[] = ["allow", "ask", "nudge", "deny"];

export function regionFaults(names: readonly string[], engine: Loaded, counts: Counts): readonly Fault[] {
	return agents.flatMap((agent) =>
		effects.flatMap((effect) => faultsOf(effect, agent, engine, names, counts).slice(0, 1)),
	);
}

function faultsOf(
	effect: Effect,
	agent: string,
	engine: Loaded,
	names: readonly string[],
	counts: Counts,
): readonly Fault[] {
	const agentTree = engine.tree.agents[agent] as AgentTree;
	const { regions, unsettled } = regionsOf(settingOf(engine.tree, agent, ground), effect);
	const found: Fault[] = [];
	const add = (kind: Fault["kind"], what: string): void => {
		found.push({ kind, text: `${what}\nagent ${agent}, ${effect}` });
	};
	tally(counts, "lists");
	for (const region of regions) {
		tally(counts, "regions");
		const sample = { argv: region.sample.argv, manner: plainly };
		if (region.sample.forced || region.sample.tools !== undefined)
			add("wrong", `${shown(sample)} is not asked plainly`);
		const decision = decided(engine.tree, requestFor(sample, agent));
		if (decision.effect !== effect) add("wrong", `${shown(sample)} is ${decision.effect} by ${decision.rules}`);
	}
	if (unsettled.length > 0) {
		tally(counts, "unsettled");
		add("unsettled", `not settled for ${unsettled}`);
		return found;
	}
	for (const name of names) {
		const answers = answersTo(name, words, plainly, agentTree);
		const held = new Set<string>();
		commandsOf(name, words, plainly).forEach((command, at) => {
			if (!command.certain) return;
			if (
				answers[at] === effect &&
				!regions.some((one) => holdsIn(one, command, name, effect, agentTree)) &&
				!isDoubted(command, agentTree.rules)
			)
				add("wrong", `${shown(command)} is in no region: ${decided(engine.tree, requestFor(command, agent)).rules}`);
			for (const region of regions) {
				const own = region.rule && testOf(region.rule, effect);
				if (own === undefined || truthOf(own, command) !== "yes") continue;
				for (const rule of agentTree.rules) {
					if (rule === region.rule || order[rule.effect] <= order[effect] || held.has(rule.id)) continue;
					if (rule.restricts === undefined || truthOf(rule.restricts, command) !== "yes") continue;
					if (region.heldBack.some(({ id }) => id === rule.id)) continue;
					held.add(rule.id);
					add("wrong", `${rule.id} holds ${shown(command)} back of ${region.rule?.id}, and is not said to`);
				}
			}
		});
	}
	return found;
}

const order: Readonly<Record<Effect, number>> = { allow: 0, ask: 1, nudge: 2, deny: 3 };

function testOf(rule: Rule, effect: Effect): Rule["grants"] {
	return effect === "allow" ? rule.grants : rule.effect === effect ? rule.restricts : undefined;
}

/** Does the command lie in the region? */
function holdsIn(
	{ rule, programs, others }: Region,
	command: Asked,
	name: string,
	effect: Effect,
	tree: AgentTree,
): boolean {
	if (!programs.includes(name) && !others) return false;
	if (rule === undefined) return tree.agent.default === effect;
	const test = testOf(rule, effect);
	return test !== undefined && truthOf(test, command) === "yes";
}
