/** `bundled-exception`: `allow rm without -rf` leaves out `-r` and `-f` together, and either of them alone stays allowed. */

import type { Fix } from "../../../language/diagnostic/diagnostic.js";
import { bundledOptions, optionTables } from "../../../language/policy/patterns/option-tables.js";
import type { Span } from "../../../language/source/span.js";
import { patternText } from "../../../language/syntax/dsl/part-text.js";
import type { Pattern, PatternWord } from "../../../language/syntax/statements.js";
import { type Witness, witnessCommandLine } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { allowedBy, factsNamed, type Grant, grantsOf, typed } from "../meaning/grants.js";
import { replacement } from "../reading/text-edits.js";
import { isWrittenOption, literalOf, placedWords, programOf } from "../reading/words/word-places.js";

export const bundledException: PolicyLint = {
	name: "bundled-exception",
	family: "anomalies",
	severity: "warning",
	summary: "an `allow` leaves out options only where they are given together, as `without -rf` does",
	fixes: "unsafe",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			if (stated.statement.keyword !== "allow") return [];
			return bundlesOf(stated, subject).flatMap((bundle) => faultsOf(bundle, stated, subject));
		}),
};

/** Options in one word that something is left out by. */
interface Bundle {
	readonly word: PatternWord;
	readonly letters: readonly string[];
	/** What leaves each of them out, and what says that both together are meant. */
	readonly each: string;
	readonly together: string;
	readonly keyword: "without" | "except";
	/** What is written otherwise then. */
	readonly span: Span;
	readonly written: string;
	/** Commands that are left, if the rule grants them. */
	readonly left: readonly (readonly string[])[];
}

function bundlesOf(stated: StatedRule, subject: ValidPolicyContext): readonly Bundle[] {
	return stated.statement.clauses.flatMap((clause): readonly Bundle[] => {
		switch (clause.keyword) {
			case "without":
				return clause.options.flatMap(([word, ...others]) =>
					word === undefined || others.length > 0 ? [] : leftOutByOption(word, stated, subject),
				);
			case "except":
				return clause.patterns.flatMap((pattern) => leftOutByPattern(pattern, subject));
			default:
				return [];
		}
	});
}

function leftOutByOption(word: PatternWord, { agents }: StatedRule, subject: ValidPolicyContext): readonly Bundle[] {
	const [own] = agents;
	const grants = own === undefined ? [] : grantsOf(own.rule);
	const letters = sameLetters(
		grants.map((grant) => lettersTo(word, grant, subject)),
		grants.length,
	);
	if (letters === undefined) return [];
	return [
		{
			word,
			letters,
			each: letters.join(", "),
			together: letters.join(" & "),
			keyword: "without",
			span: word.span,
			written: word.text,
			left: grants.flatMap((grant) => commandsWith(letters, literals(grant), grant.options)),
		},
	];
}

function lettersTo(word: PatternWord, grant: Grant, subject: ValidPolicyContext): readonly string[] | undefined {
	const name = typed(grant);
	const program = factsNamed(name.slice(name.lastIndexOf("/") + 1), subject);
	const [, ...operands] = literals(grant);
	return program && isBare(word) ? severalIn(bundledOptions(word.text, optionTables(program, operands))) : undefined;
}

function literals(grant: Grant): readonly string[] {
	return [typed(grant), ...grant.operands.map((one) => (one.kind === "literal" ? one.text : "x"))];
}

/** To each of the programs the same ones. */
function sameLetters(found: readonly (readonly string[] | undefined)[], count: number): readonly string[] | undefined {
	const [first] = found;
	return count > 0 && found.every((one) => one !== undefined && one.join() === first?.join()) ? first : undefined;
}

function leftOutByPattern(pattern: Pattern, subject: ValidPolicyContext): readonly Bundle[] {
	const program = programOf(pattern, subject);
	if (program === undefined || pattern.exactly) return [];
	const placed = placedWords(pattern);
	const others = placed.filter(({ as }) => as !== "option").map(({ word }) => literalOf(word));
	// One word of options, and everything else written out: then it is plain what is left.
	const [word, ...more] = placed.flatMap((one) => (one.as === "option" ? [one.word] : []));
	if (word === undefined || more.length > 0 || others.includes(undefined)) return [];
	const [name = "", ...operands] = others as readonly string[];
	const letters = isBare(word) ? severalIn(bundledOptions(word.text, optionTables(program, operands))) : undefined;
	if (letters === undefined) return [];
	const withOption = (text: string): string =>
		patternText({ ...pattern, words: pattern.words.map((one) => (one === word ? { ...one, text } : one)) });
	return [
		{
			word,
			letters,
			each: letters.map(withOption).join(", "),
			together: withOption(letters.join(" ")),
			keyword: "except",
			span: pattern.span,
			written: patternText(pattern),
			left: commandsWith(letters, [name, ...operands], []),
		},
	];
}

function isBare(word: PatternWord): boolean {
	return word.kind === "plain" && isWrittenOption(word);
}

function severalIn(letters: readonly string[] | undefined): readonly string[] | undefined {
	return letters !== undefined && new Set(letters).size > 1 ? letters : undefined;
}

function commandsWith(
	letters: readonly string[],
	words: readonly string[],
	options: readonly string[],
): readonly (readonly string[])[] {
	return letters.flatMap((letter) => [
		[...words, ...options, letter, "x"],
		[...words, ...options, letter],
		[...words, ...options, letter, "x", "y"],
	]);
}

function faultsOf(bundle: Bundle, stated: StatedRule, subject: ValidPolicyContext): readonly Finding[] {
	const { word, letters, each, together, keyword } = bundle;
	const left = allowedBy(stated, bundle.left, subject);
	if (left === undefined) return [];
	const said = letters.map((letter) => `\`${letter}\``);
	const list = `${said.slice(0, -1).join(", ")} and ${said.at(-1)}`;
	return [
		{
			message: `\`${word.text}\` leaves out ${list} together, and \`${letterIn(left, letters)}\` alone stays allowed`,
			span: word.span,
			help: `leave out each of them: \`${keyword} ${each}\`; where they are meant together, write \`${keyword} ${together}\``,
			witness: witnessCommandLine(left),
			...fixOf(bundle, subject),
		},
	];
}

function letterIn({ argv }: Witness, letters: readonly string[]): string {
	return letters.find((letter) => argv.includes(letter)) ?? "";
}

function fixOf({ span, written, each }: Bundle, subject: ValidPolicyContext): { readonly fix?: Fix } {
	const edit = replacement(span, written, each, subject);
	if (edit === undefined) return {};
	return { fix: { title: `write \`${each}\`: the rule then grants none of them`, edits: [edit], safe: false } };
}
