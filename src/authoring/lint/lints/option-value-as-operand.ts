/** `option-value-as-operand`: a pattern writes an option's value as a word of its own, `docker run -v /x`: that word is an operand there. */

import type { OptionFact } from "../../../engine/knowledge/program.js";
import type { Fix } from "../../../language/diagnostic/diagnostic.js";
import {
	bundledOptions,
	type OptionTables,
	optionNamed,
	optionTables,
} from "../../../language/policy/patterns/option-tables.js";
import type { PatternWord, RuleStatement } from "../../../language/syntax/statements.js";
import { holdsFor } from "../../analysis/agent-model.js";
import { witnessCommandLine } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { sampleOf } from "../meaning/grants.js";
import { textsOf } from "../meaning/said/said-parts.js";
import { subcommandWords } from "../reading/words/known-words.js";
import { literalOf, placedWords, programOf } from "../reading/words/word-places.js";
import { type WrittenPattern, writtenPatterns } from "../reading/written-patterns.js";

export const optionValueAsOperand: PolicyLint = {
	name: "option-value-as-operand",
	family: "text",
	severity: "warning",
	summary: "an option's value is written behind it as a word of its own, which makes it an operand",
	fixes: "unsafe",
	looksAt: "policy",
	check: (subject) => writtenPatterns(subject).flatMap((written) => faultsOf(written, subject)),
};

/** An option of a pattern with the word that is meant to be its value. */
interface Apart {
	readonly option: PatternWord;
	readonly value: PatternWord;
}

function faultsOf(written: WrittenPattern, subject: ValidPolicyContext): readonly Finding[] {
	const { pattern } = written;
	const all = valuesApart(written, subject);
	return all.map(({ option, value }) => {
		const said = value.kind === "regex" ? `/${value.text}/` : value.text;
		const witness = witnessOf(written, all, subject);
		return {
			message: `\`${said}\` is an operand here, and not the value of \`${option.text}\`: a pattern's options stand apart from its operands`,
			span: { ...option.span, end: value.span.end },
			help:
				value.kind === "plain"
					? `write \`${option.text}=${said}\`, which speaks of every spelling; where an operand is meant, write it before \`${option.text}\``
					: `write the value behind \`${option.text}=\`, which speaks of every spelling; where an operand is meant, write it before \`${option.text}\``,
			...(pattern.exactly || witness === undefined ? {} : { witness }),
			...fixOf(option, value, subject),
		};
	});
}

/** `deny bsub -q tapeout because "The queue tapeout is for people."`: of an option that no table knows, what stands behind it is what the text speaks of. */
function spokenApart({ part, pattern: { words }, stated: { statement } }: WrittenPattern): readonly Apart[] {
	const [option, value] = words.slice(-2);
	if (
		part !== "subject" ||
		statement.kind !== "rule" ||
		words.length < 3 ||
		option === undefined ||
		value === undefined
	)
		return [];
	const isOption = isBare(option) && /^-{1,2}[A-Za-z][\w-]*$/.test(option.text);
	const name = value.kind === "plain" && /^\w[\w.-]*$/.test(value.text) ? value.text : undefined;
	if (!isOption || name === undefined) return [];
	const said = textsOf(statement);
	return new RegExp(`(?<![\\w-])${name.replaceAll(/[^\w-]/g, "\\$&")}(?![\\w-])`).test(said) ? [{ option, value }] : [];
}

function valuesApart(written: WrittenPattern, subject: ValidPolicyContext): readonly Apart[] {
	const { pattern } = written;
	const program = programOf(pattern, subject);
	if (program === undefined) return spokenApart(written);
	if (program.style === "none" || program.style === "pairs") return [];
	const placed = placedWords(pattern);
	const found: Apart[] = [];
	const operands: string[] = [];
	let isOpen = false;
	for (const [at, { word, as }] of placed.entries()) {
		if (as !== "operand") continue;
		const before = placed[at - 1];
		const literal = literalOf(word);
		// Where a subcommand may be named, it is one: `git -C push`.
		const names = isOpen ? new Set<string>() : subcommandWords(program, operands);
		const mayName = literal === undefined ? names.size > 0 && isOpenWord(word) : names.has(literal);
		if (before?.as === "option" && isBare(before.word) && isValue(word) && !mayName) {
			// The subcommand may be named behind: of a value that it alone knows, nobody would write it before.
			const option = waitingOption(before.word.text, optionTables(program, operands));
			if (option !== undefined && option.further === undefined && option.runs !== "argv") {
				found.push({ option: before.word, value: word });
				continue;
			}
		}
		if (literal === undefined) isOpen = true;
		else if (!isOpen) operands.push(literal);
	}
	return found;
}

function isBare({ kind, text }: PatternWord): boolean {
	return kind === "plain" && !/[=\\]/.test(text);
}

function isValue({ kind, text }: PatternWord): boolean {
	return kind !== "set" && text !== "**" && text !== "--";
}

/** A glob of several names: which they are is not asked. A place, `prod-*`, begins otherwise than a name of these does. */
function isOpenWord({ kind, text }: PatternWord): boolean {
	return kind !== "plain" || (text !== "*" && /^[\w*?[{]/.test(text));
}

/** The command that is meant, where the rule does not speak of it. */
function witnessOf(
	{ part, pattern, stated }: WrittenPattern,
	all: readonly Apart[],
	subject: ValidPolicyContext,
): string | undefined {
	if (part !== "subject" || stated.statement.kind !== "rule") return undefined;
	const argv: string[] = [];
	for (const word of pattern.words) {
		const text = exampleOf(word);
		if (text === undefined) return undefined;
		argv.push(text);
	}
	const rule = ruleOf(stated.statement, subject);
	const [own] = rule?.agents ?? [];
	if (rule === undefined || own === undefined || all.length === 0) return undefined;
	const sample = sampleOf(argv);
	const setting = subject.settingOf(own.agent);
	const test = own.rule.restricts ?? own.rule.grants;
	return test !== undefined && holdsFor(test, sample, setting) === "no" ? witnessCommandLine(sample) : undefined;
}

function ruleOf(statement: RuleStatement, subject: ValidPolicyContext): StatedRule | undefined {
	return subject.rules().find((one) => one.statement === statement);
}

function exampleOf(word: PatternWord): string | undefined {
	const literal = literalOf(word);
	if (literal !== undefined) return literal;
	if (word.kind !== "plain" || /[[{\\]/.test(word.text)) return undefined;
	return word.text.replaceAll(/\*+|\?/g, "x");
}

/** The blank between the two becomes a `=`. */
function fixOf(option: PatternWord, value: PatternWord, subject: ValidPolicyContext): { readonly fix?: Fix } {
	const { file, end: start } = option.span;
	const { start: end } = value.span;
	const source = subject.sources.get(file)?.text ?? "";
	const isWritten =
		source.slice(option.span.start, start) === option.text && source.slice(end, value.span.end) === value.text;
	if (value.kind !== "plain" || !isWritten || !/^[ \t]+$/.test(source.slice(start, end))) return {};
	return {
		fix: {
			title: `write \`${option.text}=${value.text}\`: the rule then speaks of the option with this value`,
			edits: [{ span: { file, start, end }, text: "=" }],
			safe: false,
		},
	};
}

/** The option that waits for its value where the word ends: `-v`, or the last letter of `-xf`. */
function waitingOption(name: string, from: OptionTables): OptionFact | undefined {
	const option = optionNamed(name, from) ?? optionNamed(bundledOptions(name, from)?.at(-1) ?? "", from);
	return option?.value === "required" ? option : undefined;
}
