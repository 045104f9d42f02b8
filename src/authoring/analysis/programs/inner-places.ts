/** The ways in which a program runs another one that stands on its command line: among its operands, or in an option. */
import type { Program } from "../../../engine/knowledge/program.js";
import type { Test, WordPattern } from "../../../language/policy/test.js";
import { contextsOf, optionsIn, spellingOf } from "../option-choices.js";

/** A test for each of them, each once. None for a program that nobody knows. */
export function innerPlaces(facts: Program | undefined): readonly Test[] {
	if (facts === undefined) return [];
	let tests = known.get(facts);
	if (tests === undefined) {
		tests = placesOf(facts);
		known.set(facts, tests);
	}
	return tests;
}

/** The options that run a program which does not stand on the command line, each once: a file of settings, for instance. */
export function hiddenPlaces(facts: Program | undefined): readonly Test[] {
	if (facts === undefined) return [];
	let tests = hidden.get(facts);
	if (tests === undefined) {
		tests = hiddenPlacesOf(facts);
		hidden.set(facts, tests);
	}
	return tests;
}

const known = new WeakMap<Program, readonly Test[]>();
const hidden = new WeakMap<Program, readonly Test[]>();

function hiddenPlacesOf(facts: Program): readonly Test[] {
	const places = new Map<string, Test>();
	for (const context of contextsOf(facts)) {
		const begun = context.words.map((text): WordPattern => ({ kind: "literal", text }));
		for (const fact of optionsIn(context)) {
			if (fact.runs !== undefined || !fact.powers.includes("exec")) continue;
			const option: Test = { kind: "option", name: spellingOf(fact) };
			const place: Test = { kind: "all", tests: [{ kind: "operands", words: begun, exactly: false }, option] };
			places.set(JSON.stringify(place), place);
		}
	}
	return [...places.values()];
}

function placesOf(facts: Program): readonly Test[] {
	const places = new Map<string, Test>();
	for (const context of contextsOf(facts)) {
		const begun = context.words.map((text): WordPattern => ({ kind: "literal", text }));
		const tests: Test[] = optionsIn(context).flatMap((fact) =>
			fact.runs === undefined ? [] : [{ kind: "option", name: spellingOf(fact) }],
		);
		const { runs } = context.usage ?? {};
		if (runs !== undefined) {
			const words = [...begun, ...Array.from({ length: runs.skip + 1 }, (): WordPattern => ({ kind: "any" }))];
			tests.push({ kind: "operands", words, exactly: false });
		}
		for (const test of tests) {
			const place: Test = { kind: "all", tests: [{ kind: "operands", words: begun, exactly: false }, test] };
			places.set(JSON.stringify(place), place);
		}
	}
	return [...places.values()];
}
