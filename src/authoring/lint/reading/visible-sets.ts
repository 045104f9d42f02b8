/** The sets that a file sees, for lints that read a rule again: its own and those of its imports, each spelled out. */

import { builtInSets } from "../../../language/policy/patterns/built-in-sets.js";
import type { Sets } from "../../../language/policy/patterns/patterns.js";
import { mostElements } from "../../../language/policy/resolving/file-sets.js";
import type { Pattern } from "../../../language/syntax/statements.js";
import { governingPlaces } from "../../../runtime/harnesses/places/governing-places.js";
import type { LintContext } from "../lint-context.js";

const known = new WeakMap<LintContext, Map<string, Sets>>();

/** As `resolve` has them. */
export function visibleSets(file: string, subject: LintContext): Sets {
	const found = known.get(subject) ?? new Map<string, Sets>();
	known.set(subject, found);
	const sets = found.get(file) ?? spelledOut(file, subject, new Set());
	found.set(file, sets);
	return sets;
}

function spelledOut(file: string, subject: LintContext, through: ReadonlySet<string>): Sets {
	const imported = new Map<string, readonly Pattern[]>(builtInSets(governingPlaces().sets));
	const deeper = new Set([...through, file]);
	for (const other of subject.imports.get(file) ?? []) {
		if (deeper.has(other)) continue;
		for (const [name, patterns] of spelledOut(other, subject, deeper)) imported.set(name, patterns);
	}
	const own = new Map<string, readonly Pattern[]>();
	for (const statement of subject.files.find((one) => one.file === file)?.statements ?? [])
		if (statement.kind === "set") own.set(statement.name.text, statement.patterns);
	const done = new Map<string, readonly Pattern[]>();
	const elementsOf = (name: string, within: readonly string[]): readonly Pattern[] => {
		const patterns = own.get(name);
		if (patterns === undefined) return imported.get(name) ?? [];
		if (within.includes(name)) return [];
		const elements =
			done.get(name) ??
			patterns
				.flatMap((pattern) => {
					const [first, ...rest] = pattern.words;
					if (first?.kind !== "set") return [pattern];
					return elementsOf(first.text, [...within, name]).map((one) => ({ ...one, words: [...one.words, ...rest] }));
				})
				// Sets inside sets multiply.
				.slice(0, mostElements);
		done.set(name, elements);
		return elements;
	};
	return new Map([...imported, ...[...own.keys()].map((name) => [name, elementsOf(name, [])] as const)]);
}
