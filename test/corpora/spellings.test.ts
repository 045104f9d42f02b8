/**
 * One command is denied and everything else allowed. However a shell lets it be written, it is denied; what only speaks of it is not.
 */
import { describe, expect, test } from "@jest/globals";
import { isOpen } from "./open.js";
import { type Answer, fallsShort, spellingAnswers } from "./table.js";

const listed = (answers: readonly Answer[]): readonly string[] =>
	answers
		.filter((one) => fallsShort(one) && !isOpen(one))
		.map(({ command, effect, message }) => `${command}\n\t${effect}: ${message}`);
const denied = (answers: readonly Answer[]): readonly Answer[] => answers.filter((one) => one.expected === "deny");
const allowed = (answers: readonly Answer[]): readonly Answer[] => answers.filter((one) => one.expected === "allow");

/** Code in another language than the shell's: `python3 -c`, a makefile, an editor's command, a program in a setting of git. */
const isForeign = (answer: Answer): boolean => answer.class.endsWith("foreign");

describe("under one rule, `deny printf secretword`", () => {
	const answers = spellingAnswers();
	test("every spelling that a shell reads is denied", () =>
		expect(listed(denied(answers).filter((one) => !isForeign(one)))).toEqual([]));
	test("what only speaks of it is allowed", () => expect(listed(allowed(answers))).toEqual([]));
});

// What code does once it runs is not seen; the language has powers for that.
describe("with `deny * using code, exec` besides", () => {
	const answers = spellingAnswers("deny * using code, exec\n");
	test("code in other languages is denied as well", () => expect(listed(denied(answers))).toEqual([]));
	test("what only speaks of it is allowed, unless it is code itself", () => {
		const runsCode = /^(python3|node|perl|ruby|make) /;
		expect(listed(allowed(answers).filter((one) => !runsCode.test(one.command)))).toEqual([]);
	});
});
