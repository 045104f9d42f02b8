/** What of a rule asks for the past, and the words that it gives names. */
import type { Rule } from "../../../language/policy/policy.js";
import { foundIn, type PastQuestion, type Test } from "../../../language/policy/test.js";
import { evaluateTest } from "../evaluate/evaluate-test.js";
import type { EvaluationContext } from "../evaluate/evaluation-context.js";

/** All that a test asks of the past. */
export function pastOf(test: Test): readonly PastQuestion[] {
	return foundIn(test, (one) =>
		one.kind === "past" ? [one.asks] : one.kind === "not" ? pastOf(one.test) : undefined,
	).flat();
}

/** What is asked of the past and is not so, where nothing else keeps the test from holding. */
export function unmetPast(test: Test, subject: EvaluationContext): readonly PastQuestion[] | undefined {
	if (evaluateTest(test, subject) === "yes") return [];
	switch (test.kind) {
		case "all": {
			const unmet = test.tests.map((one) => unmetPast(one, subject));
			return unmet.includes(undefined) ? undefined : unmet.flatMap((one) => one ?? []);
		}
		case "any":
			return test.tests.map((one) => unmetPast(one, subject)).find((one) => one !== undefined);
		case "not":
			return test.test.kind === "past" ? [test.test.asks] : undefined;
		case "past":
			return [test.asks];
		default:
			return undefined;
	}
}

/** The word of the command to which the rule's pattern gives this name; `null` where it can't be known. Undefined where the rule has no such name. */
export function wordCalled(
	name: string,
	{ grants, restricts }: Rule,
	subject: EvaluationContext,
): string | null | undefined {
	const { args } = subject;
	for (const test of [grants, restricts]) {
		const place = test && placeOf(name, test, subject);
		if (place === undefined) continue;
		const word =
			typeof place === "number"
				? args.operands[place]?.word
				: args.options.find((option) => option.name === place || option.fact?.names.includes(place))?.value;
		return word?.kind === "known" ? word.text : null;
	}
	return undefined;
}

/** Its place among the operands, or its option; of several patterns in one that the command fits. */
function placeOf(name: string, test: Test, subject: EvaluationContext): number | string | undefined {
	switch (test.kind) {
		case "all":
			return test.tests.map((one) => placeOf(name, one, subject)).find((place) => place !== undefined);
		case "any": {
			const named = test.tests.filter((one) => placeOf(name, one, subject) !== undefined);
			const fitting = named.find((one) => evaluateTest(one, subject) !== "no") ?? named[0];
			return fitting && placeOf(name, fitting, subject);
		}
		case "operands": {
			const place = test.words.findIndex((word) => word.kind === "any" && word.named === name);
			return place < 0 ? undefined : place;
		}
		case "option":
			return test.value?.kind === "any" && test.value.named === name ? test.name : undefined;
		default:
			return undefined;
	}
}
