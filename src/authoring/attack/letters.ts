/** One text that fits a pattern. */
import { literalOfGlob } from "../../language/policy/word-language/read-glob.js";

/** The pattern with letters for what its signs leave open. */
export function lettersOf(text: string): string | undefined {
	const literal = literalOfGlob(text);
	if (literal !== undefined) return literal;
	let plain = text.replace(/^\*\*\//, "").replace(/\/\*\*$/, "");
	for (let round = 0; round < 8 && /\{[^{}]*\}/.test(plain); round++)
		plain = plain.replace(/\{([^{},]*)[^{}]*\}/, "$1");
	if (/[[\]{}\\!]/.test(plain)) return undefined;
	return plain.replaceAll("**/", "").replaceAll(/\*+/g, "x").replaceAll("?", "x");
}
