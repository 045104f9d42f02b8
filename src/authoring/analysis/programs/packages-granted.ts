/** Packages that rules grant a package runner by their names: `allow npx tsc` grants what `tsc` does behind `npx`. */
import { programNamed } from "../../../engine/knowledge/lookup.js";
import { programOfPackage } from "../../../engine/knowledge/vocabulary/package-names.js";
import type { Rule } from "../../../language/policy/policy.js";
import type { Test, WordPattern } from "../../../language/policy/test.js";

export interface GrantedPackage {
	/** The package's program; undefined where a pattern may mean several. */
	readonly name: string | undefined;
	/** The runner with its own words, and the package: `npm exec tsc`. */
	readonly words: readonly string[];
}

/** Each once, however many rules and patterns grant it. */
export function packagesGranted(rules: readonly Pick<Rule, "grants">[]): readonly GrantedPackage[] {
	const found = new Map<string, GrantedPackage>();
	for (const { grants } of rules) {
		const parts = grants === undefined ? [] : partsOf(grants);
		const runners = parts.flatMap((part) =>
			part.kind === "program" && part.pattern.kind === "literal" ? runnersBy(part.pattern.text) : [],
		);
		if (runners.length === 0) continue;
		for (const part of parts)
			if (part.kind === "operands")
				for (const runner of runners) {
					const one = packageBehind(runner, part.words);
					if (one !== undefined) found.set(JSON.stringify(one.words), one);
				}
	}
	return [...found.values()];
}

/** The ways in which a program runs packages: by itself, or by a subcommand. */
function runnersBy(name: string): readonly (readonly string[])[] {
	const program = programNamed(name);
	if (program === undefined) return [];
	const own = program.runs?.packages === true ? [[name]] : [];
	const subcommands = Object.entries(program.subcommands).filter(([, usage]) => usage.runs?.packages === true);
	return [...own, ...subcommands.map(([words]) => [name, ...words.split(" ")])];
}

function packageBehind(runner: readonly string[], words: readonly WordPattern[]): GrantedPackage | undefined {
	const before = runner.slice(1);
	const fits = before.every((text, index) => {
		const word = words[index];
		return word !== undefined && (word.kind !== "literal" || word.text === text);
	});
	const word = words[before.length];
	if (!fits || word === undefined || word.kind === "any" || word.kind === "rest") return undefined;
	if (word.kind !== "literal") return { name: undefined, words: [...runner, ""] };
	return { name: programOfPackage(word.text) ?? word.text, words: [...runner, word.text] };
}

/** The tests of which this one is made, but for what it rules out. */
function partsOf(test: Test): readonly Test[] {
	return test.kind === "all" || test.kind === "any" ? test.tests.flatMap(partsOf) : [test];
}
