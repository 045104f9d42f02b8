/**
 * Every keyword of the language, once. The grammar, the readers, the writers and the messages take them from here;
 * nothing here says what a keyword means. The words of clauses and settings are in their own records.
 */
import { clauseKeywords } from "../src/language/policy/clauses.js";
import { settingKeywords } from "../src/language/policy/settings.js";
import { ruleKeywords } from "../src/language/policy/terms.js";

/** Words that begin a statement. Those of `rules` are reserved wherever they stand bare; the others only where a statement can begin. */
export const statementKeywords = {
	rules: ruleKeywords,
	claims: ["never", "always"],
	modifiers: ["locked", "override"],
	others: ["import", "set", "group", "agent", "program", "expect"],
	settings: settingKeywords,
} as const;

/** What may stand behind `after`, `before` and `at most`, and belongs to them. Where a pattern begins they are programs. */
export const eventBounds = ["since", "last", "same"] as const;

/** Words with a meaning in one place only. */
export const contextualKeywords = [
	"exactly",
	"is",
	"extends",
	"reads",
	"writes",
	"network",
	"of",
	"for",
	"can",
	"option",
	"by",
	"forced",
] as const;

/** Is this word reserved inside a pattern, so that it needs quotes to stand for itself? */
export function reservedInPatterns(word: string): boolean {
	return reserved.has(word);
}

const reserved: ReadonlySet<string> = new Set<string>([
	...statementKeywords.rules,
	...statementKeywords.claims,
	...statementKeywords.modifiers,
	...clauseKeywords,
	...eventBounds,
	"exactly",
]);
