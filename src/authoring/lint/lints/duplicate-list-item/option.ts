/** A pattern, or a pattern and its `with`, asks for one option twice: by its two names, or by the same. */

import { Faults } from "../../../../language/policy/faults.js";
import { optionNamed, optionTables } from "../../../../language/policy/patterns/option-tables.js";
import { optionPattern } from "../../../../language/policy/patterns/patterns.js";
import type { Clause, Pattern, PatternWord } from "../../../../language/syntax/statements.js";
import type { LintContext } from "../../lint-context.js";
import type { Finding, TextLint } from "../../lint-record.js";
import { isWrittenOption, literalOf, placedWords, programOf } from "../../reading/words/word-places.js";
import { writtenPatterns } from "../../reading/written-patterns.js";

export const duplicateOption: Pick<TextLint, "check"> = {
	check: (subject) => [
		...writtenPatterns(subject).flatMap(({ pattern }) => repeatedIn(pattern, pattern.words, "pattern", subject)),
		...subject.ownStatements().flatMap(({ statement }) => {
			if (statement.kind !== "rule" && statement.kind !== "claim") return [];
			const [pattern, ...more] = statement.patterns;
			if (pattern === undefined || more.length > 0) return [];
			return statement.clauses.flatMap((clause) =>
				listsOf(clause, pattern).flatMap((list) => repeatedIn(pattern, list, "list", subject)),
			);
		}),
	],
};

/** What is asked for together with the pattern's own options, and what stands beside each other in a list; of `without` that is a condition that changes nothing. */
function listsOf(clause: Clause, { words }: Pattern): readonly (readonly PatternWord[])[] {
	switch (clause.keyword) {
		case "with":
			return clause.options.length === 1
				? [[...words, ...(clause.options[0] ?? [])]]
				: [clause.options.flatMap((one) => (one.length === 1 ? one : []))];
		case "only":
			return [clause.options.flatMap((one) => (one.length === 1 ? one : []))];
		default:
			return [];
	}
}

function repeatedIn(
	pattern: Pattern,
	words: readonly PatternWord[],
	what: "pattern" | "list",
	subject: LintContext,
): readonly Finding[] {
	const program = programOf(pattern, subject);
	const operands = placedWords(pattern).flatMap(({ word, as }) => (as === "operand" ? [literalOf(word)] : []));
	const open = operands.indexOf(undefined);
	const tables = program && optionTables(program, (open < 0 ? operands : operands.slice(0, open)) as readonly string[]);
	const first = new Map<string, PatternWord>();
	return words.flatMap((word): readonly Finding[] => {
		const option = isWrittenOption(word) ? optionPattern(word, new Faults()) : undefined;
		if (option === undefined) return [];
		const fact = tables && optionNamed(option.name, tables);
		// A value that stands apart is another word: `-e a -e b` asks for two.
		if (fact?.value === "required" && option.value === undefined && what === "pattern") return [];
		// Several values of one option are several things that are asked for.
		const key = JSON.stringify([fact?.names ?? [option.name], option.value ?? null]);
		const before = first.get(key);
		first.set(key, word);
		// What a pattern says in one word and its list once more is told where lists are looked at.
		if (before === undefined || (what === "list" && pattern.words.includes(word))) return [];
		const isSame = before.text === word.text;
		return [
			{
				message: isSame
					? `\`${word.text}\` is asked for twice`
					: `\`${word.text}\` is \`${before.text}\` by its other name: one option is asked for twice`,
				span: word.span,
				labels: [{ span: before.span, message: "here" }],
				help: "take one of them out, or write the option that is meant",
			},
		];
	});
}
