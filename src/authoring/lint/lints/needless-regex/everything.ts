/** A regular expression that holds of every word. */

import type { TextLint } from "../../lint-record.js";
import { replacement } from "../../reading/text-edits.js";
import { isEqual } from "../../reading/words/glob-of-regex.js";
import { everyWord, type RegexWord, regexWords } from "../../reading/words/regex-words.js";

export const everythingRegex: Pick<TextLint, "check"> = {
	check: (subject) =>
		regexWords(subject).flatMap((regex) => {
			const { word, as, set } = regex;
			const refuses = isRefusal(regex);
			// A grant of any name is none of any path.
			if ((as === "program" && !refuses) || !isEqual(set, everyWord)) return [];
			const edit = replacement(word.span, `/${word.text}/`, "*", subject);
			const title = refuses ? "write `*`" : "write `*`, which holds of words that can't be known (`$X`) as well";
			return [
				{
					message: `\`/${word.text}/\` holds of every word`,
					span: word.span,
					help: "write `*`",
					...(edit === undefined ? {} : { fix: { title, edits: [edit], safe: refuses } }),
				},
			];
		}),
};

/** Where a doubt counts as a match, it makes no difference what is said of words that can't be known. */
function isRefusal({ part, stated: { statement } }: RegexWord): boolean {
	if (part !== "subject" || statement.kind !== "rule") return false;
	return (statement.keyword === "deny" || statement.keyword === "constrain") && !statement.override;
}
