/**
 * The tokens of an awk program. What is hard about them: whether `/` begins a regular expression or divides, and where a regular expression ends.
 */
import { deepest, doubt, matchAt } from "./code-use.js";

export type Token = {
	readonly text: string;
	/** A `)` behind which a statement begins: the one of `if (…)`, `while (…)`, `for (…)`. */
	readonly closesHead?: true;
} & (
	| { readonly kind: "newline" | "number" | "name" | "regex" | "sign" }
	/** `value` is absent where awks disagree about it. */
	| { readonly kind: "string"; readonly value?: string }
);

/** The program in tokens, without comments and joined lines; its brackets are balanced. Whatever some awk may cut differently is doubtful. */
export function awkTokens(program: string): readonly Token[] {
	const tokens: Token[] = [];
	const open: Open[] = [];
	for (let at = 0; at < program.length; ) {
		const blank = matchAt(/[ \t]+|\\\n/y, program, at);
		if (blank !== undefined) {
			at += blank.length;
			continue;
		}
		if (program[at] === "#") {
			const comment = matchAt(/#[^\n]*/y, program, at) as string;
			if (/[\\\r]$/.test(comment)) doubt("a comment of the awk program ends in `\\`");
			at += comment.length;
			continue;
		}
		const token = nextToken(program, at, tokens);
		at += token.text.length;
		tokens.push(withHead(token, tokens, open));
	}
	if (open.length > 0) doubt("the brackets of the awk program are not balanced");
	return tokens;
}

/** An open bracket. `head`: behind its end a statement begins. */
interface Open {
	readonly sign: string;
	readonly head: boolean;
}

function nextToken(program: string, at: number, before: readonly Token[]): Token {
	const newline = matchAt(/\n/y, program, at);
	if (newline !== undefined) return { kind: "newline", text: newline };
	const name = matchAt(/[A-Za-z_][A-Za-z0-9_]*/y, program, at);
	if (name !== undefined) {
		if (program.startsWith("::", at + name.length)) doubt("the awk program has a name with `::`");
		return { kind: "name", text: name };
	}
	const number = matchAt(/(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y, program, at);
	if (number !== undefined) return { kind: "number", text: number };
	if (program[at] === '"') return stringToken(program, at);
	if (program[at] === "/" && !divides(before))
		return { kind: "regex", text: program.slice(at, regexEnd(program, at) + 1) };
	const sign = matchAt(/\*\*=|\*\*|[-+*/%^=!<>]=|>>|&&|\|\||\|&|\+\+|--|!~|[-(){}[\];,+*/%^!<>|?:~$=@]/y, program, at);
	if (sign === undefined) return doubt(`the awk program can't be read at character ${at + 1}`);
	return { kind: "sign", text: sign };
}

/** Behind an operand, `/` divides. Behind what may or may not be one, nobody knows. */
function divides(before: readonly Token[]): boolean {
	const last = before.at(-1);
	switch (last?.kind) {
		case undefined:
		case "newline":
			return false;
		case "number":
		case "string":
			return true;
		case "regex":
			return doubt("the awk program has `/` behind a regular expression");
		case "name":
			if (["print", "printf", "return", "in", "else", "do"].includes(last.text)) return false;
			if (keywords.has(last.text))
				doubt(`whether \`/\` divides behind \`${last.text}\` in the awk program is not certain`);
			return true;
		case "sign":
			if (last.closesHead || last.text === "$") doubt("whether `/` divides in the awk program is not certain");
			if (last.text === ")" || last.text === "]") return true;
			if (last.text !== "++" && last.text !== "--") return false;
			// Behind `a++` it divides; `++ /x/` is nothing.
			if (!isOperand(before.at(-2))) doubt("whether `/` divides in the awk program is not certain");
			return true;
	}
}

function isOperand(token: Token | undefined): boolean {
	if (token?.kind === "name") return !keywords.has(token.text);
	return token?.kind === "sign" && token.text === "]";
}

/** Names that are no variables, in one awk or another. A function without its parentheses is one of them. */
const keywords: ReadonlySet<string> = new Set(
	"BEGIN BEGINFILE END ENDFILE function func if else while for do break continue next nextfile exit return delete in getline print printf switch case default length".split(
		" ",
	),
);

/** Where the regular expression that begins here ends. Brackets keep a `/` in them for some awks; for the others it is then an expression with an open bracket, which none accepts. */
function regexEnd(program: string, from: number): number {
	const end = slashFrom(program, from, "posix");
	if (end === undefined || slashFrom(program, from, "simple") !== end)
		return doubt(`where the regular expression at character ${from + 1} of the awk program ends is not certain`);
	const plain = slashFrom(program, from, "none");
	if (plain === undefined || plain > end)
		return doubt(`where the regular expression at character ${from + 1} of the awk program ends is not certain`);
	return end;
}

function slashFrom(program: string, from: number, brackets: "posix" | "simple" | "none"): number | undefined {
	let inside = false;
	for (let at = from + 1; at < program.length; at++) {
		const character = program[at];
		if (character === "\n" || character === "\r") return undefined;
		if (character === "\\") {
			if (program[at + 1] === "\n" || program[at + 1] === "\r") return undefined;
			at++;
		} else if (!inside) {
			if (character === "/") return at;
			if (character === "[" && brackets !== "none") {
				inside = true;
				if (program[at + 1] === "^") at++;
				if (program[at + 1] === "]" && brackets === "posix") at++;
			}
		} else if (character === "]") inside = false;
		else if (character === "[" && brackets === "posix" && /[:.=]/.test(program[at + 1] ?? "")) {
			const close = program.indexOf(`${program[at + 1]}]`, at + 2);
			if (close < 0) return undefined;
			at = close + 1;
		}
	}
	return undefined;
}

function stringToken(program: string, from: number): Token {
	let at = from + 1;
	let value: string | undefined = "";
	for (; program[at] !== '"'; at++) {
		const character = program[at];
		if (character === undefined || character === "\n" || character === "\r")
			return doubt(`a string of the awk program is not closed at character ${from + 1}`);
		if (character !== "\\") {
			if (value !== undefined) value += character;
			continue;
		}
		at++;
		const escaped = program[at];
		if (escaped === "\n" || escaped === "\r") doubt("a string of the awk program goes on in the next line");
		const stands = escaped === undefined ? undefined : escapes[escaped];
		value = value === undefined || stands === undefined ? undefined : value + stands;
	}
	const text = program.slice(from, at + 1);
	return value === undefined ? { kind: "string", text } : { kind: "string", text, value };
}

/** The escapes that all awks read alike. */
const escapes: Readonly<Record<string, string>> = { '"': '"', "\\": "\\", n: "\n", t: "\t" };

/** Follows the brackets, and marks the `)` that closes the head of a statement. */
function withHead(token: Token, before: readonly Token[], open: Open[]): Token {
	if (token.kind !== "sign") return token;
	switch (token.text) {
		case "(":
		case "[":
		case "{": {
			const last = before.at(-1);
			const head = token.text === "(" && last?.kind === "name" && ["if", "while", "for", "switch"].includes(last.text);
			open.push({ sign: token.text, head });
			if (open.length > deepest) doubt("the brackets of the awk program are nested too deeply");
			return token;
		}
		case ")":
		case "]":
		case "}": {
			const opened = open.pop();
			if (opened?.sign !== pairs[token.text]) return doubt("the brackets of the awk program are not balanced");
			return opened?.head ? { ...token, closesHead: true } : token;
		}
		default:
			return token;
	}
}

const pairs: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };
