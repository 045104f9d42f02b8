/** A test as it would be for a command of which what some of its parts speak of is the worst: those parts hold. */
import { allOf, always, anyOf, type Test } from "../../../language/policy/test.js";

export function without(test: Test, speaksOfIt: (test: Test) => boolean): Test {
	if (speaksOfIt(test)) return always;
	switch (test.kind) {
		case "all":
			return allOf(test.tests.map((one) => without(one, speaksOfIt)));
		case "any":
			return anyOf(test.tests.map((one) => without(one, speaksOfIt)));
		default:
			return test;
	}
}
