/**
 * The keys of policies in YAML, once for the schema and the reader.
 */
import { statementKeywords } from "../../../../grammar/keywords.js";
import { settingKeywords } from "../../policy/settings.js";

/** The keys of a file, beside which there is the list `statements`. */
export const sections = ["import", "sets", "trust", "programs", "groups", "agents", "rules"] as const;
export type Section = (typeof sections)[number];

/** Statements that stand in the list `statements` of a file only. */
export const outerKeywords = ["import", "set", "group", "agent", "program"] as const;

/**
 * Statements that stand in every list. An item is what the first of these keys says that it has:
 * an agent has a `default` as well, so `default` comes last.
 */
export const plainKeywords = [
	...statementKeywords.rules,
	...statementKeywords.claims,
	"expect",
	...settingKeywords.filter((keyword) => keyword !== "default"),
	"default",
] as const;

export type OuterKeyword = (typeof outerKeywords)[number];
export type PlainKeyword = (typeof plainKeywords)[number];
export const itemKeywords: readonly (OuterKeyword | PlainKeyword)[] = [...outerKeywords, ...plainKeywords];
