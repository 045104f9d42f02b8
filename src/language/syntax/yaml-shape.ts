/**
 * Checks a file or a statement in YAML against the schema, and says what does not fit in our words.
 */

import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { joinQuoted } from "../diagnostic/join-words.js";
import { didYouMean, respelling } from "../diagnostic/suggest.js";
import { clauseKeywords, clauses, isClauseKeyword } from "../policy/clauses.js";
import type { Span } from "../source/span.js";
import { isReserved, meantClauses } from "./clause-words.js";
import * as generated from "./policy-schema.generated.js";
import { effects } from "./statements.js";
import { itemKeywords, type OuterKeyword, type PlainKeyword } from "./yaml-keywords.js";
import { type Entry, type MappingNode, shorten, type TextNode, type YamlNode } from "./yaml-tree.js";

/** What a file, an entry of a section, an option or an item must look like: an item's shape is named for its keyword. */
export type Shape = "file" | "block" | "programBody" | "option" | "texts" | `${OuterKeyword | PlainKeyword}Item`;

/**
 * What does not fit. What holds statements or options is not looked into: each is checked by itself.
 * `key`: the key whose value it is.
 */
export function shapeFaults(shape: Shape, node: YamlNode, text: string, key?: TextNode): Diagnostic[] {
	const validate = validators[shape];
	if (validate(plainData(node, shape, []))) return [];
	const faults: Diagnostic[] = [];
	const seen = new Set<string>();
	for (const error of (validate.errors ?? []).slice(0, 4 * mostFaults)) {
		const place = placeOf(shape, node, key, error.instancePath);
		const fault = place && describe(error, place, text);
		if (!fault) continue;
		const once = `${fault.span.start} ${fault.message}`;
		if (!seen.has(once) && faults.length < mostFaults) faults.push(fault);
		seen.add(once);
	}
	if (faults.length === 0) faults.push(unnamedFault(node));
	return faults;
}

const mostFaults = 100;

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
const validators = generated as unknown as Readonly<Record<Shape, Validator>>;
const keysOf = generated.keysOf as unknown as Readonly<Record<string, readonly string[]>>;

/** The tree as plain data, in objects without a prototype: `__proto__` is a key like any other. */
function plainData(node: YamlNode, shape: Shape, path: readonly string[]): unknown {
	switch (node.kind) {
		case "text":
			return node.text;
		case "flag":
			return node.value;
		case "nothing":
			return null;
		case "list":
			return isLeftOpen(shape, path) ? [] : node.items.map((item) => plainData(item, shape, [...path, ""]));
		case "mapping": {
			const data = Object.create(null) as Record<string, unknown>;
			const open = isLeftOpen(shape, path);
			for (const { key, value } of node.entries)
				data[key.text] = open ? true : plainData(value, shape, [...path, key.text]);
			return data;
		}
	}
}

/** Is what this place holds checked one by one? */
function isLeftOpen(shape: Shape, [first, second]: readonly string[]): boolean {
	if (first === undefined || second !== undefined) return false;
	const open =
		shape === "file" ? ["sets", "programs", "groups", "agents", "rules", "statements"] : ["rules", "options"];
	return open.includes(first);
}

/** Where an error lies: the node, the keys that lead there, and what they lead through. */
interface YamlErrorPlace {
	readonly shape: Shape;
	readonly top: YamlNode;
	readonly node: YamlNode;
	readonly path: readonly string[];
	/** The key whose value it is or is in. */
	readonly key?: TextNode;
}

function placeOf(shape: Shape, top: YamlNode, own: TextNode | undefined, pointer: string): YamlErrorPlace | undefined {
	const path = pointer
		.split("/")
		.slice(1)
		.map((part) => part.replace(/~1/g, "/").replace(/~0/g, "~"));
	let node: YamlNode | undefined = top;
	let key = own;
	for (const part of path) {
		if (node?.kind === "mapping") {
			const entry: MappingNode["entries"][number] | undefined = node.entries.find((one) => one.key.text === part);
			key = entry?.key;
			node = entry?.value;
		} else if (node?.kind === "list") node = node.items[Number(part)];
	}
	return node && { shape, top, node, path, ...(key ? { key } : {}) };
}

function describe(error: ShapeError, place: YamlErrorPlace, text: string): Diagnostic | undefined {
	switch (error.keyword) {
		case "additionalProperties":
			return unknownKey(place, String(error.params.additionalProperty));
		case "required":
			return error.schemaPath.includes("/oneOf/") ? undefined : missingKey(place, String(error.params.missingProperty));
		case "oneOf":
			if (place.node.kind !== "mapping") return undefined;
			return fault(
				"bad-shape",
				place.node.span,
				`\`${place.key?.text ?? "this"}\` speaks of one effect`,
				"for example `never: { allow: rm, touching: /etc }`",
			);
		case "type":
			return wrongType(place, String(error.params.type).split(","), text);
		case "enum":
			return notAmong(place, error.params.allowedValues as readonly string[], text);
		case "propertyNames": {
			const name = String(error.params.propertyName);
			const entry = place.node.kind === "mapping" ? place.node.entries.find((one) => one.key.text === name) : undefined;
			return fault(
				"bad-name",
				entry?.key.span ?? place.node.span,
				`\`${shorten(name)}\` can't be the name of a set`,
				nameHelp,
			);
		}
		case "pattern":
			if (place.node.kind !== "text") return undefined;
			return fault(
				"bad-name",
				place.node.span,
				`\`${shorten(place.node.text)}\` can't be ${place.key?.text === "by" ? "the id of a rule" : "the name of a set"}`,
				nameHelp,
			);
		case "minItems":
			return fault(
				"bad-shape",
				place.node.span,
				`\`${place.key?.text ?? "this list"}\` lists nothing`,
				"list something, or take the key out",
			);
		case "minProperties":
		case "maxProperties":
			return fault(
				"bad-shape",
				place.node.span,
				"an `environment` says one of `keep`, `set` and `accept`",
				"write an item for each: `- environment: { keep: [PATH] }`",
			);
		default:
			return unnamedFault(place.node);
	}
}

function unnamedFault(node: YamlNode): Diagnostic {
	return fault("bad-shape", node.span, "this does not fit the schema of policies", "see schemas/policy.schema.json");
}

const nameHelp = "a name is letters, digits, `.`, `_` and `-`, and begins with a letter";

function fault(code: string, span: Span, message: string, help: string | undefined): Diagnostic {
	return { code, severity: "error", message, span, ...(help === undefined ? {} : { help }) };
}

/** The keyword of a place inside of an item: `deny` for what stands in a `deny` rule. */
function keywordOf(shape: Shape): string {
	return shape.replace(/Item$/, "");
}

function unknownKey(place: YamlErrorPlace, name: string): Diagnostic | undefined {
	const entry = place.node.kind === "mapping" ? place.node.entries.find((one) => one.key.text === name) : undefined;
	if (!entry) return undefined;
	const keyword = keywordOf(place.shape);
	const isItem = place.shape.endsWith("Item") && place.path.length === 0;
	const known = knownKeys(place).filter((one) => one !== keyword);
	const shown = shorten(name);
	if (isItem && isRule(keyword)) {
		if (isClauseKeyword(name)) {
			const belonging = clauseKeywords.filter((clause) => known.includes(clause));
			return fault(
				"misplaced-clause",
				entry.span,
				`\`${name}\` does not belong on ${article(keyword)} rule`,
				`the clauses of \`${keyword}\` are ${joinQuoted(belonging)}`,
			);
		}
		if (name === "locked")
			return fault(
				"misplaced-modifier",
				place.top.span,
				`\`locked\` does not belong on \`${keyword}\``,
				"`locked` goes with `deny` and `constrain`",
			);
		if (name === "of")
			return fault(
				"misplaced-clause",
				entry.span,
				`\`of\` does not belong on ${article(keyword)} rule`,
				"`of: reads` and `of: writes` go with `constrain`",
			);
		if (!isStatement(name)) return unknownClause(entry, keyword, known);
	}
	if (isItem && isStatement(name)) {
		return fault(
			"unknown-key",
			entry.key.span,
			`\`${name}\` begins a statement of its own`,
			`begin a new item: \`- ${name}: …\``,
		);
	}
	if (isReserved(name)) return reservedKey(entry.key);
	if (place.shape === "file" && place.path.length === 0)
		return {
			...fault("unknown-key", entry.key.span, `\`${shown}\` is no part of a policy`, suggestion(name, known)),
			...respelling(entry.key, known),
		};
	if (place.shape === "neverItem" || place.shape === "alwaysItem") return unknownClause(entry, keyword, known);
	const owner = place.shape === "option" ? "options" : (place.key?.text ?? keyword);
	return {
		...fault("unknown-key", entry.key.span, `\`${shown}\` is no key of \`${shorten(owner)}\``, suggestion(name, known)),
		...respelling(entry.key, known),
	};
}

/** A key where clauses are: what it was meant to be, as the same word in a pattern would be told. */
function unknownClause({ key, value }: Entry, keyword: string, known: readonly string[]): Diagnostic {
	const { text: name, span } = key;
	const shown = shorten(name);
	if (isReserved(name)) return reservedKey(key);
	const meanings = meantClauses(name);
	const reserved = meanings.find(({ clause, how }) => isReserved(clause) && how !== "far")?.clause;
	const all = meanings.filter(({ clause, how }) => !isReserved(clause) && (how !== "far" || reserved === undefined));
	const first = value.kind === "list" ? value.items[0] : value;
	const isOption = first?.kind === "text" && first.text.startsWith("-");
	// Options are no paths, and the other way round.
	const fitting = all.find(({ clause }) => {
		const form = isClauseKeyword(clause) ? clauses[clause].form : "text";
		return known.includes(clause) && (form === "options" ? isOption : form !== "paths" || !isOption);
	});
	const meant = fitting ?? all.find(({ clause }) => known.includes(clause)) ?? all[0];
	const message = `\`${shown}\` is no clause of \`${keyword}\``;
	if (meant === undefined) {
		const near =
			reserved === undefined
				? undefined
				: `did you mean \`${reserved}\`? it is reserved, and this version does not read what it says`;
		return {
			...fault("unknown-key", span, message, near ?? suggestion(name, known)),
			...(near === undefined ? respelling(key, known) : {}),
		};
	}
	if (!known.includes(meant.clause))
		return fault(
			"unknown-key",
			span,
			message,
			`\`${meant.clause}\` is a clause, and does not belong on \`${keyword}\`; there is ${joinQuoted(known)}`,
		);
	return {
		...fault("unknown-key", span, message, `did you mean \`${meant.clause}\`?`),
		fix: { title: `write \`${meant.clause}\``, edits: [{ span, text: meant.clause }], safe: false },
	};
}

function reservedKey({ text, span }: TextNode): Diagnostic {
	return fault(
		"reserved-word",
		span,
		`\`${text}\` is a reserved word of the language, and this version does not read what it says`,
		`take it out; where it is meant as a word of a command, it stands in the command's text in double quotes: \`'"${text}"'\``,
	);
}

function suggestion(name: string, known: readonly string[]): string {
	return didYouMean(name, known) ?? `the keys here are ${joinQuoted(known)}`;
}

/** The keys that a mapping at this place may have. */
function knownKeys({ shape, path }: YamlErrorPlace): readonly string[] {
	if (path.length === 0) return keysOf[shape] ?? [];
	return shape === "environmentItem" ? ["keep", "set", "accept"] : [...effects, ...clauseKeywords];
}

function isStatement(name: string): boolean {
	return (itemKeywords as readonly string[]).includes(name);
}

function isRule(keyword: string): boolean {
	return ["allow", "deny", "ask", "nudge", "constrain"].includes(keyword);
}

function article(keyword: string): string {
	return `${/^[aeiou]/.test(keyword) ? "an" : "a"} \`${keyword}\``;
}

function missingKey(place: YamlErrorPlace, name: string): Diagnostic | undefined {
	const keyword = keywordOf(place.shape);
	const examples: Readonly<Record<string, string>> = {
		constrain: "constrain writes of * to ., /tmp/build",
		expect: "{ expect: deny, command: rm -rf / }",
		set: "{ set: shells, is: [bash, sh] }",
	};
	const example = examples[keyword];
	return fault(
		isRule(keyword) ? "missing-clause" : "missing-key",
		place.node.span,
		`\`${keyword}\` needs \`${name}\``,
		example && `for example \`${example}\``,
	);
}

function wrongType(place: YamlErrorPlace, types: readonly string[], text: string): Diagnostic | undefined {
	const { node, key } = place;
	const written = text.slice(node.span.start, node.span.end);
	if (types.includes("boolean")) {
		const shown = node.kind === "text" ? `\`${shorten(node.text)}\`` : kindName(node);
		return fault(
			"bad-shape",
			node.span,
			`${shown} is neither \`true\` nor \`false\``,
			`write \`${key?.text ?? "locked"}: true\`, or leave the key out`,
		);
	}
	if (node.kind === "nothing" && written === "") {
		const behind = key ? `something is missing behind \`${shorten(key.text)}\`` : "an item is empty";
		return fault(
			"bad-shape",
			key?.span ?? node.span,
			behind,
			types.includes("object") && key
				? `\`${shorten(key.text)}: {}\` holds nothing on purpose`
				: "write what it holds, or take it out",
		);
	}
	if (types.includes("string")) {
		if (node.kind === "flag" || node.kind === "nothing") {
			return fault("bad-shape", node.span, `\`${written}\` is no text in YAML`, `put it in quotes: "${written}"`);
		}
		const wanted = types.includes("array") ? "a text or a list of texts is" : "a text is";
		const help =
			node.kind === "mapping" && node.flow
				? 'a text with braces stands in quotes: "{a,b}"'
				: "see docs/language.md for what belongs here";
		return fault("bad-shape", node.span, `${wanted} wanted here, found ${kindName(node)}`, help);
	}
	if (types.includes("array"))
		return fault(
			"bad-shape",
			node.span,
			`a list is wanted here, found ${kindName(node)}`,
			"each item begins with `- `",
		);
	if (place.shape === "file" && place.path.length === 0) {
		return fault(
			"bad-shape",
			node.span,
			`a policy is a mapping, found ${kindName(node)}`,
			`its keys are ${joinQuoted(keysOf.file ?? [])}`,
		);
	}
	return fault(
		"bad-shape",
		node.span,
		`a mapping is wanted here, found ${kindName(node)}`,
		"each line is `key: value`, indented below",
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

function notAmong(place: YamlErrorPlace, allowed: readonly string[], text: string): Diagnostic {
	const { node, key } = place;
	const written = node.kind === "text" ? node.text : text.slice(node.span.start, node.span.end);
	if (written === "")
		return fault(
			"bad-shape",
			key?.span ?? node.span,
			`something is missing behind \`${key?.text ?? "this"}\``,
			`there is ${joinQuoted(allowed)}`,
		);
	const what =
		node.kind !== "text"
			? `${kindName(node)} can't stand here`
			: allowed.includes("deny")
				? `\`${shorten(written)}\` is no effect`
				: allowed.length === 2
					? `\`${shorten(written)}\` is neither \`${allowed[0]}\` nor \`${allowed[1]}\``
					: `\`${shorten(written)}\` can't stand here`;
	return {
		...fault(
			allowed.includes("deny") ? "bad-effect" : "bad-shape",
			node.span,
			what,
			node.kind === "text" ? didYouMean(written, allowed) : `there is ${joinQuoted(allowed)}`,
		),
		...(node.kind === "text" ? respelling(node, allowed) : {}),
	};
}
