/**
 * Plain grants of everyday programs: no call that writes, runs, sends or gives away a secret comes through, and everyday calls do.
 */
import { describe, expect, test } from "@jest/globals";
import { isOpen } from "./open.js";
import { type Answer, allowlistAnswers, allowlistPolicy, fallsShort } from "./table.js";

const listed = (answers: readonly Answer[]): readonly string[] =>
	answers
		.filter((one) => fallsShort(one) && !isOpen(one))
		.map(({ command, effect, message }) => `${command}\n\t${effect}: ${message}`);

describe("under plain grants", () => {
	const answers = allowlistAnswers();
	test("nothing with a side effect is allowed", () =>
		expect(listed(answers.filter((one) => one.expected === "deny"))).toEqual([]));
	test("everyday calls are allowed", () =>
		expect(listed(answers.filter((one) => one.expected === "allow"))).toEqual([]));
	test("each grant is the program's plain use: no rule grants a power", () =>
		expect(allowlistPolicy()).not.toMatch(/granting|with/));
});
