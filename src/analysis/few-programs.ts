/**
 * Two agents that differ in little, cut down to the programs that they can differ for: comparing them then costs as little.
 */
import { specialise } from "../decide/compile.js";
import { baseName } from "../decide/holds.js";
import type { AgentPolicy, Rule } from "../policy/policy.js";
import { allOf, always, anyOf, never, not, type Test } from "../policy/test.js";
import { isNever } from "./rule-index.js";

/** Programs for which two lists of rules do not say the same. `others`: programs that no rule names are among them. */
export interface Differing {
	readonly names: readonly string[];
	readonly others: boolean;
}

export function differingPrograms(a: readonly Rule[], b: readonly Rule[]): Differing {
	const same = sameIn(a, b);
	const [ownA, ownB] = [a, b].map((rules) => rules.filter((rule) => !same.has(meaningOf(rule)))) as [Rule[], Rule[]];
	const differ = (name: string | undefined): boolean => saidOf(ownA, name) !== saidOf(ownB, name);
	const others = differ(undefined);
	// What differs for any program differs for those that only other rules name, too.
	const naming = others ? [...a, ...b] : [...ownA, ...ownB];
	const names = new Set(naming.flatMap(({ grants, restricts }) => [...namesIn(grants), ...namesIn(restricts)]));
	return { names: [...names].filter(differ), others };
}

/** The agent as far as it speaks of programs of these names. */
export function onlyOf(agent: AgentPolicy, names: readonly string[]): AgentPolicy {
	const rules = agent.rules.flatMap((rule): readonly Rule[] => {
		const [grants, restricts] = [rule.grants, rule.restricts].map((test) => {
			if (test === undefined) return undefined;
			const parts = names.map((name) => {
				const left = leftOf(test, name);
				return isNever(left)
					? never
					: allOf([{ kind: "program", pattern: { kind: "literal", text: name }, as: "restricting" }, left]);
			});
			const whole = anyOf(parts.filter((one) => !isNever(one)));
			return isNever(whole) ? undefined : whole;
		});
		if (grants === undefined && restricts === undefined) return [];
		const { grants: _grants, restricts: _restricts, ...rest } = rule;
		return [
			{ ...rest, ...(grants === undefined ? {} : { grants }), ...(restricts === undefined ? {} : { restricts }) },
		];
	});
	return { ...agent, rules };
}

/** What both lists have, by what it means. */
function sameIn(a: readonly Rule[], b: readonly Rule[]): ReadonlySet<string> {
	const others = new Set(b.map(meaningOf));
	return new Set(a.map(meaningOf).filter((meaning) => others.has(meaning)));
}

function meaningOf({ effect, grants, restricts }: Rule): string {
	return JSON.stringify([effect, grants, restricts]);
}

/** What rules say of a program of this name, or of those that no rule names. */
function saidOf(rules: readonly Rule[], name: string | undefined): string {
	const said = rules.flatMap(({ effect, grants, restricts }) => {
		const left = [grants ?? never, restricts ?? never].map((test) => leftOf(test, name));
		return left.every(isNever) ? [] : [JSON.stringify([effect, ...left])];
	});
	return [...new Set(said)].sort().join("\n");
}

/** What is left of a test once the name of the program is known; a path names the program at its end. */
function leftOf(test: Test, name: string | undefined): Test {
	switch (test.kind) {
		case "all":
			return allOf(test.tests.map((one) => leftOf(one, name)).filter((one) => !isAlways(one)));
		case "any":
			return anyOf(test.tests.map((one) => leftOf(one, name)).filter((one) => !isNever(one)));
		case "not": {
			const inner = leftOf(test.test, name);
			return isNever(inner) ? always : isAlways(inner) ? never : not(inner);
		}
		case "program":
			return test.pattern.kind === "literal" && test.pattern.text.includes("/")
				? baseName(test.pattern.text) === name
					? test
					: never
				: specialise(test, name);
		default:
			return test;
	}
}

function isAlways(test: Test): boolean {
	return test.kind === "all" && test.tests.length === 0;
}

/** The names that stand anywhere in a test. */
function namesIn(test: Test | undefined): readonly string[] {
	if (test === undefined) return [];
	switch (test.kind) {
		case "all":
		case "any":
			return test.tests.flatMap(namesIn);
		case "not":
			return namesIn(test.test);
		case "program":
			return test.pattern.kind === "literal" ? [baseName(test.pattern.text)] : [];
		default:
			return [];
	}
}
