/**
 * Checks a configuration against its schema, and says what does not fit in our words.
 */

import type { Diagnostic } from "../../../language/diagnostic/diagnostic.js";
import { joinQuoted } from "../../../language/diagnostic/join-words.js";
import { didYouMean } from "../../../language/diagnostic/suggest.js";
import {
	type ErrorPlace,
	type FileWords,
	fault,
	isMissing,
	kindName,
	listsNothing,
	type SchemaError,
	saysNothing,
	schemaFaults,
	unknownKey,
	type WordedSchema,
	wrongType,
} from "../../../language/syntax/yaml/schema-faults.js";
import { shorten, type YamlNode } from "../../../language/syntax/yaml/yaml-tree.js";
import * as generated from "./config-schema.generated.js";
import { lintLevels } from "./settings.js";

/** What does not fit, in the order of the text. */
export function configShapeFaults(root: YamlNode, text: string): readonly Diagnostic[] {
	return schemaFaults(root, text, schema);
}

/** For messages; a test holds them against the schema. */
export const configKeys = ["lints", "overrides", "plugins", "lint"];

const help = "see schemas/config.schema.json for what belongs here";
const schema: WordedSchema = {
	validate: generated.config,
	describe,
	otherwise: ["this does not fit the schema of configurations", help],
	hasNumbers: true,
};
const words: FileWords = { whole: "a configuration", keys: configKeys, help, mapping: help };

function describe({ keyword, params }: SchemaError, place: ErrorPlace): Diagnostic | undefined {
	const { node, path } = place;
	switch (keyword) {
		case "additionalProperties": {
			const known = path.length === 0 ? configKeys : path[0] === "overrides" ? ["files", "lints"] : ["steps"];
			return unknownKey(place, String(params.additionalProperty), known, "a configuration");
		}
		case "required":
			return fault(
				"missing-key",
				node.span,
				`an override needs \`${String(params.missingProperty)}\``,
				"for example `- { files: tests, lints: { long-message: off } }`",
			);
		case "enum":
			return badLevel(place);
		case "type": {
			const types = String(params.type).split(",");
			const isOurs = path.length > 0 && !isMissing(place);
			if (isOurs && types.includes("integer")) return noNumber(place);
			if (isOurs && types.includes("string") && types.includes("object")) return badLevel(place);
			return wrongType(place, types, words);
		}
		case "minimum":
		case "maximum":
			return outOfRange(place);
		case "pattern":
			return saysNothing(place);
		case "minItems":
			return listsNothing(place);
		default:
			return undefined;
	}
}

function noNumber(place: ErrorPlace): Diagnostic {
	const { node, key } = place;
	// `-1`, `0.5`, a number too long to be read: in digits it is, and no number that fits.
	if (node.kind === "text" && node.inner === node.span.start && /^[-+]?[\d.]*\d$/.test(node.text))
		return outOfRange(place);
	return fault(
		"bad-shape",
		node.span,
		`\`${key?.text ?? "this"}\` is a whole number, found ${kindName(node)}`,
		"write it in digits, without quotes",
	);
}

/** The only number that the schema knows is how many steps there may be. */
function outOfRange({ node, key }: ErrorPlace): Diagnostic {
	return fault(
		"bad-shape",
		node.span,
		`\`${key?.text ?? "this"}\` is a whole number from 1 to 100000000`,
		"leave it out for the usual one",
	);
}

function badLevel({ node, written }: ErrorPlace): Diagnostic {
	const near = node.kind === "text" ? didYouMean(node.text, lintLevels) : undefined;
	return fault(
		"bad-level",
		node.span,
		`\`${shorten(written)}\` is no level`,
		near ?? `there is ${joinQuoted(lintLevels)}`,
	);
}
