/** The people that questions wait for. */
import type { Rule } from "../../language/policy/policy.js";
import type { Consent } from "../../language/policy/test.js";
import { remembered } from "../records/remembered.js";
import type { AskedPeople, Decision } from "./decision.js";
import type { EvaluationContext } from "./evaluate/evaluation-context.js";
import { pastOf } from "./explain/past-parts.js";

/** Does the rule name the people who must say yes? */
export function asksPeople(rule: Rule): boolean {
	return consentsOf(rule).length > 0;
}

/** Is it a question that whoever is there may answer? */
export function isOpenQuestion({ effect, approvals }: Pick<Decision, "effect" | "approvals">): boolean {
	return effect === "ask" && approvals === undefined;
}

/** Whom these rules ask, and how many of them have not said yes. */
export function peopleOf(rules: readonly Rule[], subject: EvaluationContext): readonly AskedPeople[] {
	if (rules.length === 0) return [];
	return eachGroupOnce(
		rules.flatMap(consentsOf).map((asks) => ({
			group: asks.group,
			needed: asks.people,
			missing: asks.people - (subject.before?.consenting?.(asks, subject).length ?? 0),
		})),
	);
}

/** Of a group that is asked several times, the most. */
export function eachGroupOnce(asked: readonly AskedPeople[]): readonly AskedPeople[] {
	if (asked.length < 2) return asked;
	return [...new Set(asked.map(({ group }) => group))].map((group) =>
		asked.filter((one) => one.group === group).reduce((most, one) => (one.missing > most.missing ? one : most)),
	);
}

/** A rule is asked in every decision, and hardly any names people. */
export function consentsOf(rule: Rule): readonly Consent[] {
	if (rule.effect !== "ask" || rule.restricts === undefined) return [];
	const { restricts } = rule;
	return remembered(consents, rule, () => pastOf(restricts).filter((asks) => asks.kind === "consent"));
}
const consents = new WeakMap<Rule, readonly Consent[]>();
