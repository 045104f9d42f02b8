/** The rule that is meant by a name which no rule has. */
import { nearest } from "../../../language/diagnostic/suggest.js";

/** "no rule is called `no-gti`: did you mean `no-git`?"; undefined where a rule has that name, or nobody knows. */
export function ruleMeant(name: string, rules: Iterable<{ readonly id: string }>): string | undefined {
	const ids = new Set(Array.from(rules, ({ id }) => id));
	const near = ids.has(name) ? undefined : nearest(name, ids);
	return near === undefined ? undefined : `no rule is called \`${name}\`: did you mean \`${near}\`?`;
}
