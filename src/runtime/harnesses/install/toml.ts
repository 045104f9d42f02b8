/**
 * Reads TOML 1.0, as harnesses have it in their settings and rules: into plain data. Dates and times are texts, whole numbers beyond 2^53 are a fault.
 * What redefines a key or a table is refused, as TOML wants it: which of two holds must not be a guess.
 */
import { type AST, ParseError, parseTOML } from "toml-eslint-parser";

export type Toml = string | number | boolean | readonly Toml[] | TomlTable;
export interface TomlTable {
	readonly [key: string]: Toml;
}

/** Where a key of a table stands; without a key, or where the table lacks it, where the table begins. */
export type TomlPlaceOf = (table: TomlTable, key?: string) => number;

export interface TomlFault {
	readonly message: string;
	readonly at: number;
}

/** The whole file, with the places in it, or the first thing that is wrong with it. */
export function readToml(text: string): { readonly table: TomlTable; readonly placeOf: TomlPlaceOf } | TomlFault {
	// The parser reads a lone carriage return as a blank.
	const lone = text.search(/\r(?!\n)/);
	if (lone >= 0) return { message: "a carriage return stands here without a line feed", at: lone };
	const places: Places = new Map();
	try {
		// A mark of the byte order is a blank.
		const table = tableOf(parseTOML(text.replace(/^\uFEFF/, " "), { tomlVersion: "1.0" }).body[0], places);
		return { table, placeOf: (one, key) => places.get(one)?.get(key) ?? places.get(one)?.get(undefined) ?? 0 };
	} catch (error) {
		if (error instanceof TooMuch) return { message: error.message, at: error.at };
		// The parser has no bound of its own.
		if (error instanceof RangeError) return { message: tooDeep, at: 0 };
		if (!(error instanceof ParseError)) throw error;
		// What is missing at the end is not missing behind the blank lines there.
		const at = Math.min(error.index, text.trimEnd().length);
		return { message: error.message.charAt(0).toLowerCase() + error.message.slice(1), at };
	}
}

/** What stands at the end of these keys; undefined where one of them is missing. */
export function tomlAt(value: Toml | undefined, keys: readonly string[]): Toml | undefined {
	let here: Toml | undefined = value;
	for (const key of keys)
		here =
			typeof here === "object" && !Array.isArray(here) && Object.hasOwn(here, key)
				? (here as TomlTable)[key]
				: undefined;
	return here;
}

/** The place of each key of each table; that of the table itself has no key. */
type Places = Map<TomlTable, Map<string | undefined, number>>;

/** Values inside values beyond this depth are not read. */
const deepest = 128;
const tooDeep = `values stand more than ${deepest} deep in each other`;

/** TOML, but more than is read here. */
class TooMuch extends Error {
	constructor(
		message: string,
		readonly at: number,
	) {
		super(message);
	}
}

function tableOf(node: AST.TOMLTopLevelTable, places: Places): TomlTable {
	const root = newTable(0, places);
	for (const entry of node.body) {
		if (entry.type === "TOMLKeyValue") putPair(root, entry, places, 0);
		else {
			const table = containerAt(root, entry.resolvedKey, entry.range[0], places);
			for (const pair of entry.body) putPair(table, pair, places, 0);
		}
	}
	return root;
}

function newTable(at: number, places: Places): TomlTable {
	const table: TomlTable = {};
	places.set(table, new Map([[undefined, at]]));
	return table;
}

/** The table to which keys and places in lists lead; what is missing on the way is made. */
function containerAt(root: TomlTable, path: readonly (string | number)[], at: number, places: Places): TomlTable {
	let here: TomlTable | Toml[] = root;
	for (const [index, step] of path.entries()) {
		if (!Object.hasOwn(here, step))
			put(here, step, typeof path[index + 1] === "number" ? [] : newTable(at, places), at, places);
		here = (here as Record<string | number, Toml>)[step] as TomlTable | Toml[];
	}
	return here as TomlTable;
}

function putPair(table: TomlTable, { key, value, range }: AST.TOMLKeyValue, places: Places, depth: number): void {
	const path = key.keys.map((one) => (one.type === "TOMLBare" ? one.name : one.value));
	const last = path.pop() as string;
	put(containerAt(table, path, range[0], places), last, dataOf(value, places, depth), range[0], places);
}

/** Sets a key, `__proto__` like any other. */
function put(container: TomlTable | Toml[], key: string | number, value: Toml, at: number, places: Places): void {
	Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true });
	places.get(container as TomlTable)?.set(String(key), at);
}

function dataOf(node: AST.TOMLContentNode, places: Places, depth: number): Toml {
	const [at] = node.range;
	if (depth > deepest) throw new TooMuch(tooDeep, at);
	switch (node.type) {
		case "TOMLArray":
			return node.elements.map((one) => dataOf(one, places, depth + 1));
		case "TOMLInlineTable": {
			const table = newTable(at, places);
			for (const pair of node.body) putPair(table, pair, places, depth + 1);
			return table;
		}
		case "TOMLValue":
			if (node.kind === "integer" && !Number.isSafeInteger(node.value))
				throw new TooMuch(`\`${node.number}\` is too large a number`, at);
			return node.value instanceof Date ? (node as AST.TOMLDateTimeValue).datetime : node.value;
	}
}
