/**
 * What every policy denies without being told: to change what governs agents, and to read or write our keys and state. The places come from the records of the
 * harnesses; what has no fixed name, such as the files of the policy itself, the world of a decision tells.
 */

import type { Protection } from "../../syntax/statements.js";
import type { Rule } from "../policy.js";
import { allOf, anyOf, type PathPattern, type Test, type ToldPlaces } from "../test.js";
import type { GoverningPlaces } from "./governing-places.js";

/** The file that these rules are shown with; nothing can be called so. */
export const engineFile = "<engine>";

type SelfProtection = Readonly<Record<Protection, readonly Rule[]>>;

const made = new WeakMap<GoverningPlaces, SelfProtection>();

/**
 * The rules of an agent that is kept from what governs it, and of one that is not: our keys and state stay out of reach of both. The same places give the
 * same rules, not equal ones: what is derived from a rule's test is derived once.
 */
export function selfProtection(places: GoverningPlaces): SelfProtection {
	const rules = made.get(places) ?? madeFor(places);
	made.set(places, rules);
	return rules;
}

function madeFor({ written, folders, above, hidden }: GoverningPlaces): SelfProtection {
	const changed = anyOf([
		touching("write", [
			...[...written, ...hidden].map(pattern),
			...folders.map((text): PathPattern => ({ ...pattern(text), itself: true })),
			told("policy"),
			told("governing"),
			told("state"),
		]),
		allOf([
			{ kind: "uses-power", powers: ["delete"] },
			touching(
				"write",
				above.map((text): PathPattern => ({ ...pattern(text), itself: true })),
			),
		]),
	]);
	const governs = denial(
		"engine:governs",
		changed,
		"`{command}` changes what governs agents, or a file whose name can't be known: a person does that.",
	);
	const state = [...hidden.map(pattern), told("state")];
	// Everyday commands read files whose names nobody knows, and unpack archives in the workspace; that alone is no reason.
	const touched: Test = { ...touching("any", state), named: true };
	return {
		protected: [
			governs,
			denial(
				"engine:state",
				touched,
				"`{command}` reads or writes the keys and the state of the rules: nothing but the rules does that.",
			),
		],
		// What may be a file of ours is not written by these either.
		writable: [
			denial(
				"engine:state",
				anyOf([touched, touching("write", state)]),
				"`{command}` reads or writes the keys and the state of the rules, or changes a file whose name can't be known: nothing but the rules does that.",
			),
		],
	};
}

function touching(
	access: "write" | "any",
	paths: readonly PathPattern[],
): Extract<Test, { readonly kind: "paths-touching" }> {
	return { kind: "paths-touching", access, paths, found: true };
}

function pattern(text: string): PathPattern {
	return { text, literal: !text.startsWith("**/"), negated: false };
}

const toldTexts: Readonly<Record<ToldPlaces, string>> = {
	policy: "the policy's own files",
	governing: "the rules' logs and program",
	state: "the rules' keys and caches",
};

function told(places: ToldPlaces): PathPattern {
	return { text: toldTexts[places], literal: true, negated: false, told: places };
}

const anyProgram: Test = { kind: "program", pattern: { kind: "any" }, as: "restricting" };

function denial(id: string, restricts: Test, message: string): Rule {
	return {
		id,
		keyword: "deny",
		effect: "deny",
		restricts: allOf([anyProgram, restricts]),
		locked: true,
		override: false,
		engine: true,
		message,
		use: [],
		owner: "",
		excludedBy: [],
		span: { file: engineFile, start: 0, end: 0 },
	};
}
