/**
 * Texts in double quotes, as both the DSL's reader and its writer know them.
 */

/** The text that a quoted literal stands for; `bad` lists the offsets of escapes that mean nothing. */
export function unquote(literal: string): { readonly text: string; readonly bad: readonly number[] } {
	const bad: number[] = [];
	let text = "";
	for (let at = 1; at < literal.length - 1; at++) {
		const character = literal[at] as string;
		if (character !== "\\") {
			text += character;
			continue;
		}
		const next = literal[++at] as string;
		const unicode = /^u\{([0-9a-fA-F]{1,6})\}/.exec(literal.slice(at, at + 9));
		const code = unicode ? Number.parseInt(unicode[1] as string, 16) : undefined;
		if (code !== undefined && unicode && code <= 0x10ffff) {
			text += String.fromCodePoint(code);
			at += unicode[0].length - 1;
		} else if (next === "n") text += "\n";
		else if (next === "t") text += "\t";
		else if (next === "r") text += "\r";
		else if (next === '"' || next === "\\") text += next;
		else {
			bad.push(at - 1);
			text += next;
		}
	}
	return { text, bad };
}

/** The quoted literal for a text. */
export function quote(text: string): string {
	let out = '"';
	for (const character of text) {
		const code = character.codePointAt(0) as number;
		if (character === '"' || character === "\\") out += `\\${character}`;
		else if (character === "\n") out += "\\n";
		else if (character === "\t") out += "\\t";
		else if (character === "\r") out += "\\r";
		else if (
			code < 0x20 ||
			(code >= 0x7f && code < 0xa0) ||
			code === 0x2028 ||
			code === 0x2029 ||
			code === 0xfeff ||
			(code >= 0xd800 && code <= 0xdfff)
		)
			out += `\\u{${code.toString(16)}}`;
		else out += character;
	}
	return `${out}"`;
}
