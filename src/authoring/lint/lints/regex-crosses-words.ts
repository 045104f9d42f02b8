/** `regex-crosses-words`: a regular expression with a blank in it, where no word has one: `/git\s+push/`. */

import { programNamed } from "../../../engine/knowledge/lookup.js";
import type { Pattern } from "../../../language/syntax/statements.js";
import { contains } from "../../analysis/words/containment.js";
import { wordSetOf } from "../../analysis/words/word-set.js";
import type { LintContext } from "../lint-context.js";
import type { Finding, TextLint } from "../lint-record.js";
import { areDisjoint } from "../reading/words/glob-of-regex.js";
import { type RegexWord, regexWords, slashed } from "../reading/words/regex-words.js";
import { programOf } from "../reading/words/word-places.js";
import { writtenPatterns } from "../reading/written-patterns.js";

export const regexCrossesWords: TextLint = {
	name: "regex-crosses-words",
	family: "text",
	severity: "warning",
	summary: "a regular expression wants a blank inside of one word, where no command has one",
	looksAt: "text",
	check: (subject) => [
		...writtenPatterns(subject).flatMap(({ pattern }) => tornApart(pattern)),
		...regexWords(subject).flatMap((regex) => {
			const { word, set } = regex;
			if (!/\\|\s/.test(word.text) || contains(blank, set, { left: fewSteps }) !== "yes") return [];
			const what = whatHasNone(regex, subject);
			if (what === undefined) return [];
			return [
				{
					message: `\`/${word.text}/\` speaks of one word, and wants a blank in it, which ${what} has`,
					span: word.span,
					help: "write a word of the pattern for each word of the command: `git push`",
				},
			];
		}),
	],
};

/** `/^git push.*\/`: a blank ends the word, so that its parts are a path and further words. */
function tornApart({ words }: Pattern): readonly Finding[] {
	const [first] = words;
	if (first?.kind !== "plain" || !/^\/\^?[\w-]+$/.test(first.text)) return [];
	const end = words.findIndex(({ kind, text }, at) => at > 0 && kind === "plain" && /[^/]\/$/.test(text));
	const last = words[end];
	const between = words.slice(0, end + 1);
	if (last === undefined || between.some(({ kind }) => kind !== "plain")) return [];
	const text = between.map((one) => one.text).join(" ");
	if (!/\.[*+]|^\/\^|\$\/$|\\/.test(text)) return [];
	const name = first.text.replace(/^\/\^?/, "");
	return [
		{
			message: `\`${text}\` reads as a regular expression, and a blank ends a word: this speaks of a program \`${first.text}\``,
			span: { ...first.span, end: last.span.end },
			help: `write a word of the pattern for each word of the command: \`${name} ${between
				.slice(1)
				.map((one) => one.text.replace(/\$?\/$/, "").replaceAll(/\.[*+]/g, "*"))
				.join(" ")}\``,
		},
	];
}

/** Words with a blank in them. */
const blank = wordSetOf({ kind: "regex", text: ".*\\s.*" });
const fewSteps = 1_000;

/** Paths may hold blanks, and so may most operands. */
function whatHasNone({ word, as, place, part, pattern, set }: RegexWord, subject: LintContext): string | undefined {
	switch (as) {
		case "program": {
			// A set may hold words for the places of operands.
			if (part === "element" && pattern.words.length < 2) return undefined;
			const [, begins] = /^\^?([A-Za-z][\w-]*)(?: |\\s|\\x20|\[\\s\]|\\ )/.exec(word.text) ?? [];
			const isNamed = begins !== undefined && programNamed(begins) !== undefined;
			return isNamed || areDisjoint(set, slashed) ? "no program's name" : undefined;
		}
		case "operand": {
			const program = place === 0 ? programOf(pattern, subject) : undefined;
			const hasSubcommands = program !== undefined && Object.keys(program.subcommands).length > 0;
			return hasSubcommands ? `no subcommand of \`${program.name}\`` : undefined;
		}
		case "option":
			return undefined;
	}
}
