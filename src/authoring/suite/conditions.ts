/**
 * The parts of a rule that tests can leave untried: where it says several things, each of them, and each thing that it leaves out.
 */

import { evaluateTest } from "../../engine/decide/evaluate/evaluate-test.js";
import type { EvaluationContext } from "../../engine/decide/evaluate/evaluation-context.js";
import { describe } from "../../engine/decide/explain/describe.js";
import type { Rule } from "../../language/policy/policy.js";
import { never, type Test, type WordPattern } from "../../language/policy/test.js";
import { withoutExclusions } from "../../language/policy/without-exclusions.js";

export interface Condition {
	/** `alternative`: one of several patterns or options. `exception`: what `except`, `without` and `to` leave out. */
	readonly kind: "alternative" | "exception";
	/** As its author would write it: `git push --force`. */
	readonly text: string;
	/** Is it what this command is about? `decided`: the rule decided the command. */
	readonly isTried: (subject: EvaluationContext, decided: boolean) => boolean;
}

/** The conditions of a rule. What overrides took out of it is theirs to test. */
export function conditionsOf(rule: Rule): readonly Condition[] {
	const { whole } = withoutExclusions(rule.restricts ?? rule.grants ?? never, rule.excludedBy.length);
	const found = new Map<string, Condition[]>();
	for (const [test, condition] of collect(whole, [], rule.restricts !== undefined)) {
		const key = `${condition.kind} ${JSON.stringify(test)}`;
		found.set(key, [...(found.get(key) ?? []), condition]);
	}
	// The same exception stands with each pattern of a rule.
	return [...found.values()].map((same) => ({
		...(same[0] as Condition),
		isTried: (subject, decided) => same.some((one) => one.isTried(subject, decided)),
	}));
}

/** `beside`: what must hold as well, for the test to matter. A doubt is enough for what restricts. */
function collect(test: Test, beside: readonly Test[], restricts: boolean): readonly (readonly [Test, Condition])[] {
	const isLike = (one: Test, subject: EvaluationContext): boolean => {
		const truth = evaluateTest(one, subject);
		return truth === "yes" || (restricts && truth === "unknown");
	};
	switch (test.kind) {
		case "any":
			return test.tests.flatMap((one) => [
				[
					one,
					{
						kind: "alternative",
						text: conditionText(one),
						isTried: (subject, decided) => decided && isLike(one, subject),
					},
				],
				...collect(one, beside, restricts),
			]);
		case "all":
			return test.tests.flatMap((one) =>
				collect(one, [...beside, ...test.tests.filter((other) => other !== one)], restricts),
			);
		case "not": {
			if (test.test.kind === "forced") return [];
			const left = test.test.kind === "any" ? test.test.tests : [test.test];
			return left.map((one) => [
				one,
				{
					kind: "exception",
					text: conditionText(one),
					// Without it, the rule would have held.
					isTried: (subject) => evaluateTest(one, subject) === "yes" && beside.every((other) => isLike(other, subject)),
				},
			]);
		}
		default:
			return [];
	}
}

/** A pattern as it is written, or else the test as a question. */
function conditionText(test: Test): string {
	const parts = test.kind === "all" ? test.tests : [test];
	const words = parts.flatMap((part): readonly string[] => {
		switch (part.kind) {
			case "program":
				return [wordText(part.pattern)];
			case "operands":
				return part.words.map(wordText);
			case "option":
				return [part.value === undefined ? part.name : `${part.name} ${wordText(part.value)}`];
			default:
				return [];
		}
	});
	if (words.length === 0) return describe(test);
	const isExact = parts.some((part) => part.kind === "operands" && part.exactly);
	return `\`${isExact ? "exactly " : ""}${words.join(" ")}\``;
}

function wordText(word: WordPattern): string {
	switch (word.kind) {
		case "any":
			return "*";
		case "rest":
			return "**";
		case "literal":
		case "glob":
			return word.text;
		case "regex":
			return `/${word.text}/`;
	}
}
