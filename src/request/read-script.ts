/**
 * Reads a shell string that is one simple command with quotes: blanks, single and double quotes, backslashes.
 * Whatever else a shell would make something of is refused, with the place: a shell string is read for certain or not at all.
 */
import type { Reading, Word } from "./request.js";

/** Longer strings are not looked at. In UTF-16 units. */
export const longestScript = 131_072;

/** Words that are no program at the start of a command. */
const shellWords = new Set(
	"! [[ ]] { } case coproc do done elif else esac fi for function if in select then time until while".split(" "),
);

/** Characters that stand for themselves without quotes, in every POSIX shell. `#` only inside a word, `~` and `=` with care. */
const plainCharacter = /[A-Za-z0-9_./:@%+,^#=~-]/;

/** Reads the string; `span` offsets are into it. */
export function readScript(script: string): Reading {
	const opaque = (why: string, start: number, end = start + 1): Reading => ({
		kind: "opaque",
		why,
		span: { file: "", start, end },
	});
	if (script.length > longestScript) return opaque(`it is longer than ${longestScript} characters`, longestScript);
	const words: { text: string; start: number; quoted: boolean }[] = [];
	let current: { text: string; start: number; quoted: boolean } | undefined;
	let at = 0;
	while (at < script.length) {
		const character = script[at] as string;
		if (character === " " || character === "\t") {
			if (current) words.push(current);
			current = undefined;
			at++;
			continue;
		}
		const code = character.charCodeAt(0);
		if (character === "\n" && script.slice(at).trim() === "") break;
		if (code < 0x20 || code === 0x7f)
			return opaque(`a control character (U+${code.toString(16).toUpperCase().padStart(4, "0")})`, at);
		current ??= { text: "", start: at, quoted: false };
		if (character === "'") {
			const end = script.indexOf("'", at + 1);
			if (end < 0) return opaque("a single quote that is not closed", at);
			const inner = script.slice(at + 1, end);
			const bad = controlIn(inner);
			if (bad >= 0) return opaque("a control character inside quotes", at + 1 + bad);
			current.text += inner;
			current.quoted = true;
			at = end + 1;
			continue;
		}
		if (character === '"') {
			const end = readDouble(script, at);
			if (typeof end === "string") return opaque(end, at);
			current.text += end.text;
			current.quoted = true;
			at = end.next;
			continue;
		}
		if (character === "\\") {
			const next = script[at + 1];
			if (next === undefined || next === "\n" || controlIn(next) >= 0)
				return opaque("a backslash with nothing that it could protect", at);
			current.text += next;
			current.quoted = true;
			at += 2;
			continue;
		}
		if (code > 0x7f) {
			if (/\s/u.test(character) || /[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/.test(character))
				return opaque("an invisible character", at);
			if (!/\p{L}|\p{N}|\p{M}|\p{P}|\p{S}/u.test(String.fromCodePoint(script.codePointAt(at) as number)))
				return opaque("a character that no command is written with", at);
			const whole = String.fromCodePoint(script.codePointAt(at) as number);
			current.text += whole;
			at += whole.length;
			continue;
		}
		if (character === "#" && current.start === at) return opaque("a comment", at);
		if (character === "~" && (current.start === at || /[=:]$/.test(current.text)))
			return opaque("a `~` that the shell would expand", at);
		if (!plainCharacter.test(character)) return opaque(`\`${character}\` without quotes`, at);
		current.text += character;
		at++;
	}
	if (current) words.push(current);
	const first = words[0];
	if (first === undefined) return opaque("it holds no command", 0, 0);
	if (first.text === "") return opaque("an empty word where the program's name should be", first.start);
	if (!first.quoted && shellWords.has(first.text))
		return opaque(`the shell's own word \`${first.text}\``, first.start, first.start + first.text.length);
	if (/^[A-Za-z_][A-Za-z0-9_]*(\[.*\])?\+?=/.test(script.slice(first.start)))
		return opaque("a variable that is set before the command", first.start, first.start + first.text.length);
	const known = words.map((word): Word => ({ kind: "known", text: word.text }));
	return {
		kind: "understood",
		commands: [
			{
				program: known[0] as Word,
				args: known.slice(1),
				redirects: [],
				assignments: [],
				span: { file: "", start: first.start, end: script.trimEnd().length },
			},
		],
		syntax: [],
	};
}

/** The text between double quotes and the place behind them, or why it can't be read. */
function readDouble(script: string, start: number): { text: string; next: number } | string {
	let text = "";
	for (let at = start + 1; at < script.length; at++) {
		const character = script[at] as string;
		if (character === '"') return { text, next: at + 1 };
		if (character === "$" || character === "`") return `\`${character}\` inside double quotes`;
		// History expansion belongs to interactive shells; it is refused all the same.
		if (character === "!") return "`!` inside double quotes";
		if (controlIn(character) >= 0) return "a control character inside quotes";
		if (character === "\\") {
			const next = script[at + 1];
			if (next === undefined || next === "\n" || controlIn(next) >= 0) return "a backslash at the end of a line";
			text += '"\\$`'.includes(next) ? next : `\\${next}`;
			at++;
			continue;
		}
		text += character;
	}
	return "a double quote that is not closed";
}

/** The place of the first control character, but for the tab and the line break: inside quotes they stand for themselves. */
function controlIn(text: string): number {
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if ((code < 0x20 && code !== 9 && code !== 10) || code === 0x7f) return at;
	}
	return -1;
}
