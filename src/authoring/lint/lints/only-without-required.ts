/** `only-without-required`: `only` does not list an option that the rule asks for. */

import { Faults } from "../../../language/policy/faults.js";
import { optionNamed, optionTables } from "../../../language/policy/patterns/option-tables.js";
import { optionPattern } from "../../../language/policy/patterns/patterns.js";
import type { Pattern, PatternWord, RuleStatement } from "../../../language/syntax/statements.js";
import type { LintContext } from "../lint-context.js";
import type { Finding, TextLint } from "../lint-record.js";
import { literalOf, placedWords, programOf } from "../reading/words/word-places.js";

export const onlyWithoutRequired: TextLint = {
	name: "only-without-required",
	family: "hygiene",
	severity: "warning",
	summary: "`only` does not list an option that `with` asks for, which is let through all the same",
	looksAt: "text",
	check: (subject) =>
		subject
			.ownStatements()
			.flatMap(({ statement }) =>
				statement.kind === "rule" || statement.kind === "claim" ? findingsIn(statement, subject) : [],
			),
};

function findingsIn(
	{ patterns, clauses }: Pick<RuleStatement, "patterns" | "clauses">,
	subject: LintContext,
): readonly Finding[] {
	const [pattern, ...more] = patterns;
	const only = clauses.find(({ keyword }) => keyword === "only");
	const asked = clauses.find(({ keyword }) => keyword === "with");
	if (pattern === undefined || more.length > 0 || only?.form !== "options" || asked?.form !== "options") return [];
	const listed = new Set(only.options.flat().flatMap((word) => namesOf(word, pattern, subject)));
	return asked.options.flat().flatMap((word): readonly Finding[] => {
		const names = namesOf(word, pattern, subject);
		if (names.length === 0 || names.some((name) => listed.has(name))) return [];
		return [
			{
				message: `\`with\` asks for \`${names[0]}\`, and \`only\` does not list it: it is let through all the same, so one of the two is a slip`,
				span: word.span,
				labels: [{ span: only.span, message: "this list lacks it" }],
				help: `add \`${names[0]}\` to the list of \`only\`, or ask for an option that is in it`,
			},
		];
	});
}

/** Every spelling of the option that a word names, its own first. */
function namesOf(word: PatternWord, pattern: Pattern, subject: LintContext): readonly string[] {
	const name = optionPattern(word, new Faults())?.name;
	if (name === undefined) return [];
	const program = programOf(pattern, subject);
	const operands = placedWords(pattern).flatMap(({ word: one, as }) =>
		as === "operand" ? [literalOf(one) ?? ""] : [],
	);
	const fact = program && optionNamed(name, optionTables(program, operands));
	return [name, ...(fact?.names ?? [])];
}
