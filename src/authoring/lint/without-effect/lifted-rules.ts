/** What an override takes out of inherited rules besides what it names itself: rules that speak of a part of it, and no longer hold. */

import { isStricter } from "../../../engine/decide/combine.js";
import { programsOf, specialise } from "../../../engine/decide/compile/specialise.js";
import type { Rule } from "../../../language/policy/policy.js";
import type { Test } from "../../../language/policy/test.js";
import { withoutExclusions } from "../../../language/policy/without-exclusions.js";
import { type AgentModel, effectOf, holdsFor } from "../../analysis/agent-model.js";
import { canonicalWitnesses } from "../../analysis/canonical-witness.js";
import { holding } from "../../analysis/outcomes.js";
import { rulesFor } from "../../analysis/rule-index.js";
import { follows } from "../../analysis/search/by-text.js";
import type { Witness } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import { lowerVariant, programsIn } from "../meaning/lower-variant.js";

/** An inherited rule, a command that it restricted, and the answer to that now. */
export interface Lifted {
	readonly rule: Rule;
	readonly sample: Witness;
	readonly effect: Rule["effect"];
}

/** The inherited rules that speak of less than the override does, and that it takes out whole: for the first agent that has it. */
export function liftedBy(stated: StatedRule, subject: ValidPolicyContext): readonly Lifted[] {
	const { statement, agents } = stated;
	const [own] = agents;
	if (!statement.override || statement.keyword === "deny" || own === undefined) return [];
	// Folders bound what it takes out.
	if (statement.clauses.some(({ keyword }) => keyword === "within")) return [];
	// As a denial it speaks of all uses: plain use alone holds no rule whole.
	const clauses = statement.clauses.filter(({ keyword }) => narrowing.has(keyword));
	const lowered = lowerVariant({ ...statement, keyword: "deny", override: false, clauses }, stated, subject);
	const carve = lowered?.restricts;
	const programs = lowered && programsIn(lowered);
	if (carve === undefined || programs === undefined || programs.size > mostPrograms) return [];
	const setting = subject.settingOf(own.agent);
	const found = new Map<string, Lifted>();
	for (const name of programs)
		for (const { rule } of rulesFor(setting.agentTree, name)) {
			if (found.has(rule.id) || !rule.excludedBy.includes(own.rule.id)) continue;
			if (isAsWide(name, rule, carve, stated, subject)) continue;
			const lifted = liftedFor(name, rule, carve, setting);
			if (lifted !== undefined) found.set(rule.id, lifted);
		}
	return [...found.values()];
}

const mostPrograms = 16;
const narrowing: ReadonlySet<string> = new Set(["except", "with", "without", "only"]);

function liftedFor(name: string, rule: Rule, carve: Test, setting: AgentModel): Lifted | undefined {
	const { restricts, excludedBy, effect } = rule;
	if (restricts === undefined || effect === "allow") return undefined;
	const { whole } = withoutExclusions(restricts, excludedBy.length);
	// One that speaks of any program is there to be narrowed.
	if (programsOf(whole)?.has(name) !== true) return undefined;
	const [inner, outer] = [whole, carve].map((test) => specialise(test, name)) as [Test, Test];
	if (!isInside(inner, outer)) return undefined;
	for (const sample of canonicalWitnesses(inner, name, setting)) {
		if (holdsFor(inner, sample, setting) !== "yes") continue;
		const now = effectOf(sample, setting);
		if (isStricter(effect, now)) return { rule, sample, effect: now };
	}
	return undefined;
}

/** Its exceptions aside, the rule speaks of all that the override does: it is the one that is meant. */
function isAsWide(name: string, rule: Rule, carve: Test, stated: StatedRule, subject: ValidPolicyContext): boolean {
	const other = subject.statementOf(rule);
	if (other === undefined) return true;
	const clauses = other.statement.clauses.filter(({ keyword }) => keyword !== "except");
	const whole = lowerVariant({ ...other.statement, clauses }, { ...stated, file: other.file }, subject)?.restricts;
	return whole === undefined || isInside(specialise(carve, name), specialise(whole, name));
}

function isInside(inner: Test, outer: Test): boolean {
	return follows({ test: outer, side: 0 }, holding(inner, "surely"));
}
