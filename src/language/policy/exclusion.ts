/** How what an override matches is taken out of an inherited rule, and read off the rule again. */
import { allOf, not, type Test } from "./test.js";

/** The test without what the overrides match. */
export function excluding(test: Test, carves: readonly Test[]): Test {
	return allOf([test, ...carves.map(not)]);
}

/** What an override that says no paths takes out of a rule about paths: it speaks of what its commands do, and not of the files that redirections beside them name. */
export function besideRedirects(carve: Test): Test {
	return allOf([carve, not({ kind: "redirected" })]);
}

/** Does it ask where the paths of a command lie? */
export function speaksOfPaths(test: Test): boolean {
	if (test.kind === "all" || test.kind === "any") return test.tests.some(speaksOfPaths);
	if (test.kind === "not") return speaksOfPaths(test.test);
	return test.kind === "paths-within" || test.kind === "paths-touching";
}

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
