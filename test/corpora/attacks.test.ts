/**
 * The whole engine against attacks that were verified to work, and against harmless commands that look like them. Each is decided under the
 * policy that it was written for, in our language: see `translate.ts`. `npm run corpora` shows the same as a table.
 */
import { describe, expect, test } from "@jest/globals";
import { gaps, isOpen } from "./open.js";
import {
	type Answer,
	allowlistAnswers,
	attackAnswers,
	attacks,
	fallsShort,
	policyAnswers,
	spellingAnswers,
} from "./table.js";
import { intents } from "./translate.js";

const answers = attackAnswers();
const short = (expected: Answer["expected"], form: Answer["form"]): readonly string[] =>
	shown(answers.filter((one) => one.expected === expected && one.form === form));

function shown(all: readonly Answer[]): readonly string[] {
	return all
		.filter((one) => fallsShort(one) && !isOpen(one))
		.map(({ id, command, effect, message }) => `${id}: ${command}\n\t${effect}: ${message}`);
}

describe("every attack is denied", () => {
	test("as a shell string", () => expect(short("deny", "script")).toEqual([]));
	test("as words that no shell reads", () => expect(short("deny", "argv")).toEqual([]));
});

describe("every harmless command is allowed", () => {
	test("as a shell string", () => expect(short("allow", "script")).toEqual([]));
	test("as words that no shell reads", () => expect(short("allow", "argv")).toEqual([]));
});

describe("the translated policies", () => {
	test("are there for every intent of the corpus, and each intent is one of the corpus", () => {
		const wanted = new Set(attacks().map((row) => row.policy_hint));
		expect([...wanted].filter((hint) => !intents.some((one) => one.hint === hint))).toEqual([]);
		expect(intents.map((one) => one.hint).filter((hint) => !wanted.has(hint))).toEqual([]);
	});

	test("allow what they are for, and no more", () => expect(shown(policyAnswers())).toEqual([]));
});

describe("what is open", () => {
	test("falls short: what holds by now is taken off the list", () => {
		const all = [...answers, ...policyAnswers(), ...spellingAnswers(), ...allowlistAnswers()];
		const held = gaps.flatMap((gap) =>
			gap.rows.filter((id) => !all.some((one) => one.id === id && fallsShort(one))).map((id) => `${gap.name}: ${id}`),
		);
		expect(held).toEqual([]);
	});
});
