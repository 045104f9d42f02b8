/** Reads the calls in a file of Starlark that consists of nothing else: names, texts, numbers and lists. Whatever computes is refused with its place. */

export type StarlarkValue = string | number | boolean | null | readonly StarlarkValue[];

export interface StarlarkCall {
	readonly name: string;
	readonly named: Readonly<Record<string, StarlarkValue>>;
	readonly start: number;
	readonly end: number;
}

export interface StarlarkFault {
	readonly at: number;
	readonly message: string;
}

export function readCalls(text: string): readonly StarlarkCall[] | StarlarkFault {
	const reader = { text, at: text.startsWith("\uFEFF") ? 1 : 0 };
	const calls: StarlarkCall[] = [];
	try {
		for (;;) {
			skip(reader);
			if (reader.at >= text.length) return calls;
			calls.push(readCall(reader));
			if (matched(reader, /[ \t]*;?[ \t]*(?:#[^\n]*)?(?=\r?\n|$)/y) === undefined)
				throw new Broken("a line should end here", reader.at);
		}
	} catch (error) {
		if (error instanceof Broken) return { message: error.message, at: error.at };
		throw error;
	}
}

interface Reader {
	readonly text: string;
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

function readCall(reader: Reader): StarlarkCall {
	const start = reader.at;
	const name = matched(reader, /[A-Za-z_]\w*(?=[ \t]*\()/y);
	if (name === undefined)
		throw new Broken("a call with fixed values should stand here: what computes can't be carried over", start);
	matched(reader, /[ \t]*\(/y);
	const named: Record<string, StarlarkValue> = {};
	for (;;) {
		skip(reader);
		if (reader.text[reader.at] === ")") break;
		const at = reader.at;
		const key = matched(reader, /[A-Za-z_]\w*(?=\s*=(?!=))/y);
		if (key === undefined) throw new Broken("a value with its name should stand here", at);
		if (Object.hasOwn(named, key)) throw new Broken(`\`${key}\` is there twice`, at);
		skip(reader);
		reader.at++;
		skip(reader);
		Object.defineProperty(named, key, { value: readValue(reader, 0), enumerable: true });
		skip(reader);
		if (reader.text[reader.at] === ",") reader.at++;
		else if (reader.text[reader.at] !== ")") throw new Broken("`,` or `)` should stand here", reader.at);
	}
	reader.at++;
	return { name, named, start, end: reader.at };
}

function readValue(reader: Reader, depth: number): StarlarkValue {
	const { at } = reader;
	if (depth > 32) throw new Broken("values stand too deep in each other", at);
	const sign = reader.text[at] as string;
	if (sign === "[" || sign === "(") return readList(reader, depth, sign === "[" ? "]" : ")");
	const quoted = matched(reader, /"(?:[^"\\\r\n]|\\[^\r\n])*"|'(?:[^'\\\r\n]|\\[^\r\n])*'/y);
	if (quoted !== undefined) {
		// Texts side by side are one, and three quotes begin another sort.
		if (/^["']/.test(reader.text.slice(reader.at))) throw new Broken("texts in three quotes can't be carried over", at);
		return unescaped(quoted, at);
	}
	const word = matched(reader, /True|False|None|-?\d+(?![\w.])/y);
	if (word === undefined) throw new Broken("a fixed value should stand here: what computes can't be carried over", at);
	return word === "True" ? true : word === "False" ? false : word === "None" ? null : Number(word);
}

function readList(reader: Reader, depth: number, close: string): StarlarkValue {
	reader.at++;
	const list: StarlarkValue[] = [];
	for (;;) {
		skip(reader);
		if (reader.text[reader.at] === close) break;
		list.push(readValue(reader, depth + 1));
		skip(reader);
		if (reader.text[reader.at] === ",") reader.at++;
		else if (reader.text[reader.at] !== close) throw new Broken(`\`,\` or \`${close}\` should stand here`, reader.at);
	}
	reader.at++;
	return list;
}

function unescaped(literal: string, at: number): string {
	return literal.slice(1, -1).replaceAll(/\\(.)/g, (_, sign: string) => {
		const found = escapes[sign];
		if (found === undefined) throw new Broken(`the escape \`\\${sign}\` can't be carried over`, at);
		return found;
	});
}
const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "\\": "\\", '"': '"', "'": "'" };

/** Blanks, line breaks and comments. */
function skip(reader: Reader): void {
	while (matched(reader, /\s+|#[^\n]*/y) !== undefined);
}

function matched(reader: Reader, pattern: RegExp): string | undefined {
	pattern.lastIndex = reader.at;
	const found = pattern.exec(reader.text)?.[0];
	if (found !== undefined) reader.at += found.length;
	return found;
}
