/** `value-of-flag`: an option that takes no value is written with one, so that no command fits. */

import { refusesValues } from "../../../engine/knowledge/flag-values.js";
import type { Program } from "../../../engine/knowledge/program.js";
import { Faults } from "../../../language/policy/faults.js";
import { type OptionTables, optionNamed, optionTables } from "../../../language/policy/patterns/option-tables.js";
import { optionPattern } from "../../../language/policy/patterns/patterns.js";
import type { Pattern, PatternWord } from "../../../language/syntax/statements.js";
import type { LintContext } from "../lint-context.js";
import type { Finding, TextLint } from "../lint-record.js";
import { respelling } from "../reading/words/respelling.js";
import { isWrittenOption, literalOf, placedWords, programOf } from "../reading/words/word-places.js";
import { writtenPatterns } from "../reading/written-patterns.js";

export const valueOfFlag: TextLint = {
	name: "value-of-flag",
	family: "anomalies",
	severity: "warning",
	summary: "an option that takes no value is written with one, so that no command fits",
	fixes: "unsafe",
	looksAt: "text",
	check: (subject) => [
		...writtenPatterns(subject).flatMap(({ pattern }) => {
			const known = tablesOf(pattern, subject);
			return known === undefined ? [] : pattern.words.flatMap((word) => findingsAt(word, known, subject));
		}),
		...subject.ownStatements().flatMap(({ statement }) => {
			if (statement.kind !== "rule" && statement.kind !== "claim") return [];
			const [known, ...more] = statement.patterns.map((one) => tablesOf(one, subject));
			const options = statement.clauses.flatMap((clause) => (clause.form === "options" ? clause.options.flat() : []));
			return known === undefined || more.length > 0 ? [] : options.flatMap((word) => findingsAt(word, known, subject));
		}),
	],
};

interface Known {
	readonly program: Program;
	readonly tables: OptionTables;
}

/** The tables for what the pattern names, where they hold all options that the program's help lists, or its way to read them is known. */
function tablesOf(pattern: Pattern, subject: LintContext): Known | undefined {
	const program = programOf(pattern, subject);
	if (program === undefined || (program.style !== "gnu" && program.style !== "posix")) return undefined;
	if (program.complete === undefined && !program.listed && !refusesValues(program.name)) return undefined;
	const operands = placedWords(pattern).flatMap(({ word, as }) => (as === "operand" ? [literalOf(word)] : []));
	const open = operands.indexOf(undefined);
	const typed = (open < 0 ? operands : operands.slice(0, open)) as readonly string[];
	return { program, tables: optionTables(program, typed) };
}

function findingsAt(word: PatternWord, { program, tables }: Known, subject: LintContext): readonly Finding[] {
	if (!isWrittenOption(word) || !word.text.startsWith("--")) return [];
	const option = optionPattern(word, new Faults());
	if (option?.value === undefined) return [];
	const fact = optionNamed(option.name, tables);
	if (fact === undefined || fact.value !== undefined || fact.further !== undefined) return [];
	const isTruth = option.value.kind === "literal" && truths.test(option.value.text);
	// What a complete table says of other values is an error already.
	if (isTruth ? !refusesValues(program.name) : program.complete !== undefined) return [];
	const value = word.text.slice(option.name.length + 1);
	// `true` says no more than the flag; what says the contrary is no flag at all.
	const isMeant = isTruth && !/^(?:false|0|no|off)$/i.test(value);
	const named = { text: word.text, span: word.span };
	return [
		{
			message: `\`${option.name}\` takes no value, so no command of \`${program.name}\` fits \`${word.text}\``,
			span: word.span,
			help: `write \`${option.name}\` alone, or the option that takes \`${value}\``,
			...(isMeant ? respelling(named, option.name, subject) : {}),
		},
	];
}

const truths = /^(?:true|1|yes|on|false|0|no|off)$/i;
