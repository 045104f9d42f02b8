/** What the tables say of the options that a pattern asks for. */

import type { Program } from "../../../engine/knowledge/program.js";
import {
	bundledOptions,
	type OptionTables,
	optionNamed,
	optionTables,
} from "../../../language/policy/patterns/option-tables.js";
import type { Grant } from "../meaning/grants.js";

/** The tables for the subcommand that the pattern names. */
export function tablesFor({ operands }: Pick<Grant, "operands">, facts: Program): OptionTables {
	const open = operands.findIndex(({ kind }) => kind !== "literal");
	const words = open < 0 ? operands : operands.slice(0, open);
	return optionTables(
		facts,
		words.flatMap((one) => ("text" in one ? [one.text] : [])),
	);
}

/** Every spelling of an option that the pattern asks for; of an unknown one, its own. */
export function spellingsOf(
	name: string,
	grant: Pick<Grant, "operands">,
	facts: Program | undefined,
): readonly string[] {
	return (facts && optionNamed(name, tablesFor(grant, facts)))?.names ?? [name];
}

/** `-rf` is `-r -f` where the table knows each of the letters, and no option of that name. */
export function unbundled(grant: Grant, facts: Program | undefined): Grant {
	if (facts === undefined) return grant;
	const tables = tablesFor(grant, facts);
	const given = grant.given.flatMap((one) => bundledOptions(one.name, tables)?.map((name) => ({ name })) ?? [one]);
	return { ...grant, given, options: given.map(({ name }) => name) };
}
