/**
 * Where does a nudge send an agent that it may not go? What a `use` names is a tool of the agent or a program; looked at are programs that rules of the
 * agent name, and reported are those whose every command is refused.
 */

import { programNamed } from "../../../engine/knowledge/lookup.js";
import type { Rule } from "../../../language/policy/policy.js";
import type { Test } from "../../../language/policy/test.js";
import type { Effect, Text } from "../../../language/syntax/statements.js";
import { decideWitness } from "../../analysis/agent-model.js";
import { exactly, outcomesFor } from "../../analysis/outcomes.js";
import { rulesFor } from "../../analysis/rule-index.js";
import { find } from "../../analysis/search/find.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";

export interface RefusedUse {
	/** The nudge. */
	readonly stated: StatedRule;
	/** What it says to use. */
	readonly name: Text;
	readonly agent: string;
	/** What becomes of whoever follows it: the same nudge again, other nudges that lead back to it, or no. */
	readonly leads: "to itself" | "in a circle" | "nowhere";
	readonly effect: Effect;
	/** The rule that refuses it; none where that is the default. */
	readonly by?: Rule;
}

const known = new WeakMap<ValidPolicyContext, readonly RefusedUse[]>();

/** In the order of the rules. Of several agents that have a rule, the first is told for which it is so. */
export function refusedUses(subject: ValidPolicyContext): readonly RefusedUse[] {
	const made = known.get(subject) ?? findRefused(subject);
	known.set(subject, made);
	return made;
}

interface Refusal {
	readonly effect: Effect;
	readonly by?: Rule;
}

function findRefused(subject: ValidPolicyContext): readonly RefusedUse[] {
	const answers = new Map<string, Refusal | undefined>();
	const refusal = (name: string, agent: string): Refusal | undefined => {
		const key = `${agent}\0${name}`;
		if (!answers.has(key)) answers.set(key, refusalOf(name, agent, subject));
		return answers.get(key);
	};
	return subject.rules().flatMap((stated) =>
		usesOf(stated).flatMap((name): readonly RefusedUse[] => {
			for (const { agent, rule } of stated.agents) {
				// What is carved out of it may be what leads back.
				const found = rule.excludedBy.length > 0 ? undefined : refusal(name.text, agent);
				if (found === undefined) continue;
				const nudging = (one: string): Rule | undefined => refusal(one, agent)?.by;
				const leads = found.by === rule ? "to itself" : leadsBack(rule, nudging) ? "in a circle" : "nowhere";
				return [{ stated, name, agent, leads, ...found }];
			}
			return [];
		}),
	);
}

function usesOf({ statement }: StatedRule): readonly Text[] {
	// On an `allow` it is advice after the run.
	if (statement.keyword === "allow") return [];
	return statement.clauses.flatMap((clause) => (clause.keyword === "use" ? clause.names : []));
}

/** Whoever does as it says, whichever of the names it takes, is nudged on for ever, and comes by here again. */
function leadsBack(rule: Rule, nudging: (name: string) => Rule | undefined): boolean {
	const seen = new Set([rule]);
	let comesBack = false;
	for (const one of seen) {
		if (one.effect !== "nudge" || one.use.length === 0) return false;
		for (const name of one.use) {
			const next = nudging(name);
			if (next === undefined) return false;
			comesBack ||= next === rule;
			seen.add(next);
		}
	}
	return comesBack;
}

/**
 * How every plain command of a program is refused; undefined where one is not, where that is not settled, and where neither a rule nor a table names the
 * program: then it is a tool of the agent.
 */
function refusalOf(name: string, agent: string, subject: ValidPolicyContext): Refusal | undefined {
	const setting = subject.settingOf(agent);
	const isProgram =
		Object.hasOwn(setting.agentTree.programs, name) || (programNamed(name) !== undefined && !toolNames.has(name));
	if (!isProgram) return undefined;
	const local = rulesFor(setting.agentTree, name);
	// What refuses every command of it comes before what refuses this one.
	const always = local
		.filter(({ rule, restricts }) => refuses(rule) && restricts !== undefined && isAlways(restricts))
		.map(({ rule }) => rule);
	const first = always.find(({ effect }) => effect === "deny") ?? always[0];
	if (first !== undefined) return { effect: first.effect, by: first };
	if (!isWhollyRefused(name, agent, subject)) return undefined;
	const { effect, code, rules } = decideWitness({ argv: [name], redirects: [], forced: false }, setting);
	if ((effect !== "nudge" && effect !== "deny") || (code !== "rule" && code !== "default")) return undefined;
	const by = setting.agentTree.rules.find(({ id }) => id === rules[0]?.id);
	return { effect, ...(by === undefined ? {} : { by }) };
}

/** Programs that harnesses have tools of the same name of. */
const toolNames: ReadonlySet<string> = new Set(
	"bash cat edit fetch find git glob grep ls list patch read search sed task view write".split(" "),
);

function isWhollyRefused(name: string, agent: string, subject: ValidPolicyContext): boolean {
	const setting = subject.settingOf(agent);
	const local = rulesFor(setting.agentTree, name);
	const refusing = local.filter(({ rule, restricts }) => restricts !== undefined && refuses(rule));
	const isGranted = local.some(
		({ rule, grants }) => grants !== undefined && (rule.effect === "allow" || rule.effect === "ask"),
	);
	if (!isGranted && setting.agentTree.agent.default === "deny") return true;
	// Several together may refuse what each of them does not.
	const { named, steps } = subject.programsOf(agent);
	const program = named.get(name);
	if (refusing.length === 0 || program === undefined) return false;
	const outcomes = outcomesFor([setting], 0, name);
	return (["allow", "ask"] as const)
		.flatMap((one) => exactly(one, outcomes))
		.every((goal) => find(goal, program, [setting], { left: steps }, { manners: "plain" }).kind === "none");
}

function refuses({ effect }: Rule): boolean {
	return effect === "deny" || effect === "nudge";
}

/** Does it hold of every command that is not forced, of an agent that has all tools? */
function isAlways(test: Test): boolean {
	switch (test.kind) {
		case "all":
			return test.tests.every(isAlways);
		case "any":
			return test.tests.some(isAlways);
		case "not":
			return test.test.kind === "forced";
		case "has-tool":
			return true;
		case "program":
		case "operands":
		case "option":
		case "only-options":
		case "paths-within":
		case "paths-touching":
		case "hosts-within":
		case "hosts-reaching":
		case "powers-within":
		case "uses-power":
		case "forced":
		case "redirected":
		case "plain-name":
		case "past":
		case "fact":
		case "until":
			return false;
	}
}
