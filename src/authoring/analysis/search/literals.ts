/**
 * Conditions on one command, as sets of literals: what a test asks, taken apart into atoms that must hold and atoms that must not.
 * A set of literals is a conjunction; a test is the union of its conjunctions, made one by one as they are asked for.
 */
import type { Test } from "../../../language/policy/test.js";
import type { OtherNames } from "../programs/other-names.js";
import type { Budget } from "../words/word-search.js";
import { impliedBy } from "./implications.js";
import type { Atom, Literal } from "./literal.js";

/** Literals by their atoms: all of them together. */
export type Conjunction = ReadonlyMap<string, Literal>;

export const everything: Conjunction = new Map();

/** A test that must hold, or must not, in the eyes of one policy. `mayBe`: it is enough that it may. */
export interface Asked {
	readonly test: Test;
	readonly wanted: boolean;
	readonly mayBe: boolean;
	readonly side: number;
	readonly others?: OtherNames | undefined;
	/** Told where something is to hold perhaps, and perhaps not: it does both where it is in doubt, and no such command is looked for. */
	readonly clashes?: ((conjunction: Conjunction, test: Test) => void) | undefined;
	/** Nothing more is yielded once it is spent. */
	readonly budget?: Budget | undefined;
}

/** The part of a step that it costs to look at one part of a test: there may be very many ways, and none that can be. */
const costOfBranch = 1 / 500;

/** The conjunctions inside of this one in which the test is as asked. Together they are all of it. */
export function within(conjunction: Conjunction, asked: Asked): Generator<Conjunction, void> {
	return inside(conjunction, asked.test, asked.wanted, asked);
}

function* inside(conjunction: Conjunction, test: Test, wanted: boolean, asked: Asked): Generator<Conjunction, void> {
	const { budget } = asked;
	if (budget !== undefined) budget.left -= costOfBranch;
	if (budget !== undefined && budget.left < 0) return;
	switch (test.kind) {
		case "all":
			if (wanted) yield* insideAll(conjunction, test.tests, 0, wanted, asked);
			else yield* insideAny(conjunction, cheapestFirst(test.tests), wanted, asked);
			return;
		case "any":
			if (!wanted) yield* insideAll(conjunction, test.tests, 0, wanted, asked);
			else yield* insideAny(conjunction, test.tests, wanted, asked);
			return;
		case "not":
			yield* inside(conjunction, test.test, !wanted, asked);
			return;
		default: {
			const next = withAtom(conjunction, test, wanted, asked);
			if (next !== undefined) yield next;
		}
	}
}

/** Where one of them is said to be so already, that is all of it. */
function* insideAny(
	conjunction: Conjunction,
	tests: readonly Test[],
	wanted: boolean,
	asked: Asked,
): Generator<Conjunction, void> {
	const { mayBe, side } = asked;
	const isSaid = (test: Test): boolean => {
		const says = saysOf(conjunction, test, side);
		return says === (wanted ? "yes" : "no") || (mayBe && says === (wanted ? "maybe" : "maybe not"));
	};
	if (tests.length > 1 && tests.some(isSaid)) yield conjunction;
	else for (const test of tests) yield* inside(conjunction, test, wanted, asked);
}

function* insideAll(
	conjunction: Conjunction,
	tests: readonly Test[],
	from: number,
	wanted: boolean,
	asked: Asked,
): Generator<Conjunction, void> {
	const test = tests[from];
	if (test === undefined) yield conjunction;
	else
		for (const narrower of inside(conjunction, test, wanted, asked))
			yield* insideAll(narrower, tests, from + 1, wanted, asked);
}

/** The conjunction with one literal more; itself where it says so already, undefined where it says the opposite. */
export function withLiteral(
	conjunction: Conjunction,
	literal: Literal & Pick<Asked, "clashes">,
): Conjunction | undefined {
	return withAtom(conjunction, literal.atom, literal.wanted, literal);
}

function withAtom(
	conjunction: Conjunction,
	atom: Atom,
	wanted: boolean,
	{ mayBe: inDoubt, side, others, clashes }: Pick<Literal, "mayBe" | "side" | "others"> & Pick<Asked, "clashes">,
): Conjunction | undefined {
	const mayBe = inDoubt && !isKnown(atom);
	const says = saysOfAtom(conjunction, atom, side);
	if (says !== undefined) {
		if (wanted !== (says === "yes" || says === "maybe")) {
			if (mayBe && (says === "maybe" || says === "maybe not")) clashes?.(conjunction, atom);
			return undefined;
		}
		if (mayBe || says === "yes" || says === "no") return conjunction;
	}
	return new Map(conjunction).set(keyOf(atom, side), { atom, wanted, mayBe, side, others });
}

/** Of a command as it is typed, and how it is asked for, this is never in doubt. */
function isKnown({ kind }: Atom): boolean {
	return kind === "program" || kind === "forced" || kind === "redirected" || kind === "has-tool";
}

/** What a conjunction says of a test: that it holds, that it may, that it may not, or that it does not. */
export type Says = "yes" | "maybe" | "maybe not" | "no" | undefined;

/** What follows from the literals of the same side for one atom. */
export function saysOfAtom(conjunction: Conjunction, atom: Atom, side: number): Says {
	const known = conjunction.get(keyOf(atom, side));
	if (known !== undefined) return known.wanted ? (known.mayBe ? "maybe" : "yes") : known.mayBe ? "maybe not" : "no";
	let weak: Says;
	for (const literal of conjunction.values()) {
		if (literal.side !== side || !speakOfTheSame(literal.atom, atom)) continue;
		const implied = impliedBy(literal, atom);
		if (implied === undefined) continue;
		if (!literal.mayBe) return implied ? "yes" : "no";
		weak = implied ? "maybe" : "maybe not";
	}
	return weak;
}

const opposite = { yes: "no", maybe: "maybe not", "maybe not": "maybe", no: "yes" } as const;

/** What the conjunction says of a test: that it holds, that it may, that it may not, or that it does not. */
export function saysOf(conjunction: Conjunction, test: Test, side: number): Says {
	switch (test.kind) {
		case "not": {
			const says = saysOf(conjunction, test.test, side);
			return says && opposite[says];
		}
		case "all":
			return saysOfAll(test.tests.map((part) => saysOf(conjunction, part, side)));
		case "any": {
			const says = saysOfAll(
				test.tests.map((part) => {
					const one = saysOf(conjunction, part, side);
					return one && opposite[one];
				}),
			);
			return says && opposite[says];
		}
		default:
			return saysOfAtom(conjunction, test, side);
	}
}

function saysOfAll(parts: readonly Says[]): Says {
	if (parts.includes("no")) return "no";
	if (parts.every((part) => part === "yes" || part === "maybe")) return parts.includes("maybe") ? "maybe" : "yes";
	return parts.includes("maybe not") ? "maybe not" : undefined;
}

/** What is easily avoided comes first: another operand before another path, an option before a power. */
function cheapestFirst(tests: readonly Test[]): readonly Test[] {
	return tests.length < 2 ? tests : [...tests].sort((a, b) => costOf(a) - costOf(b));
}

function costOf(test: Test): number {
	switch (test.kind) {
		case "operands":
			return 1;
		case "option":
			return 2;
		case "paths-touching":
		case "hosts-reaching":
			return 3;
		case "only-options":
			return 4;
		case "paths-within":
		case "hosts-within":
			return 5;
		case "any":
		case "all":
			return 6;
		case "not":
			return test.test.kind === "forced" ? 10 : costOf(test.test) + 4;
		case "powers-within":
		case "uses-power":
			return 9;
		case "program":
			return 10;
		case "fact":
		case "until":
			return 8;
		case "forced":
		case "redirected":
		case "plain-name":
		case "has-tool":
		case "past":
			return 11;
	}
}

const texts = new WeakMap<Atom, string>();

/** Equal atoms have equal keys. */
export function keyOf(atom: Atom, side: number): string {
	let text = texts.get(atom);
	if (text === undefined) {
		text = JSON.stringify(atom);
		texts.set(atom, text);
	}
	return side === 0 ? text : `${side} ${text}`;
}

/** Equal conjunctions have equal keys. */
export function keyOfConjunction(conjunction: Conjunction): string {
	return [...conjunction]
		.map(([key, { wanted, mayBe }]) => `${wanted ? "+" : "-"}${mayBe ? "?" : ""}${key}`)
		.sort()
		.join("\n");
}

/** Does one of them say something of the other? What is among some hosts is not among others. */
function speakOfTheSame({ kind: one }: Atom, { kind: other }: Atom): boolean {
	return one === other || (one.startsWith("hosts-") && other.startsWith("hosts-"));
}
