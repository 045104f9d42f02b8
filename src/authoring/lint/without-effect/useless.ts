/** Rules that never decide, told apart by why: nothing fits them, others say the same, an inherited rule refuses, or others are stricter. */

import { asksPeople } from "../../../engine/decide/asked-people.js";
import { isStricter } from "../../../engine/decide/combine.js";
import { compileAgentLater } from "../../../engine/decide/compile-for-questions.js";
import type { AgentTree, Tree } from "../../../engine/decide/tree.js";
import { factsOf } from "../../../engine/request/facts.js";
import { isShell } from "../../../engine/request/shells.js";
import type { Rule } from "../../../language/policy/policy.js";
import type { Test } from "../../../language/policy/test.js";
import { baseName } from "../../../language/source/normal-path.js";
import { type AgentModel, decideWitness, holdsFor } from "../../analysis/agent-model.js";
import { firstDifference } from "../../analysis/changes/difference.js";
import { holding } from "../../analysis/outcomes.js";
import { localTest, rulesFor } from "../../analysis/rule-index.js";
import { rivalsOf } from "../../analysis/rules-near.js";
import { follows } from "../../analysis/search/by-text.js";
import type { Witness } from "../../analysis/witness.js";
import type { Fate, StatedRule, ValidPolicyContext } from "../lint-context.js";
import { programsIn } from "../meaning/lower-variant.js";
import { plainCommands } from "./decided-alone.js";

export type Useless =
	/** No command fits it. */
	| { readonly why: "empty" }
	/** Nothing grants what it speaks of, and the default is stricter than it: it stands in nobody's way. */
	| { readonly why: "idle"; readonly sample: Witness }
	/** Others give the same answer to whatever fits it, with the same words. */
	| { readonly why: "redundant"; readonly by: readonly Rule[]; readonly sample: Witness }
	/** Stricter rules decide whatever fits it. `inherited`: the first of them that the rule's owner inherits, where one does. */
	| {
			readonly why: "refused";
			readonly by: readonly Rule[];
			readonly inherited?: Rule;
			readonly sample: Witness;
			readonly effect: Rule["effect"];
	  };

const known = new WeakMap<ValidPolicyContext, Map<StatedRule, Useless | undefined>>();

/** Why a rule never decides; undefined where it does, where that is not settled, and where it does something else that counts. */
export function uselessness(stated: StatedRule, subject: ValidPolicyContext): Useless | undefined {
	const found = known.get(subject) ?? new Map<StatedRule, Useless | undefined>();
	known.set(subject, found);
	if (!found.has(stated)) found.set(stated, whyUseless(stated, subject));
	return found.get(stated);
}

function whyUseless(stated: StatedRule, subject: ValidPolicyContext): Useless | undefined {
	const fate = subject.fateOf(stated);
	if (fate.kind === "empty") return { why: "empty" };
	if (fate.kind !== "covered") return undefined;
	const [first] = fate.cover;
	const rule = stated.agents[0]?.rule;
	if (first === undefined || rule === undefined) return undefined;
	const by = distinct(fate.cover.flatMap((one) => one.by));
	// It is inherited by several ways, and each copy of it stands for the other.
	if (by.some(({ id }) => id === rule.id)) return undefined;
	// An override does something besides: it takes what it matches out of what is inherited, and only under denials does that not show.
	if (rule.override && !by.every(({ effect }) => effect === "deny")) return undefined;
	if (by.length === 0) return takesOut(stated, subject) ? undefined : { why: "idle", sample: first.sample };
	const stricter = by.filter(({ effect }) => isStricter(effect, rule.effect));
	if (stricter.length === 0 && isHeld(rule, by)) return undefined;
	// Of two questions each may be answered by others.
	if (stricter.length === 0 && rule.effect === "ask" && [rule, ...by].some(asksPeople)) return undefined;
	// What a rule says counts, where it is one of several that deny.
	if (
		stricter.length < by.length &&
		!isBoundInVain(stated, by) &&
		saysMore(
			rule,
			by.filter((one) => !stricter.includes(one)),
		)
	)
		return undefined;
	if (!isInert(stated, by, subject)) return undefined;
	if (stricter.length === 0) return refusedAnyway(stated, subject) ?? { why: "redundant", by, sample: first.sample };
	const { decider, effect } = decidedBy(first, by, subject);
	const isInherited = (one: Rule): boolean => one.owner !== rule.owner && isStricter(one.effect, rule.effect);
	const inherited = decider !== undefined && isInherited(decider) ? decider : first.by.find(isInherited);
	return {
		why: "refused",
		by,
		...(inherited === undefined ? {} : { inherited }),
		sample: first.sample,
		effect,
	};
}

/** `allow git commit when branch is feature/* because "Only on branches of one's own."` beside `allow git commit`: what it says is not so. */
function isBoundInVain({ statement }: StatedRule, by: readonly Rule[]): boolean {
	return (
		statement.keyword === "allow" &&
		by.every(({ effect }) => effect === "allow") &&
		statement.clauses.some(({ keyword }) => bounding.has(keyword))
	);
}

const bounding: ReadonlySet<string> = new Set(["when", "after", "before", "within", "at", "with", "without", "only"]);

/** One denial refuses each of the commands that its words make: that matters more than that others grant them, too. */
function refusedAnyway({ statement, agents }: StatedRule, subject: ValidPolicyContext): Useless | undefined {
	const [own] = agents;
	const test = own?.rule.grants;
	if (statement.keyword !== "allow" || own === undefined || test === undefined) return undefined;
	const setting = subject.settingOf(own.agent);
	const samples = [...plainCommands(test, setting)].filter((sample) => holdsFor(test, sample, setting) === "yes");
	const [sample] = samples;
	if (sample === undefined) return undefined;
	const by = rivalsOf(sample, setting).find(
		({ rule, restricts }) =>
			rule.effect === "deny" &&
			restricts !== undefined &&
			samples.every((one) => holdsFor(restricts, one, setting) === "yes"),
	);
	return by === undefined ? undefined : { why: "refused", by: [by.rule], sample, effect: "deny" };
}

/** Is something taken out of an inherited rule by it? What fits it only perhaps that rule grants no more. */
function takesOut({ agents }: StatedRule, subject: ValidPolicyContext): boolean {
	return agents.some(({ agent, rule }) => excludingIds(subject.settingOf(agent).agentTree).has(rule.id));
}

const excluding = new WeakMap<AgentTree, ReadonlySet<string>>();

/** The overrides that take something out of other rules. */
function excludingIds(agentTree: AgentTree): ReadonlySet<string> {
	const made = excluding.get(agentTree) ?? new Set(agentTree.rules.flatMap(({ excludedBy }) => excludedBy));
	excluding.set(agentTree, made);
	return made;
}

type Cover = (Fate & { readonly kind: "covered" })["cover"][number];

/** Which of these decides the command that shows it, and how. */
function decidedBy(
	{ sample, agent }: Cover,
	by: readonly Rule[],
	subject: ValidPolicyContext,
): { readonly decider: Rule | undefined; readonly effect: Rule["effect"] } {
	const [only] = by;
	// Nothing is stricter than a denial that holds of all that fits the rule.
	if (by.length === 1 && only?.effect === "deny") return { decider: only, effect: "deny" };
	const { rules, effect } = decideWitness(sample, subject.settingOf(agent));
	return { decider: by.find(({ id }) => id === rules[0]?.id), effect };
}

function distinct(rules: readonly Rule[]): readonly Rule[] {
	return [...new Map(rules.map((one) => [one.id, one])).values()];
}

/** It is locked, and not all of the others are: it holds under every descendant, and they need not. */
function isHeld({ locked }: Rule, by: readonly Rule[]): boolean {
	return locked && !by.every((one) => one.locked);
}

/** It has words of its own for the agent or for people that the others have not. */
function saysMore(rule: Rule, others: readonly Rule[]): boolean {
	const words = ({ message, note, use }: Rule): string => JSON.stringify([message ?? null, note ?? null, use]);
	const silent = rule.message === undefined && rule.note === undefined && rule.use.length === 0;
	return !silent && !others.every((one) => words(one) === words(rule));
}

/**
 * Is the answer to every command the same without the rule? A denial does nothing but deny, and an allow nothing but grant: under a question that grants less
 * than it does, it keeps a stricter default away. Questions and nudges both grant and raise. So all agents are compared with and without the rule, unless what
 * covers it is strict enough.
 */
function isInert({ agents }: StatedRule, by: readonly Rule[], subject: ValidPolicyContext): boolean {
	const effect = agents[0]?.rule.effect;
	if (effect === "deny" || by.every((one) => one.effect === "deny")) return true;
	const isAsStrict = (one: Rule): boolean =>
		one.effect === "allow" ||
		agents.every(({ agent, rule }) => {
			const own = subject.policy.agents.get(agent);
			if (own === undefined || isStricter(own.default, one.effect)) return false;
			// What is run and can't be seen has a default of its own.
			return !isStricter(own.unreadable, one.effect) || isOfStrangers(rule.grants, subject.settingOf(agent));
		});
	if (effect === "allow" && by.every(isAsStrict)) return true;
	return agents.every(({ agent, rule }) => {
		const setting = subject.settingOf(agent);
		const own = subject.tree.agents[agent];
		const policy = subject.policy.agents.get(agent);
		if (own === undefined || policy === undefined) return false;
		const only = (agentTree: Tree["agents"][string]): Tree => ({ ...subject.tree, agents: { [agent]: agentTree } });
		// Rules that speak of other programs answer as they did.
		const names = programsIn(rule);
		if (names === undefined || names.size > mostPrograms) return false;
		if (grantsAsMuch(rule, by, names, setting)) return true;
		const local = new Set([...names].flatMap((name) => rulesFor(own, name).map((one) => one.rule.id)));
		const near = policy.rules.filter(({ id }) => local.has(id));
		const [before, after] = [near, near.filter(({ id }) => id !== rule.id)].map((rules) =>
			compileAgentLater({ ...policy, rules }),
		);
		if (before === undefined || after === undefined) return false;
		return firstDifference(only(before), only(after), setting.world, subject.programsOf(agent).steps).kind === "equal";
	});
}

/** Does it speak of nothing but programs that nobody knows? They run themselves, and nothing by an option. */
function isOfStrangers(test: Test | undefined, { facts }: Pick<AgentModel, "facts">): boolean {
	switch (test?.kind) {
		case "all":
			return test.tests.some((one) => isOfStrangers(one, { facts }));
		case "any":
			return test.tests.every((one) => isOfStrangers(one, { facts }));
		case "program":
			return (
				test.pattern.kind === "literal" &&
				factsOf({ kind: "known", text: test.pattern.text }, facts) === undefined &&
				// `./bash` is a shell by its name.
				!isShell(baseName(test.pattern.text))
			);
		default:
			return false;
	}
}

/** Does one of the rules that cover it grant whatever it grants, as their texts say? What it raises they raise. */
function grantsAsMuch(
	{ grants }: Rule,
	by: readonly Rule[],
	names: ReadonlySet<string>,
	{ agentTree, facts }: AgentModel,
): boolean {
	if (grants === undefined) return true;
	const ids = new Set(by.map(({ id }) => id));
	return [...names].every((name) => {
		const goal = holding(localTest(grants, name, facts));
		// Each agent has them as its overrides left them.
		return rulesFor(agentTree, name, facts).some(
			({ rule, grants: own }) =>
				own !== undefined && ids.has(rule.id) && follows({ test: own, side: 0, mayBe: true }, goal),
		);
	});
}

/** Of a rule on more programs it is not asked. */
const mostPrograms = 16;
