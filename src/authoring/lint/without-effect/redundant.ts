/** Rules that add nothing to what others say of all that fits them. */

import type { Rule } from "../../../language/policy/policy.js";
import type { RuleStatement } from "../../../language/syntax/statements.js";
import type { Witness } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import { contradictions } from "./contradictions.js";
import { duplicates } from "./duplicates.js";
import { uselessness } from "./useless.js";

export interface Redundant {
	readonly stated: StatedRule;
	/** Rules that say the same, and stay. */
	readonly by: readonly Rule[];
	readonly sample: Witness;
}

const known = new WeakMap<ValidPolicyContext, ReadonlyMap<RuleStatement, Redundant>>();

/** Of rules that cover each other one is left out; of those that stand twice both are: that is told as such. */
export function redundantRules(subject: ValidPolicyContext): ReadonlyMap<RuleStatement, Redundant> {
	const made = known.get(subject) ?? find(subject);
	known.set(subject, made);
	return made;
}

function find(subject: ValidPolicyContext): ReadonlyMap<RuleStatement, Redundant> {
	const repeated = duplicates(subject);
	const found = new Map(
		subject.rules().flatMap((stated): [string, FoundRedundant][] => {
			const useless = repeated.has(stated.statement) ? undefined : uselessness(stated, subject);
			const id = stated.agents[0]?.rule.id;
			return useless?.why === "redundant" && id !== undefined ? [[id, { id, stated, ...useless }]] : [];
		}),
	);
	const told = [...found.values()].filter((one) => {
		const { stated, by } = one;
		// A denial that speaks of the same words decides, whatever else is said.
		if (contradictions(subject).has(stated.statement)) return false;
		if (by.some((other) => stays(one, found.get(other.id)))) return false;
		// Of two that say the same, one is the other's duplicate; that one is told.
		return !by.some((other) => {
			const statement = subject.statementOf(other)?.statement;
			return statement !== undefined && repeated.get(statement) === stated.statement;
		});
	});
	return new Map(told.map(({ stated, by, sample }) => [stated.statement, { stated, by, sample }]));
}

interface FoundRedundant extends Redundant {
	readonly id: string;
}

/** Would the other go because of this one? Then this one stays: it says more, or stands before it. */
function stays(one: FoundRedundant, other: FoundRedundant | undefined): boolean {
	if (other === undefined || !other.by.some(({ id }) => id === one.id)) return false;
	if (one.by.length !== other.by.length) return one.by.length > other.by.length;
	const [own, its] = [one.stated.statement.span, other.stated.statement.span];
	return own.file === its.file ? own.start < its.start : own.file < its.file;
}
