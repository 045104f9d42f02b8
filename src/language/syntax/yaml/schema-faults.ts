/**
 * Holds a tree of YAML against a schema, and finds the place of what does not fit. The words for it are those of whoever asks; what is said of every such file alike
 * stands below.
 */

import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import { joinQuoted } from "../../diagnostic/join-words.js";
import { didYouMean } from "../../diagnostic/suggest.js";
import type { Span } from "../../source/span.js";
import { type Entry, numberOf, shorten, type TextNode, type YamlNode } from "./yaml-tree.js";

/** A schema, and the words for what does not fit it. */
export interface WordedSchema {
	/** Compiled by scripts, from `schemas`. */
	readonly validate: unknown;
	/** What an error means; nothing where another one says it. */
	readonly describe: (error: SchemaError, place: ErrorPlace) => Diagnostic | undefined;
	/** What is said where `describe` has words for none of the errors. */
	readonly otherwise: readonly [message: string, help: string];
	/** Is what this place holds checked one by one? */
	readonly isLeftOpen?: (path: readonly string[]) => boolean;
	/** Digits without quotes are numbers. */
	readonly hasNumbers?: boolean;
}

/** An error of Ajv, as far as it is used here. */
export interface SchemaError {
	readonly instancePath: string;
	readonly schemaPath: string;
	readonly keyword: string;
	readonly params: Readonly<Record<string, unknown>>;
}

/** Where an error lies: the node, and the keys that lead there. */
export interface ErrorPlace {
	readonly root: YamlNode;
	readonly node: YamlNode;
	readonly path: readonly string[];
	/** The key whose value it is or is in. */
	readonly key?: TextNode;
	/** It is an item of the list behind the key. */
	readonly isItem: boolean;
	/** The node as it is written. */
	readonly written: string;
}

/** What does not fit, in the order of the text. `key`: the key whose value the root is. */
export function schemaFaults(
	root: YamlNode,
	text: string,
	schema: WordedSchema,
	key?: TextNode,
): readonly Diagnostic[] {
	const validate = schema.validate as { (data: unknown): boolean; readonly errors?: readonly SchemaError[] | null };
	if (validate(plainData(root, schema, []))) return [];
	const faults = (validate.errors ?? []).slice(0, 4 * mostFaults).flatMap((error) => {
		const place = placeOf(root, text, key, error.instancePath);
		return (place && schema.describe(error, place)) ?? [];
	});
	const once = new Map(faults.map((one) => [`${one.span.start} ${one.message}`, one] as const));
	if (once.size === 0) return [fault("bad-shape", root.span, ...schema.otherwise)];
	return [...once.values()].sort((a, b) => a.span.start - b.span.start).slice(0, mostFaults);
}

const mostFaults = 100;

/** The tree as plain data, in objects without a prototype: `__proto__` is a key like any other. */
function plainData(node: YamlNode, schema: WordedSchema, path: readonly string[]): unknown {
	switch (node.kind) {
		case "text":
			return (schema.hasNumbers === true ? numberOf(node) : undefined) ?? node.text;
		case "flag":
			return node.value;
		case "nothing":
			return null;
		case "list":
			return schema.isLeftOpen?.(path) ? [] : node.items.map((item) => plainData(item, schema, [...path, ""]));
		case "mapping": {
			const data = Object.create(null) as Record<string, unknown>;
			const isOpen = schema.isLeftOpen?.(path) === true;
			for (const { key, value } of node.entries)
				data[key.text] = isOpen || plainData(value, schema, [...path, key.text]);
			return data;
		}
	}
}

function placeOf(root: YamlNode, text: string, own: TextNode | undefined, pointer: string): ErrorPlace | undefined {
	const path = pointer
		.split("/")
		.slice(1)
		.map((part) => part.replace(/~1/g, "/").replace(/~0/g, "~"));
	let node: YamlNode | undefined = root;
	let key = own;
	let isItem = false;
	for (const part of path) {
		isItem = node?.kind === "list";
		if (node?.kind === "list") node = node.items[Number(part)];
		else {
			const entry: Entry | undefined = entryOf(node, part);
			key = entry?.key;
			node = entry?.value;
		}
	}
	const written = node === undefined ? "" : text.slice(node.span.start, node.span.end);
	return node && { root, node, path, ...(key ? { key } : {}), isItem, written };
}

/** The entry of a mapping with this key. */
export function entryOf(node: YamlNode | undefined, name: string): Entry | undefined {
	return node?.kind === "mapping" ? node.entries.find((one) => one.key.text === name) : undefined;
}

export function fault(code: string, span: Span, message: string, help?: string): Diagnostic {
	return { code, severity: "error", message, span, ...(help === undefined ? {} : { help }) };
}

/** `owner`: whose key it can't be. */
export function unknownKey(
	{ node }: ErrorPlace,
	name: string,
	known: readonly string[],
	owner: string,
): Diagnostic | undefined {
	const key = entryOf(node, name)?.key;
	const help = didYouMean(name, known) ?? `the keys here are ${joinQuoted(known)}`;
	return key && fault("unknown-key", key.span, `\`${shorten(name)}\` is no key of ${owner}`, help);
}

export function listsNothing({ node, key }: ErrorPlace): Diagnostic {
	const message = `\`${key?.text ?? "this"}\` lists nothing`;
	return fault("bad-shape", node.span, message, "list something, or take it out");
}

export function saysNothing({ node, key }: ErrorPlace): Diagnostic {
	return fault("bad-shape", node.span, `\`${key?.text ?? "this"}\` is empty`, "write something, or take the key out");
}

/** Is there nothing at all? */
export function isMissing({ node, written }: ErrorPlace): boolean {
	return node.kind === "nothing" && written === "";
}

/** What a file is, and what helps whoever writes one. */
export interface FileWords {
	/** `a suite`; absent where the root is no whole file. */
	readonly whole?: string;
	readonly keys: readonly string[];
	/** Where to look what belongs into it. */
	readonly help: string;
	/** How a mapping is written. */
	readonly mapping?: string;
}

/** A node of another kind than one of these types. */
export function wrongType(place: ErrorPlace, types: readonly string[], words: FileWords): Diagnostic {
	const { node, key, path, isItem, written } = place;
	const found = kindName(node);
	const wrong = (message: string, help: string): Diagnostic => fault("bad-shape", node.span, message, help);
	if (types.includes("boolean")) {
		const shown = node.kind === "text" ? `\`${shorten(node.text)}\`` : found;
		return wrong(`${shown} is neither \`true\` nor \`false\``, "write one of them");
	}
	if (path.length === 0 && words.whole !== undefined)
		return wrong(`${words.whole} is a mapping, found ${found}`, `its keys are ${joinQuoted(words.keys)}`);
	if (isMissing(place)) {
		const help = "write what it holds, or take it out";
		return isItem || key === undefined
			? wrong("an item is empty", help)
			: fault("bad-shape", key.span, `something is missing behind \`${shorten(key.text)}\``, help);
	}
	if (types.includes("string")) {
		if (node.kind === "flag" || node.kind === "nothing")
			return wrong(`\`${written}\` is no text in YAML`, `put it in quotes: "${written}"`);
		const other = types.includes("array") ? " or a list of texts" : types.includes("object") ? " or a mapping" : "";
		return wrong(`a text${other} is wanted here, found ${found}`, words.help);
	}
	if (types.includes("array")) return wrong(`a list is wanted here, found ${found}`, "each item begins with `- `");
	const help = words.mapping ?? "each line is `key: value`, indented below";
	return wrong(`a mapping is wanted here, found ${found}`, help);
}

export function kindName(node: YamlNode): string {
	switch (node.kind) {
		case "text":
			return numberOf(node) === undefined ? "a text" : "a number";
		case "flag":
			return "a truth value";
		case "nothing":
			return "nothing";
		case "list":
			return "a list";
		case "mapping":
			return "a mapping";
	}
}
