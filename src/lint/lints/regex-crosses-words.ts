/** `regex-crosses-words`: a regular expression with a blank in it, where no word has one: `/git\s+push/`. */
import { contains } from "../../analysis/words/containment.js";
import { wordSetOf } from "../../analysis/words/word-set.js";
import { programNamed } from "../../knowledge/lookup.js";
import { areDisjoint } from "../glob-of-regex.js";
import type { LintSubject, TextLint } from "../lint.js";
import { type RegexWord, regexWords, slashed } from "../regex-words.js";
import { programOf } from "../word-places.js";

export const regexCrossesWords: TextLint = {
	name: "regex-crosses-words",
	family: "text",
	severity: "warning",
	summary: "a regular expression wants a blank inside of one word, where no command has one",
	looksAt: "text",
	check: (subject) =>
		regexWords(subject).flatMap((regex) => {
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
};

/** Words with a blank in them. */
const blank = wordSetOf({ kind: "regex", text: ".*\\s.*" });
const fewSteps = 1_000;

/** Paths may hold blanks, and so may most operands. */
function whatHasNone({ word, as, place, part, pattern, set }: RegexWord, subject: LintSubject): string | undefined {
	switch (as) {
		case "program": {
			// A set may hold words for the places of operands.
			if (part === "element" && pattern.words.length < 2) return undefined;
			const [, begins] = /^\^?([A-Za-z][\w-]*)(?:\\s|\\x20|\[\\s\]|\\ )/.exec(word.text) ?? [];
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
