import type { Test } from "../../../language/policy/test.js";
import { remembered } from "../../records/remembered.js";

/** A test as JSON: made once, for it is needed for the digest, for the order of the rules and to find equal ones. */
export function testJson(test: Test | undefined): string {
	return test === undefined ? "null" : remembered(texts, test, () => testJsonAnew(test));
}
const texts = new WeakMap<Test, string>();

function testJsonAnew(test: Test): string {
	switch (test.kind) {
		case "all":
		case "any":
			return `{"kind":"${test.kind}","tests":[${test.tests.map(testJson).join(",")}]}`;
		case "not":
			return `{"kind":"not","test":${testJson(test.test)}}`;
		default:
			return JSON.stringify(test);
	}
}
