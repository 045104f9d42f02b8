/**
 * Checks a configuration against its schema, and says what does not fit in our words.
 */

import type { Diagnostic } from "../../../language/diagnostic/diagnostic.js";
import { joinQuoted } from "../../../language/diagnostic/join-words.js";
import { didYouMean } from "../../../language/diagnostic/suggest.js";
import type { Span } from "../../../language/source/span.js";
import { shorten, type TextNode, type YamlNode } from "../../../language/syntax/yaml-tree.js";
import * as generated from "./config-schema.generated.js";
import { lintLevels } from "./settings.js";

/** What does not fit, in the order of the text. */
export function configShapeFaults(root: YamlNode, text: string): readonly Diagnostic[] {
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
		: [fault("bad-shape", root.span, "this does not fit the schema of configurations", schemaHelp)];
}

/** A whole number as YAML writes it: digits without quotes. */
export function numberOf(node: YamlNode): number | undefined {
	if (node.kind !== "text" || node.inner !== node.span.start || !/^\d{1,9}$/.test(node.text)) return undefined;
	return Number(node.text);
}

const mostFaults = 100;
const schemaHelp = "see schemas/config.schema.json for what belongs here";

/** An error of Ajv, as far as it is used here. */
interface ShapeError {
	readonly instancePath: string;
	readonly keyword: string;
	readonly params: Readonly<Record<string, unknown>>;
}
interface Validator {
	(data: unknown): boolean;
	readonly errors?: readonly ShapeError[] | null;
}
const validate = (generated as unknown as { readonly config: Validator }).config;

/** The tree as plain data, in objects without a prototype: `__proto__` is a key like any other. */
function plainData(node: YamlNode): unknown {
	switch (node.kind) {
		case "text":
			return numberOf(node) ?? node.text;
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

/** Where an error lies: the node, the keys that lead to it, and the last of them as it is written. */
interface ConfigErrorPlace {
	readonly node: YamlNode;
	readonly path: readonly string[];
	readonly key?: TextNode;
}

function placeOf(root: YamlNode, pointer: string): ConfigErrorPlace | undefined {
	const path = pointer
		.split("/")
		.slice(1)
		.map((part) => part.replace(/~1/g, "/").replace(/~0/g, "~"));
	let node: YamlNode | undefined = root;
	let key: TextNode | undefined;
	for (const part of path) {
		if (node?.kind === "mapping") {
			const entry: { key: TextNode; value: YamlNode } | undefined = node.entries.find((one) => one.key.text === part);
			key = entry?.key;
			node = entry?.value;
		} else if (node?.kind === "list") node = node.items[Number(part)];
	}
	return node && { node, path, ...(key ? { key } : {}) };
}

function describe(error: ShapeError, place: ConfigErrorPlace, text: string): Diagnostic | undefined {
	const { node, key } = place;
	switch (error.keyword) {
		case "additionalProperties":
			return unknownKey(place, String(error.params.additionalProperty));
		case "required":
			return fault(
				"missing-key",
				node.span,
				`an override needs \`${String(error.params.missingProperty)}\``,
				"for example `- { files: tests, lints: { long-message: off } }`",
			);
		case "enum":
			return badLevel(node, text);
		case "type":
			return wrongType(place, String(error.params.type).split(","), text);
		case "minimum":
		case "maximum":
			return outOfRange(place);
		case "pattern":
			return fault(
				"bad-shape",
				node.span,
				`\`${key?.text ?? "this"}\` is empty`,
				"write something, or take the key out",
			);
		case "minItems":
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

/** The only number that the schema knows is how many steps there may be. */
function outOfRange({ node, key }: ConfigErrorPlace): Diagnostic {
	return fault(
		"bad-shape",
		node.span,
		`\`${key?.text ?? "this"}\` is a whole number from 1 to 100000000`,
		"leave it out for the usual one",
	);
}

/** `-1`, `0.5`, a number too long to be read: in digits it is, and no number that fits. */
function isOtherNumber(node: YamlNode): boolean {
	return node.kind === "text" && node.inner === node.span.start && /^[-+]?[\d.]*\d$/.test(node.text);
}

function fault(code: string, span: Span, message: string, help: string): Diagnostic {
	return { code, severity: "error", message, span, help };
}

function unknownKey({ node, path }: ConfigErrorPlace, name: string): Diagnostic | undefined {
	const entry = node.kind === "mapping" ? node.entries.find((one) => one.key.text === name) : undefined;
	if (entry === undefined) return undefined;
	const known = path.length === 0 ? configKeys : path[0] === "overrides" ? ["files", "lints"] : ["steps"];
	const help = didYouMean(name, known) ?? `the keys here are ${joinQuoted(known)}`;
	return fault("unknown-key", entry.key.span, `\`${shorten(name)}\` is no key of a configuration`, help);
}

/** For messages; a test holds them against the schema. */
export const configKeys = ["lints", "overrides", "plugins", "lint"];

function badLevel(node: YamlNode, text: string): Diagnostic {
	const written = shorten(text.slice(node.span.start, node.span.end));
	const help =
		(node.kind === "text" ? didYouMean(node.text, lintLevels) : undefined) ?? `there is ${joinQuoted(lintLevels)}`;
	return fault("bad-level", node.span, `\`${written}\` is no level`, help);
}

function wrongType({ node, key, path }: ConfigErrorPlace, types: readonly string[], text: string): Diagnostic {
	if (path.length === 0)
		return fault(
			"bad-shape",
			node.span,
			`a configuration is a mapping, found ${kindName(node)}`,
			`its keys are ${joinQuoted(configKeys)}`,
		);
	const written = text.slice(node.span.start, node.span.end);
	if (node.kind === "nothing" && written === "" && key !== undefined)
		return fault(
			"bad-shape",
			key.span,
			`something is missing behind \`${shorten(key.text)}\``,
			"write what it holds, or take it out",
		);
	if (types.includes("integer") && isOtherNumber(node)) return outOfRange({ node, path, ...(key ? { key } : {}) });
	if (types.includes("integer"))
		return fault(
			"bad-shape",
			node.span,
			`\`${key?.text ?? "this"}\` is a whole number, found ${kindName(node)}`,
			"write it in digits, without quotes",
		);
	if (types.includes("string") && types.includes("object")) return badLevel(node, text);
	const wanted = types.includes("string") ? "a text" : types.includes("array") ? "a list" : "a mapping";
	return fault("bad-shape", node.span, `${wanted} is wanted here, found ${kindName(node)}`, schemaHelp);
}

function kindName(node: YamlNode): string {
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
