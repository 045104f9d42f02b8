/**
 * JSON as other programs' settings have it, with the place of each value: what is edited must stay where it is, and what is wrong is named by its place.
 * Comments and a comma before a closing bracket are read only where the program that owns the file takes them.
 */
import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";

export type JsonNode =
	| { readonly kind: "object"; readonly members: readonly JsonMember[]; readonly start: number; readonly end: number }
	| { readonly kind: "array"; readonly items: readonly JsonNode[]; readonly start: number; readonly end: number }
	| {
			readonly kind: "scalar";
			readonly value: string | number | boolean | null;
			readonly start: number;
			readonly end: number;
	  };

export interface JsonMember {
	readonly key: string;
	/** Where the key begins. */
	readonly start: number;
	readonly value: JsonNode;
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** What is wrong with a text, and where. */
export interface JsonFault {
	readonly message: string;
	readonly at: number;
}

/** What the program that owns the file takes beyond JSON. */
export interface JsonLeave {
	readonly comments?: boolean;
	readonly trailingCommas?: boolean;
}

/** Values inside values beyond this depth are not read. */
const deepest = 256;
const tooDeep = `values stand more than ${deepest} deep in each other`;

/** Reads a text. A key that stands twice in an object is a fault: which of them holds, each program decides for itself. */
export function readJson(text: string, leave: JsonLeave = {}): JsonNode | JsonFault {
	const errors: ParseError[] = [];
	const options = { disallowComments: leave.comments !== true, allowTrailingComma: leave.trailingCommas === true };
	try {
		// A mark of the byte order is a blank.
		const root = parseTree(text.replace(/^\uFEFF/, " "), errors, options);
		const [first] = errors;
		if (first !== undefined)
			return { message: said(text, printParseErrorCode(first.error), first.offset), at: first.offset };
		return nodeOf(root as Node, 0);
	} catch (error) {
		if (error instanceof Broken) return { message: error.message, at: error.at };
		// The parser has no bound of its own.
		if (error instanceof RangeError) return { message: tooDeep, at: 0 };
		throw error;
	}
}

/** An error of the parser, as whoever wrote the file is told. */
function said(text: string, code: string, at: number): string {
	const expected = expectations[code];
	if (expected === undefined) return faults[code] ?? "this is no JSON";
	const before = text.slice(0, at).trimEnd();
	if (before.length === text.trimEnd().length) return `the text ends where ${expected} should stand`;
	const isBehindComma = before.endsWith(",") && /[}\]]/.test(text[at] as string);
	return isBehindComma
		? `a comma stands before \`${text[at]}\`, where the file may have none`
		: `${expected} should stand here`;
}

const expectations: Readonly<Record<string, string>> = {
	PropertyNameExpected: "a key in quotes",
	ValueExpected: "a value",
	ColonExpected: "`:`",
	CommaExpected: "`,`",
	CloseBraceExpected: "`}`",
	CloseBracketExpected: "`]`",
};

const faults: Readonly<Record<string, string>> = {
	EndOfFileExpected: "something stands behind the end of the value",
	InvalidCommentToken: "a comment stands here, and the file may have none",
	UnexpectedEndOfComment: "this comment does not end",
	UnexpectedEndOfString: "this text does not end",
	UnexpectedEndOfNumber: "this number does not end",
	InvalidUnicode: "an escape in this text is none of JSON's",
	InvalidEscapeCharacter: "an escape in this text is none of JSON's",
	InvalidCharacter: "this text holds what no text of JSON may hold",
};

class Broken extends Error {
	constructor(
		message: string,
		readonly at: number,
	) {
		super(message);
	}
}

function nodeOf({ type, value, offset: start, length, children = [] }: Node, depth: number): JsonNode {
	if (depth > deepest) throw new Broken(tooDeep, start);
	const end = start + length;
	if (type === "array") return { kind: "array", items: children.map((item) => nodeOf(item, depth + 1)), start, end };
	if (type !== "object") return { kind: "scalar", value, start, end };
	const members = new Map<string, JsonMember>();
	for (const { children: [key, held] = [] } of children) {
		const { value: name, offset } = key as Node;
		if (members.has(name)) throw new Broken(`the key \`${name}\` stands twice in this object`, offset);
		members.set(name, { key: name, start: offset, value: nodeOf(held as Node, depth + 1) });
	}
	return { kind: "object", members: [...members.values()], start, end };
}

/** The value without its places. */
export function dataOf(node: JsonNode): Json {
	switch (node.kind) {
		case "object":
			return Object.fromEntries(node.members.map(({ key, value }) => [key, dataOf(value)]));
		case "array":
			return node.items.map(dataOf);
		case "scalar":
			return node.value;
	}
}

/** The value of a key; undefined where there is none, or where this is no object. */
export function memberOf(node: JsonNode | undefined, key: string): JsonNode | undefined {
	return node?.kind === "object" ? node.members.find((member) => member.key === key)?.value : undefined;
}

/** The offset behind blanks and comments. */
export function behindBlank(text: string, from: number): number {
	const scanner = createScanner(text, true);
	scanner.setPosition(from);
	scanner.scan();
	return scanner.getTokenOffset();
}

/** Where in a text: keys of objects, places in arrays. */
export type Steps = readonly (string | number)[];
