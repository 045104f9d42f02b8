/** What the options of a pattern are to its program: by the table of the subcommand that it names, then by the program's own. */
import type { OptionFact, Program, Style, Usage } from "../../../engine/knowledge/program.js";
import { findOption } from "../../../engine/request/arguments/option-names.js";

export interface OptionTables {
	/** The first table that has a name says what it is. */
	readonly tables: readonly (readonly OptionFact[])[];
	readonly style: Style;
	/** The subcommand, where the pattern names one. */
	readonly subcommand?: string;
	/** What is known of that subcommand, or of the program. */
	readonly usage: Usage;
}

/** The tables for a program and the operands that follow it, as far as they are written out. */
export function optionTables(program: Program, operands: readonly string[]): OptionTables {
	const typed = operands.join(" ");
	const [longest] = Object.entries(program.subcommands)
		.filter(([name, { aliases }]) => [name, ...aliases].some((one) => typed === one || typed.startsWith(`${one} `)))
		.toSorted(([a], [b]) => b.split(" ").length - a.split(" ").length);
	if (longest === undefined) return { tables: [program.options], style: program.style, usage: program };
	const [subcommand, usage] = longest;
	return { tables: [usage.options, program.options], style: usage.style ?? program.style, subcommand, usage };
}

/** The option that has just this name; abbreviations are left to the reading of commands. */
export function optionNamed(name: string, { tables, style }: OptionTables): OptionFact | undefined {
	for (const table of tables) {
		const found = findOption(table, name, style);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** The letters of `-rf`, each with its dash, where each of them is an option of its own; undefined for a name, and for a letter with its value. */
export function bundledOptions(name: string, from: OptionTables): readonly string[] | undefined {
	const letters = lettersOf(name, from);
	return letters?.slice(0, -1).every((letter) => optionNamed(letter, from)?.value === undefined) ? letters : undefined;
}

function lettersOf(name: string, from: OptionTables): readonly string[] | undefined {
	if ((from.style !== "gnu" && from.style !== "posix") || !/^-[^-\d][^-\d]+$/.test(name)) return undefined;
	if (optionNamed(name, from) !== undefined) return undefined;
	const letters = [...name.slice(1)].map((letter) => `-${letter}`);
	return letters.every((letter) => optionNamed(letter, from) !== undefined) ? letters : undefined;
}
