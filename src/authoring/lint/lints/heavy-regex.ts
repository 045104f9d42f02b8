/** `heavy-regex`: a large regular expression: what proofs and lints ask of it takes long. */
import { sizeOf } from "../../../language/policy/word-language/language.js";
import { readRegex } from "../../../language/policy/word-language/read-regex.js";
import type { TextLint } from "../lint-record.js";
import { regexWords } from "../reading/words/regex-words.js";

export const heavyRegex: TextLint<{ readonly most: number }> = {
	name: "heavy-regex",
	family: "performance",
	severity: "warning",
	summary: "a regular expression is so large that proofs about it take long",
	options: { most: 500 },
	looksAt: "text",
	check: (subject, { most }) =>
		regexWords(subject).flatMap(({ word }) => {
			const language = readRegex(word.text);
			const size = "message" in language ? 0 : sizeOf(language);
			if (size <= most) return [];
			const shown = word.text.length > 40 ? `${word.text.slice(0, 40)}…` : word.text;
			return [
				{
					message: `\`/${shown}/\` takes an automaton of ${size} states, counted repetitions written out`,
					span: word.span,
					help: "write `*` or `+` for what is counted; names that are listed are plainer as a set",
				},
			];
		}),
};
