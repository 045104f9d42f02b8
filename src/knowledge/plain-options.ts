/** Options that bring nothing, as the generated file holds them: names parted by blanks, options by bars. */
import type { OptionFact } from "./program.js";

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

const none: readonly never[] = [];
