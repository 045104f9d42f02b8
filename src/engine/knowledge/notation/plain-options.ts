/** Options as the generated file holds them: of those that bring nothing, names parted by blanks, options by bars. */
import { Stamped } from "../../records/stamped.js";
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

/** Options that nobody has asked for yet, on what has them. */
class Late extends Stamped {
	#options: readonly OptionFact[] | (() => readonly OptionFact[]);

	constructor(usage: object, make: () => readonly OptionFact[]) {
		super(usage);
		this.#options = make;
	}

	static of(usage: object): readonly OptionFact[] {
		const late = usage as Late;
		if (typeof late.#options === "function") late.#options = late.#options();
		return late.#options;
	}

	static has(usage: object): boolean {
		return #options in usage;
	}
}

/** One for all of them: an object with a getter of its own is a slow one. */
const options: PropertyDescriptor = {
	enumerable: true,
	configurable: true,
	get() {
		return Late.of(this);
	},
};

/** A subcommand whose options are made when somebody asks for them: few of git's hundred and fifty are asked for. */
export function late<T extends object>(usage: T, make: () => readonly OptionFact[]): T & Pick<Usage, "options"> {
	new Late(usage, make);
	return Object.defineProperty(usage, "options", options) as T & Pick<Usage, "options">;
}

/** Are its options made when somebody asks for them? */
export function isLate(usage: object): boolean {
	return Late.has(usage);
}

const none: readonly never[] = [];
