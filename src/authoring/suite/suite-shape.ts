/**
 * Checks a suite against its schema, and says what does not fit in our words.
 */

import type { Diagnostic } from "../../language/diagnostic/diagnostic.js";
import { joinQuoted } from "../../language/diagnostic/join-words.js";
import { didYouMean } from "../../language/diagnostic/suggest.js";
import { endings } from "../../language/policy/test.js";
import { effects } from "../../language/syntax/statements.js";
import {
	type ErrorPlace,
	entryOf,
	type FileWords,
	fault,
	listsNothing,
	type SchemaError,
	saysNothing,
	schemaFaults,
	unknownKey,
	type WordedSchema,
	wrongType,
} from "../../language/syntax/yaml/schema-faults.js";
import { shorten, type YamlNode } from "../../language/syntax/yaml/yaml-tree.js";
import * as generated from "./suite-schema.generated.js";

/** What does not fit, in the order of the text. */
export function suiteShapeFaults(root: YamlNode, text: string): readonly Diagnostic[] {
	return schemaFaults(root, text, schema);
}

/** For messages; a test holds them against the schema. */
export const suiteKeys = ["policy", "note", "cases"];
export const caseKeys = [
	"run",
	"argv",
	"agents",
	"expect",
	"rule",
	"forced",
	"cwd",
	"env",
	"facts",
	"at",
	"after",
	"tools",
	"note",
];
export const stepKeys = ["run", "ended", "ago", "session", "cwd", "facts"];

const help = "see schemas/suite.schema.json for what belongs here";
const caseHelp = "for example `- { run: git push, expect: deny }`";
const schema: WordedSchema = {
	validate: generated.suite,
	describe,
	otherwise: ["this does not fit the schema of suites", help],
};
const words: FileWords = { whole: "a suite", keys: suiteKeys, help, mapping: caseHelp };

function describe(error: SchemaError, place: ErrorPlace): Diagnostic | undefined {
	const { node, path } = place;
	switch (error.keyword) {
		case "additionalProperties": {
			const [known, owner] =
				path.length === 0
					? [suiteKeys, "a suite"]
					: path.includes("after")
						? [stepKeys, "what came before"]
						: [caseKeys, "a case"];
			return unknownKey(place, String(error.params.additionalProperty), known, owner);
		}
		case "required": {
			// What `run` and `argv` exclude is said once, by `oneOf`.
			if (error.schemaPath.includes("/oneOf/")) return undefined;
			const name = String(error.params.missingProperty);
			if (path.includes("after"))
				return fault(
					"missing-key",
					node.span,
					`what came before needs \`${name}\``,
					"for example `- { run: npm test, ended: failed }`",
				);
			return path.length === 0
				? fault("missing-key", node.span, "a suite needs `cases`", caseHelp)
				: fault("missing-key", node.span, `a case needs \`${name}\``, caseHelp);
		}
		case "oneOf":
			if (node.kind !== "mapping") return undefined;
			return entryOf(node, "run") === undefined
				? fault("missing-key", node.span, "a case needs `run` or `argv`", caseHelp)
				: fault("bad-shape", node.span, "`run` and `argv` exclude each other", "write a case for each");
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
			return wrongType(place, String(error.params.type).split(","), words);
		case "enum":
			if (node.kind !== "text") return wrongType(place, ["string"], words);
			if (path.includes("after"))
				return fault(
					"bad-ending",
					node.span,
					`nothing ends \`${shorten(node.text)}\``,
					didYouMean(node.text, endings) ?? `there is ${joinQuoted(endings)}`,
				);
			return fault(
				"bad-effect",
				node.span,
				`\`${shorten(node.text)}\` is no effect`,
				didYouMean(node.text, effects) ?? `there is ${joinQuoted(effects)}`,
			);
		case "propertyNames": {
			const name = String(error.params.propertyName);
			return fault(
				"bad-name",
				entryOf(node, name)?.key.span ?? node.span,
				`\`${shorten(name)}\` is no variable's name`,
				"a name is letters, digits and `_`, and begins with no digit",
			);
		}
		case "pattern":
			if (path.at(-1) === "ago" && node.kind === "text")
				return fault(
					"bad-time",
					node.span,
					`\`${shorten(node.text)}\` is no time`,
					"for example `90s`, `30m`, `1h`, `7d`",
				);
			// Of a name's pattern `propertyNames` speaks.
			return error.schemaPath.includes("/propertyNames/") ? undefined : saysNothing(place);
		case "minItems":
		case "minProperties":
			return listsNothing(place);
		default:
			return undefined;
	}
}
