/** Python taken apart into tokens, lines and indents included: for the reader of what a program does. What is not surely one thing stops the reader. */
import { doubt, matchAt } from "./code-use.js";
import { letters } from "./javascript-tokens.js";

export type PythonToken =
	| { readonly kind: "name"; readonly text: string }
	| { readonly kind: "number"; readonly text: string }
	/** `parts`: of an f-string, the code between its braces. `text` is absent where it can't be known, as in an f-string. */
	| { readonly kind: "string"; readonly text?: string; readonly parts: readonly (readonly PythonToken[])[] }
	| { readonly kind: "sign"; readonly text: string }
	| { readonly kind: "line" | "indent" | "dedent" | "end" };

const signs =
	/\*\*=|\/\/=|>>=|<<=|\.\.\.|->|:=|\*\*|\/\/|<<|>>|<=|>=|==|!=|\+=|-=|\*=|\/=|%=|&=|\|=|\^=|@=|[-+*/%@&|^~<>()[\]{},:.;=]/y;
const numbers =
	/(?:0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?[jJ]?)(?!\w)/y;
const words = /[A-Za-z_]\w*/y;
const openings = /([A-Za-z]{0,2})("""|'''|"|')/y;

/** The tokens of a program. */
export function pythonTokens(code: string): readonly PythonToken[] {
	for (const character of code) {
		const point = character.codePointAt(0) as number;
		// A tab is so many blanks as a reader likes, and a form feed begins a line anew.
		if ((point < 32 && character !== "\n") || point === 127) doubt("a control character in Python code");
	}
	const first = code.split("\n", 2).join("\n");
	if (/#.*coding[:=]/.test(first)) doubt("Python code in another encoding");
	const tokens: PythonToken[] = [];
	const indents = [0];
	const brackets: string[] = [];
	let at = 0;
	let startsLine = true;
	while (at < code.length) {
		if (startsLine && brackets.length === 0) {
			const blank = / *(?:#[^\n]*)?(?:\n|$)/y;
			blank.lastIndex = at;
			const empty = blank.exec(code);
			if (empty) {
				at = Math.max(blank.lastIndex, at + 1);
				continue;
			}
			const width = (/ */y.exec(code.slice(at)) as RegExpExecArray)[0].length;
			at += width;
			if (width > (indents.at(-1) as number)) {
				indents.push(width);
				tokens.push({ kind: "indent" });
			}
			while (width < (indents.at(-1) as number)) {
				indents.pop();
				tokens.push({ kind: "dedent" });
			}
			if (width !== indents.at(-1)) doubt("Python code whose indents do not fit");
			startsLine = false;
		}
		const character = code[at] as string;
		if (character === "\n") {
			at++;
			if (brackets.length > 0) continue;
			tokens.push({ kind: "line" });
			startsLine = true;
			continue;
		}
		if (character === " ") {
			at++;
			continue;
		}
		if (character === "\\" && code[at + 1] === "\n") {
			at += 2;
			continue;
		}
		if (character === "#") {
			while (at < code.length && code[at] !== "\n") at++;
			continue;
		}
		openings.lastIndex = at;
		const opening = openings.exec(code);
		if (opening) {
			const { token, end } = readString(code, at, opening[1] as string, opening[2] as string);
			tokens.push(token);
			at = end;
			continue;
		}
		const found = matchAt(numbers, code, at) ?? matchAt(words, code, at);
		if (found !== undefined) {
			tokens.push({ kind: /^[\d.]/.test(found) ? "number" : "name", text: found });
			at += found.length;
			continue;
		}
		const sign = matchAt(signs, code, at);
		if (sign === undefined) doubt("a character that stands for nothing in Python");
		if (/^[([{]$/.test(sign)) brackets.push(sign);
		if (/^[)\]}]$/.test(sign) && "([{".indexOf(brackets.pop() ?? " ") !== ")]}".indexOf(sign))
			doubt("Python code whose brackets do not fit");
		tokens.push({ kind: "sign", text: sign });
		at += sign.length;
	}
	if (brackets.length > 0) doubt("Python code whose brackets do not fit");
	if (!startsLine) tokens.push({ kind: "line" });
	for (; indents.length > 1; indents.pop()) tokens.push({ kind: "dedent" });
	tokens.push({ kind: "end" });
	return tokens;
}

function readString(
	code: string,
	start: number,
	prefix: string,
	quote: string,
): { readonly token: PythonToken; readonly end: number } {
	const lower = prefix.toLowerCase();
	if (!/^(?:|r|b|u|f|br|rb|fr|rf)$/.test(lower)) doubt("a string of a kind that is not known");
	const raw = lower.includes("r");
	const from = start + prefix.length + quote.length;
	let at = from;
	while (!code.startsWith(quote, at)) {
		if (at >= code.length || (code[at] === "\n" && quote.length === 1)) doubt("a Python string without an end");
		at += code[at] === "\\" ? 2 : 1;
	}
	const body = code.slice(from, at);
	const end = at + quote.length;
	if (lower.includes("f")) return { token: { kind: "string", parts: partsOf(body) }, end };
	const text = raw ? body : unescaped(body);
	return { token: text === undefined ? { kind: "string", parts: [] } : { kind: "string", text, parts: [] }, end };
}

/** What escapes stand for; undefined where one stands for what only Python's tables know. */
function unescaped(body: string): string | undefined {
	if (!body.includes("\\")) return body;
	if (/\\N/.test(body)) return undefined;
	return body.replace(
		/\\(?:(\n)|([abfnrtv\\'"])|([0-7]{1,3})|x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8}))/g,
		(_, line, letter, octal, two, four, eight) => {
			if (line !== undefined) return "";
			if (letter !== undefined) return letter === "a" ? "\x07" : (letters[letter] ?? letter);
			const point = octal === undefined ? Number.parseInt(two ?? four ?? eight, 16) : Number.parseInt(octal, 8);
			return point > 0x10ffff ? doubt("a character that there is not") : String.fromCodePoint(point);
		},
	);
}

/** The code between the braces of an f-string. Python itself changed its mind about quotes and backslashes there. */
function partsOf(body: string): readonly (readonly PythonToken[])[] {
	const parts: (readonly PythonToken[])[] = [];
	for (let at = 0; at < body.length; at++) {
		if (body.startsWith("{{", at) || body.startsWith("}}", at)) at++;
		else if (body[at] === "}") doubt("an f-string that can't be read");
		else if (body[at] === "{") {
			const inner = /\{([^{}\\#\n"']*?)(=?(?:![rsa])?(?::[^{}\\\n"']*)?)\}/y;
			inner.lastIndex = at;
			const found = inner.exec(body);
			const quoted = /\{([^{}\\#\n:!=]*)((?::[^{}\\\n"']*)?)\}/y;
			quoted.lastIndex = at;
			const chosen = found ?? quoted.exec(body);
			if (!chosen) return doubt("an f-string that can't be read");
			parts.push(pythonTokens(`(${chosen[1]})`));
			at += chosen[0].length - 1;
		}
	}
	return parts;
}
