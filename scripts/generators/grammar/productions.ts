/**
 * The grammar's productions as small trees, out of the parser itself: what it parses is what is drawn and written.
 */
import { readFileSync } from "node:fs";
import type { ISerializedGast } from "chevrotain";
import { PolicyParser } from "../../../grammar/parser.js";
import { messages } from "../../../src/language/syntax/dsl/dsl-messages.js";

/** A piece of a production. `literal`: a word or sign as it stands; `token`: one of a class of words; `name`: another production. */
export type Piece =
	| { readonly kind: "literal"; readonly text: string }
	| { readonly kind: "token"; readonly name: string }
	| { readonly kind: "name"; readonly name: string }
	| { readonly kind: "sequence"; readonly pieces: readonly Piece[] }
	| { readonly kind: "choice"; readonly pieces: readonly Piece[] }
	| { readonly kind: "optional"; readonly piece: Piece }
	/** Once or more often, with `separator` between two. */
	| { readonly kind: "repeated"; readonly piece: Piece; readonly separator?: Piece };

export interface Production {
	readonly name: string;
	readonly piece: Piece;
	/** What the comment above its method says. */
	readonly comment?: string;
}

/** Every production, in the order of the parser's methods. */
export function readProductions(): readonly Production[] {
	const source = readFileSync(new URL("../../../grammar/parser.ts", import.meta.url), "utf8");
	return new PolicyParser(messages, false).getSerializedGastProductions().map((rule) => {
		const { name = "", definition = [] } = rule as SerializedPart;
		const comment = commentOn(name, source);
		return { name, piece: sequence(definition), ...(comment === undefined ? {} : { comment }) };
	});
}

/** The names of the productions that a piece leads to. */
export function namesIn(piece: Piece): readonly string[] {
	switch (piece.kind) {
		case "literal":
		case "token":
			return [];
		case "name":
			return [piece.name];
		case "sequence":
		case "choice":
			return piece.pieces.flatMap(namesIn);
		case "optional":
			return namesIn(piece.piece);
		case "repeated":
			return [...namesIn(piece.piece), ...(piece.separator ? namesIn(piece.separator) : [])];
	}
}

/** The classes of words that a piece asks for. */
export function tokensIn(piece: Piece): readonly string[] {
	switch (piece.kind) {
		case "literal":
		case "name":
			return [];
		case "token":
			return [piece.name];
		case "sequence":
		case "choice":
			return piece.pieces.flatMap(tokensIn);
		case "optional":
			return tokensIn(piece.piece);
		case "repeated":
			return [...tokensIn(piece.piece), ...(piece.separator ? tokensIn(piece.separator) : [])];
	}
}

/** A part as Chevrotain writes it; its own types leave most of this out. */
type SerializedPart = ISerializedGast & {
	readonly name?: string;
	readonly label?: string;
	readonly definition?: SerializedPart[];
	readonly separator?: SerializedPart;
};

function pieceOf(part: SerializedPart): Piece {
	const { definition = [] } = part;
	switch (part.type) {
		case "Terminal": {
			const sign = /^`(.+)`$/.exec(part.label ?? "")?.[1];
			return sign === undefined || sign.includes("`")
				? { kind: "token", name: part.name ?? "" }
				: { kind: "literal", text: sign };
		}
		case "NonTerminal":
			return { kind: "name", name: part.name ?? "" };
		case "Alternative":
			return sequence(definition);
		case "Alternation":
			return { kind: "choice", pieces: definition.map(pieceOf) };
		case "Option":
			return { kind: "optional", piece: sequence(definition) };
		case "Repetition":
			return { kind: "optional", piece: { kind: "repeated", piece: sequence(definition) } };
		case "RepetitionMandatory":
			return { kind: "repeated", piece: sequence(definition) };
		case "RepetitionWithSeparator":
			return { kind: "optional", piece: separated(part) };
		case "RepetitionMandatoryWithSeparator":
			return separated(part);
		default:
			throw new Error(`the grammar has a part of the kind ${part.type}, which nobody draws yet`);
	}
}

function separated(part: SerializedPart): Piece {
	return {
		kind: "repeated",
		piece: sequence(part.definition ?? []),
		...(part.separator ? { separator: pieceOf(part.separator) } : {}),
	};
}

function sequence(parts: readonly SerializedPart[]): Piece {
	const pieces = parts.map(pieceOf);
	return pieces.length === 1 ? (pieces[0] as Piece) : { kind: "sequence", pieces };
}

/** The comment right above `name = this.RULE(`, in one line. */
function commentOn(name: string, source: string): string | undefined {
	const method = source.indexOf(`\t${name} = this.RULE("${name}"`);
	if (method < 0) throw new Error(`grammar/parser.ts has no method ${name} of its own`);
	const comment = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(source.slice(0, method));
	return comment?.[1]?.replace(/\s*\n\s*\*\s?/g, " ").trim();
}
