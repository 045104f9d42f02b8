/**
 * One command is denied and everything else allowed. However it may be written, in the shell's language or in another, it is denied; what only
 * speaks of it is not.
 */
import { describe, expect, test } from "@jest/globals";
import { isOpen } from "./open.js";
import { type Answer, fallsShort, spellingAnswers } from "./table.js";

const answers = spellingAnswers();
const short = (expected: Answer["expected"]): readonly string[] =>
	answers
		.filter((one) => one.expected === expected && fallsShort(one) && !isOpen(one))
		.map(({ command, effect, message }) => `${command}\n\t${effect}: ${message}`);

describe("under one rule, `deny printf secretword`", () => {
	test("every spelling of it is denied", () => expect(short("deny")).toEqual([]));
	test("what only speaks of it is allowed", () => expect(short("allow")).toEqual([]));
});
