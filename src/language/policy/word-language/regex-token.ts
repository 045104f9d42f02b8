/** The next piece of a regular expression, in JavaScript's syntax with the flags `u` and `s`: `.` is any character, line breaks included, so that no denial ends at one. */
import { type CodePoints, everyCodePoint, onlyCodePoint } from "./code-points.js";
import { type Fault, fault } from "./fault.js";
import { regexClassAt } from "./regex-class.js";
import { regexEscapeAt } from "./regex-escape.js";

export type RegexToken = { readonly end: number } & (
	| { readonly kind: "set"; readonly codePoints: CodePoints }
	| { readonly kind: "open" | "close" | "bar" }
	/** `^` */
	| { readonly kind: "beginning" }
	/** `$` */
	| { readonly kind: "ending" }
	| { readonly kind: "times"; readonly min: number; readonly max: number }
);

/** The piece that begins at `at`, which lies inside the source. */
export function regexTokenAt(source: string, at: number): RegexToken | Fault {
	const codePoint = source.codePointAt(at) as number;
	const end = at + (codePoint > 0xffff ? 2 : 1);
	switch (source[at]) {
		case "\\": {
			const found = regexEscapeAt(source, at, "outside");
			return found.kind === "fault" ? found : { kind: "set", codePoints: found.codePoints, end: found.end };
		}
		case "[": {
			const found = regexClassAt(source, at);
			return found.kind === "fault" ? found : { kind: "set", codePoints: found.codePoints, end: found.end };
		}
		case "(":
			return openAt(source, at);
		case ")":
			return { kind: "close", end };
		case "|":
			return { kind: "bar", end };
		case "^":
			return { kind: "beginning", end };
		case "$":
			return { kind: "ending", end };
		case ".":
			return { kind: "set", codePoints: everyCodePoint, end };
		case "*":
			return { kind: "times", min: 0, max: Number.POSITIVE_INFINITY, end: afterLazy(source, end) };
		case "+":
			return { kind: "times", min: 1, max: Number.POSITIVE_INFINITY, end: afterLazy(source, end) };
		case "?":
			return { kind: "times", min: 0, max: 1, end: afterLazy(source, end) };
		case "{":
			return countAt(source, at);
		case "]":
		case "}":
			return fault(`the \`${source[at]}\` closes nothing`, at, `write \`\\${source[at]}\` for the character`);
	}
	return { kind: "set", codePoints: onlyCodePoint(codePoint), end };
}

/** Groups remember nothing here, so all kinds of them are one. */
function openAt(source: string, at: number): RegexToken | Fault {
	if (source[at + 1] !== "?") return { kind: "open", end: at + 1 };
	const begins = (text: string): boolean => source.startsWith(text, at);
	if (begins("(?:")) return { kind: "open", end: at + 3 };
	if (begins("(?=") || begins("(?!")) {
		const help = "matching is linear and never looks ahead: say what else must hold in a second rule or an `except`";
		return fault(`the look-ahead \`${source.slice(at, at + 3)}\` is not supported`, at, help);
	}
	if (begins("(?<=") || begins("(?<!")) {
		const help = "matching is linear and never looks back: say what else must hold in a second rule or an `except`";
		return fault(`the look-behind \`${source.slice(at, at + 4)}\` is not supported`, at, help);
	}
	if (begins("(?<")) {
		const close = source.indexOf(">", at);
		const name = close < 0 ? "" : source.slice(at + 3, close);
		if (/^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u.test(name)) return { kind: "open", end: close + 1 };
		return fault("the group's name is no name", at, "write it as in `(?<name>…)`, or leave it out: `(…)`");
	}
	if (/[a-z-]/.test(source[at + 2] ?? "")) {
		const help = "write both cases as a class, as in `[Rr][Mm]`; `.` is any character already, line breaks included";
		return fault("flags inside the expression are not supported", at, help);
	}
	return fault("`(?` begins no group", at, "write `(…)` or `(?:…)`, or `\\?` for the character");
}

/** `{2}`, `{2,}`, `{2,3}`. */
function countAt(source: string, at: number): RegexToken | Fault {
	const count = /\{(\d+)(,(\d*))?\}/y;
	count.lastIndex = at;
	const [written, least, comma, most] = count.exec(source) ?? [];
	if (written === undefined || least === undefined) {
		return fault("the `{` counts nothing", at, "write how often, as in `{2,3}`, or `\\{` for the character");
	}
	const min = finite(least);
	const max = comma === undefined ? min : most === undefined || most === "" ? Number.POSITIVE_INFINITY : finite(most);
	if (max < min)
		return fault(`the bounds of \`${shorten(written)}\` run backwards`, at, "write the smaller number first");
	return { kind: "times", min, max, end: afterLazy(source, at + written.length) };
}

/** A number that stays below "without end", however many digits it has. */
function finite(digits: string): number {
	return Math.min(Number(digits), Number.MAX_VALUE);
}

/** Lazy or not, the words are the same. */
function afterLazy(source: string, at: number): number {
	return source[at] === "?" ? at + 1 : at;
}

function shorten(text: string): string {
	return text.length <= 40 ? text : `${text.slice(0, 39)}…`;
}
