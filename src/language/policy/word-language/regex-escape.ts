/** What follows a backslash in a regular expression, inside a class and outside. */
import { type CodePointRange, type CodePoints, codePoints, complement, onlyCodePoint } from "./code-points.js";
import { type Fault, fault } from "./fault.js";

export interface RegexEscape {
	readonly kind: "escape";
	readonly codePoints: CodePoints;
	/** The code point, unless the escape stands for a set such as `\d`; only a code point can end a range. */
	readonly codePoint: number | undefined;
	readonly end: number;
}

/** The escape whose backslash stands at `start`. */
export function regexEscapeAt(source: string, start: number, place: "inside a class" | "outside"): RegexEscape | Fault {
	const codePoint = source.codePointAt(start + 1);
	if (codePoint === undefined)
		return fault("the `\\` at the end escapes nothing", start, "write `\\\\` for a backslash");
	const letter = String.fromCodePoint(codePoint);
	const end = start + 1 + letter.length;
	const set = sets[letter];
	if (set !== undefined) return { kind: "escape", codePoints: set, codePoint: undefined, end };
	const control = controls[letter];
	if (control !== undefined) return one(control, end);
	if (letter === "b" && place === "inside a class") return one(8, end);
	if (letter === "0" && !isDigit(source[end])) return one(0, end);
	if (letter === "c") return controlAt(source, start);
	if (letter === "x") return hexAt(source, start);
	if (letter === "u") return unicodeAt(source, start);
	if (codePoint < 128 && !/[0-9A-Za-z]/.test(letter)) return one(codePoint, end);
	return refusal(letter, start);
}

const digits = charactersAndRanges("", "09");
const wordCharacters = charactersAndRanges("_", "09", "AZ", "az");
const whiteSpace = charactersAndRanges(" \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff", "\t\r", "\u2000\u200a");

const sets: Readonly<Record<string, CodePoints>> = {
	d: digits,
	D: complement(digits),
	w: wordCharacters,
	W: complement(wordCharacters),
	s: whiteSpace,
	S: complement(whiteSpace),
};

const controls: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, f: 12, v: 11 };

function controlAt(source: string, start: number): RegexEscape | Fault {
	const letter = source[start + 2] ?? "";
	if (/[A-Za-z]/.test(letter)) return one(letter.charCodeAt(0) % 32, start + 3);
	return fault(
		"`\\c` needs a letter",
		start,
		"write a letter behind it, as in `\\cJ`, or `\\\\c` for a backslash and a `c`",
	);
}

function hexAt(source: string, start: number): RegexEscape | Fault {
	const value = hexadecimal(source.slice(start + 2, start + 4), 2);
	if (value !== undefined) return one(value, start + 4);
	return fault("`\\x` needs two hexadecimal digits", start, "write them behind it, as in `\\x2f`");
}

/** `\u{1f600}`, `\u00e9`, and two halves of a surrogate pair, which are one code point. */
function unicodeAt(source: string, start: number): RegexEscape | Fault {
	if (source[start + 2] === "{") {
		const close = source.indexOf("}", start);
		const value = close < 0 ? undefined : hexadecimal(source.slice(start + 3, close));
		if (value !== undefined && value <= 0x10ffff) return one(value, close + 1);
		return fault("`\\u{` needs a code point up to `10ffff` and a `}`", start, "write it as in `\\u{1f600}`");
	}
	const value = hexadecimal(source.slice(start + 2, start + 6), 4);
	if (value === undefined) {
		return fault("`\\u` needs four hexadecimal digits", start, "write them behind it, as in `\\u00e9`, or `\\u{e9}`");
	}
	const end = start + 6;
	const low = source.startsWith("\\u", end) ? hexadecimal(source.slice(end + 2, end + 6), 4) : undefined;
	const isPair = value >= 0xd800 && value <= 0xdbff && low !== undefined && low >= 0xdc00 && low <= 0xdfff;
	return isPair ? one((value - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000, end + 6) : one(value, end);
}

function refusal(letter: string, start: number): Fault {
	if (isDigit(letter)) {
		if (letter === "0") return fault("octal escapes are not supported", start, "write the character as in `\\x07`");
		const help = "matching is linear and remembers no group: write out what the group may be once more";
		return fault(`the back-reference \`\\${letter}\` is not supported`, start, help);
	}
	switch (letter) {
		case "k":
			return fault("the back-reference `\\k` is not supported", start, "write out what the group may be once more");
		case "b":
		case "B": {
			const help =
				"the expression speaks of the whole word: say what stands before and after, as in `(.*\\W)?rm(\\W.*)?`";
			return fault(`the boundary \`\\${letter}\` is not supported`, start, help);
		}
		case "p":
		case "P": {
			const help = "list the characters that you mean, as in `[a-zA-Z\\u00c0-\\u024f]`";
			return fault(`the property \`\\${letter}\` is not supported`, start, help);
		}
	}
	const help = `write \`${letter}\` for the character itself, or \`\\\\${letter}\` for a backslash before it`;
	return fault(`\`\\${letter}\` is no escape`, start, help);
}

function one(codePoint: number, end: number): RegexEscape {
	return { kind: "escape", codePoints: onlyCodePoint(codePoint), codePoint, end };
}

function hexadecimal(digits: string, length = digits.length): number | undefined {
	return digits.length === length && /^[0-9a-fA-F]+$/.test(digits) ? Number.parseInt(digits, 16) : undefined;
}

function isDigit(character: string | undefined): boolean {
	return character !== undefined && character >= "0" && character <= "9";
}

/** The set of these characters, and of ranges given by their two ends. */
function charactersAndRanges(characters: string, ...ends: readonly string[]): CodePoints {
	const pairs = [...Array.from(characters, (character) => character + character), ...ends];
	return codePoints(pairs.map((pair): CodePointRange => ({ first: pair.charCodeAt(0), last: pair.charCodeAt(1) })));
}
