/**
 * Checks a suite against its schema, and says what does not fit in our words.
 */

import type { Diagnostic } from "../../language/diagnostic/diagnostic.js";
import { joinQuoted } from "../../language/diagnostic/join-words.js";
import { didYouMean } from "../../language/diagnostic/suggest.js";
import type { Span } from "../../language/source/span.js";
import { effects } from "../../language/syntax/statements.js";
import { shorten, type TextNode, type YamlNode } from "../../language/syntax/yaml-tree.js";
import * as generated from "./suite-schema.generated.js";

/** What does not fit, in the order of the text. */
export function suiteShapeFaults(root: YamlNode, text: string): readonly Diagnostic[] {
	if (validate(plainData(root))) return [];
	const faults = (validate.errors ?? []).slice(0, 4 * mostFaults).flatMap((error) => {
		const place = placeOf(root, error.instancePath);
		return (place && describe(error, place, text)) ?? [];
	});
	const once = new Map(faults.map((one) => [`${one.span.start} ${one.message}`, one] as const));
	const found = [...once.values()].sort((a, b) => a.span.start - b.span.start).slice(0, mostFaults);
	// What no arm below has words for is wrong all the same.
	return found.length > 0
		? found
		: [fault("bad-shape", root.span, "this does not fit the schema of suites", schemaHelp)];
}

const mostFaults = 100;
const schemaHelp = "see schemas/suite.schema.json for what belongs here";

/** An error of Ajv, as far as it is used here. */
interface ShapeError {
	readonly instancePath: string;
	readonly schemaPath: string;
	readonly keyword: string;
	readonly params: Readonly<Record<string, unknown>>;
}
interface Validator {
	(data: unknown): boolean;
	readonly errors?: readonly ShapeError[] | null;
}
const validate = (generated as unknown as { readonly suite: Validator }).suite;

/** The tree as plain data, in objects without a prototype: `__proto__` is a key like any other. */
function plainData(node: YamlNode): unknown {
	switch (node.kind) {
		case "text":
			return node.text;
		case "flag":
			return node.value;
		case "nothing":
			return null;
		case "list":
			return node.items.map(plainData);
		case "mapping": {
			const data = Object.create(null) as Record<string, unknown>;
			for (const { key, value } of node.entries) data[key.text] = plainData(value);
			return data;
		}
	}
}

/** Where an error lies: the node, and the key that it stands behind. */
interface SuiteErrorPlace {
	readonly node: YamlNode;
	readonly depth: number;
	readonly key?: TextNode;
	/** It is an item of the list behind the key. */
	readonly isItem: boolean;
}

function placeOf(root: YamlNode, pointer: string): SuiteErrorPlace | undefined {
	const path = pointer
		.split("/")
		.slice(1)
		.map((part) => part.replace(/~1/g, "/").replace(/~0/g, "~"));
	let node: YamlNode | undefined = root;
	let key: TextNode | undefined;
	let isItem = false;
	for (const part of path) {
		isItem = node?.kind === "list";
		if (node?.kind === "mapping") {
			const entry: { key: TextNode; value: YamlNode } | undefined = node.entries.find((one) => one.key.text === part);
			key = entry?.key;
			node = entry?.value;
		} else if (node?.kind === "list") node = node.items[Number(part)];
	}
	return node && { node, depth: path.length, ...(key ? { key } : {}), isItem };
}

function describe(error: ShapeError, place: SuiteErrorPlace, text: string): Diagnostic | undefined {
	const { node, key } = place;
	switch (error.keyword) {
		case "additionalProperties":
			return unknownKey(place, String(error.params.additionalProperty));
		case "required": {
			// What `run` and `argv` exclude is said once, by `oneOf`.
			if (error.schemaPath.includes("/oneOf/")) return undefined;
			const name = String(error.params.missingProperty);
			return place.depth === 0
				? fault("missing-key", node.span, "a suite needs `cases`", caseHelp)
				: fault("missing-key", node.span, `a case needs \`${name}\``, caseHelp);
		}
		case "oneOf":
			if (node.kind !== "mapping") return undefined;
			return node.entries.some((entry) => entry.key.text === "run")
				? fault("bad-shape", node.span, "`run` and `argv` exclude each other", "write a case for each")
				: fault("missing-key", node.span, "a case needs `run` or `argv`", caseHelp);
		case "anyOf":
			// An item that is neither is told by its type.
			if (node.kind !== "list" || !["text", "list"].every((kind) => node.items.some((item) => item.kind === kind)))
				return undefined;
			return fault(
				"bad-shape",
				node.span,
				"`argv` is the words of one command, or a list of commands, and not both",
				"for example `argv: [git, push]`, or `argv: [[git, push], [git, fetch]]`",
			);
		case "type":
			// The kind of `argv`'s items is said by `anyOf`.
			if (error.schemaPath.includes("/anyOf/")) return undefined;
			return wrongType(place, String(error.params.type).split(","), text);
		case "enum":
			if (node.kind !== "text") return wrongType(place, ["string"], text);
			return fault(
				"bad-effect",
				node.span,
				`\`${shorten(node.text)}\` is no effect`,
				didYouMean(node.text, effects) ?? `there is ${joinQuoted(effects)}`,
			);
		case "propertyNames": {
			const name = String(error.params.propertyName);
			const entry = node.kind === "mapping" ? node.entries.find((one) => one.key.text === name) : undefined;
			return fault(
				"bad-name",
				entry?.key.span ?? node.span,
				`\`${shorten(name)}\` is no variable's name`,
				"a name is letters, digits and `_`, and begins with no digit",
			);
		}
		case "pattern":
			// Of a name's pattern `propertyNames` speaks.
			if (error.schemaPath.includes("/propertyNames/")) return undefined;
			return fault(
				"bad-shape",
				node.span,
				`\`${key?.text ?? "this"}\` is empty`,
				"write something, or take the key out",
			);
		case "minItems":
		case "minProperties":
			return fault(
				"bad-shape",
				node.span,
				`\`${key?.text ?? "this"}\` lists nothing`,
				"list something, or take it out",
			);
		default:
			return undefined;
	}
}

const caseHelp = "for example `- { run: git push, expect: deny }`";

function fault(code: string, span: Span, message: string, help: string): Diagnostic {
	return { code, severity: "error", message, span, help };
}

function unknownKey({ node, depth }: SuiteErrorPlace, name: string): Diagnostic | undefined {
	const entry = node.kind === "mapping" ? node.entries.find((one) => one.key.text === name) : undefined;
	if (entry === undefined) return undefined;
	const known = depth === 0 ? suiteKeys : caseKeys;
	return fault(
		"unknown-key",
		entry.key.span,
		`\`${shorten(name)}\` is no key of a ${depth === 0 ? "suite" : "case"}`,
		didYouMean(name, known) ?? `the keys here are ${joinQuoted(known)}`,
	);
}

/** For messages; a test holds them against the schema. */
export const suiteKeys = ["policy", "note", "cases"];
export const caseKeys = ["run", "argv", "agents", "expect", "rule", "forced", "cwd", "env", "tools", "note"];

function wrongType({ node, key, depth, isItem }: SuiteErrorPlace, types: readonly string[], text: string): Diagnostic {
	const written = text.slice(node.span.start, node.span.end);
	if (types.includes("boolean")) {
		const shown = node.kind === "text" ? `\`${shorten(node.text)}\`` : kindName(node);
		return fault("bad-shape", node.span, `${shown} is neither \`true\` nor \`false\``, "write one of them");
	}
	if (depth === 0)
		return fault(
			"bad-shape",
			node.span,
			`a suite is a mapping, found ${kindName(node)}`,
			`its keys are ${joinQuoted(suiteKeys)}`,
		);
	if (node.kind === "nothing" && written === "") {
		const help = "write what it holds, or take it out";
		return isItem || key === undefined
			? fault("bad-shape", node.span, "an item is empty", help)
			: fault("bad-shape", key.span, `something is missing behind \`${shorten(key.text)}\``, help);
	}
	if (types.includes("string")) {
		if (node.kind === "flag" || node.kind === "nothing")
			return fault("bad-shape", node.span, `\`${written}\` is no text in YAML`, `put it in quotes: "${written}"`);
		const other = types.includes("array") ? " or a list of texts" : types.includes("object") ? " or a mapping" : "";
		return fault("bad-shape", node.span, `a text${other} is wanted here, found ${kindName(node)}`, schemaHelp);
	}
	const isList = types.includes("array");
	return fault(
		"bad-shape",
		node.span,
		`a ${isList ? "list" : "mapping"} is wanted here, found ${kindName(node)}`,
		isList ? "each item begins with `- `" : caseHelp,
	);
}

function kindName(node: YamlNode): string {
	switch (node.kind) {
		case "text":
			return "a text";
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
