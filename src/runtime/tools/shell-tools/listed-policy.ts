/** Lists of allowed and refused programs, as configurations have them, as a policy in our own language. */

import { nameText } from "../../../language/syntax/dsl/part-text.js";
import { quote } from "../../../language/syntax/texts.js";

/** Two lists of programs: what is refused wins. */
export interface Lists {
	/** Nothing else runs; absent: whatever is not refused. */
	readonly allow?: readonly string[];
	readonly deny?: readonly string[];
}

/**
 * The rules of lists, a line each. The arguments of what is allowed are trusted. The names are names of programs; `owner` sets
 * the ids apart.
 */
export function listedRules({ allow, deny = [] }: Lists, owner: string): readonly string[] {
	const refused =
		deny.length === 0
			? []
			: [`deny ${named(deny)} because "\`{program}\` is refused here by a list of its own." id ${owner}-refused`];
	if (allow === undefined) return refused;
	const listed = `${owner}-listed`;
	if (allow.length === 0)
		return ["default deny", `deny * because "The list of allowed commands is empty." id ${listed}`, ...refused];
	const shown = [...new Set(allow)].sort().join(", ");
	return [
		"default deny",
		`allow ${named(allow)} granting everything`,
		`deny * except ${named(allow)} because ${quote(`\`{program}\` is not allowed here. Allowed are: ${shown}.`)} id ${listed}`,
		...refused,
	];
}

function named(names: readonly string[]): string {
	return [...new Set(names)].map(patternWord).join(", ");
}

/** Bare where it is surely one plain word. */
function patternWord(name: string): string {
	return /^[a-z0-9]+([_.-][a-z0-9]+)*$/.test(name) ? nameText(name) : quote(name);
}
