/** A regular expression that a glob, or a plain word, says as well. */

import type { TextLint } from "../../lint-record.js";
import { replacement } from "../../reading/text-edits.js";
import { areDisjoint, globOfRegex } from "../../reading/words/glob-of-regex.js";
import { regexWords, slashed } from "../../reading/words/regex-words.js";

export const regexAsGlob: Pick<TextLint, "check"> = {
	check: (subject) =>
		regexWords(subject).flatMap(({ word, as, part, set }) => {
			const glob = globOfRegex(word.text, set);
			if (glob === undefined) return [];
			// A program's name is looked at without its folders, its path only by an expression.
			if ((as === "program" || part === "element") && !areDisjoint(set, slashed)) return [];
			const edit = replacement(word.span, `/${word.text}/`, glob, subject);
			return [
				{
					message: `\`/${word.text}/\` is no more than \`${glob}\``,
					span: word.span,
					help: `write \`${glob}\``,
					...(edit === undefined ? {} : { fix: { title: `write \`${glob}\``, edits: [edit], safe: true } }),
				},
			];
		}),
};
