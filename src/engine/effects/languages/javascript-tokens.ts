/** JavaScript taken apart into tokens, one at a time: whether a slash begins a regular expression is known to whoever reads what stands before it. */
import { doubt, matchAt } from "./code-use.js";

export type ScriptToken =
	| { readonly kind: "name"; readonly text: string; readonly newLine: boolean }
	| { readonly kind: "number"; readonly text: string; readonly newLine: boolean }
	| { readonly kind: "regex"; readonly newLine: boolean }
	/** `text` is absent where it can't be known. `parts`: the code between `${` and `}` of a template. */
	| { readonly kind: "string"; readonly text?: string; readonly parts: readonly string[]; readonly newLine: boolean }
	| { readonly kind: "sign"; readonly text: string; readonly newLine: boolean }
	| { readonly kind: "end"; readonly newLine: boolean };

const signs =
	/>>>=|\.\.\.|===|!==|\*\*=|<<=|>>=|>>>|&&=|\|\|=|\?\?=|=>|==|!=|<=|>=|&&|\|\||\?\?|\?\.(?!\d)|\+\+|--|\+=|-=|\*=|\/=|%=|&=|\|=|\^=|<<|>>|\*\*|[-+*/%&|^!~<>=?:;,.(){}[\]]/y;
const numbers =
	/(?:0[xX][\da-fA-F]+|0[oO][0-7]+|0[bB][01]+|(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)n?(?![\w$\\])/y;
const words = /[A-Za-z_$][\w$]*/y;
const regex = /\/(?![*/])(?:[^\\/[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+\/[a-z]*(?![\w$\\])/y;

/** Is there anything in the code that a reader of tokens might see otherwise than Node does? */
export function checkScript(code: string): void {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
	if (/[\0-\x08\x0b-\x1f\x7f\u2028\u2029\ufeff]/.test(code)) doubt("a control character in JavaScript code");
	if (/<[!]--|-->|^#!/.test(code)) doubt("a comment of another kind");
}

/** The token that begins at or behind a place, and where it ends. `isOperand`: a slash begins a regular expression here. */
export function scriptToken(
	code: string,
	from: number,
	isOperand: boolean,
): { readonly token: ScriptToken; readonly end: number } {
	let at = from;
	let newLine = false;
	for (;;) {
		const character = code[at];
		if (character === " " || character === "\t") at++;
		else if (character === "\n") {
			newLine = true;
			at++;
		} else if (code.startsWith("//", at)) while (at < code.length && code[at] !== "\n") at++;
		else if (code.startsWith("/*", at)) {
			const end = code.indexOf("*/", at + 2);
			if (end < 0) doubt("a comment without an end");
			newLine ||= code.slice(at, end).includes("\n");
			at = end + 2;
		} else break;
	}
	if (at >= code.length) return { token: { kind: "end", newLine }, end: at };
	const quote = code[at] as string;
	if (quote === "'" || quote === '"') return readText(code, at, quote, newLine);
	if (quote === "`") return readTemplate(code, at, newLine);
	const number = matchAt(numbers, code, at);
	if (number !== undefined) return { token: { kind: "number", text: number, newLine }, end: at + number.length };
	const word = matchAt(words, code, at);
	if (word !== undefined) {
		if (code[at + word.length] === "\\") doubt("a name with an escape in it");
		return { token: { kind: "name", text: word, newLine }, end: at + word.length };
	}
	if (isOperand && quote === "/") {
		const found = matchAt(regex, code, at);
		if (found === undefined) return doubt("a regular expression that can't be read");
		return { token: { kind: "regex", newLine }, end: at + found.length };
	}
	const sign = matchAt(signs, code, at);
	if (sign === undefined) return doubt("a character that stands for nothing in JavaScript");
	return { token: { kind: "sign", text: sign, newLine }, end: at + sign.length };
}

function readText(
	code: string,
	start: number,
	quote: string,
	newLine: boolean,
): { readonly token: ScriptToken; readonly end: number } {
	let at = start + 1;
	while (code[at] !== quote) {
		if (at >= code.length || code[at] === "\n") doubt("a text without an end");
		at += code[at] === "\\" ? 2 : 1;
	}
	const text = unescaped(code.slice(start + 1, at));
	return { token: { kind: "string", ...(text === undefined ? {} : { text }), parts: [], newLine }, end: at + 1 };
}

function readTemplate(
	code: string,
	start: number,
	newLine: boolean,
): { readonly token: ScriptToken; readonly end: number } {
	const parts: string[] = [];
	let at = start + 1;
	const from = at;
	while (code[at] !== "`") {
		if (at >= code.length) doubt("a template without an end");
		if (code.startsWith("${", at)) {
			const end = endOfPart(code, at + 2);
			parts.push(code.slice(at + 2, end));
			at = end + 1;
		} else at += code[at] === "\\" ? 2 : 1;
	}
	const text = parts.length === 0 ? unescaped(code.slice(from, at)) : undefined;
	return { token: { kind: "string", ...(text === undefined ? {} : { text }), parts, newLine }, end: at + 1 };
}

/** Where the code of a template's part ends. Quotes, comments and slashes in it are not followed. */
function endOfPart(code: string, from: number): number {
	let depth = 0;
	for (let at = from; at < code.length; at++) {
		const character = code[at] as string;
		if (character === "`" || character === "\\" || (character === "/" && /[/*]/.test(code[at + 1] ?? "")))
			doubt("a template inside a template");
		if (character === "'" || character === '"') {
			const end = code.indexOf(character, at + 1);
			if (end < 0 || /[\\\n]/.test(code.slice(at, end))) doubt("a text in a template that can't be read");
			at = end;
		} else if (character === "{") depth++;
		else if (character === "}" && depth-- === 0) return at;
	}
	return doubt("a template without an end");
}

/** What escapes stand for; undefined where one is of a kind that is not read. */
function unescaped(body: string): string | undefined {
	if (!body.includes("\\")) return body;
	if (/\\(?:[0-9]|x(?![\da-fA-F]{2})|u(?![\da-fA-F]{4}|\{[\da-fA-F]{1,6}\}))/.test(body.replaceAll("\\\\", "")))
		return undefined;
	return body.replace(
		/\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\}|([\s\S]))/g,
		(_, two, four, many, one) => {
			if (one !== undefined) return letters[one] ?? one;
			const point = Number.parseInt(two ?? four ?? many, 16);
			return point > 0x10ffff ? doubt("a character that there is not") : String.fromCodePoint(point);
		},
	);
}

/** What a letter behind a backslash stands for. */
export const letters: { readonly [Letter in string]?: string } = {
	b: "\b",
	f: "\f",
	n: "\n",
	r: "\r",
	t: "\t",
	v: "\v",
	"\n": "",
};
