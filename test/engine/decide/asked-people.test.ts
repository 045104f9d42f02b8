/** Whom a question waits for: of a group that several rules ask, the most who are missing. */
import { describe, expect, test } from "@jest/globals";
import { asksPeople, eachGroupOnce, isOpenQuestion } from "../../../src/engine/decide/asked-people.js";
import type { AskedPeople } from "../../../src/engine/decide/decision.js";
import { loadText } from "../../../src/runtime/load/load.js";

const people = (group: string, needed: number, missing: number): AskedPeople => ({ group, needed, missing });

describe("a group that is asked several times is told once, with the most who are missing", () => {
	const two = people("release", 2, 2);
	const one = people("release", 3, 1);
	const other = people("security", 1, 1);
	test.each<[string, readonly AskedPeople[], readonly AskedPeople[]]>([
		["nobody", [], []],
		["one", [one], [one]],
		["the most first", [two, one], [two]],
		["the most last", [one, two], [two]],
		["as many", [people("release", 2, 1), one], [people("release", 2, 1)]],
		["two groups", [one, other, two], [two, other]],
	])("%s", (_, asked, expected) => {
		expect(eachGroupOnce(asked)).toEqual(expected);
	});
});

test.each([
	["ask", undefined, true],
	["ask", [people("release", 1, 1)], false],
	["allow", undefined, false],
	["deny", undefined, false],
	["nudge", undefined, false],
] as const)("%s with %j may be answered by whoever is there: %s", (effect, approvals, expected) => {
	expect(isOpenQuestion({ effect, ...(approvals === undefined ? {} : { approvals }) })).toBe(expected);
});

test("a rule asks people where it names a group; any other question, and what is no question, names nobody", () => {
	const { tree } = loadText(
		"p.rules",
		"default deny\nask of release npm publish id people\nask npm id anybody\nask make after ls id past\ndeny rm id no\nallow ls id yes\n",
	);
	const rules = tree?.agents.default?.rules ?? [];
	expect(rules.filter(asksPeople).map(({ id }) => id)).toEqual(["people"]);
});
