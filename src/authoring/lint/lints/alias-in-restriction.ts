/** `alias-in-restriction`: a rule refuses `npm i`, and `npm install`, which is the same, stays allowed. */

import type { Program } from "../../../engine/knowledge/program.js";
import type { Pattern } from "../../../language/syntax/statements.js";
import { type Witness, witnessCommandLine } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { isAllowed, sampleOf } from "../meaning/grants.js";
import type { KnownWord } from "../reading/words/known-words.js";
import { respelling } from "../reading/words/respelling.js";
import { literalOf, placedWords, programOf } from "../reading/words/word-places.js";

export const aliasInRestriction: PolicyLint = {
	name: "alias-in-restriction",
	family: "anomalies",
	severity: "warning",
	summary: "a rule restricts a subcommand by an alias, and by its full name it stays allowed",
	fixes: "unsafe",
	looksAt: "policy",
	check: (subject) =>
		subject
			.rules()
			.flatMap((stated) =>
				restricting.has(stated.statement.keyword)
					? stated.statement.patterns.flatMap((pattern) => faultsOf(pattern, stated, subject))
					: [],
			),
};

const restricting: ReadonlySet<string> = new Set(["deny", "ask", "nudge"]);

function faultsOf(pattern: Pattern, stated: StatedRule, subject: ValidPolicyContext): readonly Finding[] {
	const program = programOf(pattern, subject);
	const alias = program && aliasIn(pattern, program);
	if (alias === undefined) return [];
	const { word, meant } = alias;
	const left = leftOpen(pattern, alias, stated, subject);
	if (left === undefined) return [];
	return [
		{
			message: `\`${word.text}\` is short for \`${meant}\`, and this rule does not speak of \`${meant}\`, which stays allowed`,
			span: word.span,
			help: `write \`${meant}\`: the full name stands for its aliases as well`,
			witness: witnessCommandLine(left),
			...respelling(word, meant, subject),
		},
	];
}

interface Alias {
	readonly word: KnownWord;
	readonly meant: string;
}

/** The first operand, where it is another name of a subcommand of one word. */
function aliasIn(pattern: Pattern, program: Program): Alias | undefined {
	const first = placedWords(pattern).find(({ as }) => as === "operand")?.word;
	const text = first && literalOf(first);
	if (first === undefined || text === undefined || Object.hasOwn(program.subcommands, text)) return undefined;
	const [meant] =
		Object.entries(program.subcommands).find(([name, { aliases }]) => !name.includes(" ") && aliases.includes(text)) ??
		[];
	return meant === undefined ? undefined : { word: { text, span: first.span }, meant };
}

/** A command by the full name that is allowed, where the same one by the alias is not. */
function leftOpen(
	pattern: Pattern,
	{ word, meant }: Alias,
	{ agents }: StatedRule,
	subject: ValidPolicyContext,
): Witness | undefined {
	const words = pattern.words.map(literalOf);
	if (words.includes(undefined)) return undefined;
	const byAlias = words as readonly string[];
	const at = pattern.words.findIndex(({ span }) => span.start === word.span.start);
	const ends = pattern.exactly ? [[]] : [["x"], []];
	for (const { agent } of agents) {
		const setting = subject.settingOf(agent);
		for (const end of ends) {
			const named = sampleOf([...byAlias.with(at, meant), ...end]);
			if (isAllowed(named, setting) && !isAllowed(sampleOf([...byAlias, ...end]), setting)) return named;
		}
	}
	return undefined;
}
