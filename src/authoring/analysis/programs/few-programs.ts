/**
 * Two agents that differ in little, cut down to the programs that they can differ for: comparing them then costs as little.
 */
import { specialise } from "../../../engine/decide/compile/specialise.js";
import type { AgentPolicy, Rule } from "../../../language/policy/policy.js";
import { allOf, always, anyOf, never, not, type Test } from "../../../language/policy/test.js";
import { baseName } from "../../../language/source/normal-path.js";
import { isNever } from "../rule-index.js";

/** Programs for which two lists of rules do not say the same. `others`: programs that no rule names are among them. */
export interface Differing {
	readonly names: readonly string[];
	readonly others: boolean;
}

export function differingPrograms(a: readonly Rule[], b: readonly Rule[]): Differing {
	const [ownA, ownB] = unlike(a, b);
	const differ = (name: string | undefined): boolean => saidOf(ownA, name) !== saidOf(ownB, name);
	const changed = changedNames(ownA, ownB);
	if (changed !== undefined) return { names: [...changed].filter(differ), others: false };
	const others = differ(undefined);
	// What differs for any program differs for those that only other rules name, too.
	const naming = others ? [...a, ...b] : [...ownA, ...ownB];
	const names = new Set(naming.flatMap(({ grants, restricts }) => [...namesIn(grants), ...namesIn(restricts)]));
	return { names: [...names].filter(differ), others };
}

/** The rules that only one of the lists has. */
function unlike(a: readonly Rule[], b: readonly Rule[]): readonly [readonly Rule[], readonly Rule[]] {
	// A changed policy has most tests of the one before: those need no comparing.
	const numbers = new Map<Test | undefined, number>();
	const numberOf = (test: Test | undefined): number => {
		const number = numbers.get(test) ?? numbers.size;
		numbers.set(test, number);
		return number;
	};
	const keyOf = ({ effect, grants, restricts }: Rule): string => `${effect} ${numberOf(grants)} ${numberOf(restricts)}`;
	const [keysA, keysB] = [new Set(a.map(keyOf)), new Set(b.map(keyOf))];
	const restA = a.filter((rule) => !keysB.has(keyOf(rule)));
	const restB = b.filter((rule) => !keysA.has(keyOf(rule)));
	if (restA.length === 0 || restB.length === 0) return [restA, restB];
	const same = sameIn(restA, restB);
	return [restA.filter((rule) => !same.has(meaningOf(rule))), restB.filter((rule) => !same.has(meaningOf(rule)))];
}

/** The programs for which some of these rules may say something else than the one of the other list at the same place does; undefined where it may be any. */
function changedNames(a: readonly Rule[], b: readonly Rule[]): ReadonlySet<string> | undefined {
	const placeOf = ({ owner, span, effect }: Rule): string => JSON.stringify([owner, span.file, span.start, effect]);
	const others = new Map(b.map((rule) => [placeOf(rule), rule]));
	const names = new Set<string>();
	const paired = new Set<Rule>();
	const pairs: (readonly [Rule | undefined, Rule | undefined])[] = a.map((rule) => {
		const other = others.get(placeOf(rule));
		if (other === undefined || paired.has(other)) return [rule, undefined];
		paired.add(other);
		return [rule, other];
	});
	for (const rule of b) if (!paired.has(rule)) pairs.push([undefined, rule]);
	for (const [one, other] of pairs) {
		for (const [test, then] of [
			[one?.grants, other?.grants],
			[one?.restricts, other?.restricts],
		]) {
			const own = namesApart(test, then);
			if (own === undefined) return undefined;
			for (const name of own) names.add(name);
		}
	}
	return names;
}

/** The programs for which the two tests may be different things; undefined where it may be any. */
function namesApart(one: Test | undefined, other: Test | undefined): ReadonlySet<string> | undefined {
	if (one === other) return new Set();
	const parts = [one, other].map((test) => (test === undefined ? [never] : test.kind === "all" ? test.tests : [test]));
	const [partsA, partsB] = parts.map((list) => new Set(list)) as [Set<Test>, Set<Test>];
	// Both begin with the same; what one of them leaves out besides changes nothing for other programs.
	const apart = [...partsA].filter((part) => !partsB.has(part)).concat([...partsB].filter((part) => !partsA.has(part)));
	const leftOut = unionOf(apart.map((part) => (part.kind === "not" ? programsIn(part.test) : undefined)));
	return leftOut ?? unionOf([one, other].map((test) => (test === undefined ? new Set() : programsIn(test))));
}

function unionOf(sets: readonly (ReadonlySet<string> | undefined)[]): ReadonlySet<string> | undefined {
	return sets.includes(undefined) ? undefined : new Set(sets.flatMap((set) => [...(set as ReadonlySet<string>)]));
}

/** The programs that the test can hold for, by name; undefined where it may be any. */
function programsIn(test: Test): ReadonlySet<string> | undefined {
	if (!programsKnown.has(test)) programsKnown.set(test, makeProgramsIn(test));
	return programsKnown.get(test);
}
const programsKnown = new WeakMap<Test, ReadonlySet<string> | undefined>();

function makeProgramsIn(test: Test): ReadonlySet<string> | undefined {
	switch (test.kind) {
		case "any":
			return unionOf(test.tests.map(programsIn));
		case "all":
			return test.tests.map(programsIn).find((one) => one !== undefined);
		case "program":
			return test.pattern.kind === "literal" ? new Set([baseName(test.pattern.text)]) : undefined;
		default:
			return undefined;
	}
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
	const own = programsIn(test);
	if (own !== undefined && (name === undefined || !own.has(name))) return never;
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
