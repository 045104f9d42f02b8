/**
 * Characters that a shell reads otherwise than people or parsers do: refused before anything is parsed.
 */
import { Unreadable } from "./unreadable.js";

/** Refuses control characters, invisible ones, and a line continuation that splits a word or an operator. */
export function checkCharacters(script: string): void {
	const bad = plain.test(script) ? undefined : suspicious().exec(script);
	if (bad) throw new Unreadable(describe(bad[0]), bad.index, bad.index + bad[0].length);
	// `r\<newline>m` is `rm` to the shell: where a word or an operator is split, nobody else sees it whole.
	for (let line = script.indexOf("\n"); line >= 0; line = script.indexOf("\n", line + 1)) {
		let start = line;
		while (start > 0 && script[start - 1] === "\\") start--;
		const backslashes = line - start;
		if (backslashes % 2 === 0) continue;
		// Where a blank stands on either side, nothing is split.
		const before = start === 0 ? " " : (script[start - 1] as string);
		const after = script[line + 1] ?? " ";
		if (/[ \t\n]/.test(after) || (backslashes === 1 && /[ \t\n]/.test(before))) continue;
		throw new Unreadable("a line that goes on in the middle of a word", line - 1, line + 1);
	}
}

/**
 * Control characters but for tab and line break; lone surrogates; characters that are invisible or turn the direction of the text;
 * white space that the shell does not take for white space.
 */
const suspicious = (): RegExp => /(?![\t\n])\p{Cc}|\p{Cs}|\p{Cf}|\p{Zl}|\p{Zp}|[^\S \t\n]/u;

/** Most scripts; the expression above is slow to make. */
const plain = /^[\t\n -~]*$/;

function describe(character: string): string {
	const code = character.codePointAt(0) as number;
	const name = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
	if (code === 0) return "a NUL character, which no command can hold";
	if (code === 13) return "a carriage return (write line breaks as `\\n` alone)";
	if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return `a control character (${name})`;
	return /\s/u.test(character)
		? `white space that is none to a shell (${name})`
		: /\p{Cs}/u.test(character)
			? "half of a character"
			: `an invisible character (${name})`;
}
