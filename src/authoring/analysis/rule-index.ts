/**
 * The rules of an agent that can speak of a program, each with what is left of its tests once the program's name is known.
 */
import { programsOf, specialise } from "../../engine/decide/compile/specialise.js";
import type { AgentTree } from "../../engine/decide/tree.js";
import { isProgramKnown } from "../../engine/knowledge/known-programs.js";
import type { Facts } from "../../engine/request/facts.js";
import type { Rule } from "../../language/policy/policy.js";
import { allOf, always, anyOf, never, not, type Test } from "../../language/policy/test.js";
import type { Power } from "../../language/syntax/statements.js";
import { withOwnFears } from "./own-fears.js";

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
	/** The tests of each rule, with what is feared and done at once. */
	readonly tests: readonly Pick<Rule, "grants" | "restricts">[];
}

/** The rules that can speak of a program of this name. `facts`: what is known of programs, where the tests may be shorter for it. */
export function rulesFor(agentTree: AgentTree, name: string, facts?: Facts): readonly LocalRule[] {
	const known = indexes.get(agentTree) ?? new Map<string, readonly LocalRule[]>();
	indexes.set(agentTree, known);
	const isStrange = facts !== undefined && isStranger(name, facts);
	// No program's name has a slash in it.
	const key = isStrange ? `/${name}` : name;
	let rules = known.get(key);
	if (rules === undefined) {
		rules = localRules(agentTree, name, isStrange);
		known.set(key, rules);
	}
	return rules;
}

/** What is left of a test for commands of a program of this name. */
export function localTest(test: Test, name: string, facts: Facts): Test {
	return isStranger(name, facts) ? ofStranger(specialise(test, name)) : specialise(test, name);
}

/** Is nothing known of a program of this name, wherever it lies? */
export function isStranger(name: string, facts: Facts): boolean {
	const known = strangers.get(facts.programs) ?? new Map<string, boolean>();
	strangers.set(facts.programs, known);
	let answer = known.get(name);
	if (answer === undefined) {
		answer = !facts.programs.has(name) && !isProgramKnown(name);
		known.set(name, answer);
	}
	return answer;
}

/** By what a policy teaches: the knowledge base stays the same. */
const strangers = new WeakMap<Facts["programs"], Map<string, boolean>>();

/** What the words of a command may say that it does. */
const powersByVerbs: readonly Power[] = ["delete", "secrets", "write"];

/**
 * A program of which nothing is known has the power `code` in its plain use. Its words may say that it uses some others, too, and a redirection writes: the rest it
 * never uses, whatever it is given.
 */
function ofStranger(test: Test): Test {
	switch (test.kind) {
		case "all":
			return allOf(test.tests.map(ofStranger));
		case "any":
			return anyOf(test.tests.map(ofStranger));
		case "not": {
			const inner = ofStranger(test.test);
			return inner === test.test ? test : isNever(inner) ? always : isAlways(inner) ? never : not(inner);
		}
		case "powers-within":
			return always;
		case "uses-power":
			if (test.powers.includes("code")) return always;
			return test.powers.some((power) => powersByVerbs.includes(power)) ? test : never;
		case "program":
		case "operands":
		case "option":
		case "only-options":
		case "paths-within":
		case "paths-touching":
		case "hosts-within":
		case "hosts-reaching":
		case "forced":
		case "redirected":
		case "plain-name":
		case "has-tool":
		case "past":
		case "fact":
		case "until":
			return test;
	}
}

function localRules(agentTree: AgentTree, name: string, isStrange: boolean): readonly LocalRule[] {
	const { byName, wide, tests } = bucketsOf(agentTree);
	const left = (test: Test): Test => (isStrange ? ofStranger(specialise(test, name)) : specialise(test, name));
	return [...(byName.get(name) ?? []), ...wide].flatMap((index) => {
		const rule = agentTree.rules[index] as Rule;
		const own = tests[index];
		const grants = own?.grants && left(own.grants);
		const restricts = own?.restricts && left(own.restricts);
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
		const tests = agentTree.rules.map(({ grants, restricts }) => ({
			...(grants && { grants: withOwnFears(grants) }),
			...(restricts && { restricts: withOwnFears(restricts) }),
		}));
		found = { byName, wide, tests };
		buckets.set(agentTree, found);
	}
	return found;
}

/** The test can hold for nothing. */
export function isNever(test: Test): boolean {
	return test.kind === "any" && test.tests.length === 0;
}

function isAlways(test: Test): boolean {
	return test.kind === "all" && test.tests.length === 0;
}
