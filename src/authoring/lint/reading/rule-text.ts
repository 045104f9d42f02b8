/** A rule as a help quotes it. */

import { patternText } from "../../../language/syntax/dsl/part-text.js";
import type { RuleStatement } from "../../../language/syntax/statements.js";

/** Longer ones are not read in a sentence. */
const most = 60;

/** The rule up to its clauses, without `override`; of a long one, and of one with clauses, no more than its kind. */
export function shortText({ keyword, patterns, clauses, access, people }: RuleStatement): string {
	const text = `${keyword} ${patterns.map(patternText).join(", ")}`;
	return clauses.length > 0 || access !== undefined || people !== undefined || text.length > most
		? `${keyword} …`
		: text;
}
