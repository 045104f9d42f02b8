/**
 * The classes of words that the grammar speaks of: what each one is, in a sentence.
 */
import { contextualKeywords, eventBounds, statementKeywords } from "../../../grammar/keywords.js";
import { allTokens } from "../../../grammar/tokens.js";
import { clauseKeywords } from "../../../src/language/policy/clauses.js";

/** A class of words. `choices`: it is one of these keywords. `text`: what it is. */
export interface WordClass {
	readonly name: string;
	readonly choices?: readonly string[];
	readonly text?: string;
	readonly example?: string;
}

const described: Readonly<Record<string, { readonly text: string; readonly example: string }>> = {
	Word: {
		text: "a bare word: no blank, quote, brace, `#` at its beginning, or any of , ; | & < > ( ) $ and backtick; `\\` takes the next character as it is; braces stand in it as `{a,b}` and `{name}`; no keyword",
		example: "git  ./*  --output=x  @shells  !secret",
	},
	QuotedText: {
		text: 'a text in double quotes, in one line; the escapes are \\n \\t \\r \\" \\\\ and \\u{…}',
		example: '"a text"',
	},
	RegexWord: {
		text: "a regular expression between slashes, with no bare slash or blank inside and nothing glued behind",
		example: "/v[0-9]+/",
	},
	SetName: { text: "a letter or `_`, then letters, digits, `_`, `.` and `-`", example: "shells" },
	ExpectName: { text: "a letter or `_`, then letters, digits, `_`, `.` and `-`; no effect", example: "no-git" },
	ExpectFact: {
		text: "`when`, the name of a fact, `is`, and one value: a word without blanks, colons and quotes, or a text in double quotes",
		example: "when branch is main",
	},
	ExpectTime: { text: "`at`, and a time of ISO 8601 with its zone", example: "at 2026-12-31T10:00Z" },
	ExpectCommand: { text: "a colon and the rest of the line as it stands, a shell string", example: ": git push" },
	Count: { text: "a whole number, before `times`", example: "3" },
	PeopleCount: { text: "a whole number, before `of`", example: "2" },
	ThisOne: { text: "`this call` or `this session`, behind `for`", example: "this session" },
	Fate: {
		text: "`passed`, `failed`, `denied` or `approved`, before a pattern of events",
		example: "passed",
	},
	ExpectText: { text: "a shell string in double quotes, with the escapes of QuotedText", example: '"git push"' },
};

/** A class by its name. A class that nobody has described is a fault. */
export function wordClass(name: string): WordClass {
	const own = described[name];
	if (own) return { name, ...own };
	const category = allTokens.find((token) => token.name === name);
	const choices = allTokens
		.filter((token) => category !== undefined && token.CATEGORIES?.includes(category))
		.map((token) => token.LABEL?.replaceAll("`", "") ?? token.name);
	if (choices.length === 0) throw new Error(`describe the token ${name} in scripts/generators/grammar/words.ts`);
	return { name, choices };
}

/** Where keywords are keywords. Each line is a sentence, then the words. */
export const keywordRules: readonly { readonly text: string; readonly words: readonly string[] }[] = [
	{
		text: "Reserved wherever they stand bare",
		words: [...statementKeywords.rules, ...statementKeywords.claims, ...statementKeywords.modifiers, "exactly"],
	},
	{
		text: "Keywords only where a statement begins: at the beginning of a file, a block or a line that no comma carries on, and behind `locked` and `override`",
		words: [...statementKeywords.others, ...statementKeywords.settings],
	},
	{
		text: "Reserved inside a statement; `id` in front of a pattern is the program of that name",
		words: clauseKeywords,
	},
	{
		text: "Keywords behind a word; in front of a pattern they are programs of these names",
		words: eventBounds,
	},
	{
		text: "Keywords in one place only",
		words: contextualKeywords.filter((word) => word !== "exactly"),
	},
];

/** What stands between words and means nothing to the grammar. */
export const between: readonly string[] = [
	"Blanks, tabs, line breaks and a byte order mark part words.",
	"A comment is `#` at the beginning of a word, and the rest of its line.",
	"Behind `expect`, up to the colon, the line is read by itself: effects, `forced`, `by` and a name.",
];
