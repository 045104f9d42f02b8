/**
 * Productions as text, in the notation of ISO/IEC 14977: `,` joins, `|` parts, `[ ]` may be missing, `{ }` may repeat.
 */
import type { Piece, Production } from "./productions.js";
import { between, keywordRules, type WordClass } from "./words.js";

const widest = 100;

/** The whole grammar as one file. */
export function ebnfFile(productions: readonly Production[], words: readonly WordClass[], mark: string): string {
	return `${[
		`(* ${mark} *)`,
		"",
		"(* The language of `.rules` files. `,` joins, `|` parts alternatives, `[ ]` may be missing, `{ }` may be missing or repeat,",
		"   texts in quotes stand for themselves, and what stands between `?` is said in words. *)",
		"",
		...productions.flatMap(({ name, piece, comment }) => [
			...(comment ? [`(* ${comment} *)`] : []),
			ebnfOf(name, piece),
			"",
		]),
		"(* ---- Words ---- *)",
		"",
		...words.flatMap((word) => [ebnfOfWord(word), ""]),
		...keywordRules.flatMap(({ text, words: keywords }) => [`(* ${text}:`, `   ${keywords.join(", ")} *)`, ""]),
		...between.map((text) => `(* ${text} *)`),
	].join("\n")}\n`;
}

/** One production: in one line where it fits, else one alternative or part a line. */
export function ebnfOf(name: string, piece: Piece): string {
	const short = `${name} = ${write(piece, 0)} ;`;
	if (short.length <= widest) return short;
	const indent = "\n\t";
	if (piece.kind === "choice")
		return `${name} =${indent}  ${piece.pieces.map((one) => write(one, 1)).join(`${indent}| `)} ;`;
	if (piece.kind === "optional" && piece.piece.kind === "repeated" && piece.piece.piece.kind === "choice") {
		const inner = piece.piece.piece.pieces.map((one) => write(one, 1)).join(`${indent}| `);
		return `${name} = {${indent}  ${inner}\n} ;`;
	}
	if (piece.kind === "sequence")
		return `${name} =${indent}${piece.pieces.map((one) => long(write(one, 2))).join(`,${indent}`)} ;`;
	return short;
}

export function ebnfOfWord({ name, choices, text, example }: WordClass): string {
	if (choices) return `${name} = ${choices.map(quoted).join(" | ")} ;`;
	return `${name} = ? ${text} ? ;${example ? ` (* ${example} *)` : ""}`;
}

/** `within`: what it stands in. 0: nothing, 1: alternatives, 2: a sequence. */
function write(piece: Piece, within: 0 | 1 | 2): string {
	switch (piece.kind) {
		case "literal":
			return quoted(piece.text);
		case "token":
		case "name":
			return piece.name;
		case "sequence":
			return piece.pieces.map((one) => write(one, 2)).join(", ");
		case "choice": {
			const text = piece.pieces.map((one) => write(one, 1)).join(" | ");
			return within === 2 ? `( ${text} )` : text;
		}
		case "optional":
			if (piece.piece.kind === "repeated" && !piece.piece.separator) return `{ ${write(piece.piece.piece, 0)} }`;
			return `[ ${write(piece.piece, 0)} ]`;
		case "repeated": {
			const again = piece.separator ? `${write(piece.separator, 2)}, ${write(piece.piece, 2)}` : write(piece.piece, 0);
			return `${write(piece.piece, 2)}, { ${again} }`;
		}
	}
}

/** A part that is too long for its line: its alternatives below each other. */
function long(part: string): string {
	return part.length <= widest - 8 ? part : part.replaceAll(" | ", "\n\t| ");
}

function quoted(text: string): string {
	return text.includes('"') ? `'${text}'` : `"${text}"`;
}
