/** Options as the generated file holds them: of those that bring nothing, names parted by blanks, options by bars. */
import { lateField } from "../../records/late-field.js";
import type { OptionFact, Usage } from "../program.js";

/** `-v --verbose|-q --quiet` */
export function flags(text: string): readonly OptionFact[] {
	return text.split("|").map((names) => ({ names: names.split(" "), powers: none }));
}

/** The same for options that take a value. */
export function values(text: string): readonly OptionFact[] {
	return text.split("|").map((names) => ({ names: names.split(" "), value: "required", powers: none }));
}

/** The same for options whose value may be left out. */
export function optionals(text: string): readonly OptionFact[] {
	return text.split("|").map((names) => ({ names: names.split(" "), value: "optional", powers: none }));
}

/** Of a subcommand, options that are made when somebody asks for them: few of git's hundred and fifty are asked for. */
export const lateOptions = lateField<readonly OptionFact[]>("options");

export function late<T extends object>(usage: T, make: () => readonly OptionFact[]): T & Pick<Usage, "options"> {
	return lateOptions.give(usage, make) as T & Pick<Usage, "options">;
}

const none: readonly never[] = [];
