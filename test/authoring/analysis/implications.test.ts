/** What follows from one condition for another: only from the narrower for the wider, and for the narrower only from the lack of the wider. */
import { expect, test } from "@jest/globals";
import { impliedBy } from "../../../src/authoring/analysis/implications.js";
import type { Atom } from "../../../src/authoring/analysis/literal.js";

const literal = (text: string) => ({ kind: "literal", text }) as const;
const operands = (...words: string[]): Atom => ({ kind: "operands", words: words.map(literal), exactly: false });
const path = (text: string) => ({ text, literal: false, negated: false });

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
];

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
