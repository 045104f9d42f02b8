/** To which hosts a command may talk, whatever it says of where it talks to: read off the rules that decided it. */
import type { Rule } from "../../../language/policy/policy.js";
import { foundIn, type HostPattern, type Test } from "../../../language/policy/test.js";
import { evaluateTest } from "../evaluate/evaluate-test.js";
import type { EvaluationContext } from "../evaluate/evaluation-context.js";
import { without } from "./without-tests.js";

export type HostList = readonly HostPattern[];

/** Of one command: a host is let through where it is in one list of each, and in none of what is refused. */
export interface HostBounds {
	readonly within: readonly (readonly HostList[])[];
	readonly refused: readonly HostList[];
}

/** Undefined where no rule says which hosts: a denial of some bounds nothing alone. `granting`: those of the rules that surely grant. */
export function hostBoundsOf(
	subject: EvaluationContext,
	rules: readonly Rule[],
	granting: readonly Rule[],
): HostBounds | undefined {
	const grants = listsOfGrants(granting);
	const within = [...rules.flatMap((rule) => hostsTo(rule, subject)).map((list) => [list]), ...grants];
	return within.length === 0 ? undefined : { within, refused: rules.flatMap((rule) => hostsRefused(rule, subject)) };
}

/** Grants add up: one without a list bounds nothing, and of several lists a host may be in any. */
function listsOfGrants(granting: readonly Rule[]): readonly (readonly HostList[])[] {
	const each = granting.map(({ grants }) => listsAt(grants as Test));
	return granting.length === 0 || each.some((lists) => lists.length === 0) ? [] : [each.flat()];
}

/** `at` of a grant. */
function listsAt(test: Test): readonly HostList[] {
	switch (test.kind) {
		case "all":
			return test.tests.flatMap(listsAt);
		// `allow curl, wget at …`: the list stands behind each of the patterns.
		case "any": {
			const each = test.tests.map(listsAt);
			return each.some((lists) => lists.length === 0) ? [] : [...new Set(each.flat())];
		}
		case "hosts-within":
			return [test.hosts];
		default:
			return [];
	}
}

/** The lists of a `constrain network` that speaks of the command or may do so. */
function hostsTo({ keyword, restricts }: Rule, subject: EvaluationContext): readonly HostList[] {
	if (keyword !== "constrain" || restricts === undefined) return [];
	const lists = listsTo(restricts);
	return lists.length === 0 || evaluateTest(without(restricts, isTo), subject) === "no" ? [] : lists;
}

function listsTo(test: Test): readonly HostList[] {
	return foundIn(test, (one) => (one.kind === "not" && one.test.kind === "hosts-within" ? one.test.hosts : undefined));
}

/** `constrain network of … to`: it restricts unless every host is among these. */
function isTo(test: Test): boolean {
	return test.kind === "not" && test.test.kind === "hosts-within";
}

/** The lists of a denial that no host of the command may be in, if it speaks of the command whatever its hosts are. */
function hostsRefused({ effect, keyword, restricts }: Rule, subject: EvaluationContext): readonly HostList[] {
	if (effect !== "deny" || keyword === "constrain" || restricts === undefined) return [];
	const lists = listsReached(restricts);
	return lists.length > 0 && evaluateTest(without(restricts, isReach), subject) === "yes" ? lists : [];
}

function listsReached(test: Test): readonly HostList[] {
	return foundIn(test, (one) => (one.kind === "hosts-reaching" ? one.hosts : undefined));
}

function isReach(test: Test): boolean {
	return test.kind === "hosts-reaching";
}
