/**
 * Which option a name means: as a table has it, with one dash or two where the program does not care, or abbreviated.
 */
import type { OptionFact, Style } from "../../knowledge/program.js";

/** The options that a name can mean: the first table's that has it, or all those that it abbreviates. */
export function optionsCalled(
	name: string,
	tables: readonly (readonly OptionFact[])[],
	style: Style,
	abbreviates: boolean,
): readonly OptionFact[] {
	for (const table of tables) {
		const exact = findOption(table, name, style);
		if (exact) return [exact];
	}
	if (!abbreviates || name.length < 3) return [];
	const begun = tables.flatMap((table) =>
		table.filter((option) => option.names.some((one) => one.startsWith("--") && one.startsWith(name))),
	);
	return [...new Set(begun)];
}

/** The option of a table that has this name. */
export function findOption(
	table: readonly OptionFact[],
	name: string,
	style: Style | undefined,
): OptionFact | undefined {
	const loose = style === "go" || style === "long";
	return loose ? named(table, withoutDashes, bare).get(bare(name)) : named(table, asWritten, asIs).get(name);
}

/** The options of a table by each of their names: the first one that has it. Tables are long and stay the same; of most only one of the two is ever asked for. */
type Names = WeakMap<readonly OptionFact[], ReadonlyMap<string, OptionFact>>;

const asWritten: Names = new WeakMap();
/** For programs that do not care how many dashes there are. */
const withoutDashes: Names = new WeakMap();

function named(
	table: readonly OptionFact[],
	known: Names,
	keyOf: (name: string) => string,
): ReadonlyMap<string, OptionFact> {
	let names = known.get(table);
	if (names === undefined) {
		names = byName(table, keyOf);
		known.set(table, names);
	}
	return names;
}

function byName(table: readonly OptionFact[], keyOf: (name: string) => string): ReadonlyMap<string, OptionFact> {
	const named = new Map<string, OptionFact>();
	for (const option of table)
		for (const name of option.names) {
			const key = keyOf(name);
			if (!named.has(key)) named.set(key, option);
		}
	return named;
}

function asIs(name: string): string {
	return name;
}

function bare(name: string): string {
	return name.replace(/^-{1,2}/, "");
}

/** The name that an option goes by: its first long spelling, or its first. */
export function nameOf(fact: OptionFact): string {
	return fact.names.find((name) => name.startsWith("--")) ?? (fact.names[0] as string);
}

/** `--no-x` takes `--x` back, and the other way round. */
export const oppositeOf = (name: string): string =>
	name.startsWith("--no-") ? `--${name.slice(5)}` : `--no-${name.slice(2)}`;
