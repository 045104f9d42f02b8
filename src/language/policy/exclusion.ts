/** How what an override matches is taken out of an inherited rule, and read off the rule again. */
import { type Access, allOf, not, type Test } from "./test.js";

/** The test without what the overrides match. */
export function excluding(test: Test, carves: readonly Test[]): Test {
	return allOf([test, ...carves.map(not)]);
}

/** What an override that says no paths takes out of a rule that redirections may break: it speaks of what its commands do, and not of the files that the shell opens beside them. */
export function besideRedirects(carve: Test, access: Access): Test {
	return allOf([carve, not({ kind: "redirected", access })]);
}

/** For which access a redirection may be what a test is about, by its path or because it writes; undefined where it can't. */
export function redirectsAsked(test: Test): Access | undefined {
	switch (test.kind) {
		case "all":
		case "any": {
			const asked = new Set(test.tests.flatMap((one) => redirectsAsked(one) ?? []));
			return asked.size > 1 ? "any" : [...asked][0];
		}
		case "not":
			return redirectsAsked(test.test);
		case "paths-within":
		case "paths-touching":
			return test.access;
		case "uses-power":
			return test.powers.includes("write") ? "write" : undefined;
		default:
			return undefined;
	}
}
