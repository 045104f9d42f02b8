/** A rule's test as its author wrote it: what overrides took out of it is read off again. */
import { allOf, type Test } from "./test.js";

/** The test as its author wrote it, and the last `count` things that were taken out of it, in the order in which they were. */
export function withoutExclusions(
	test: Test,
	count: number,
): { readonly whole: Test; readonly carves: readonly Test[] } {
	const parts = test.kind === "all" ? test.tests : [test];
	const at = parts.length - count;
	const carves = at < 0 ? [] : parts.slice(at).flatMap((part) => (part.kind === "not" ? [part.test] : []));
	// A rule that never held had nothing that could be taken out.
	if (count === 0 || carves.length !== count) return { whole: test, carves: [] };
	return { whole: allOf(parts.slice(0, at)), carves };
}
