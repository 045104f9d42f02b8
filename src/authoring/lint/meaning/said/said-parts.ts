/** What rules say of themselves in words: their reasons and notes. */
import type { RuleStatement } from "../../../../language/syntax/statements.js";

/** The sentences of a text, and the parts of them that a semicolon or a colon sets apart. */
export function sentencesOf(text: string): readonly string[] {
	return text.split(/[.;!?](?=\s|$)|:\s|\s[–—]\s/).filter((one) => /\w/.test(one));
}

/** What stands in backquotes: commands, paths, names. */
export function quotedIn(text: string): readonly string[] {
	return [...text.matchAll(/`([^`]+)`/g)].map(([, said = ""]) => said);
}

/** The reasons and the notes of a rule, one behind the other. */
export function textsOf({ clauses }: RuleStatement): string {
	return clauses
		.flatMap((one) => (one.keyword === "because" || one.keyword === "note" ? [one.text.text] : []))
		.join(" ");
}
