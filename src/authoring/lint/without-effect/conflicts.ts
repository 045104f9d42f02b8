/** Why no command fits a rule: the parts of it that exclude each other. */

import { specialise } from "../../../engine/decide/compile/specialise.js";
import { evaluateTest } from "../../../engine/decide/evaluate/evaluate-test.js";
import { type Clause, type Power, powers, type RuleStatement } from "../../../language/syntax/statements.js";
import { subjectFor } from "../../analysis/agent-model.js";
import { holding } from "../../analysis/outcomes.js";
import { find } from "../../analysis/search/find.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import { lowerVariant, programsIn } from "../meaning/lower-variant.js";
import { plainCommands } from "./decided-alone.js";

export type Conflict =
	/** No command meets these clauses together, or one of them and the patterns. */
	| { readonly kind: "clauses"; readonly clauses: readonly Clause[] }
	/** Whatever fits uses a power that the rule does not grant: this one, where one would do. */
	| { readonly kind: "powers"; readonly power?: Power }
	/** No command fits the patterns. */
	| { readonly kind: "patterns" };

/** The fewest parts that exclude each other; undefined where that is not settled. */
export function conflictIn(stated: StatedRule, subject: ValidPolicyContext): Conflict | undefined {
	const { statement } = stated;
	const clauses = statement.clauses.filter(({ keyword }) => narrowing.has(keyword));
	const needed = statement.clauses.filter(({ keyword }) => keyword === "to" || keyword === "granting");
	const fits = (kept: readonly Clause[]): boolean =>
		mayFit({ ...statement, clauses: [...kept, ...needed] }, stated, subject);
	if (!fits([])) return conflictWithin(stated, subject);
	const alone = clauses.find((one) => !fits([one]));
	if (alone !== undefined) return { kind: "clauses", clauses: [alone] };
	for (const [at, one] of clauses.entries())
		for (const other of clauses.slice(at + 1))
			if (!fits([one, other])) return { kind: "clauses", clauses: [one, other] };
	return undefined;
}

const narrowing: ReadonlySet<Clause["keyword"]> = new Set([
	"with",
	"without",
	"only",
	"within",
	"touching",
	"using",
	"except",
]);

/**
 * Patterns of a list that no command fits, by their places; each with what excludes what. A rule that nothing fits at all, and one with a list that
 * only programs write, is not asked.
 */
export function idlePatterns(stated: StatedRule, subject: ValidPolicyContext): readonly IdlePattern[] {
	const known = found.get(subject) ?? new Map<StatedRule, readonly IdlePattern[]>();
	found.set(subject, known);
	const idle = known.get(stated) ?? idleAmong(stated, subject);
	known.set(stated, idle);
	return idle;
}

type IdlePattern = Conflict & { readonly at: number };

/** Several lints ask. */
const found = new WeakMap<ValidPolicyContext, Map<StatedRule, readonly IdlePattern[]>>();

function idleAmong(stated: StatedRule, subject: ValidPolicyContext): readonly IdlePattern[] {
	const { statement } = stated;
	const { patterns } = statement;
	if (patterns.length < 2 || patterns.length > mostPatterns || stated.agents.length === 0) return [];
	const empty = patterns.flatMap((pattern, at) => {
		const alone = { ...stated, statement: { ...statement, patterns: [pattern] } };
		if (plainlyFits(alone, subject) || mayFit(alone.statement, alone, subject)) return [];
		const conflict = conflictIn(alone, subject);
		return conflict === undefined ? [] : [{ ...conflict, at }];
	});
	return empty.length === patterns.length ? [] : empty;
}

/** Most patterns make a command that fits them as they stand. */
function plainlyFits(stated: StatedRule, subject: ValidPolicyContext): boolean {
	const lowered = lowerVariant(stated.statement, stated, subject);
	const test = lowered?.restricts ?? lowered?.grants;
	const [first] = stated.agents;
	if (test === undefined || first === undefined) return true;
	const setting = subject.settingOf(first.agent);
	for (const sample of plainCommands(test, setting))
		if (evaluateTest(test, subjectFor(sample, setting)) === "yes") return true;
	return false;
}

const mostPatterns = 64;

/** Of a rule without conditions. */
function conflictWithin(stated: StatedRule, subject: ValidPolicyContext): Conflict {
	const { statement } = stated;
	const granted = statement.clauses.flatMap((one) => (one.keyword === "granting" ? one.powers : []));
	const granting = (...more: readonly string[]): RuleStatement => {
		const named = more.map((text) => ({ text, span: statement.span }));
		return {
			...statement,
			clauses: [
				...statement.clauses.filter(({ keyword }) => keyword === "to"),
				{ form: "powers", keyword: "granting", powers: [...granted, ...named], span: statement.span },
			],
		};
	};
	if (statement.keyword === "deny" || statement.keyword === "constrain") return { kind: "patterns" };
	// What all powers together do not help, none of them does.
	if (!mayFit(granting("everything"), stated, subject)) return { kind: "patterns" };
	const power = powers.find((one) => mayFit(granting(one), stated, subject));
	return power === undefined ? { kind: "powers" } : { kind: "powers", power };
}

function mayFit(rule: RuleStatement, stated: StatedRule, subject: ValidPolicyContext): boolean {
	const lowered = lowerVariant(rule, stated, subject);
	const programs = lowered && programsIn(lowered);
	// A question or a nudge is empty where it grants nothing and restricts nothing; what it grants is the narrower of the two.
	const test = lowered?.restricts ?? lowered?.grants;
	if (test === undefined || programs === undefined || programs.size > mostPrograms) return true;
	return stated.agents.some(({ agent }) => {
		const { setting, named } = subject.programsOf(agent);
		return [...programs].some((name) => {
			const program = named.get(name);
			const goal = holding(specialise(test, name), lowered?.restricts === undefined ? "surely" : "perhaps");
			return program === undefined || find(goal, program, [setting], { left: steps }).kind !== "none";
		});
	});
}

const mostPrograms = 64;
const steps = 2_000;
