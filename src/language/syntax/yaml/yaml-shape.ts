/**
 * Checks a file or a statement in YAML against the schema, and says what does not fit in our words.
 */

import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import { joinQuoted, joinWords } from "../../diagnostic/join-words.js";
import { didYouMean, respelling } from "../../diagnostic/suggest.js";
import { clauseKeywords, clauses, isClauseKeyword } from "../../policy/clauses.js";
import { isSettingKeyword, namesBehind } from "../../policy/settings.js";
import { isRuleKeyword } from "../../policy/terms.js";
import { meantClauses } from "../clause-words.js";
import { effects } from "../statements.js";
import * as generated from "./policy-schema.generated.js";
import {
	type ErrorPlace,
	entryOf,
	fault,
	isMissing,
	kindName,
	listsNothing,
	type SchemaError,
	schemaFaults,
	unknownKey,
	wrongType,
} from "./schema-faults.js";
import { itemKeywords, type OuterKeyword, type PlainKeyword } from "./yaml-keywords.js";
import { type Entry, shorten, type TextNode, type YamlNode } from "./yaml-tree.js";

/** What a file, an entry of a section, an option or an item must look like: an item's shape is named for its keyword. */
export type Shape = "file" | "block" | "programBody" | "option" | "texts" | `${OuterKeyword | PlainKeyword}Item`;

/**
 * What does not fit. What holds statements or options is not looked into: each is checked by itself.
 * `key`: the key whose value it is.
 */
export function shapeFaults(shape: Shape, node: YamlNode, text: string, key?: TextNode): readonly Diagnostic[] {
	return schemaFaults(
		node,
		text,
		{
			validate: validators[shape],
			describe: (error, place) => describe(error, { ...place, shape }),
			otherwise: unnamed,
			isLeftOpen: (path) => isLeftOpen(shape, path),
		},
		key,
	);
}

const validators = generated as unknown as Readonly<Record<Shape, unknown>>;
const keysOf = generated.keysOf as unknown as Readonly<Record<string, readonly string[]>>;
const unnamed = ["this does not fit the schema of policies", "see schemas/policy.schema.json"] as const;

/** Is what this place holds checked one by one? */
function isLeftOpen(shape: Shape, [first, second]: readonly string[]): boolean {
	if (first === undefined || second !== undefined) return false;
	const open =
		shape === "file" ? ["sets", "programs", "groups", "agents", "rules", "statements"] : ["rules", "options"];
	return open.includes(first);
}

interface PolicyErrorPlace extends ErrorPlace {
	readonly shape: Shape;
}

function describe(error: SchemaError, place: PolicyErrorPlace): Diagnostic | undefined {
	switch (error.keyword) {
		case "additionalProperties":
			return unknownPolicyKey(place, String(error.params.additionalProperty));
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
			return wrongPolicyType(place, String(error.params.type).split(","));
		case "enum":
			return notAmong(place, error.params.allowedValues as readonly string[]);
		case "propertyNames": {
			const name = String(error.params.propertyName);
			return fault(
				"bad-name",
				entryOf(place.node, name)?.key.span ?? place.node.span,
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
			return listsNothing(place);
		case "minProperties":
		case "maxProperties": {
			const keyword = keywordOf(place.shape);
			const names = isSettingKeyword(keyword) ? namesBehind(keyword) : [];
			return fault(
				"bad-shape",
				place.node.span,
				`${article(keyword)} says one of ${joinWords(names)}`,
				`write an item for each: \`- ${keyword}: { ${names[0]}: [PATH] }\``,
			);
		}
		default:
			return fault("bad-shape", place.node.span, ...unnamed);
	}
}

const nameHelp = "a name is letters, digits, `.`, `_` and `-`, and begins with a letter";

/** The keyword of a place inside of an item: `deny` for what stands in a `deny` rule. */
function keywordOf(shape: Shape): string {
	return shape.replace(/Item$/, "");
}

function unknownPolicyKey(place: PolicyErrorPlace, name: string): Diagnostic | undefined {
	const entry = entryOf(place.node, name);
	if (!entry) return undefined;
	const keyword = keywordOf(place.shape);
	const isItem = place.shape.endsWith("Item") && place.path.length === 0;
	const known = knownKeys(place).filter((one) => one !== keyword);
	const shown = shorten(name);
	if (isItem && isRuleKeyword(keyword)) {
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
				place.root.span,
				`\`locked\` does not belong on \`${keyword}\``,
				"`locked` goes with `deny` and `constrain`",
			);
		if (name === "of")
			return fault(
				"misplaced-clause",
				entry.span,
				`\`of\` does not belong on ${article(keyword)} rule`,
				"`of: reads` and `of: writes` go with `constrain`, and `of: GROUP` with `ask`",
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
	if (place.shape === "file" && place.path.length === 0)
		return {
			...fault("unknown-key", entry.key.span, `\`${shown}\` is no part of a policy`, suggestion(name, known)),
			...respelling(entry.key, known),
		};
	if (place.shape === "neverItem" || place.shape === "alwaysItem") return unknownClause(entry, keyword, known);
	const owner = place.shape === "option" ? "options" : (place.key?.text ?? keyword);
	const said = unknownKey(place, name, known, `\`${shorten(owner)}\``);
	return said && { ...said, ...respelling(entry.key, known) };
}

/** A key where clauses are: what it was meant to be, as the same word in a pattern would be told. */
function unknownClause({ key, value }: Entry, keyword: string, known: readonly string[]): Diagnostic {
	const { text: name, span } = key;
	const shown = shorten(name);
	const all = meantClauses(name);
	const first = value.kind === "list" ? value.items[0] : value;
	const isOption = first?.kind === "text" && first.text.startsWith("-");
	// Options are no paths, and the other way round.
	const fitting = all.find(({ clause }) => {
		const form = isClauseKeyword(clause) ? clauses[clause].form : "text";
		return known.includes(clause) && (form === "options" ? isOption : form !== "paths" || !isOption);
	});
	const meant = fitting ?? all.find(({ clause }) => known.includes(clause)) ?? all[0];
	const message = `\`${shown}\` is no clause of \`${keyword}\``;
	if (meant === undefined)
		return { ...fault("unknown-key", span, message, suggestion(name, known)), ...respelling(key, known) };
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

function suggestion(name: string, known: readonly string[]): string {
	return didYouMean(name, known) ?? `the keys here are ${joinQuoted(known)}`;
}

/** The keys that a mapping at this place may have. */
function knownKeys({ shape, path }: PolicyErrorPlace): readonly string[] {
	if (path.length === 0) return keysOf[shape] ?? [];
	const keyword = keywordOf(shape);
	return isSettingKeyword(keyword) ? namesBehind(keyword) : [...effects, ...clauseKeywords];
}

function isStatement(name: string): boolean {
	return (itemKeywords as readonly string[]).includes(name);
}

function article(keyword: string): string {
	return `${/^[aeiou]/.test(keyword) ? "an" : "a"} \`${keyword}\``;
}

function missingKey(place: PolicyErrorPlace, name: string): Diagnostic | undefined {
	const keyword = keywordOf(place.shape);
	const examples: Readonly<Record<string, string>> = {
		constrain: "constrain writes of * to ., /tmp/build",
		expect: "{ expect: deny, command: rm -rf / }",
		set: "{ set: shells, is: [bash, sh] }",
	};
	const example = examples[keyword];
	return fault(
		isRuleKeyword(keyword) ? "missing-clause" : "missing-key",
		place.node.span,
		`\`${keyword}\` needs \`${name}\``,
		example && `for example \`${example}\``,
	);
}

function wrongPolicyType(place: PolicyErrorPlace, types: readonly string[]): Diagnostic {
	const { node, key, shape, isItem } = place;
	const said = wrongType(place, types, {
		...(shape === "file" ? { whole: "a policy" } : {}),
		keys: keysOf.file ?? [],
		help: "see docs/language.md for what belongs here",
	});
	if (types.includes("boolean"))
		return { ...said, help: `write \`${key?.text ?? "locked"}: true\`, or leave the key out` };
	if (types.includes("object") && isMissing(place) && key && !isItem)
		return { ...said, help: `\`${shorten(key.text)}: {}\` holds nothing on purpose` };
	const hasBraces = types.includes("string") && node.kind === "mapping" && node.flow;
	return hasBraces ? { ...said, help: 'a text with braces stands in quotes: "{a,b}"' } : said;
}

function notAmong(place: PolicyErrorPlace, allowed: readonly string[]): Diagnostic {
	const { node, key } = place;
	const written = node.kind === "text" ? node.text : place.written;
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
			: allowed.includes("nudge")
				? `\`${shorten(written)}\` is no effect`
				: allowed.length === 2
					? `\`${shorten(written)}\` is neither \`${allowed[0]}\` nor \`${allowed[1]}\``
					: `\`${shorten(written)}\` can't stand here`;
	return {
		...fault(
			allowed.includes("nudge") ? "bad-effect" : "bad-shape",
			node.span,
			what,
			node.kind === "text" ? didYouMean(written, allowed) : `there is ${joinQuoted(allowed)}`,
		),
		...(node.kind === "text" ? respelling(node, allowed) : {}),
	};
}
