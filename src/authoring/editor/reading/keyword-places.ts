/** Where keywords and comments stand in a text, also in one that can't be read. */
import { lexer } from "../../../../grammar/tokens.js";
import { isClauseKeyword } from "../../../language/policy/clauses.js";
import { itemKeywords, sections } from "../../../language/syntax/yaml/yaml-keywords.js";
import { marksOf } from "./marks.js";
import type { Stretch } from "./places.js";
import type { ReadFile } from "./read-file.js";

export interface Piece extends Stretch {
	readonly kind: "keyword" | "comment";
	readonly text: string;
}

const known = new WeakMap<ReadFile["file"], readonly Piece[]>();

/** Keywords and comments, in their order. */
export function piecesOf(read: ReadFile): readonly Piece[] {
	let pieces = known.get(read.file);
	if (pieces === undefined) {
		pieces = (read.file.notation === "rules" ? inRules(read.source.text) : inYaml(read)).toSorted(
			(a, b) => a.start - b.start,
		);
		known.set(read.file, pieces);
	}
	return pieces;
}

/** Tokens that are no keywords, by what they are called in the grammar. */
const names: ReadonlySet<string> = new Set([
	"BareWord",
	"QuotedText",
	"UnendedText",
	"RegexWord",
	"SetName",
	"Count",
	"PeopleCount",
	"ThisOne",
	"Equals",
	"ExpectName",
	"ExpectCommand",
	"ExpectText",
	"LeftBrace",
	"RightBrace",
	"Comma",
	"Ampersand",
]);

function inRules(text: string): Piece[] {
	const { tokens, groups } = lexer.tokenize(text);
	return [
		...tokens
			.filter((token) => !names.has(token.tokenType.name))
			// `when branch is main` of an expectation is one token: its first word is the keyword.
			.map((token) => piece("keyword", token.startOffset, token.image.split(/[ \t]/, 1)[0] as string)),
		...(groups.comments ?? []).map((token) => piece("comment", token.startOffset, token.image.trimEnd())),
	];
}

function piece(kind: Piece["kind"], start: number, text: string): Piece {
	return { kind, text, start, end: start + text.length };
}

/** Keys of policies in YAML, besides those that begin statements and clauses. */
const otherKeys = [
	"statements",
	"is",
	"extends",
	"default",
	"rules",
	"locked",
	"override",
	"of",
	"command",
	"facts",
	"at",
	"by",
	"forced",
];
const programKeys = ["can", "options", "names", "value", "does"];
const innerKeys = ["allow", "ask", "nudge", "deny", "keep", "set", "accept"];
const keys: ReadonlySet<string> = new Set<string>([
	...sections,
	...itemKeywords,
	...otherKeys,
	...programKeys,
	...innerKeys,
]);

/** Is this a key that policies in YAML have? */
function isYamlKey(word: string): boolean {
	return keys.has(word) || isClauseKeyword(word);
}

/** Keys by their looks: a word with a colon behind it, where a key may begin and nothing else stands. */
function inYaml(read: ReadFile): Piece[] {
	const { text } = read.source;
	const marks = marksOf(read);
	const pieces: Piece[] = [];
	let mark = 0;
	for (const found of text.matchAll(/(?<=^|[\s,{[])(#[^\r\n]*)|(?<=^|[\n\r{,]|- )[ \t]*([a-z]+)(?=[ \t]*:(?:\s|$))/g)) {
		const word = found[2] ?? (found[1] as string);
		const start = found.index + found[0].length - word.length;
		while (mark < marks.length && (marks[mark]?.end ?? 0) <= start) mark++;
		const over = marks[mark];
		if (over !== undefined && over.start <= start) continue;
		if (found[1] !== undefined) pieces.push(piece("comment", start, word.trimEnd()));
		else if (isYamlKey(word)) pieces.push(piece("keyword", start, word));
	}
	return pieces;
}
