/** Values that options and arguments are known to take, beside those that are one of few (`choices`): for completion in shells. A verb says them where it defines the option. */
import type { Argument, Option } from "commander";

type Definition = Option | Argument;

const known = new WeakMap<Definition, () => readonly string[]>();

/** The same option, or argument, with values that it is known to take; others may be right as well. */
export function knowing<Of extends Definition>(definition: Of, values: () => readonly string[]): Of {
	known.set(definition, values);
	return definition;
}

/** All values, or those that are known. */
export function valuesOf(definition: Definition): readonly string[] {
	return definition.argChoices ?? known.get(definition)?.() ?? [];
}
