/** What is feared of the past, and is done by the command itself: `curl -T .env` is both at once. */
import type { EvaluationContext } from "../../engine/decide/evaluate/evaluation-context.js";
import { some, type Truth } from "../../engine/decide/evaluate/truth.js";
import { fitOf } from "../../engine/history/event-fit.js";
import { allOf, anyOf, type EventTest, not, type PastQuestion, type Test } from "../../language/policy/test.js";

/** The test, with each fear as what may have happened or is done now. */
export function withOwnFears(test: Test): Test {
	switch (test.kind) {
		case "past": {
			const own = fearsOf(test.asks);
			return own.length === 0 ? test : anyOf([test, ...own.map(({ fits }) => fits)]);
		}
		case "all":
		case "any": {
			const tests = test.tests.map(withOwnFears);
			if (tests.every((one, at) => one === test.tests[at])) return test;
			return test.kind === "all" ? allOf(tests) : anyOf(tests);
		}
		case "not": {
			const inner = withOwnFears(test.test);
			return inner === test.test ? test : not(inner);
		}
		default:
			return test;
	}
}

/** Is it the command itself? */
export function isOwnFear(asks: PastQuestion, subject: EvaluationContext): Truth {
	return some(fearsOf(asks).map((one) => fitOf(one, subject).truth));
}

/** Where nothing else is asked for than that it happened once. */
function fearsOf(asks: PastQuestion): readonly EventTest[] {
	if (asks.kind !== "happened" || asks.as !== "feared" || asks.times > 1 || asks.same.length > 0) return [];
	return asks.events.filter(({ effects, fate, creates }) => effects && fate !== "denied" && creates !== true);
}
