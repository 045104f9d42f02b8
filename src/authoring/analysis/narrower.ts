/** Does one test say no more than another, as the texts of both show it? What a rule grants and what it restricts are made of the same words. */
import type { Test } from "../../language/policy/test.js";
import { sameTests } from "./same-tests.js";

/** Wherever the inner test surely holds, the outer one holds, or may. `false` says nothing. */
export function isNarrower(inner: Test, outer: Test): boolean {
	if (inner.kind === "any") {
		// Both lists are mostly in one order.
		let at = 0;
		return inner.tests.every((part) => {
			if (outer.kind !== "any") return isNarrower(part, outer);
			const found = outer.tests.findIndex((one, place) => place >= at && isNarrower(part, one));
			if (found < 0) return false;
			at = found;
			return true;
		});
	}
	if (outer.kind === "all") return outer.tests.every((part) => isNarrower(inner, part));
	if (inner.kind === "all") return inner.tests.some((part) => isNarrower(part, outer));
	if (outer.kind === "any") return outer.tests.some((part) => isNarrower(inner, part));
	if (inner.kind === "not" && outer.kind === "not") return isNarrower(outer.test, inner.test);
	// What is granted means the bare name, and what is restricted whatever may be that program.
	if (inner.kind === "program" && outer.kind === "program")
		return sameTests(inner, outer) || (outer.as === "restricting" && sameTests({ ...inner, as: outer.as }, outer));
	return sameTests(inner, outer);
}
