/** `quoted-space`: several words written as one: `git "push origin"`. */
import { isBareWord } from "../../../../grammar/tokens.js";
import type { Program } from "../../../engine/knowledge/program.js";
import type { ExpectStatement } from "../../../language/syntax/statements.js";
import type { Finding, TextLint } from "../lint-record.js";
import { replacement } from "../reading/text-edits.js";
import { literalOf, type PlacedWord, placedWords, programOf } from "../reading/words/word-places.js";
import { writtenPatterns } from "../reading/written-patterns.js";

export const quotedSpace: TextLint = {
	name: "quoted-space",
	family: "text",
	severity: "error",
	summary: "words are written as one, by quotes or a backslash, and no command has such a word",
	fixes: "unsafe",
	looksAt: "text",
	check: (subject) => [
		...subject.ownStatements().flatMap(({ statement }) => (statement.kind === "expect" ? inCommand(statement) : [])),
		...writtenPatterns(subject).flatMap(({ pattern, part }) => {
			// A set may hold words for the places of operands.
			if (part === "element" && pattern.words.length < 2) return [];
			const program = programOf(pattern, subject);
			return placedWords(pattern).flatMap((placed): readonly Finding[] => {
				const { word } = placed;
				const text = literalOf(word);
				const what = text === undefined ? undefined : whatItCantBe(text, placed, program);
				if (text === undefined || what === undefined) return [];
				const words = text.trim().split(/\s+/);
				const written = words.join(" ");
				const source = subject.sources.get(word.span.file)?.text.slice(word.span.start, word.span.end) ?? "";
				const edit = words.every(isBareWord) ? replacement(word.span, source, written, subject) : undefined;
				return [
					{
						message: `\`${text}\` is one word here, and ${what}`,
						span: word.span,
						help: `write the words apart: \`${written}\``,
						...(edit === undefined
							? {}
							: { fix: { title: `write \`${written}\` as ${words.length} words`, edits: [edit], safe: false } }),
					},
				];
			});
		}),
	],
};

/** `expect deny: "git push"`: the quotes are the shell's, and make one word of the command. */
function inCommand({ command: { text, span } }: ExpectStatement): readonly Finding[] {
	const [quoted, , words = ""] = /^(["'])([\w.+-]+(?:\s+[^"'\\$`]*)?)\1/.exec(text) ?? [];
	if (quoted === undefined || !/\s/.test(words.trim())) return [];
	const written = `${words.trim()}${text.slice(quoted.length)}`;
	return [
		{
			message: `\`${words}\` is one word here, and no program is called so: whatever is refused, this shows nothing of the rules`,
			span: { ...span, end: Math.min(span.end, span.start + quoted.length) },
			help: `write the command without quotes around it: \`${written}\``,
		},
	];
}

/** Only what can't be meant: the names of programs, subcommands and long options hold no blanks. */
function whatItCantBe(text: string, { as, place, word }: PlacedWord, program: Program | undefined): string | undefined {
	const [first = "", second] = text.trim().split(/\s+/);
	if (second === undefined) return undefined;
	switch (as) {
		case "program":
			// In quotes, reading refuses it.
			return text.includes("/") || word.kind === "quoted" ? undefined : "no program is called so";
		case "option":
			return /^--[\w-]+$/.test(first) ? "no option is called so" : undefined;
		case "operand": {
			const names = Object.entries(program?.subcommands ?? {}).flatMap(([name, { aliases }]) => [name, ...aliases]);
			const isOne = place === 0 && names.some((name) => name.split(" ")[0] === first);
			return isOne ? `no subcommand of \`${program?.name}\` is called so` : undefined;
		}
	}
}
