/** Options as the generated file holds them: of those that bring nothing, names parted by blanks, options by bars. */
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

/** A subcommand whose options are made when somebody asks for them: few of git's hundred and fifty are asked for. */
export function late<T extends object>(usage: T, make: () => readonly OptionFact[]): T & Pick<Usage, "options"> {
	const define = (how: PropertyDescriptor): void => {
		Object.defineProperty(usage, "options", { ...how, enumerable: true, configurable: true });
	};
	define({
		get: () => {
			const value = make();
			define({ value });
			return value;
		},
	});
	return usage as T & Pick<Usage, "options">;
}

const none: readonly never[] = [];
