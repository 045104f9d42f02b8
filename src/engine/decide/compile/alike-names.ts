/** Programs that all rules treat alike: they differ in nothing but their names, and share one tree. */
import type { Rule } from "../../../language/policy/policy.js";
import type { Test } from "../../../language/policy/test.js";
import { wordsListed } from "../../../language/policy/word-language/matcher.js";
import { remembered } from "../../records/remembered.js";
import { programsInTest } from "./specialise.js";
import { testJson } from "./test-json.js";

/** Texts for these names: equal ones for those that are alike. */
export function alikeNames(rules: readonly Rule[], names: Iterable<string>): ReadonlyMap<string, string> {
	const marks = new Map<string, number[]>([...names].map((name) => [name, []]));
	const numbers = new Map<string, number>();
	const globs = new Set<(name: string) => boolean>();
	let places = 0;
	const mark = (name: string, what: string): void => {
		marks.get(name)?.push(remembered(numbers, what, () => numbers.size));
	};
	// Where one of several tests is enough, those that say one name each may say it of another in the same words.
	const visit = (test: Test): void => {
		const { names: said, globs: matching } = programsInTest(test);
		for (const glob of matching) globs.add(glob);
		if (said.size === 0) return;
		const place = places++;
		if (test.kind === "any")
			for (const one of test.tests) {
				const [name, another] = programsInTest(one).names;
				if (name !== undefined && another === undefined) mark(name, `${place} ${shapeOf(one)}`);
				else visit(one);
			}
		else if (test.kind === "all") for (const one of test.tests) visit(one);
		else if (test.kind === "not") visit(test.test);
		else for (const name of said) mark(name, `${place}`);
	};
	for (const { grants, restricts } of rules) {
		if (grants !== undefined) visit(grants);
		if (restricts !== undefined) visit(restricts);
	}
	const matchers = [...globs];
	return new Map(
		[...marks].map(([name, own]) => [
			name,
			`${[...new Set(own)].sort((a, b) => a - b).join()};${matchers.map((matches) => (matches(name) ? "1" : "0")).join("")}`,
		]),
	);
}

/** The test as JSON, without the name of its program. */
function shapeOf(test: Test): string {
	switch (test.kind) {
		case "all":
		case "any":
			return `${test.kind}[${test.tests.map(shapeOf).join()}]`;
		case "not":
			return `not ${shapeOf(test.test)}`;
		case "program":
			// equivalent: what says one name says no path of a program beside it.
			return programsInTest(test).names.size === 0 ? testJson(test) : test.as;
		default:
			return testJson(test);
	}
}

/** What is left of a test for a program of this name, without the name. */
export function nameless(test: Test, name: string): Test {
	return withPrograms(test, (one) =>
		one.as === "granting" && one.pattern.kind === "literal" && one.pattern.text === name ? plainName : one,
	);
}

/** A rule with each name of a list such as `{docker,podman}` said by itself: programs of that name have a tree of their own, and others are not asked. */
export function withNamesApart(rule: Rule): Rule {
	const [grants, restricts] = [rule.grants, rule.restricts].map((test) => test && withPrograms(test, namesApart));
	return grants === rule.grants && restricts === rule.restricts
		? rule
		: { ...rule, ...(grants && { grants }), ...(restricts && { restricts }) };
}

function namesApart(test: ProgramTest): Test {
	const names = test.pattern.kind === "glob" ? wordsListed(test.pattern.text) : undefined;
	return names === undefined
		? test
		: { kind: "any", tests: names.map((text) => ({ ...test, pattern: { kind: "literal", text } })) };
}

type ProgramTest = Extract<Test, { readonly kind: "program" }>;

/** The test with other ones in place of those for programs. */
function withPrograms(test: Test, other: (test: ProgramTest) => Test): Test {
	switch (test.kind) {
		case "all":
		case "any": {
			const tests = test.tests.map((one) => withPrograms(one, other));
			return tests.every((one, at) => one === test.tests[at]) ? test : { kind: test.kind, tests };
		}
		case "not": {
			const inner = withPrograms(test.test, other);
			return inner === test.test ? test : { kind: "not", test: inner };
		}
		case "program":
			return other(test);
		default:
			return test;
	}
}

const plainName: Test = { kind: "plain-name" };
