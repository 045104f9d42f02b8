/** The patterns in a policy's files, and what each of them is there for. */
import type { Pattern } from "../../../language/syntax/statements.js";
import type { LintContext, StatedStatement } from "../lint-context.js";

export interface WrittenPattern {
	/** What a rule or a claim speaks of, what it leaves out, or an element of a set. */
	readonly part: "subject" | "exception" | "element";
	readonly pattern: Pattern;
	readonly stated: StatedStatement;
}

const known = new WeakMap<LintContext, readonly WrittenPattern[]>();

/** Those of the files that were asked for, in their order. */
export function writtenPatterns(subject: LintContext): readonly WrittenPattern[] {
	const found = known.get(subject) ?? subject.ownStatements().flatMap(patternsOf);
	known.set(subject, found);
	return found;
}

function patternsOf(stated: StatedStatement): readonly WrittenPattern[] {
	const { statement } = stated;
	const all = (part: WrittenPattern["part"], patterns: readonly Pattern[]): readonly WrittenPattern[] =>
		patterns.map((pattern) => ({ part, pattern, stated }));
	switch (statement.kind) {
		case "rule":
		case "claim":
			return [
				...all("subject", statement.patterns),
				...statement.clauses.flatMap((clause) =>
					clause.keyword === "except" ? all("exception", clause.patterns) : [],
				),
			];
		case "set":
			return all("element", statement.patterns);
		default:
			return [];
	}
}
