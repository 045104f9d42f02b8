/**
 * An argv as its program reads it: options with their values, operands with their roles, the subcommand.
 * Where two readings are possible, both are kept: a word may be an operand, and an option may be given.
 */
import type { OptionFact, Program } from "../../knowledge/program.js";
import type { Word } from "../request.js";
import type { Arguments } from "./arguments.js";
import { findOption, optionsCalled } from "./option-names.js";
import { readKnown } from "./read-known.js";
import { readStrange } from "./read-unknown.js";

export { nameOf } from "./option-names.js";

/** Reads the arguments of a program; without facts every option-like word can be read in two ways. */
export function readArguments(program: Program | undefined, args: readonly Word[]): Arguments {
	return program === undefined ? readStrange(args) : readKnown(program, args);
}

/** The facts of an option by a name with dashes, the subcommand's before the program's, for every subcommand that may be meant. */
export function optionsNamed(args: Arguments, name: string): readonly OptionFact[] {
	const found = args.usages.flatMap(
		(usage) =>
			findOption(usage.options, name, args.style) ?? findOption(args.program?.options ?? [], name, args.style) ?? [],
	);
	if (found.length > 0 || args.program?.abbreviates !== true) return [...new Set(found)];
	// A pattern may abbreviate as the command may.
	const { program, style = program.style } = args;
	const called = args.usages.flatMap((usage) => optionsCalled(name, [usage.options, program.options], style, true));
	return [...new Set(called)];
}
