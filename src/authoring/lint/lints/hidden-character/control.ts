/** Characters that steer a terminal or an editor: what people see of a policy is then not what the engine reads. */

import type { LintContext } from "../../lint-context.js";
import type { Finding, TextLint } from "../../lint-record.js";
import { hiddenCharacters } from "../../reading/words/hidden-characters.js";

export const controlCharacter: Pick<TextLint, "check"> = {
	check: (subject) => [
		...hiddenCharacters(steering, subject, (names) => ({
			message: `${names} steers terminals and editors: what stands here is not what people see`,
			help: "take it out; a text in quotes holds it as `\\u{…}`",
		})),
		...loneReturns(subject),
	],
};

// All but tabs and line breaks. Some editors break lines at the last two, and the engine does not.
const steering = /(?:(?![\t\n\r])[\p{Cc}\u2028\u2029])+/gu;

/** In a file of other line breaks a lone carriage return hides a line: the engine begins one there, most viewers do not. */
function loneReturns({ roots, sources }: LintContext): readonly Finding[] {
	return roots.flatMap((file) => {
		const text = sources.get(file)?.text ?? "";
		if (!text.includes("\n")) return [];
		return [...text.matchAll(/\r+(?!\n)/g)].map(({ 0: found, index }): Finding => {
			const span = { file, start: index, end: index + found.length };
			return {
				message: "U+000D without a line feed: the engine begins a line here that viewers do not show as one",
				span,
				help: "begin a new line, or take it out",
				fix: { title: "begin a new line here, as the engine does", edits: [{ span, text: "\n" }], safe: true },
			};
		});
	});
}
