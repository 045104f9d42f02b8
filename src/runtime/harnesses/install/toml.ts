/**
 * Reads TOML 1.0, as harnesses have it in their settings and rules: into plain data. Dates and times are texts, whole numbers beyond 2^53 are a fault.
 * What redefines a key or a table is refused, as TOML wants it: which of two holds must not be a guess.
 */

export type Toml = string | number | boolean | readonly Toml[] | TomlTable;
export interface TomlTable {
	readonly [key: string]: Toml;
}

/** Where a table begins, and its keys. */
export interface TomlPlaces {
	readonly at: number;
	readonly keys: ReadonlyMap<string, number>;
}

export interface TomlFault {
	readonly message: string;
	readonly at: number;
}

/** The whole file, with the place of each of its tables, or the first thing that is wrong with it. */
export function readToml(
	text: string,
): { readonly table: TomlTable; readonly places: ReadonlyMap<TomlTable, TomlPlaces> } | TomlFault {
	const reader: Reader = { text, at: text.startsWith("\uFEFF") ? 1 : 0, begun: new Map() };
	try {
		const places = new Map<TomlTable, TomlPlaces>();
		return { table: dataOf(readFile(reader), reader, places) as TomlTable, places };
	} catch (error) {
		if (error instanceof Broken) return { message: error.message, at: error.at };
		throw error;
	}
}

interface Reader {
	readonly text: string;
	at: number;
	readonly begun: Map<Table, { readonly at: number; readonly keys: Map<string, number> }>;
}

class Broken extends Error {
	constructor(
		message: string,
		readonly at: number,
	) {
		super(message);
	}
}

/** Values inside values beyond this depth are not read. */
const deepest = 128;

type Value = string | number | boolean | Value[] | Table;
type Table = Map<string, Value>;

/** How a table came to be: what a header may name again depends on it. */
type Origin = "header" | "implied" | "dotted" | "closed";

function readFile(reader: Reader): Table {
	const root = tableAt(reader, reader.at);
	const origins = new Map<Table | Value[], Origin>([[root, "header"]]);
	let current = root;
	for (;;) {
		skipLines(reader);
		if (reader.at >= reader.text.length) return root;
		if (reader.text[reader.at] === "[") current = readHeader(reader, root, origins);
		else readPair(reader, current, origins, 0);
		endOfLine(reader);
	}
}

function tableAt({ begun }: Reader, at: number): Table {
	const table: Table = new Map();
	begun.set(table, { at, keys: new Map() });
	return table;
}

function put({ begun }: Reader, table: Table, key: string, value: Value, at: number): void {
	table.set(key, value);
	begun.get(table)?.keys.set(key, at);
}

/** The value as plain data; the places of its tables are noted down. */
function dataOf(value: Value, reader: Reader, places: Map<TomlTable, TomlPlaces>): Toml {
	if (Array.isArray(value)) return value.map((one) => dataOf(one, reader, places));
	if (!(value instanceof Map)) return value;
	const table = Object.fromEntries([...value].map(([key, one]) => [key, dataOf(one, reader, places)]));
	places.set(table, reader.begun.get(value) as TomlPlaces);
	return table;
}

function readHeader(reader: Reader, root: Table, origins: Map<Table | Value[], Origin>): Table {
	const start = reader.at;
	const isList = reader.text.startsWith("[[", start);
	reader.at += isList ? 2 : 1;
	const keys = readKeys(reader);
	take(reader, isList ? "]]" : "]");
	let at = root;
	for (const key of keys.slice(0, -1)) at = into(reader, at, key, "implied", origins, start);
	const last = keys.at(-1) as string;
	const there = at.get(last);
	if (isList) {
		const table = tableAt(reader, start);
		origins.set(table, "header");
		if (there === undefined) {
			const list = [table];
			put(reader, at, last, list, start);
			origins.set(list, "header");
		} else if (Array.isArray(there) && origins.get(there) === "header") there.push(table);
		else throw new Broken(`\`${last}\` is no list of tables`, start);
		return table;
	}
	if (there === undefined) {
		const table = tableAt(reader, start);
		put(reader, at, last, table, start);
		origins.set(table, "header");
		return table;
	}
	if (!(there instanceof Map) || origins.get(there) !== "implied")
		throw new Broken(`\`${last}\` is there twice`, start);
	origins.set(there, "header");
	return there;
}

/** The table of a key, made where there is none. */
function into(
	reader: Reader,
	table: Table,
	key: string,
	origin: "implied" | "dotted",
	origins: Map<Table | Value[], Origin>,
	at: number,
): Table {
	const there = table.get(key);
	if (there === undefined) {
		const made = tableAt(reader, at);
		put(reader, table, key, made, at);
		origins.set(made, origin);
		return made;
	}
	if (Array.isArray(there) && origin === "implied" && origins.get(there) === "header") return there.at(-1) as Table;
	const known = there instanceof Map ? origins.get(there) : undefined;
	if (!(there instanceof Map) || known === "closed" || (origin === "dotted" && known !== "dotted"))
		throw new Broken(`\`${key}\` is there already, and can't be added to`, at);
	return there;
}

function readPair(reader: Reader, table: Table, origins: Map<Table | Value[], Origin>, depth: number): void {
	const start = reader.at;
	const keys = readKeys(reader);
	take(reader, "=");
	skipBlank(reader);
	const value = readValue(reader, origins, depth);
	let at = table;
	for (const key of keys.slice(0, -1)) at = into(reader, at, key, "dotted", origins, start);
	const last = keys.at(-1) as string;
	if (at.has(last)) throw new Broken(`\`${last}\` is there twice`, start);
	put(reader, at, last, value, start);
}

function readKeys(reader: Reader): readonly string[] {
	const keys: string[] = [];
	for (;;) {
		skipBlank(reader);
		keys.push(readKey(reader));
		skipBlank(reader);
		if (reader.text[reader.at] !== ".") return keys;
		reader.at++;
	}
}

function readKey(reader: Reader): string {
	const sign = reader.text[reader.at];
	if (sign === '"') return readBasic(reader);
	if (sign === "'") return readLiteral(reader);
	const bare = matched(reader, /[A-Za-z0-9_-]+/y);
	if (bare === undefined) throw new Broken("a key should stand here", reader.at);
	return bare;
}

function readValue(reader: Reader, origins: Map<Table | Value[], Origin>, depth: number): Value {
	if (depth > deepest) throw new Broken(`values stand more than ${deepest} deep in each other`, reader.at);
	const { text, at } = reader;
	if (text.startsWith('"""', at)) return readLongBasic(reader);
	if (text.startsWith("'''", at)) return readLongLiteral(reader);
	switch (text[at]) {
		case '"':
			return readBasic(reader);
		case "'":
			return readLiteral(reader);
		case "[":
			return readList(reader, origins, depth);
		case "{":
			return readInline(reader, origins, depth);
		default:
			return readWord(reader);
	}
}

function readList(reader: Reader, origins: Map<Table | Value[], Origin>, depth: number): Value {
	reader.at++;
	const list: Value[] = [];
	for (;;) {
		skipLines(reader);
		if (reader.text[reader.at] === "]") break;
		list.push(readValue(reader, origins, depth + 1));
		skipLines(reader);
		if (reader.text[reader.at] === ",") reader.at++;
		else if (reader.text[reader.at] !== "]") throw new Broken("`,` or `]` should stand here", reader.at);
	}
	reader.at++;
	return list;
}

function readInline(reader: Reader, origins: Map<Table | Value[], Origin>, depth: number): Value {
	const table = tableAt(reader, reader.at++);
	skipBlank(reader);
	while (reader.text[reader.at] !== "}") {
		readPair(reader, table, origins, depth + 1);
		skipBlank(reader);
		if (reader.text[reader.at] !== ",") break;
		reader.at++;
		skipBlank(reader);
		if (reader.text[reader.at] === "}") throw new Broken("a comma stands before `}`", reader.at);
	}
	take(reader, "}");
	const close = (value: Value): void => {
		if (!(value instanceof Map)) return;
		origins.set(value, "closed");
		for (const one of value.values()) close(one);
	};
	close(table);
	return table;
}

function readBasic(reader: Reader): string {
	const start = reader.at++;
	let value = "";
	for (;;) {
		const plain = matched(reader, plainText);
		if (plain !== undefined) value += plain;
		else if (reader.text[reader.at] === "\\") value += readEscape(reader);
		else break;
	}
	if (reader.text[reader.at] !== '"') throw new Broken("this text does not end, or holds what no text may hold", start);
	reader.at++;
	return value;
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what no text may hold.
const plainText = /[^"\\\u0000-\u0008\u000a-\u001f\u007f]+/y;

function readLiteral(reader: Reader): string {
	const start = reader.at++;
	const value = matched(reader, literalText) ?? "";
	if (reader.text[reader.at] !== "'") throw new Broken("this text does not end, or holds what no text may hold", start);
	reader.at++;
	return value;
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what no text may hold.
const literalText = /[^'\u0000-\u0008\u000a-\u001f\u007f]+/y;

function readLongBasic(reader: Reader): string {
	const start = reader.at;
	reader.at += 3;
	matched(reader, /\r?\n/y);
	let value = "";
	for (;;) {
		const { text, at } = reader;
		if (at >= text.length) throw new Broken("this text does not end", start);
		if (text.startsWith('"""', at)) return value + closeLong(reader, '"');
		if (text[at] !== "\\") value += text[reader.at++];
		// A backslash at the end of a line takes the blanks behind it away.
		else if (matched(reader, /\\[ \t]*\r?\n[ \t\r\n]*/y) === undefined) value += readEscape(reader);
	}
}

function readLongLiteral(reader: Reader): string {
	const start = reader.at;
	reader.at += 3;
	matched(reader, /\r?\n/y);
	const end = reader.text.indexOf("'''", reader.at);
	if (end < 0) throw new Broken("this text does not end", start);
	const value = reader.text.slice(reader.at, end);
	reader.at = end;
	return value + closeLong(reader, "'");
}

/** Up to two quotes may stand before the three that end it. */
function closeLong(reader: Reader, quote: string): string {
	let count = 0;
	while (reader.text[reader.at + count] === quote && count < 5) count++;
	reader.at += count;
	return quote.repeat(count - 3);
}

function readEscape(reader: Reader): string {
	const found = matched(reader, /\\(?:[btnfr"\\]|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})/y);
	if (found === undefined) throw new Broken("this escape is none of TOML's", reader.at);
	const sign = found[1] as string;
	if (sign !== "u" && sign !== "U") return escapes[sign] as string;
	const code = Number.parseInt(found.slice(2), 16);
	if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
		throw new Broken("this escape is no character", reader.at - found.length);
	return String.fromCodePoint(code);
}
const escapes: Readonly<Record<string, string>> = {
	b: "\b",
	t: "\t",
	n: "\n",
	f: "\f",
	r: "\r",
	'"': '"',
	"\\": "\\",
};

function readWord(reader: Reader): Value {
	const start = reader.at;
	const date = matched(
		reader,
		/\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)?)?(?![\w:.+-])|\d\d:\d\d:\d\d(?:\.\d+)?(?![\w:.+-])/y,
	);
	if (date !== undefined) return date;
	const word = matched(reader, /[\w.+-]+/y) ?? "";
	if (word === "true" || word === "false") return word === "true";
	if (
		/^(?:[+-]?(?:0|[1-9](?:_?\d)*)|0x[\da-fA-F](?:_?[\da-fA-F])*|0o[0-7](?:_?[0-7])*|0b[01](?:_?[01])*)$/.test(word)
	) {
		const value = Number(word.replaceAll("_", ""));
		if (!Number.isSafeInteger(value)) throw new Broken(`\`${word}\` is too large a number`, start);
		return value;
	}
	if (/^[+-]?(?:0|[1-9](?:_?\d)*)(?:\.\d(?:_?\d)*)?(?:[eE][+-]?\d(?:_?\d)*)?$/.test(word))
		return Number(word.replaceAll("_", ""));
	const special = /^([+-]?)(inf|nan)$/.exec(word);
	if (special === null) throw new Broken("a value should stand here", start);
	return special[2] === "nan" ? Number.NaN : special[1] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

function skipBlank(reader: Reader): void {
	while (reader.text[reader.at] === " " || reader.text[reader.at] === "\t") reader.at++;
}

/** Blanks, line breaks and comments. */
function skipLines(reader: Reader): void {
	for (;;) {
		matched(reader, /(?:[ \t\n]|\r\n)+/y);
		if (reader.text[reader.at] !== "#") return;
		matched(reader, comment);
	}
}

function endOfLine(reader: Reader): void {
	skipBlank(reader);
	matched(reader, comment);
	if (reader.at < reader.text.length && matched(reader, /\r?\n/y) === undefined)
		throw new Broken("something stands behind the end of the value", reader.at);
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what no comment may hold.
const comment = /#[^\u0000-\u0008\u000a-\u001f\u007f]*/y;

function take(reader: Reader, sign: string): void {
	if (!reader.text.startsWith(sign, reader.at)) throw new Broken(`\`${sign}\` should stand here`, reader.at);
	reader.at += sign.length;
}

function matched(reader: Reader, pattern: RegExp): string | undefined {
	pattern.lastIndex = reader.at;
	const found = pattern.exec(reader.text)?.[0];
	if (found !== undefined) reader.at += found.length;
	return found;
}
