/** What the tables say of the options that a pattern asks for. */

import type { OptionFact, Program, Usage } from "../../../engine/knowledge/program.js";
import type { Grant } from "../meaning/grants.js";

/** The table of the subcommand that the pattern names, or of the program. */
export function usageOf({ operands }: Pick<Grant, "operands">, facts: Program): Usage {
	const words = operands.flatMap((one) => (one.kind === "literal" ? [one.text] : []));
	return facts.subcommands[words.slice(0, 2).join(" ")] ?? facts.subcommands[words[0] ?? ""] ?? facts;
}

export function optionIn(usage: Usage, facts: Program, name: string): OptionFact | undefined {
	return [...usage.options, ...facts.options].find(({ names }) => names.includes(name));
}

/** Every spelling of an option that the pattern asks for; of an unknown one, its own. */
export function spellingsOf(
	name: string,
	grant: Pick<Grant, "operands">,
	facts: Program | undefined,
): readonly string[] {
	const fact = facts && optionIn(usageOf(grant, facts), facts, name);
	return fact?.names ?? [name];
}

/** `-rf` is `-r -f` where the table knows each of the letters, and no option of that name. */
export function unbundled(grant: Grant, facts: Program | undefined): Grant {
	if (facts === undefined) return grant;
	const usage = usageOf(grant, facts);
	const knows = (name: string): boolean => optionIn(usage, facts, name) !== undefined;
	const given = grant.given.flatMap((one) => {
		const letters =
			/^-\w\w+$/.test(one.name) && !knows(one.name) ? [...one.name.slice(1)].map((letter) => `-${letter}`) : [];
		return letters.length > 0 && letters.every(knows) ? letters.map((name) => ({ name })) : [one];
	});
	return { ...grant, given, options: given.map(({ name }) => name) };
}
