/** What each word is, for colours that the text alone does not tell. */

import { piecesOf } from "./reading/keyword-places.js";
import { type Mark, type MarkKind, marksOf } from "./reading/marks.js";
import { placeAt, type Stretch } from "./reading/places.js";
import type { ReadFile } from "./reading/read-file.js";

/** Kinds of tokens as the protocol names them; a token names its kind by its place here. */
export const tokenTypes = [
	"keyword",
	"comment",
	"string",
	"variable",
	"class",
	"function",
	"parameter",
	"property",
	"enumMember",
	"namespace",
	"method",
	"regexp",
	"event",
] as const;
export const tokenModifiers = ["declaration"] as const;

type TokenType = (typeof tokenTypes)[number];

const typeOf: Readonly<Record<MarkKind, TokenType | undefined>> = {
	set: "variable",
	agent: "class",
	rule: "event",
	program: "function",
	operand: undefined,
	option: "parameter",
	path: "string",
	host: "string",
	power: "enumMember",
	feature: "enumMember",
	effect: "keyword",
	import: "string",
	tool: "method",
	limit: "property",
	variable: "property",
	action: "keyword",
	text: "string",
	command: "string",
};

/** The tokens in the protocol's numbers: each relative to the one before. `within`: only those that touch it. */
export function semanticTokens(read: ReadFile, within?: Stretch): readonly number[] {
	const tokens = [
		...marksOf(read).flatMap((mark) => tokenOf(mark)),
		...piecesOf(read).map((piece) => ({ start: piece.start, end: piece.end, type: piece.kind, declares: false })),
	].sort((a, b) => a.start - b.start || b.end - a.end);
	const data: number[] = [];
	let done = 0;
	let line = 0;
	let character = 0;
	for (const token of tokens) {
		if (token.start < done || token.end <= token.start) continue;
		if (within !== undefined && (token.end < within.start || token.start > within.end)) continue;
		const from = placeAt(read.source, token.start);
		const to = placeAt(read.source, token.end);
		// A token stands in one line; a text in YAML may not.
		if (from.line !== to.line) continue;
		done = token.end;
		data.push(
			from.line - line,
			from.line === line ? from.character - character : from.character,
			token.end - token.start,
			tokenTypes.indexOf(token.type),
			token.declares ? 1 : 0,
		);
		({ line, character } = from);
	}
	return data;
}

function tokenOf(mark: Mark): readonly (Stretch & { readonly type: TokenType; readonly declares: boolean })[] {
	const type = mark.pattern?.words[mark.index ?? 0]?.kind === "regex" ? "regexp" : typeOf[mark.kind];
	return type === undefined ? [] : [{ start: mark.start, end: mark.end, type, declares: mark.defines }];
}
