/** Words of patterns: quoted words are literal, `*` and `?` and `[…]` are live in plain ones, a regular expression speaks of the whole word. */
import type { PatternWord } from "../../../../src/language/syntax/statements.js";

export type WordTest = Pick<PatternWord, "kind" | "text">;

/** Does the whole text fit the word? Sets are taken apart before. */
export function wordFits(word: WordTest, text: string): boolean {
	if (word.kind === "quoted") return word.text === text;
	if (word.kind === "regex") return new RegExp(`^(?:${word.text})$`, "su").test(text);
	return globFits(word.text, text);
}

/** A glob within one word: `*` is any run of characters, slashes too; `\` takes the next character as it is. */
export function globFits(glob: string, text: string): boolean {
	if (glob === "") return text === "";
	const [first, ...more] = [...glob];
	const rest = more.join("");
	if (first === "*") return globFits(rest, text) || (text !== "" && globFits(glob, withoutFirst(text)));
	if (text === "") return false;
	if (first === "?") return globFits(rest, withoutFirst(text));
	if (first === "\\" && rest !== "")
		return [...rest][0] === [...text][0] && globFits(withoutFirst(rest), withoutFirst(text));
	const end = first === "[" ? rest.indexOf("]", 1) : -1;
	if (end > 0) {
		const inverted = rest.startsWith("!") || rest.startsWith("^");
		const one = new RegExp(`^[${inverted ? "^" : ""}${rest.slice(inverted ? 1 : 0, end)}]$`, "u");
		return one.test([...text][0] ?? "") && globFits(rest.slice(end + 1), withoutFirst(text));
	}
	return first === [...text][0] && globFits(rest, withoutFirst(text));
}

function withoutFirst(text: string): string {
	return [...text].slice(1).join("");
}

/** Operands against the plain words of a pattern: one by one, a prefix unless `exactly`; `*` is one operand, `**` any number. */
export function operandsFit(
	words: readonly WordTest[],
	operands: readonly (readonly string[])[],
	exactly: boolean,
): boolean {
	const [word, ...rest] = words;
	if (word === undefined) return !exactly || operands.length === 0;
	if (word.kind === "plain" && word.text === "**") {
		return (
			operandsFit(rest, operands, exactly) || (operands.length > 0 && operandsFit(words, operands.slice(1), exactly))
		);
	}
	const [operand, ...others] = operands;
	return (operand?.some((spelling) => wordFits(word, spelling)) ?? false) && operandsFit(rest, others, exactly);
}
