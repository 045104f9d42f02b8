/** The rule that is meant by a name which no rule has. */
import { nearest } from "../../../language/diagnostic/suggest.js";

/** The id that is meant by one that no rule has; undefined where a rule has it, or nobody knows. */
export function idMeant(name: string, rules: Iterable<{ readonly id: string }>): string | undefined {
	const ids = new Set(Array.from(rules, ({ id }) => id));
	return ids.has(name) ? undefined : nearest(name, ids);
}

/** "no rule is called `no-gti`: did you mean `no-git`?" */
export function ruleMeant(name: string, rules: Iterable<{ readonly id: string }>): string | undefined {
	const near = idMeant(name, rules);
	return near === undefined ? undefined : `no rule is called \`${name}\`: did you mean \`${near}\`?`;
}
