/** What follows from one condition for another: only from the narrower for the wider, and for the narrower only from the lack of the wider. */
import { expect, test } from "@jest/globals";
import { impliedBy } from "../../../../src/authoring/analysis/search/implications.js";
import type { Atom } from "../../../../src/authoring/analysis/search/literal.js";

const literal = (text: string) => ({ kind: "literal", text }) as const;
const operands = (...words: string[]): Atom => ({ kind: "operands", words: words.map(literal), exactly: false });
const path = (text: string) => ({ text, literal: false, negated: false });

const host = (text: string) => ({ text, negated: false });

const pairs: readonly (readonly [string, Atom, Atom])[] = [
	["operands", operands("push", "origin"), operands("push")],
	["an option's value", { kind: "option", name: "-o", value: literal("x") }, { kind: "option", name: "-o" }],
	["listed options", { kind: "only-options", names: ["-a"] }, { kind: "only-options", names: ["-a", "-b"] }],
	["powers used", { kind: "uses-power", powers: ["write"] }, { kind: "uses-power", powers: ["write", "exec"] }],
	[
		"powers granted",
		{ kind: "powers-within", powers: [], options: [] },
		{ kind: "powers-within", powers: ["write"], options: ["-o"] },
	],
	[
		"paths",
		{ kind: "paths-touching", access: "read", paths: [path("/etc")] },
		{ kind: "paths-touching", access: "any", paths: [path("/etc"), path("/usr")] },
	],
	[
		"folders",
		{ kind: "paths-within", access: "any", paths: [path("./src/lib"), path("src/*.ts")] },
		{ kind: "paths-within", access: "write", paths: [path("."), path("/tmp")] },
	],
	[
		"hosts",
		{ kind: "hosts-reaching", hosts: [host("b.a.example"), host("10.1.0.0/16")] },
		{ kind: "hosts-reaching", hosts: [host("*.a.example"), host("10.0.0.0/8")] },
	],
	[
		"bounds of hosts",
		{ kind: "hosts-within", hosts: [host("a.example:80")], named: true },
		{ kind: "hosts-within", hosts: [host("a.example"), host("localhost")] },
	],
];

test("all hosts among some are none of others", () => {
	const given = (atom: Atom, mayBe = false) => ({ atom, wanted: true, mayBe, side: 0 });
	const within: Atom = { kind: "hosts-within", hosts: [host("localhost"), host("*.a.example")] };
	const reaching: Atom = { kind: "hosts-reaching", hosts: [host("b.example")] };
	expect(impliedBy(given(within), reaching)).toBe(false);
	expect(impliedBy(given(reaching), within)).toBe(false);
	expect(impliedBy(given(within, true), reaching)).toBeUndefined();
	expect(impliedBy(given(within), { ...reaching, hosts: [host("b.a.example")] })).toBeUndefined();
	expect(impliedBy(given(within), { ...reaching, hosts: [host("127.0.0.1")] })).toBeUndefined();
});

test.each(pairs)("of %s the narrower says the wider, and not the other way round", (_, narrow, wide) => {
	const given = (atom: Atom, wanted: boolean) => ({ atom, wanted, mayBe: false, side: 0 });
	expect(impliedBy(given(narrow, true), wide)).toBe(true);
	expect(impliedBy(given(wide, true), narrow)).toBeUndefined();
	expect(impliedBy(given(wide, false), narrow)).toBe(false);
	expect(impliedBy(given(narrow, false), wide)).toBeUndefined();
});

test.each([
	["src-old", "src"],
	["src/../..", "src"],
	["/src", "."],
	["~/src", "."],
	["**/.env", "."],
	["{src,../x}/a", "."],
	["src/a", "src/*"],
])("nobody says that `%s` lies in `%s`", (inner, outer) => {
	const touching = (text: string): Atom => ({ kind: "paths-touching", access: "any", paths: [path(text)] });
	expect(impliedBy({ atom: touching(inner), wanted: true, mayBe: false, side: 0 }, touching(outer))).toBeUndefined();
});

test("hosts that are all named are those that code does not choose, and not the other way round", () => {
	const given = (atom: Atom) => ({ atom, wanted: true, side: 0, mayBe: false });
	const bound: Atom = { kind: "hosts-within", hosts: [host("a.example")] };
	const named: Atom = { ...bound, named: true };
	expect(impliedBy(given(named), bound)).toBe(true);
	expect(impliedBy(given(bound), named)).toBeUndefined();
});
