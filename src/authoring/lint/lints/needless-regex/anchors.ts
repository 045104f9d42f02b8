/** `^` and `$` around a regular expression, which speaks of the whole word anyway. */

import { readRegex } from "../../../../language/policy/word-language/read-regex.js";
import { wordSetOf } from "../../../analysis/words/word-set.js";
import type { TextLint } from "../../lint-record.js";
import { replacement } from "../../reading/text-edits.js";
import { globOfRegex, isEqual } from "../../reading/words/glob-of-regex.js";
import { everyWord, regexWords } from "../../reading/words/regex-words.js";

export const regexWithAnchors: Pick<TextLint, "check"> = {
	check: (subject) =>
		regexWords(subject).flatMap(({ word, set }) => {
			const text = word.text.replace(/^\^/, "").replace(/(?<=(?:^|[^\\])(?:\\\\)*)\$$/, "");
			if (text === word.text || text === "" || "message" in readRegex(text)) return [];
			// Others say what would be plainer still.
			if (globOfRegex(word.text, set) !== undefined || isEqual(set, everyWord)) return [];
			if (!isEqual(set, wordSetOf({ kind: "regex", text }))) return [];
			const edit = replacement(word.span, `/${word.text}/`, `/${text}/`, subject);
			return [
				{
					message: `\`/${word.text}/\` speaks of the whole word without \`^\` and \`$\` as well`,
					span: word.span,
					help: `write \`/${text}/\``,
					...(edit === undefined ? {} : { fix: { title: `write \`/${text}/\``, edits: [edit], safe: true } }),
				},
			];
		}),
};
