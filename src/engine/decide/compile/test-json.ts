import type { Test } from "../../../language/policy/test.js";
import { remembered } from "../../records/remembered.js";

/** A test as JSON. That of several is made once, for it is needed for the digest, for the order of the rules and to find equal ones. */
export function testJson(test: Test | undefined): string {
	if (test?.kind !== "all" && test?.kind !== "any" && test?.kind !== "not") return JSON.stringify(test ?? null);
	return remembered(texts, test, () => JSON.stringify(test));
}
const texts = new WeakMap<Test, string>();
