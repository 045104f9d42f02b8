/** Code in a program's own little language that stands among its arguments, read: what it does beyond turning input into output. */
import type { Arguments } from "../request/arguments.js";
import type { CodeUse } from "./languages/code-use.js";
import { readAwk } from "./languages/read-awk.js";
import { readJq } from "./languages/read-jq.js";
import { readSed } from "./languages/read-sed.js";

/** What the code does; undefined where there is none, or no reader for its language. */
export function codeInWords(args: Arguments): CodeUse | undefined {
	if (args.program === undefined || !readers.has(args.program.name)) return undefined;
	if (!known.has(args)) known.set(args, readCode(args));
	return known.get(args);
}

/** Paths, powers and inner commands all ask for it: the code is read once. */
const known = new WeakMap<Arguments, CodeUse | undefined>();

function readCode(args: Arguments): CodeUse | undefined {
	const read = args.program && readers.get(args.program.name);
	if (read === undefined) return undefined;
	const inOptions = args.options.filter(({ fact }) => fact?.role === "code");
	const inOperands = args.operands.filter(({ roles }) => roles.includes("code"));
	if (inOptions.length + inOperands.length === 0) return undefined;
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
	return read(texts);
}

const readers: ReadonlyMap<string, (texts: readonly string[]) => CodeUse> = new Map([
	["sed", readSed],
	["awk", readAwk],
	["jq", readFilter],
]);

function readFilter(texts: readonly string[]): CodeUse {
	return texts.length === 1 ? readJq(texts[0] as string) : { kind: "unclear", why: "more than one filter" };
}
