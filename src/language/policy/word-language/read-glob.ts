/**
 * Globs over one word: `*`, `?`, `[a-z]`, `[!x]`, `{a,b}` and `\`. Nothing else is special;
 * the `/` is a character like any other, and so is a dot at the beginning.
 */
import { type Fault, fault } from "./fault.js";
import { type GlobToken, globTokens } from "./glob-tokens.js";
import {
	alternation,
	anyCodePoint,
	anyWord,
	concatenation,
	type Language,
	largestSize,
	oneWord,
	sizeOf,
} from "./language.js";

/** The words that a glob speaks of. */
export function readGlob(text: string): Language | Fault {
	const tokens = globTokens(text);
	if ("kind" in tokens) return tokens;
	const language = assemble(tokens);
	if (isLiteral(tokens) || sizeOf(language) <= largestSize) return language;
	return fault("the glob is too large", 0, `write a shorter one; ${largestSize} characters are the most`);
}

/** Is anything in it that may be special? Most words tell at a glance. */
export function mayBeGlob(text: string): boolean {
	return /[*?[{\\]/.test(text);
}

/** The one word that a glob without live characters stands for, escapes resolved. */
export function literalOfGlob(text: string): string | undefined {
	if (!mayBeGlob(text)) return text;
	const tokens = globTokens(text);
	return "kind" in tokens || !isLiteral(tokens) ? undefined : tokens.map((token) => token.text).join("");
}

/** Alternatives that are being read: those that are complete, and the parts of the last. */
interface Frame {
	readonly options: Language[];
	parts: Language[];
}

function assemble(tokens: readonly GlobToken[]): Language {
	const frames: Frame[] = [];
	let frame: Frame = { options: [], parts: [] };
	for (const token of tokens) {
		switch (token.kind) {
			case "literal":
				frame.parts.push(oneWord(token.text));
				break;
			case "one":
				frame.parts.push(anyCodePoint);
				break;
			case "many":
				if (frame.parts.at(-1) !== anyWord) frame.parts.push(anyWord);
				break;
			case "class":
				frame.parts.push({ kind: "set", codePoints: token.codePoints });
				break;
			case "open":
				frames.push(frame);
				frame = { options: [], parts: [] };
				break;
			case "comma":
				frame.options.push(concatenation(frame.parts));
				frame.parts = [];
				break;
			case "close": {
				const group = alternation([...frame.options, concatenation(frame.parts)]);
				frame = frames.pop() as Frame;
				frame.parts.push(group);
				break;
			}
		}
	}
	return concatenation(frame.parts);
}

function isLiteral(tokens: readonly GlobToken[]): tokens is readonly (GlobToken & { readonly kind: "literal" })[] {
	return tokens.every((token) => token.kind === "literal");
}
