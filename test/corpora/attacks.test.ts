/**
 * The whole engine against attacks that were verified to work, and against harmless commands that look like them. Each is decided under the
 * policy that it was written for, in our language: see `translate.ts`. `npm run corpora` shows the same as a table.
 */
import { describe, expect, test } from "@jest/globals";
import { open } from "./open.js";
import { type Answer, attackAnswers, attacks, expectationFaults, fallsShort } from "./table.js";
import { intents, policyOf } from "./translate.js";

const answers = attackAnswers();
const short = (expected: Answer["expected"], form: Answer["form"]): readonly string[] =>
	answers
		.filter((one) => one.expected === expected && one.form === form && fallsShort(one) && !open.has(one.id))
		.map(({ id, command, effect, message }) => `${id}: ${command}\n\t${effect}: ${message}`);

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

	test("say no more and no less about a row than its policy and its intent do", () => {
		const [first, ...others] = attacks().filter((row) => row.policy_hint === "allow make test");
		for (const row of others) expect(policyOf(row)).toBe(policyOf(first as (typeof others)[number]));
	});

	test("go on to allow what they are for", () => expect(expectationFaults()).toEqual([]));
});

describe("what is open", () => {
	test("is open: what is held by now is taken off the list", () => {
		const held = [...open].filter(([id]) => answers.filter((one) => one.id === id).every((one) => !fallsShort(one)));
		expect(held.map(([id, why]) => `${id}: ${why}`)).toEqual([]);
	});
});
