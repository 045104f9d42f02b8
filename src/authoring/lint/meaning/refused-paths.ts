/** Paths of a grant's `within` that lead nowhere: a stricter rule refuses whatever names something below them. */

import { specialise } from "../../../engine/decide/compile.js";
import type { Rule } from "../../../language/policy/policy.js";
import { allOf, type Test } from "../../../language/policy/test.js";
import { type AgentModel, subjectFor } from "../../analysis/agent-model.js";
import { canonicalWitnesses } from "../../analysis/canonical-witness.js";
import { find, type Goal, meets, type Sided } from "../../analysis/find.js";
import { outcomesFor } from "../../analysis/outcomes.js";
import { isNever } from "../../analysis/rule-index.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import { type WrittenPath, writtenPaths } from "../reading/written-paths.js";
import { isCarvedFor } from "./carved.js";
import { factsNamed } from "./grants.js";
import { lowerVariant, programsIn } from "./lower-variant.js";
import { plainlyRefusedBy } from "./plainly-refused.js";

/** Of a rule that grants, the paths that lead nowhere, by the first rule that refuses all of each. */
export function refusedPaths(
	stated: StatedRule,
	subject: ValidPolicyContext,
): ReadonlyMap<Rule, readonly WrittenPath[]> {
	const { statement, agents } = stated;
	const refused = new Map<Rule, readonly WrittenPath[]>();
	if (statement.keyword === "deny" || statement.keyword === "constrain" || agents.length === 0) return refused;
	const list = writtenPaths(subject).find((one) => one.keyword === "within" && one.stated.statement === statement);
	const own = list && lowerVariant(statement, stated, subject);
	const programs = own && programsIn(own);
	if (list === undefined || own?.grants === undefined || programs === undefined) return refused;
	// To take one out of many that a set has is what a denial is for.
	const paths = list.paths.filter(({ negated, place }) => !negated && place !== undefined);
	if (programs.size * paths.length > mostQuestions) return refused;
	for (const path of paths) {
		const below: Test = { kind: "paths-touching", access: "any", paths: [path] };
		const by = refusing(own.grants, below, programs, stated, subject);
		if (by !== undefined) refused.set(by, [...(refused.get(by) ?? []), path]);
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
): Rule | undefined {
	let first: Rule | undefined;
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
			const sided = denials.map(({ restricts }): Sided => ({ test: restricts as Test, side: 0 }));
			// Most paths are open, and one command shows it.
			const isOpen =
				sided.length === 0 || isPlainlyOpen({ all: [{ test, side: 0 }], none: sided, some: [] }, test, name, setting);
			const isEmpty = (none: readonly Sided[]): boolean =>
				find({ all: [{ test, side: 0 }], none, some: [] }, program, [setting], { left: steps }).kind === "none";
			// What fits nothing for another reason is told as such.
			if (!isOpen && isEmpty([])) return undefined;
			const found =
				(!isOpen && isEmpty(sided) ? denials.find((_, at) => isEmpty([sided[at] as Sided]))?.rule : undefined) ??
				plainlyRefusedBy({ grants, below }, name, rule, setting, factsNamed(name, subject));
			if (found === undefined) return undefined;
			first ??= found;
		}
	}
	return first;
}

/** Does one of the commands that most plainly fit the test meet the goal? */
function isPlainlyOpen(goal: Goal, test: Test, program: string, setting: AgentModel): boolean {
	for (const sample of canonicalWitnesses(test, program, setting))
		if (meets(goal, [subjectFor(sample, setting)])) return true;
	return false;
}

/** Steps for one question: what takes longer is not told. */
const steps = 400;
