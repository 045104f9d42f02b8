/** Options that are taken back by their opposites. */
import type { OptionFact } from "../knowledge/program.js";
import type { FoundOption } from "../request/arguments/arguments.js";
import { oppositeOf } from "../request/arguments/option-names.js";

/** `--dry-run --no-dry-run`, in whatever order. */
export function isTakenBack({ fact }: FoundOption, options: readonly FoundOption[]): boolean {
	return options.some(
		({ fact: other, name }) => other !== fact && isOpposite(other?.names ?? [name], fact?.names ?? []),
	);
}

/** Does one of these options of a table take it back? */
export function hasOpposite({ fact }: FoundOption, table: readonly OptionFact[]): boolean {
	return table.some(({ names }) => isOpposite(names, fact?.names ?? []));
}

function isOpposite(names: readonly string[], others: readonly string[]): boolean {
	return others.some((name) => name.startsWith("--") && names.includes(oppositeOf(name)));
}
