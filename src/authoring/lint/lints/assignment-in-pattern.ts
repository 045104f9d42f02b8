/** `assignment-in-pattern`: a pattern begins with an assignment: `FOO=1 npm`. */
import type { TextLint } from "../lint-record.js";
import { literalOf } from "../reading/words/word-places.js";
import { writtenPatterns } from "../reading/written-patterns.js";

export const assignmentInPattern: TextLint = {
	name: "assignment-in-pattern",
	family: "text",
	severity: "warning",
	summary: "a pattern begins with an assignment, where the program should be",
	looksAt: "text",
	check: (subject) =>
		writtenPatterns(subject).flatMap(({ pattern, part }) => {
			const [first, second] = pattern.words;
			const [, name] = /^([A-Za-z_]\w*)\+?=/.exec((first && assigned(first)) ?? "") ?? [];
			// A set may hold words for the places of operands.
			if (first === undefined || name === undefined || (part === "element" && second === undefined)) return [];
			const program = second?.text ?? "…";
			return [
				{
					message: `\`${first.text}\` stands where the program should be, and no program is called so`,
					span: first.span,
					help: `begin with the program: \`${program}\`; whether \`${name}=…\` may stand before it says \`environment accept ${name}\``,
				},
			];
		}),
};

function assigned(word: Parameters<typeof literalOf>[0]): string | undefined {
	return literalOf(word) ?? (word.kind === "plain" ? word.text : undefined);
}
