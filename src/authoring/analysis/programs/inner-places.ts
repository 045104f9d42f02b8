/** The ways in which a program runs another one that stands on its command line: among its operands, or in an option. */
import type { Program } from "../../../engine/knowledge/program.js";
import type { Test, WordPattern } from "../../../language/policy/test.js";
import { contextsOf, optionsIn, spellingOf } from "../search/option-choices.js";

/** A test for each of them, each once. None for a program that nobody knows. */
export function innerPlaces(facts: Program | undefined): readonly Test[] {
	return facts === undefined ? [] : placesOf(facts).inner;
}

/** The options that run a program which does not stand on the command line, each once: a file of settings, for instance. */
export function hiddenPlaces(facts: Program | undefined): readonly Test[] {
	return facts === undefined ? [] : placesOf(facts).hidden;
}

interface Places {
	readonly inner: readonly Test[];
	readonly hidden: readonly Test[];
}

function placesOf(facts: Program): Places {
	let places = known.get(facts);
	if (places === undefined) {
		places = findPlaces(facts);
		known.set(facts, places);
	}
	return places;
}

const known = new WeakMap<Program, Places>();

function findPlaces(facts: Program): Places {
	const inner = new Map<string, Test>();
	const hidden = new Map<string, Test>();
	for (const context of contextsOf(facts)) {
		const begun = context.words.map((text): WordPattern => ({ kind: "literal", text }));
		const add = (places: Map<string, Test>, test: Test): void => {
			const place: Test = { kind: "all", tests: [{ kind: "operands", words: begun, exactly: false }, test] };
			places.set(JSON.stringify(place), place);
		};
		for (const fact of optionsIn(context)) {
			const places = fact.runs !== undefined ? inner : fact.powers.includes("exec") ? hidden : undefined;
			if (places !== undefined) add(places, { kind: "option", name: spellingOf(fact) });
		}
		const { runs } = context.usage ?? {};
		if (runs !== undefined) {
			const words = [...begun, ...Array.from({ length: runs.skip + 1 }, (): WordPattern => ({ kind: "any" }))];
			add(inner, { kind: "operands", words, exactly: false });
		}
	}
	return { inner: [...inner.values()], hidden: [...hidden.values()] };
}
