/** Decides one command of a request: what of it can be known at all, then the walk through the agent's tree, and the rules that it meets. */

import { isCallName } from "../../language/policy/hands.js";
import type { Rule } from "../../language/policy/policy.js";
import type { Effect } from "../../language/syntax/statements.js";
import type { ReadCommand } from "../effects/commands.js";
import { isReadSetting } from "../effects/git-settings.js";
import { programOfPackage } from "../knowledge/vocabulary/package-names.js";
import { altered } from "../records/altered.js";
import { readArguments } from "../request/arguments/read-arguments.js";
import type { Mutable, SyntaxFeature, Word } from "../request/request.js";
import { asksPeople, peopleOf } from "./asked-people.js";
import { combine, isStricter } from "./combine.js";
import { type AnswerBase, answered, type CommandDecision, type DecisionCode, lateWorst } from "./decision.js";
import type { EvaluationContext } from "./evaluate/evaluation-context.js";
import { defaultMessage, fillIn } from "./explain/messages.js";
import { worstOf } from "./explain/worst.js";
import { ruleRef } from "./rule-ref.js";
import type { AgentDecisions, Decisions } from "./tree.js";
import { type Walk, walk } from "./walk.js";

/** The commands around one. `via`: the place of the one that runs it. `runner`: the package runner that fetches it. `cover`: the one whose grant covers it. */
export interface Outer {
	readonly via: number | undefined;
	readonly runner: EvaluationContext | undefined;
	readonly cover: EvaluationContext | undefined;
}

/** Why the variables of a command are refused; undefined where they are not. */
export type FaultOf = (read: ReadCommand) => string | undefined;

export function decideCommand(
	tree: Decisions,
	agentTree: AgentDecisions,
	read: ReadCommand,
	subject: EvaluationContext,
	faultOf: FaultOf,
	{ via, runner, cover }: Outer,
): CommandDecision {
	const { command } = read;
	const argv = [knownText(command.program)];
	for (const word of command.args) argv.push(knownText(word));
	const base: AnswerBase = { argv, span: command.span, via };
	const { agent } = agentTree;
	const refused = (effect: Effect, code: DecisionCode, message: string, doubt: boolean): CommandDecision =>
		withWorst(
			answered(base, effect, code, noRules, () => message, noTools, doubt),
			subject,
		);
	if (command.program.kind !== "known") {
		const through = via === undefined ? "" : ", through another program";
		const why = command.program.kind === "unknown" ? `: ${command.program.source}` : "";
		return refused(
			agent.unreadable,
			"unreadable",
			`this runs a command that can't be known from here${through}${why}`,
			true,
		);
	}
	if (command.call === undefined && isCallName(command.program.text))
		return refused(
			"deny",
			"unreadable",
			`\`${command.program.text}\` is the name of a tool's call: a program that is called so is named by its path`,
			false,
		);
	const missing = missingSyntax(read.syntax, agent);
	if (missing !== undefined) return refused("deny", "syntax", missing, false);
	const fault = faultOf(read);
	if (fault !== undefined) return refused("deny", "environment", fault, false);
	const leads = subject.effects.programPlace();
	if (leads !== undefined && leads.resolved === undefined) {
		const text = command.program.text;
		return refused(
			agent.unreadable,
			"unreadable",
			`it can't be known where \`${text}\` leads: its links go in a circle, can't be followed, or lead each process elsewhere`,
			true,
		);
	}
	const walked = walk(agentTree, subject);
	const { raised } = walked;
	const own = walked.granted ?? (cover === undefined ? undefined : walk(agentTree, cover).granted);
	const granted = own ?? (runner === undefined ? undefined : grantOfPackage(agentTree, runner, command.program.text));
	const fallback = agentTree.agent.default;
	const effect = combine(
		granted !== undefined,
		raised.map(({ rule }) => (agentTree.rules.at(rule) as Rule).effect),
		fallback,
	);
	// What is run and can't be seen is granted by a rule that speaks of it, never by a default.
	const unseen = own !== undefined ? undefined : unseenBy(read, subject);
	if (unseen !== undefined && isStricter(agent.unreadable, effect))
		return refused(agent.unreadable, "unreadable", `no rule allows it, and ${unseen}`, true);
	const met = raised.length === 0 ? undefined : metFirst(raised, effect, agentTree);
	if (met !== undefined && (granted === undefined || effect !== "allow")) {
		const answer = ruled(tree, agentTree, base, effect, met.first.rule, !met.first.sure, subject);
		const approvals = peopleOf(met.asking, subject);
		if (approvals.length > 0) answer.approvals = approvals;
		return withWorst(answer, subject);
	}
	if (granted !== undefined) return ruled(tree, agentTree, base, effect, granted, false, subject);
	const say = (): string => saidOf(() => defaultMessage(effect, subject, agentTree));
	return withWorst(answered(base, effect, "default", noRules, say, noTools, false), subject);
}

/** Of the rules that were met the one that decides, and those that ask certain people. Undefined where none of them has this effect. */
function metFirst(
	raised: Walk["raised"],
	effect: Effect,
	{ rules }: AgentDecisions,
): { readonly first: Walk["raised"][number]; readonly asking: readonly Rule[] } | undefined {
	const ruleOf = ({ rule }: Walk["raised"][number]): Rule => rules.at(rule) as Rule;
	const decisive = raised.filter((one) => ruleOf(one).effect === effect);
	const waiting = effect !== "ask" ? [] : decisive.filter((one) => asksPeople(ruleOf(one)));
	// A question that certain people answer is no question for whoever runs the session.
	const first = waiting.find(({ sure }) => sure) ?? waiting[0] ?? decisive.find(({ sure }) => sure) ?? decisive[0];
	return first && { first, asking: waiting.map(ruleOf) };
}

/** What to say where syntax is used that the policy does not list. */
export function missingSyntax(
	syntax: readonly SyntaxFeature[],
	{ syntax: listed }: AgentDecisions["agent"],
): string | undefined {
	if (syntax.length === 0) return undefined;
	const missing = syntax.filter((feature) => !listed.includes(feature));
	return missing.length === 0
		? undefined
		: `this uses ${missing.join(", ")}, which the policy does not allow in a command`;
}

/**
 * The rule that grants a package runner this very package: what the package's program does is granted with it, as `npx tsc` is what `allow npx tsc` names. A rule
 * that grants any package names none, and what it runs needs a grant of its own. Undefined where there is no such rule.
 */
function grantOfPackage(agentTree: AgentDecisions, runner: EvaluationContext, program: string): number | undefined {
	const { command, args } = runner;
	const { granted } = walk(agentTree, runner);
	const slot = args.operands.filter(({ canonical }) => canonical === undefined)[args.usage?.runs?.skip ?? 0];
	if (granted === undefined || slot?.kind !== "sure" || slot.word.kind !== "known") return undefined;
	// What else the runner runs, as by `npx -c LINE tsc`, is not the package.
	if (programOfPackage(slot.word.text) !== program) return undefined;
	const words = command.args.map((word, index): Word => (index === slot.index ? noPackage : word));
	const other = walk(agentTree, {
		...runner,
		command: altered(command, { args: words }),
		args: readArguments(args.program, words),
	});
	return other.granted === undefined ? granted : undefined;
}

/** A word that no rule names. */
const noPackage: Word = { kind: "known", text: "\u{f0000}" };

/** Of a question, the worst that may follow: worked out for whoever shows it. */
function withWorst(decision: Mutable<CommandDecision>, subject: EvaluationContext): CommandDecision {
	if (decision.effect !== "ask") return decision;
	return lateWorst.give(decision, () => saidIfAny(() => worstOf(subject)));
}

function saidIfAny(say: () => string | undefined): string | undefined {
	try {
		return say();
	} catch {
		return undefined;
	}
}

/** A message that is written late. That it can't be written changes no decision. */
function saidOf(write: () => string): string {
	try {
		return write();
	} catch (error) {
		return `why can't be said: ${error instanceof Error ? error.message : String(error)}`;
	}
}

function knownText(word: Word): string | null {
	return word.kind === "known" ? word.text : null;
}

/** What the command does that can't be read off: it runs shell code from elsewhere, or a program that an option brings, or may bring; or an option sends it elsewhere. */
function unseenBy({ unseen }: ReadCommand, subject: EvaluationContext): string | undefined {
	const runs = (what: string): string => `what it runs can't be seen from here: ${what}`;
	if (unseen !== undefined) return runs(unseen);
	const uses = subject.effects.powersBeyond().filter(({ power }) => power === "exec");
	// An option that is given again and again is asked about once.
	const options = uses.length < 2 ? uses.map(({ option }) => option) : [...new Set(uses.map(({ option }) => option))];
	const one = options.find((option) => option !== undefined && !isRead(option, subject));
	if (one !== undefined)
		return subject.effects.namesHost(one)
			? `\`${one}\` has it talk to another host than what it asks for`
			: runs(`\`${one}\` may run another program`);
	if (subject.effects.hasUnclearCode()) return runs("code that can't be known");
	return subject.effects.mayRunOthers()
		? runs("a word that can't be known may be an option that runs another program")
		: undefined;
}

/** What the option runs is a command of its own, and was found. */
function isRead(name: string, { args }: EvaluationContext): boolean {
	return args.options
		.filter((option) => option.name === name)
		.every((option) => option.fact?.runs !== undefined || isReadSetting(option));
}

function ruled(
	tree: Decisions,
	agentTree: AgentDecisions,
	base: AnswerBase,
	effect: Effect,
	index: number,
	doubt: boolean,
	subject: EvaluationContext,
): Mutable<CommandDecision> {
	const rule = agentTree.rules.at(index) as Rule;
	const use =
		rule.use.length === 0
			? noTools
			: rule.use.filter((name) => subject.tools === undefined || subject.tools.includes(name));
	const say = (): string => saidOf(() => fillIn(rule, effect, doubt, subject));
	const answer = answered(base, effect, "rule", [ruleRef(tree, rule)], say, use, doubt);
	if (rule.note !== undefined) answer.note = rule.note;
	return answer;
}

const noRules: readonly never[] = Object.freeze([]);
const noTools: readonly never[] = Object.freeze([]);
