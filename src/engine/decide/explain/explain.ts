/**
 * Why a decision is what it is: the path taken through the tree, command by command, and what came near.
 * The decision shown is the one that `decide` makes; the steps are those of its own walk.
 */

import type { Rule } from "../../../language/policy/policy.js";
import type { Test } from "../../../language/policy/test.js";
import type { ReadCommand } from "../../effects/commands.js";
import { type ShownEffect, shownEffects } from "../../effects/shown-effects.js";
import type { World } from "../../request/paths.js";
import type { Request } from "../../request/request.js";
import { decide } from "../decide.js";
import type { CommandDecision, Decision, RuleRef } from "../decision.js";
import { evaluateTest } from "../evaluate/evaluate-test.js";
import type { EvaluationContext } from "../evaluate/evaluation-context.js";
import { negate, type Truth } from "../evaluate/truth.js";
import { readForRules } from "../read-for-rules.js";
import { ruleRef } from "../rule-ref.js";
import type { CommandsBefore } from "../subjects.js";
import type { AgentTree, Tree } from "../tree.js";
import { stepsOf, walk } from "../walk.js";
import { describe, failing, type Step, speaksOf } from "./describe.js";

/** A rule that speaks of this program, and what it found. */
export interface RuleView {
	readonly rule: RuleRef;
	readonly keyword: string;
	/** The agent or group that states it; empty outside of both. */
	readonly from: string;
	readonly inherited: boolean;
	readonly locked: boolean;
	readonly excludedBy: readonly string[];
	readonly grants?: Truth;
	readonly restricts?: Truth;
	/** It decided the command. */
	readonly decided: boolean;
	/** The conditions that failed or are not known: what kept the rule from holding. */
	readonly missing: readonly Step[];
}

export interface CommandExplanation {
	readonly decision: CommandDecision;
	/** How the words were read: `git`, the subcommand, options, operands. */
	readonly reading: {
		readonly known: boolean;
		readonly subcommand?: string;
		readonly options: readonly string[];
		readonly operands: readonly (string | null)[];
	};
	/** What it does, as far as its words show. */
	readonly effects: readonly ShownEffect[];
	readonly steps: readonly Step[];
	/** Rules that name this program and hold or nearly hold. */
	readonly rules: readonly RuleView[];
}

export type { Step };

export interface Explanation {
	readonly decision: Decision;
	readonly default: string;
	readonly commands: readonly CommandExplanation[];
}

/** Decides a request and shows the way to the answer. */
export function explain(tree: Tree, request: Request, asked: World, before?: CommandsBefore): Explanation {
	const decision = decide(tree, request, asked, before);
	const agentTree = Object.hasOwn(tree.agents, decision.agent) ? tree.agents[decision.agent] : undefined;
	if (agentTree === undefined) return { decision, default: "deny", commands: [] };
	const { agent } = agentTree;
	const read = readForRules(tree, agentTree, request, asked, before);
	if (read === undefined || decision.commands.length === 0) return { decision, default: agent.default, commands: [] };
	return {
		decision,
		default: agent.default,
		commands: decision.commands.map((one, index) =>
			explainCommand(
				tree,
				agentTree,
				one,
				read.commands[index] as ReadCommand,
				read.subjects[index] as EvaluationContext,
			),
		),
	};
}

function explainCommand(
	tree: Tree,
	agentTree: AgentTree,
	decision: CommandDecision,
	read: ReadCommand,
	subject: EvaluationContext,
): CommandExplanation {
	const { args } = read;
	const steps = stepsOf(walk(agentTree, subject));
	const text = (word: { kind: string; text?: string }): string | null =>
		word.kind === "known" ? (word.text as string) : null;
	return {
		decision,
		reading: {
			known: args.program !== undefined,
			...(args.subcommand === undefined ? {} : { subcommand: args.subcommand }),
			options: args.options.map((option) => `${option.name}${option.value ? ` ${text(option.value) ?? "…"}` : ""}`),
			operands: args.operands.map((slot) => text(slot.word)),
		},
		effects: shownEffects(subject.effects, subject.command.assignments),
		steps: steps.flatMap(({ test, truth }) => questionsOf(agentTree.tests[test] as Test, truth, subject)),
		rules: agentTree.rules
			.map((rule) => viewOf(tree, agentTree, rule, decision, subject))
			.filter((view) => view !== undefined),
	};
}

/** The questions of a test until its answer is certain, each with its own. */
function questionsOf(test: Test, answer: Truth, subject: EvaluationContext): readonly Step[] {
	switch (test.kind) {
		case "all":
		case "any": {
			const steps: Step[] = [];
			for (const one of test.tests) {
				const own = evaluateTest(one, subject);
				steps.push(...questionsOf(one, own, subject));
				if (own === (test.kind === "all" ? "no" : "yes")) break;
			}
			return steps;
		}
		case "not":
			return questionsOf(test.test, negate(answer), subject);
		default:
			return [{ question: describe(test), answer }];
	}
}

/** How a rule looks from this command; nothing for a rule about other programs. */
function viewOf(
	tree: Tree,
	agentTree: AgentTree,
	rule: Rule,
	decision: CommandDecision,
	subject: EvaluationContext,
): RuleView | undefined {
	const tests = [rule.grants, rule.restricts].filter((test): test is Test => test !== undefined);
	if (!tests.some((test) => speaksOf(test, subject))) return undefined;
	const decided = decision.rules.some((one) => one.id === rule.id);
	// Every policy has them: they are shown where they decide.
	if (rule.engine && !decided) return undefined;
	const grants = rule.grants && evaluateTest(rule.grants, subject);
	const restricts = rule.restricts && evaluateTest(rule.restricts, subject);
	const main = rule.grants ?? rule.restricts;
	const missing = main === undefined || decided ? [] : failing(main, subject);
	return {
		rule: ruleRef(tree, rule),
		keyword: rule.keyword,
		from: rule.owner,
		inherited: rule.owner !== agentTree.agent.name,
		locked: rule.locked,
		excludedBy: rule.excludedBy,
		...(grants === undefined ? {} : { grants }),
		...(restricts === undefined ? {} : { restricts }),
		decided,
		missing,
	};
}
