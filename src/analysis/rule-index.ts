/**
 * The rules of an agent that can speak of a program, each with what is left of its tests once the program's name is known.
 */
import { programsOf, specialise } from "../decide/compile.js";
import type { AgentTree } from "../decide/tree.js";
import type { Rule } from "../policy/policy.js";
import type { Test } from "../policy/test.js";

/** A rule as it speaks of one program. */
export interface LocalRule {
	readonly rule: Rule;
	/** Place among the agent's rules. */
	readonly index: number;
	readonly grants?: Test;
	readonly restricts?: Test;
}

const indexes = new WeakMap<AgentTree, Map<string, readonly LocalRule[]>>();
const buckets = new WeakMap<AgentTree, Buckets>();

/** Rules by the programs that they name; those that may speak of any apart. */
interface Buckets {
	readonly byName: ReadonlyMap<string, readonly number[]>;
	readonly wide: readonly number[];
}

/** The rules that can speak of a program of this name. */
export function rulesFor(agentTree: AgentTree, name: string): readonly LocalRule[] {
	const known = indexes.get(agentTree) ?? new Map<string, readonly LocalRule[]>();
	indexes.set(agentTree, known);
	let rules = known.get(name);
	if (rules === undefined) {
		rules = localRules(agentTree, name);
		known.set(name, rules);
	}
	return rules;
}

function localRules(agentTree: AgentTree, name: string): readonly LocalRule[] {
	const { byName, wide } = bucketsOf(agentTree);
	return [...(byName.get(name) ?? []), ...wide].flatMap((index) => {
		const rule = agentTree.rules[index] as Rule;
		const grants = rule.grants && specialise(rule.grants, name);
		const restricts = rule.restricts && specialise(rule.restricts, name);
		const canGrant = grants !== undefined && !isNever(grants);
		const canRestrict = restricts !== undefined && !isNever(restricts);
		if (!canGrant && !canRestrict) return [];
		return [{ rule, index, ...(canGrant ? { grants } : {}), ...(canRestrict ? { restricts } : {}) }];
	});
}

function bucketsOf(agentTree: AgentTree): Buckets {
	let found = buckets.get(agentTree);
	if (found === undefined) {
		const byName = new Map<string, number[]>();
		const wide: number[] = [];
		agentTree.rules.forEach((rule, index) => {
			const sets = [rule.grants, rule.restricts].flatMap((test) => (test === undefined ? [] : [programsOf(test)]));
			if (sets.includes(undefined)) {
				wide.push(index);
				return;
			}
			for (const name of new Set(sets.flatMap((set) => [...(set as ReadonlySet<string>)]))) {
				const list = byName.get(name);
				if (list) list.push(index);
				else byName.set(name, [index]);
			}
		});
		found = { byName, wide };
		buckets.set(agentTree, found);
	}
	return found;
}

/** The test can hold for nothing. */
export function isNever(test: Test): boolean {
	return test.kind === "any" && test.tests.length === 0;
}
