/** Paths of a grant's `within` that lead nowhere: a stricter rule refuses whatever names something below them. */

import { specialise } from "../../../engine/decide/compile/specialise.js";
import type { Rule } from "../../../language/policy/policy.js";
import { allOf, type Test } from "../../../language/policy/test.js";
import { type AgentModel, holdsFor } from "../../analysis/agent-model.js";
import { canonicalWitnesses } from "../../analysis/canonical-witness.js";
import { nearestAllowedCommand } from "../../analysis/edits/nearest-allowed-command.js";
import { outcomesFor } from "../../analysis/outcomes.js";
import { isNever, type LocalRule } from "../../analysis/rule-index.js";
import { find, type SearchResult } from "../../analysis/search/find.js";
import type { Goal, Sided } from "../../analysis/search/goal.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import { factsNamed } from "../meaning/grants.js";
import { lowerVariant, programsIn } from "../meaning/lower-variant.js";
import { pathsOfStatement, type WrittenPath } from "../reading/written-paths.js";
import { isCarvedFor } from "./carved.js";
import { plainlyRefusedBy, type Refusal } from "./plainly-refused.js";

/** Paths that one rule refuses. */
export interface RefusedPaths extends Refusal {
	readonly paths: readonly WrittenPath[];
}

/** Of a rule that grants, the paths that lead nowhere, by the first rule that refuses all of each. */
export function refusedPaths(stated: StatedRule, subject: ValidPolicyContext): readonly RefusedPaths[] {
	const { statement, agents } = stated;
	const refused: RefusedPaths[] = [];
	if (statement.keyword === "deny" || statement.keyword === "constrain" || agents.length === 0) return refused;
	const list = pathsOfStatement(statement, subject).find(({ keyword }) => keyword === "within");
	const own = list && lowerVariant(statement, stated, subject);
	const programs = own && programsIn(own);
	if (list === undefined || own?.grants === undefined || programs === undefined) return refused;
	// To take one out of many that a set has is what a denial is for.
	const paths = list.paths.filter(({ negated, place }) => !negated && place !== undefined);
	if (programs.size * paths.length > mostQuestions) return refused;
	for (const path of paths) {
		const below: Test = { kind: "paths-touching", access: "any", paths: [path] };
		const found = refusing(own.grants, below, programs, stated, subject);
		if (found === undefined) continue;
		const at = refused.findIndex(({ by, wholly }) => by === found.by && wholly === found.wholly);
		const paths = [...(refused[at]?.paths ?? []), path];
		refused.splice(at === -1 ? refused.length : at, 1, { ...found, paths });
	}
	return refused;
}

/** Programs times paths. */
const mostQuestions = 64;

/** The first rule that refuses every command that the test grants and that names something of these paths; for every agent and every program one does. */
function refusing(
	grants: Test,
	below: Test,
	programs: ReadonlySet<string>,
	{ agents }: StatedRule,
	subject: ValidPolicyContext,
): Refusal | undefined {
	let first: Refusal | undefined;
	let wholly = true;
	for (const { agent, rule } of agents) {
		const { setting: own, named } = subject.programsOf(agent);
		// Any program can be given a file to read by a redirection, and nobody grants `rm` for that.
		const setting: AgentModel = { ...own, redirects: false };
		for (const name of programs) {
			if (isCarvedFor(name, rule)) return undefined;
			const program = named.get(name);
			const test = specialise(allOf([grants, below]), name);
			if (program === undefined || isNever(test)) return undefined;
			const denials = outcomesFor([setting], 0, name).rules.filter(
				(other) => other.rule !== rule && other.rule.effect === "deny" && other.restricts !== undefined,
			);
			const sided = denials.map(avoiding);
			// Most paths are open, and one command shows it.
			const isOpen =
				sided.length === 0 || isPlainlyOpen({ all: [{ test, side: 0 }], none: sided, some: [] }, test, name, setting);
			const foundBeside = (none: readonly Sided[]): SearchResult =>
				find({ all: [{ test, side: 0 }], none, some: [] }, program, [setting], { left: steps });
			const open = isOpen ? [] : notPlainlyOpen(denials, test, name, setting);
			// Past each of them a plain command gets: none refuses everything by itself.
			const fitting = open.length === 0 ? undefined : foundBeside([]);
			// What fits nothing for another reason is told as such.
			if (fitting?.kind === "none") return undefined;
			const left = fitting === undefined ? [] : refusingStill(open, fitting, setting);
			// Of several it is asked first whether they do so together.
			const isRefused = left.length === 1 || (left.length > 1 && foundBeside(sided).kind === "none");
			const alone = isRefused ? refusingAlone(left, setting, (denial) => foundBeside([avoiding(denial)])) : undefined;
			const found: Refusal | undefined =
				alone === undefined
					? plainlyRefusedBy({ grants, below }, name, rule, setting, factsNamed(name, subject))
					: { by: alone, wholly: true };
			if (found === undefined) return undefined;
			first ??= found;
			wholly &&= found.wholly;
		}
	}
	return first && { by: first.by, wholly };
}

function avoiding({ rule, restricts }: LocalRule): Sided {
	return { test: restricts as Test, side: 0, ...(rule.engine ? { late: true } : {}) };
}

/** The first that lets nothing through by itself. Each command that is found shows of others, too, that they let it through: nothing is searched for those. */
function refusingAlone(
	denials: readonly LocalRule[],
	setting: AgentModel,
	foundBeside: (denial: LocalRule) => SearchResult,
): Rule | undefined {
	let left = denials;
	for (;;) {
		const [next, ...others] = left;
		if (next === undefined) return undefined;
		const found = foundBeside(next);
		if (found.kind === "none") return next.rule;
		left = refusingStill(others, found, setting);
	}
}

/** Those that refuse the command that was found, or may. */
function refusingStill(denials: readonly LocalRule[], found: SearchResult, setting: AgentModel): readonly LocalRule[] {
	return found.kind !== "found"
		? denials
		: denials.filter((one) => holdsFor(one.restricts as Test, found.sample, setting) !== "no");
}

/** The denials without those that let one of the commands through that most plainly fit the test. */
function notPlainlyOpen(
	denials: readonly LocalRule[],
	test: Test,
	program: string,
	setting: AgentModel,
): readonly LocalRule[] {
	let left = denials;
	for (const sample of canonicalWitnesses(test, program, setting)) {
		if (left.length === 0) break;
		if (holdsFor(test, sample, setting) === "yes")
			left = left.filter(({ restricts }) => holdsFor(restricts as Test, sample, setting) !== "no");
	}
	return left;
}

/** Does one of the commands that most plainly fit the test meet the goal, or one that is near to it? */
function isPlainlyOpen(goal: Goal, test: Test, program: string, setting: AgentModel): boolean {
	for (const sample of canonicalWitnesses(test, program, setting))
		if (nearestAllowedCommand(sample, goal, setting, () => true) !== undefined) return true;
	return false;
}

/** Steps for one question: what takes longer is not told. */
const steps = 1_000;
