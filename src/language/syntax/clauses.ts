/**
 * What each clause holds, once for both notations: readers, writers and the schema take it from here.
 * Which clause belongs on which rule is the business of the rule kinds.
 */
import type { ClauseKeyword } from "./statements.js";

export type ClauseForm = "patterns" | "paths" | "options" | "powers" | "names" | "text";

export const clauseForms: Readonly<Record<ClauseKeyword, ClauseForm>> = {
	with: "options",
	without: "options",
	only: "options",
	within: "paths",
	touching: "paths",
	to: "paths",
	granting: "powers",
	using: "powers",
	except: "patterns",
	use: "names",
	because: "text",
	note: "text",
	id: "text",
};

/** In the order in which the formatter writes them. */
export const clauseOrder = Object.keys(clauseForms) as readonly ClauseKeyword[];

export function isClauseKeyword(word: string): word is ClauseKeyword {
	return Object.hasOwn(clauseForms, word);
}
