/** Code in a program's own language that stands among its arguments, or that it gets as its input, read: what it does beyond turning input into output. */
import type { Program } from "../knowledge/program.js";
import type { Arguments } from "../request/arguments/arguments.js";
import { isStandardInput } from "../request/shells.js";
import type { CodeUse } from "./languages/code-use.js";
import { readAwk } from "./languages/read-awk.js";
import { readConstants } from "./languages/read-constants.js";
import { readJavaScript } from "./languages/read-javascript.js";
import { readJq } from "./languages/read-jq.js";
import { readPerl } from "./languages/read-perl.js";
import { readPython } from "./languages/read-python.js";
import { readSed } from "./languages/read-sed.js";
import { readDuckdb, readMysql, readPsql } from "./languages/read-sql.js";
import { readSqlite, readSqliteInput } from "./languages/read-sqlite.js";

/** What the code does; undefined where there is none, or no reader for its language. */
export function codeInWords(args: Arguments): CodeUse | undefined {
	if (args.program === undefined || !readers.has(args.program.name)) return undefined;
	if (!known.has(args)) known.set(args, readCode(args));
	return known.get(args);
}

/** Paths, powers and inner commands all ask for it: the code is read once. */
const known = new WeakMap<Arguments, CodeUse | undefined>();

function readCode(args: Arguments): CodeUse | undefined {
	const reader = args.program && readers.get(args.program.name);
	if (reader === undefined) return undefined;
	const inOptions = args.options.filter(({ fact }) => fact?.role === "code");
	const inOperands = args.operands.filter(({ roles }) => roles.includes("code"));
	if (inOptions.length + inOperands.length === 0) {
		if (reader.readInput !== undefined) return inputUse(args, reader.readInput);
		return reader.plainly === undefined ? undefined : readInput(args, reader);
	}
	if (reader.plainly !== undefined && !isPlain(args, reader.plainly))
		return { kind: "unclear", why: "options that change what runs" };
	const { names } = reader;
	if (
		names !== undefined &&
		!args.operands.every(({ kind, word }) => kind === "sure" && word.kind === "known" && names.test(word.text))
	)
		return { kind: "unclear", why: "files whose names may be more" };
	const texts: string[] = [];
	for (const { value, sure } of inOptions) {
		if (!sure || value?.kind !== "known") return { kind: "unclear", why: "code that can't be known" };
		texts.push(value.text);
	}
	for (const { word, kind, roles } of inOperands) {
		if (kind !== "sure" || roles.length > 1 || word.kind !== "known")
			return { kind: "unclear", why: "code that can't be known" };
		texts.push(word.text);
	}
	return reader.read(texts);
}

/** Is there a reader for the code of this program? */
export function isCodeRead(program: Program | undefined): boolean {
	return program !== undefined && readers.has(program.name);
}

/** Does its program read from its input what else stands in its words? */
export function readsInput({ program }: Arguments): boolean {
	return program !== undefined && readers.get(program.name)?.readInput !== undefined;
}

function inputUse({ input }: Arguments, read: (text: string) => CodeUse): CodeUse | undefined {
	if (input === undefined) return undefined;
	return input.kind === "known" ? read(input.text) : { kind: "unclear", why: "an input that can't be known" };
}

/** Without a file of code, or with `-` in its place, an interpreter runs what it reads. */
function readInput(args: Arguments, { read, plainly }: Reader): CodeUse | undefined {
	const [first] = args.operands;
	const isInput = first === undefined || (first.kind === "sure" && isStandardInput(first.word));
	if (!isInput || args.input?.kind !== "known" || plainly === undefined) return undefined;
	return isPlain(args, plainly) ? read([args.input.text]) : { kind: "unclear", why: "options that change what runs" };
}

/** Are no options given but the code itself and these? */
function isPlain(args: Arguments, plainly: ReadonlySet<string>): boolean {
	if (args.open || args.strange || args.informs) return false;
	return args.options.every(
		({ fact, sure, value }) =>
			sure &&
			fact?.names.some((name) => plainly.has(name)) === true &&
			// The end of a copy's name, and no folder for it.
			(fact.role === "code" || value === undefined || (value.kind === "known" && /^[\w.]*$/.test(value.text))),
	);
}

/** `plainly`: an interpreter does with these options what it does without them. `names`: its operands are opened as files, where they have this form. */
interface Reader {
	readonly read: (texts: readonly string[]) => CodeUse | undefined;
	readonly plainly?: ReadonlySet<string>;
	readonly names?: RegExp;
	/** It reads the same language from its input where no words hold any. */
	readonly readInput?: (text: string) => CodeUse;
}

const readFilter = (texts: readonly string[]): CodeUse =>
	texts.length === 1 ? readJq(texts[0] as string) : { kind: "unclear", why: "more than one filter" };

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
	["sed", { read: readSed }],
	["awk", { read: readAwk }],
	["jq", { read: readFilter }],
	["sqlite3", { read: readSqlite, readInput: readSqliteInput }],
	["psql", { read: readPsql, readInput: (text) => readPsql([text]) }],
	["mysql", { read: readMysql, readInput: (text) => readMysql([text]) }],
	["duckdb", { read: readDuckdb, readInput: (text) => readDuckdb([text]) }],
	[
		"node",
		{ read: readJavaScript, plainly: new Set("-e -p --eval --print --no-warnings --no-deprecation".split(" ")) },
	],
	// Perl runs `x|` where it should open a file of that name.
	["perl", { read: readPerl, plainly: new Set("-e -p -n -i -l -0 -w".split(" ")), names: /^[\w.][\w./-]*$/ }],
	["ruby", { read: readConstants, plainly: new Set(["-e"]) }],
	["php", { read: readConstants, plainly: new Set(["--run"]) }],
	["python", { read: readPython, plainly: new Set("-c -u -B -I -E -s -q -O -OO -b -P".split(" ")) }],
]);
