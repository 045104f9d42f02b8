/**
 * Which option a name means: as a table has it, with one dash or two where the program does not care, or abbreviated.
 */
import type { OptionFact, Style } from "../knowledge/program.js";

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
	const same = loose ? (one: string): boolean => bare(one) === bare(name) : (one: string): boolean => one === name;
	return table.find((option) => option.names.some(same));
}

function bare(name: string): string {
	return name.replace(/^-{1,2}/, "");
}

/** The name that an option goes by: its first long spelling, or its first. */
export function nameOf(fact: OptionFact): string {
	return fact.names.find((name) => name.startsWith("--")) ?? (fact.names[0] as string);
}
