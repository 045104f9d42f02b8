/**
 * Which rules decided something while a policy was tested, and which did not: those could be anything, and no test would tell.
 * Of those that did, the patterns and exceptions that no command was about.
 */

import type { Decision, RuleRef } from "../../engine/decide/decision.js";
import type { EvaluationContext } from "../../engine/decide/evaluate/evaluation-context.js";
import { ruleRef } from "../../engine/decide/rule-ref.js";
import type { AgentTree, Tree } from "../../engine/decide/tree.js";
import type { World } from "../../engine/request/paths.js";
import type { Request } from "../../engine/request/request.js";
import { conditionsOf } from "./conditions.js";
import { subjectsOf } from "./subjects.js";

export interface AgentCoverage {
	readonly agent: string;
	/** All that it has, inherited ones included. */
	readonly rules: number;
	/** Those that decided a command. */
	readonly decided: number;
	/** In whole percents, rounded down; 100 where there is no rule. */
	readonly percent: number;
	/** Those that decided nothing, in the order of their places. */
	readonly undecided: readonly RuleRef[];
	/** Patterns and exceptions, of all rules. */
	readonly conditions: number;
	readonly tried: number;
	/** Of the rules that decided something. */
	readonly untried: readonly UntriedConditions[];
}

export interface UntriedConditions {
	readonly rule: RuleRef;
	/** Patterns and options that no command had that the rule decided. */
	readonly alternatives: readonly string[];
	/** What the rule leaves out, and no command was that it would have held for otherwise. */
	readonly exceptions: readonly string[];
}

export interface Decided {
	readonly request: Request;
	readonly decision: Decision;
}

/** How far decisions of a policy's tree reach, agent by agent. The world is that in which they were made. */
export function coverage(tree: Tree, all: readonly Decided[], world: World): readonly AgentCoverage[] {
	return Object.entries(tree.agents).map(([agent, agentTree]) => {
		const own = all.filter(({ decision }) => decision.agent === agent);
		const commands = own.flatMap((one) => commandsOf(tree, agentTree, one, world));
		const refs = new Set(own.flatMap(({ decision }) => decision.commands.flatMap((command) => command.rules)));
		// What every policy says without being told is no author's to test.
		const stated = agentTree.rules.filter(({ engine }) => !engine);
		const rules = stated.map((rule) => {
			// A rule has one ref, so that two rules of one line are still two.
			const ref = ruleRef(tree, rule);
			const conditions = conditionsOf(rule);
			const untried = conditions.filter(
				({ isTried }) => !commands.some(({ subject, rules }) => isTried(subject, rules.includes(ref))),
			);
			return { ref, decided: refs.has(ref), conditions, untried };
		});
		rules.sort((a, b) => compareTexts(a.ref.file, b.ref.file) || a.ref.line - b.ref.line);
		const decided = rules.filter((rule) => rule.decided);
		const conditions = rules.reduce((sum, rule) => sum + rule.conditions.length, 0);
		return {
			agent,
			rules: rules.length,
			decided: decided.length,
			percent: rules.length === 0 ? 100 : Math.floor((100 * decided.length) / rules.length),
			undecided: rules.filter((rule) => !rule.decided).map(({ ref }) => ref),
			conditions,
			tried: conditions - rules.reduce((sum, rule) => sum + rule.untried.length, 0),
			untried: decided
				.filter(({ untried }) => untried.length > 0)
				.map(({ ref, untried }) => ({
					rule: ref,
					alternatives: untried.filter(({ kind }) => kind === "alternative").map(({ text }) => text),
					exceptions: untried.filter(({ kind }) => kind === "exception").map(({ text }) => text),
				})),
		};
	});
}

/** The commands of a request as rules saw them, each with the rules that decided it. */
function commandsOf(
	tree: Tree,
	agentTree: AgentTree,
	{ request, decision }: Decided,
	world: World,
): readonly { readonly subject: EvaluationContext; readonly rules: readonly RuleRef[] }[] {
	// What was refused as a whole, no rule saw.
	if (decision.commands.length === 0) return [];
	return subjectsOf(tree, agentTree, request, world).map((subject, index) => ({
		subject,
		rules: decision.commands[index]?.rules ?? [],
	}));
}

function compareTexts(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}
