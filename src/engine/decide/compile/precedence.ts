/** The order in which rules are tried. */
import type { Rule } from "../../../language/policy/policy.js";
import { allOf, always, type Test } from "../../../language/policy/test.js";
import { asksPeople } from "../asked-people.js";
import { testJson } from "./test-json.js";

/** Stricter effects first; among equals locked ones, then those that say more of the command, then by what they say. Never by their place in a file. */
export function inPrecedence(rules: readonly Rule[]): readonly Rule[] {
	const keyed = rules.map((rule) => ({
		rule,
		specificity: specificity(rule),
		text: `${rule.message === undefined},${said(rule.restricts)},${said(rule.grants)},${JSON.stringify(rule.message ?? null)},${JSON.stringify(rule.id)}`,
	}));
	keyed.sort(
		(a, b) =>
			order[a.rule.effect] - order[b.rule.effect] ||
			// A question that certain people answer is not put to whoever is there.
			Number(asksPeople(b.rule)) - Number(asksPeople(a.rule)) ||
			// What an author says of a command, an author's words say.
			Number(a.rule.engine ?? false) - Number(b.rule.engine ?? false) ||
			Number(b.rule.locked) - Number(a.rule.locked) ||
			b.specificity - a.specificity ||
			compareTexts(a.text, b.text),
	);
	return keyed.map(({ rule }) => rule);
}

/** As if what several patterns have in common stood behind each: the first of them says more than a list of programs. */
function said(test: Test | undefined): string {
	const [patterns, ...others] = test?.kind === "all" ? test.tests : [];
	if (patterns?.kind !== "any") return testJson(test);
	return `{"kind":"any","tests":[${testJson(allOf([patterns.tests[0] as Test, ...others]))}${testJson(test)}`;
}

const order = { deny: 0, nudge: 1, ask: 2, allow: 3 } as const;

function compareTexts(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}

function specificity(rule: Rule): number {
	return weigh(rule.restricts ?? rule.grants ?? always);
}

function weigh(test: Test): number {
	switch (test.kind) {
		case "all":
			return test.tests.reduce((sum, one) => sum + weigh(one), 0);
		case "any":
			return test.tests.reduce((least, one) => Math.min(least, weigh(one)), 1_000_000);
		case "program":
			return test.pattern.kind === "any" ? 0 : test.pattern.kind === "literal" ? 100 : 50;
		case "operands":
			return 10 * test.words.length + (test.exactly ? 5 : 0);
		case "option":
			return 10;
		case "not":
		case "only-options":
		case "paths-within":
		case "paths-touching":
		case "hosts-within":
		case "hosts-reaching":
		case "powers-within":
		case "uses-power":
		case "forced":
		case "redirected":
		case "plain-name":
		case "has-tool":
		case "past":
		case "fact":
		case "until":
			return 1;
	}
}
