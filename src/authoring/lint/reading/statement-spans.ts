/** Places in statements that lints point at. */
import type { Span } from "../../../language/source/span.js";
import type { PatternWord, RuleStatement } from "../../../language/syntax/statements.js";

/** The word of a rule's patterns that names a program; the rule itself where a set names it. */
export function programSpan({ patterns, span }: RuleStatement, program: string): Span {
	const word = patterns.map(({ words }) => words[0]).find((one) => one !== undefined && names(one, program));
	return word?.span ?? span;
}

function names({ kind, text }: PatternWord, program: string): boolean {
	return (kind === "plain" || kind === "quoted") && (text === program || text.endsWith(`/${program}`));
}
