/**
 * Records that a decision makes and reads by the hundred are of one shape each, so that the engine which runs them reads their fields at once: asked of V8 itself,
 * for a clock would tell it on a quiet machine only.
 */

import { setFlagsFromString } from "node:v8";
import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/engine/decide/decide.js";
import { programNamed } from "../../../src/engine/knowledge/lookup.js";
import { altered } from "../../../src/engine/records/altered.js";
import type { World } from "../../../src/engine/request/paths.js";
import { loadText } from "../../../src/runtime/load/load.js";

setFlagsFromString("--allow-natives-syntax");
const isOfOneShape = new Function("a", "b", "return %HaveSameMap(a, b)") as (a: object, b: object) => boolean;
const isFast = new Function("a", "return %HasFastProperties(a)") as (a: object) => boolean;

const { tree } = loadText(
	"p.rules",
	"agent default {\n  default allow\n  syntax sequences, pipes\n  deny rm\n  ask cp\n  nudge mv use trash\n}\n",
);
if (tree === undefined) throw new Error("the policy is broken");
const policy = tree;
const world: World = { workspace: "/w", home: "/home/u", entriesOf: () => [], linkAt: () => "none" };
const decided = (script: string) => decide(policy, { script }, world);
/** Both were decided before: V8 gives what it has seen the values of another shape than what it saw first. */
function bothDecided(one: string, other: string): readonly [ReturnType<typeof decided>, ReturnType<typeof decided>] {
	for (const script of [one, other]) decided(script);
	return [decided(one), decided(other)];
}

describe("answers", () => {
	test.each([
		["ls -la", "git status"],
		["rm a", "rm -rf b"],
		["ls | wc -l", "cat a; mkdir b"],
		["cp a b", "cp c d"],
	])("of `%s` and of `%s`", (one, other) => {
		const [a, b] = bothDecided(one, other);
		expect(isFast(a)).toBe(true);
		expect(isOfOneShape(a, b)).toBe(true);
		const [c, d] = [a.commands[0] as object, b.commands[0] as object];
		expect(isFast(c)).toBe(true);
		expect(isOfOneShape(c, d)).toBe(true);
	});

	test("of scripts that can't be read", () => {
		const [a, b] = bothDecided("a |", "(");
		expect([a.code, b.code]).toEqual(["unreadable", "unreadable"]);
		expect(isOfOneShape(a, b)).toBe(true);
	});
});

test("tables of programs, of their subcommands and of their options", () => {
	const [git, ls] = [programNamed("git"), programNamed("ls")];
	if (git === undefined || ls === undefined) throw new Error("they are not known");
	expect(isFast(git)).toBe(true);
	expect(isOfOneShape(git, ls)).toBe(true);
	const options = [...ls.options, ...git.options, ...(git.subcommands.push?.options ?? [])];
	expect(options.length).toBeGreaterThan(50);
	for (const one of options) expect(isOfOneShape(one, options[0] as object)).toBe(true);
	const { push, log, status } = git.subcommands;
	for (const one of [push, log, status]) expect(isFast(one as object)).toBe(true);
	expect(isOfOneShape(push as object, log as object)).toBe(true);
});

/** Other code in the process has made as many shapes of `{}` as V8 remembers: what is here holds them. */
const shapesOfOthers = Array.from({ length: 2000 }, (_, at) => Object.assign({}, { [`first${at}`]: at }));

test("copies that are altered", () => {
	const begun = (): object => {
		const record: { late?: number } = {};
		record.late = 1;
		return record;
	};
	expect(isOfOneShape(begun(), begun())).toBe(false);
	expect(shapesOfOthers).toHaveLength(2000);
	const copies = ["a", "b"].map((text) => altered({ text, access: "read" }, { maybe: true }));
	for (const copy of copies) expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
	expect(copies).toEqual([
		{ text: "a", access: "read", maybe: true },
		{ text: "b", access: "read", maybe: true },
	]);
	expect(isOfOneShape(copies[0] as object, copies[1] as object)).toBe(true);
});

describe("texts that are written late", () => {
	test("are there for whoever copies, prints or inherits from an answer", () => {
		const decision = decided("cp a b");
		const { message, worst } = decision;
		expect(message).not.toBe("");
		expect(Object.keys(decision)).toEqual(expect.arrayContaining(["message", "worst"]));
		expect({ ...decision }.message).toBe(message);
		expect(JSON.parse(JSON.stringify(decision)).message).toBe(message);
		expect(Object.create(decision).message).toBe(message);
		expect(Object.create(decision).worst).toBe(worst);
		expect(decision.commands[0]?.message).toBe(message);
	});

	test("and a copy of its getters alone says nothing, where it threw", () => {
		const copy: ReturnType<typeof decided> = Object.create(null, Object.getOwnPropertyDescriptors(decided("cp a b")));
		expect(copy.message).toBeUndefined();
		expect(copy.worst).toBeUndefined();
		expect(copy.effect).toBe("ask");
	});

	test("and nobody writes them otherwise", () => {
		const decision = decided("cp a b");
		expect(() => Object.assign(decision, { effect: "allow" })).toThrow(TypeError);
		expect(() => Object.assign(decision, { message: "x" })).toThrow(TypeError);
	});
});
