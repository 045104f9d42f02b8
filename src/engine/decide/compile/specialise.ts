/** What is left of a test once the name of the program is known. */
import { allOf, always, anyOf, never, not, type Test } from "../../../language/policy/test.js";
import { matcherOf } from "../../../language/policy/word-language/matcher.js";
import { remembered } from "../../records/remembered.js";

/** Stands for a program that goes by several names, or by names that can't be known. */
export const anyName = Symbol("any name");
export type Name = string | undefined | typeof anyName;

/** The test for commands whose program goes by this name and no other; `undefined`: by a name that no rule says. */
export function specialise(test: Test, name: Name): Test {
	if (name === anyName) return test;
	if (name === undefined || (test.kind !== "all" && test.kind !== "any" && test.kind !== "not"))
		return specialisedAnew(test, name);
	// To most names a test is the same: to all that it does not say.
	const said = programsInTest(test);
	if (said.names.has(name) || said.globs.some((matches) => matches(name))) return specialisedAnew(test, name);
	said.toOthers ??= specialisedAnew(test, name);
	return said.toOthers;
}

/** The names of programs that stand in a test, and what is left of it for a name that it does not say. */
interface ProgramsInTest {
	readonly names: ReadonlySet<string>;
	readonly globs: readonly ((name: string) => boolean)[];
	toOthers?: Test;
}
const saids = new WeakMap<Test, ProgramsInTest>();
const noPrograms: ProgramsInTest = { names: new Set(), globs: [] };

export function programsInTest(test: Test): ProgramsInTest {
	if (test.kind === "program") return saidBy(test);
	return test.kind === "all" || test.kind === "any" || test.kind === "not"
		? remembered(saids, test, () => saidBy(test))
		: noPrograms;
}

function saidBy(test: Test): ProgramsInTest {
	const names = new Set<string>();
	const globs = new Set<(name: string) => boolean>();
	takeSaid(test, names, globs);
	return { names, globs: [...globs] };
}

function takeSaid(test: Test, names: Set<string>, globs: Set<(name: string) => boolean>): void {
	switch (test.kind) {
		case "all":
		case "any":
			for (const one of test.tests) takeSaid(one, names, globs);
			break;
		case "not":
			takeSaid(test.test, names, globs);
			break;
		case "program": {
			const { pattern } = test;
			if ((pattern.kind !== "literal" && pattern.kind !== "glob") || pattern.text.includes("/")) break;
			if (pattern.kind === "literal") names.add(pattern.text);
			else globs.add(matcherOf(pattern));
			break;
		}
		default:
	}
}

function specialisedAnew(test: Test, name: string | undefined): Test {
	switch (test.kind) {
		case "all":
			return allOf(test.tests.map((one) => specialise(one, name)));
		case "any":
			return anyOf(speakingOf(test.tests, name === undefined ? [] : [name]).map((one) => specialise(one, name)));
		case "not": {
			const inner = specialise(test.test, name);
			const constant = (inner.kind === "all" || inner.kind === "any") && inner.tests.length === 0;
			return constant ? (inner.kind === "all" ? never : always) : not(inner);
		}
		case "program": {
			const { pattern } = test;
			if (pattern.kind === "any" && name !== undefined) return always;
			if (pattern.kind !== "literal" && pattern.kind !== "glob") return test;
			if (pattern.text.includes("/")) return test;
			// A name that no rule says is none of those that they say.
			if (name === undefined) return pattern.kind === "literal" ? never : test;
			const same = matcherOf(pattern)(name);
			if (!same) return never;
			return test.as === "restricting" ? always : test;
		}
		default:
			return test;
	}
}

/** Those of several tests that can hold for a program of these names. Rules list programs by the hundred, and are asked about each of these. */
export function speakingOf(tests: readonly Test[], names: readonly string[]): readonly Test[] {
	// equivalent: those that are left out would be found never to hold.
	if (tests.length < fewTests) return tests;
	const { named, open, others } = remembered(listed, tests, () => byNameOf(tests));
	const own = names.flatMap((name) => named.get(name) ?? []);
	return own.length === 0 ? others : [...own, ...open].sort((a, b) => a - b).map((at) => tests[at] as Test);
}

/** So many are gone through one by one. */
const fewTests = 8;

/** Places in the list: `open`, of tests that may speak of programs that they do not name. `others`: those tests. */
interface ByName {
	readonly named: ReadonlyMap<string, readonly number[]>;
	readonly open: readonly number[];
	readonly others: readonly Test[];
}
const listed = new WeakMap<readonly Test[], ByName>();

function byNameOf(tests: readonly Test[]): ByName {
	const named = new Map<string, number[]>();
	const open: number[] = [];
	tests.forEach((test, at) => {
		const names = programsOf(test);
		if (names === undefined) open.push(at);
		else for (const name of names) remembered(named, name, () => []).push(at);
	});
	return { named, open, others: open.map((at) => tests[at] as Test) };
}

/**
 * The programs that a test can hold for: by name, or `undefined` when it may hold for any.
 * Everything else it says can only narrow this down.
 */
export function programsOf(test: Test): ReadonlySet<string> | undefined {
	switch (test.kind) {
		case "any": {
			const all = test.tests.map(programsOf);
			return all.includes(undefined) ? undefined : new Set(all.flatMap((one) => [...(one as ReadonlySet<string>)]));
		}
		case "all":
			return test.tests.map(programsOf).find((one) => one !== undefined);
		case "program":
			return test.pattern.kind === "literal" && !test.pattern.text.includes("/")
				? new Set([test.pattern.text])
				: undefined;
		default:
			return undefined;
	}
}
