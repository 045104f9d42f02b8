/** What is wrong with what is said of each rule: whether it ever decides, or which others decide before it. */
import { liveness, livenessSubject } from "../../src/analysis/liveness.js";
import type { Sample } from "../../src/analysis/sample.js";
import { settingOf } from "../../src/analysis/setting.js";
import type { AgentTree } from "../../src/decide/tree.js";
import type { Truth } from "../../src/decide/truth.js";
import type { Rule } from "../../src/policy/policy.js";
import {
	type Asked,
	asked,
	commandsOf,
	decided,
	ground,
	mannerOf,
	mannersFor,
	requestFor,
	truthOf,
} from "./brute-force.js";
import { type Counts, type Fault, shortestOf, shown, tally } from "./fault.js";
import { words } from "./runs.js";
import { agents, type Loaded } from "./small-policies.js";

export function livenessFaults(names: readonly string[], engine: Loaded, counts: Counts): readonly Fault[] {
	return agents.flatMap((agent) => {
		const subject = livenessSubject(settingOf(engine.tree, agent, ground));
		const { rules } = engine.tree.agents[agent] as AgentTree;
		const commands = mannersFor(engine.text).flatMap((manner) =>
			names.flatMap((name) => commandsOf(name, words, manner).filter(({ certain }) => certain)),
		);
		return rules.flatMap((rule) => faultsOf(rule, liveness(rule, subject), rules, commands, agent, engine, counts));
	});
}

function faultsOf(
	rule: Rule,
	answer: ReturnType<typeof liveness>,
	rules: readonly Rule[],
	commands: readonly Asked[],
	agent: string,
	engine: Loaded,
	counts: Counts,
): readonly Fault[] {
	tally(counts, "rules");
	tally(counts, answer.kind);
	const fault = (kind: Fault["kind"], what: string): readonly Fault[] => [
		{ kind, text: `${what}\nagent ${agent}: ${rule.id}` },
	];
	const others = rules.filter((one) => one !== rule);
	const { agent: settings } = engine.tree.agents[agent] as AgentTree;
	const isHeard = (one: Asked): boolean =>
		rule.effect === "allow" ||
		rules.some(({ grants }) => grants !== undefined && truthOf(grants, one) === "yes") ||
		(order[settings.default] <= order[rule.effect] && !(one.unseen && rule.effect !== "deny"));
	const fits = (one: Asked): boolean => speaks(rule, one) === "yes" && isHeard(one);
	const decides = (one: Asked): boolean => fits(one) && !others.some((other) => mayDecide(other, one, rule));
	switch (answer.kind) {
		case "not-settled":
			return fault("unsettled", `not settled for ${answer.program}; by hand: ${shown(commands.find(decides))}`);
		case "live": {
			const sample = askedOf(answer.sample);
			const rival = others.find((one) => mayDecide(one, sample, rule));
			if (rival !== undefined) return fault("wrong", `live, but ${rival.id} decides ${shown(sample)} as well`);
			const { effect, rules: by } = decided(engine.tree, requestFor(sample, agent));
			return effect === rule.effect && by.includes(rule.id)
				? []
				: fault("wrong", `live, but ${shown(sample)} is ${effect} by ${by.join() || `the default`}`);
		}
		case "empty": {
			const shortest = shortestOf(commands.filter(fits));
			return shortest === undefined ? [] : fault("wrong", `said to fit nothing, and fits ${shown(shortest)}`);
		}
		case "covered": {
			const fitting = commands.filter(fits);
			const shortest = shortestOf(fitting.filter(decides));
			if (shortest !== undefined) return fault("wrong", `said to be covered, and decides ${shown(shortest)}`);
			if (speaks(rule, askedOf(answer.sample)) === "no")
				return fault(
					"wrong",
					`it does not fit ${shown(askedOf(answer.sample))}, which is said to show that others decide`,
				);
			const { by } = answer;
			const open = shortestOf(fitting.filter((one) => !by.some((other) => mayDecide(other, one, rule))));
			if (open !== undefined) return fault("wrong", `${idsOf(by)} do not cover ${shown(open)}`);
			if (by.some((one) => strictness(one) < strictness(rule))) return fault("wrong", `${idsOf(by)} are looser`);
			const idle = by.filter((one) => {
				const rest = by.filter((other) => other !== one);
				return fitting.length > 0 && fitting.every((command) => rest.some((other) => mayDecide(other, command, rule)));
			});
			return idle.length === 0
				? []
				: fault("longer", `of ${idsOf(by)}, ${idsOf(idle)} can be left out for all short commands`);
		}
	}
}

function askedOf(sample: Sample): Asked {
	return asked(sample.argv, mannerOf(sample));
}

const order = { allow: 0, ask: 1, nudge: 2, deny: 3 };

function strictness({ effect }: Rule): number {
	return order[effect];
}

/** Does the rule decide, as far as only it is asked? */
function speaks({ effect, grants, restricts }: Rule, command: Asked): Truth {
	const test = effect === "allow" ? grants : (restricts ?? grants);
	return test === undefined ? "no" : truthOf(test, command);
}

/** Does another rule decide as strictly? A doubt raises, and grants nothing; what one rule grants another may grant as well. */
function mayDecide(other: Rule, command: Asked, { effect }: Rule): boolean {
	const { grants, restricts } = other;
	if (effect === "allow" && grants !== undefined && truthOf(grants, command) === "yes") return true;
	return restricts !== undefined && order[other.effect] >= order[effect] && truthOf(restricts, command) !== "no";
}

function idsOf(rules: readonly Rule[]): string {
	return rules.map(({ id }) => id).join(", ");
}
