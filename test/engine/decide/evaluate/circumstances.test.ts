/** Whether a fact is one of a rule's values, and whether a date is still to come: what can't be known is neither yes nor no. */
import { expect, test } from "@jest/globals";
import {
	type Circumstances,
	factHolds,
	isBefore,
	unknownCircumstances,
} from "../../../../src/engine/decide/evaluate/circumstances.js";
import type { Truth } from "../../../../src/engine/decide/evaluate/truth.js";
import type { FactCondition, WordPattern } from "../../../../src/language/policy/test.js";

/** A Wednesday at noon. */
const at = Date.parse("2026-11-25T12:00Z");
const literal = (text: string): WordPattern => ({ kind: "literal", text });
const any: WordPattern = { kind: "any" };
const rest: WordPattern = { kind: "rest" };
const where = (known: Partial<Circumstances>): Circumstances => ({ ...unknownCircumstances, ...known });
const branch = (value: string | null | undefined): Circumstances =>
	where({ fact: (name) => (name === "branch" ? value : "x") });
const clock = (now: number | undefined, zone = "UTC"): Circumstances => where({ now: () => now, zone });

test.each<[string, FactCondition, Circumstances, Truth]>([
	["the value", { fact: "branch", values: [literal("main")] }, branch("main"), "yes"],
	[
		"one of several values",
		{ fact: "branch", values: [literal("x"), { kind: "glob", text: "m*" }] },
		branch("main"),
		"yes",
	],
	["another value", { fact: "branch", values: [literal("main")] }, branch("mainly"), "no"],
	["any value", { fact: "branch", values: [any] }, branch(""), "yes"],
	["whatever it is", { fact: "branch", values: [rest] }, branch("x"), "yes"],
	["none of its values", { fact: "branch", values: [] }, branch("main"), "no"],
	["surely no value", { fact: "branch", values: [any, rest, literal("null")] }, branch(null), "no"],
	["nothing known", { fact: "branch", values: [any] }, branch(undefined), "unknown"],
	["inside the times", { fact: "time", values: [literal("09:00-13:00")] }, clock(at), "yes"],
	["outside the times", { fact: "time", values: [literal("13:00-17:00")] }, clock(at), "no"],
	["in one of several", { fact: "day", values: [literal("sat"), literal("mon-fri")] }, clock(at), "yes"],
	["in another zone", { fact: "time", values: [literal("09:00-13:00")] }, clock(at, "Asia/Tokyo"), "no"],
	["without a clock", { fact: "time", values: [literal("00:00-24:00")] }, clock(undefined), "unknown"],
	["without a clock, and nothing meant", { fact: "time", values: [] }, clock(undefined), "unknown"],
	["in a zone that nobody knows", { fact: "day", values: [literal("mon-sun")] }, clock(at, "Mars/Olympus"), "unknown"],
	["no time at all", { fact: "time", values: [literal("noon")] }, clock(at), "unknown"],
	["a pattern in place of a time", { fact: "time", values: [any] }, clock(at), "unknown"],
	["a pattern in place of a day", { fact: "day", values: [any, { kind: "rest" }] }, clock(at), "unknown"],
	["no time, and one that is", { fact: "time", values: [any, literal("09:00-13:00")] }, clock(at), "yes"],
	[
		"a fact of the clock that the request brings",
		{ fact: "time", values: [literal("x")] },
		where({ fact: () => "x" }),
		"unknown",
	],
])("a fact: %s", (_, condition, circumstances, expected) => {
	expect(factHolds(condition, circumstances)).toBe(expected);
});

test.each<[string, string, Circumstances, Truth]>([
	["tomorrow", "2026-11-26", clock(at), "yes"],
	["the end of today", "2026-11-25", clock(at), "yes"],
	["yesterday", "2026-11-24", clock(at), "no"],
	["this minute", "2026-11-25T12:00Z", clock(at), "no"],
	["today, where it is tomorrow already", "2026-11-25", clock(at, "Pacific/Kiritimati"), "no"],
	["a date, without a clock", "2026-11-26", clock(undefined), "unknown"],
	["a date, in a zone that nobody knows", "2026-11-26", clock(at, "Mars/Olympus"), "unknown"],
	["no date", "tomorrow", clock(at), "unknown"],
])("still to come: %s", (_, date, circumstances, expected) => {
	expect(isBefore(date, circumstances)).toBe(expected);
});

test("of unknown circumstances nothing is known", () => {
	expect(unknownCircumstances.fact("branch")).toBeUndefined();
	expect(unknownCircumstances.now()).toBeUndefined();
});
