/**
 * JSON as other programs' settings have it, with the place of each value: what is edited must stay where it is, and what is wrong is named by its place.
 * Comments and a comma before a closing bracket are read only where the program that owns the file takes them.
 */

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

/** Reads a text. A key that stands twice in an object is a fault: which of them holds, each program decides for itself. */
export function readJson(text: string, leave: JsonLeave = {}): JsonNode | JsonFault {
	try {
		const reader: Reader = { text, at: text.startsWith("\uFEFF") ? 1 : 0, leave };
		skipBlank(reader);
		const root = readValue(reader, 0);
		skipBlank(reader);
		return reader.at < text.length ? { message: "something stands behind the end of the value", at: reader.at } : root;
	} catch (error) {
		if (error instanceof Broken) return { message: error.message, at: error.at };
		throw error;
	}
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

/** The offset behind blanks, and behind comments where they may stand. */
export function behindBlank(text: string, from: number, leave: JsonLeave): number {
	const reader: Reader = { text, at: from, leave };
	skipBlank(reader);
	return reader.at;
}

interface Reader {
	readonly text: string;
	readonly leave: JsonLeave;
	at: number;
}

class Broken extends Error {
	constructor(
		message: string,
		readonly at: number,
	) {
		super(message);
	}
}

function skipBlank(reader: Reader): void {
	const { text, leave } = reader;
	for (;;) {
		while (/[ \t\r\n]/.test(text[reader.at] ?? "")) reader.at++;
		if (text[reader.at] !== "/" || (text[reader.at + 1] !== "/" && text[reader.at + 1] !== "*")) return;
		if (leave.comments !== true) throw new Broken("a comment stands here, and the file may have none", reader.at);
		const isLine = text[reader.at + 1] === "/";
		const end = isLine ? text.slice(reader.at).search(/[\r\n]/) : text.indexOf("*/", reader.at + 2) - reader.at;
		if (end < 0 && !isLine) throw new Broken("this comment does not end", reader.at);
		reader.at = end < 0 ? text.length : reader.at + end + (isLine ? 0 : 2);
	}
}

function readValue(reader: Reader, depth: number): JsonNode {
	if (depth > deepest) throw new Broken(`values stand more than ${deepest} deep in each other`, reader.at);
	switch (reader.text[reader.at]) {
		case "{":
			return readObject(reader, depth);
		case "[":
			return readArray(reader, depth);
		case '"': {
			const start = reader.at;
			return { kind: "scalar", value: readText(reader), start, end: reader.at };
		}
		case undefined:
			throw new Broken("the text ends where a value should stand", reader.at);
		default:
			return readWord(reader);
	}
}

function readObject(reader: Reader, depth: number): JsonNode {
	const start = reader.at++;
	const members: JsonMember[] = [];
	const keys = new Set<string>();
	skipBlank(reader);
	while (reader.text[reader.at] !== "}") {
		const at = reader.at;
		if (reader.text[at] !== '"') throw new Broken(expected(reader, "a key in quotes"), at);
		const key = readText(reader);
		if (keys.has(key)) throw new Broken(`the key \`${key}\` stands twice in this object`, at);
		keys.add(key);
		skipBlank(reader);
		take(reader, ":");
		skipBlank(reader);
		members.push({ key, start: at, value: readValue(reader, depth + 1) });
		if (!another(reader, "}")) break;
	}
	take(reader, "}");
	return { kind: "object", members, start, end: reader.at };
}

function readArray(reader: Reader, depth: number): JsonNode {
	const start = reader.at++;
	const items: JsonNode[] = [];
	skipBlank(reader);
	while (reader.text[reader.at] !== "]") {
		items.push(readValue(reader, depth + 1));
		if (!another(reader, "]")) break;
	}
	take(reader, "]");
	return { kind: "array", items, start, end: reader.at };
}

/** Does another one follow? The comma is taken. */
function another(reader: Reader, close: string): boolean {
	skipBlank(reader);
	if (reader.text[reader.at] !== ",") return false;
	const comma = reader.at++;
	skipBlank(reader);
	if (reader.text[reader.at] === close && reader.leave.trailingCommas !== true)
		throw new Broken(`a comma stands before \`${close}\`, where the file may have none`, comma);
	return reader.text[reader.at] !== close;
}

function take(reader: Reader, sign: string): void {
	if (reader.text[reader.at] !== sign) throw new Broken(expected(reader, `\`${sign}\``), reader.at);
	reader.at++;
}

function expected({ text, at }: Reader, what: string): string {
	return at >= text.length ? `the text ends where ${what} should stand` : `${what} should stand here`;
}

function readText(reader: Reader): string {
	const { text, at: start } = reader;
	let end = start + 1;
	while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
	try {
		const value: unknown = JSON.parse(text.slice(start, end + 1));
		reader.at = end + 1;
		return value as string;
	} catch {
		throw new Broken("this text does not end, or holds what no text of JSON may hold", start);
	}
}

function readWord(reader: Reader): JsonNode {
	const start = reader.at;
	const rest = reader.text.slice(start, start + 400);
	const found = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/.exec(rest);
	if (found === null) throw new Broken("a value should stand here", start);
	reader.at += found[0].length;
	return { kind: "scalar", value: JSON.parse(found[0]) as number | boolean | null, start, end: reader.at };
}

/** Where in a text: keys of objects, places in arrays. */
export type Steps = readonly (string | number)[];
