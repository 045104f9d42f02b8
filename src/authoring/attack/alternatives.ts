/** The ways to fit a test. */
import type { Test } from "../../language/policy/test.js";

/** One way to fit the rule: what must hold, and what must not. */
export interface Parts {
	readonly all: readonly Test[];
	readonly none: readonly Test[];
}

/** The ways to fit a test, as far as they are few. */
export function alternativesOf(test: Test): readonly Parts[] {
	switch (test.kind) {
		case "any":
			return test.tests.flatMap(alternativesOf).slice(0, mostAlternatives);
		case "all":
			return test.tests.reduce<readonly Parts[]>(
				(known, one) =>
					known
						.flatMap((left) =>
							alternativesOf(one).map((right) => ({
								all: [...left.all, ...right.all],
								none: [...left.none, ...right.none],
							})),
						)
						.slice(0, mostAlternatives),
				[{ all: [], none: [] }],
			);
		case "not":
			return [{ all: [], none: [test.test] }];
		default:
			return [{ all: [test], none: [] }];
	}
}

const mostAlternatives = 64;
