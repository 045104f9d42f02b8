/**
 * May a rule that can't be read speak of this command? Its text says which program and which first words it asks for, whatever the word that is at fault was meant
 * to be: `deny git push origin /(?!x)y/` speaks of no `git fetch`, and of no push with fewer words.
 */

import { edits } from "../../../language/diagnostic/suggest.js";
import { clauseKeywords } from "../../../language/policy/clauses.js";

/** `text`: what stands behind the rule's keyword. `command`: a line for a shell, of one command or several. */
export function maySpeakOf(text: string, command: string): boolean {
	const asked = wordsOf(command);
	const names = new Set(asked);
	const operands = asked.filter((word) => !word.startsWith("-")).length;
	const patterns = patternsIn(text);
	if (patterns.length === 0) return true;
	return patterns.some((words) => {
		const [program] = words;
		if (program === undefined || !isPlain(program)) return true;
		const written = words.filter((word) => !word.startsWith("-"));
		if (written.length > operands) return false;
		const odd = written.findIndex((word) => !isPlain(word));
		return (odd < 0 ? written : written.slice(0, odd)).every((word) => isAmong(word, names));
	});
}

/** A word of the rule may be misspelt, too. */
function isAmong(word: string, names: ReadonlySet<string>): boolean {
	return names.has(word) || (word.length >= shortest && [...names].some((name) => edits(name, word) <= mostEdits));
}

const shortest = 4;
const mostEdits = 2;

/** The patterns up to the first clause, each in its words. */
function patternsIn(text: string): readonly (readonly string[])[] {
	return patternsOf(text)
		.replace(/^\s*:|[[\]]|\s#.*$/g, " ")
		.split(",")
		.map(wordsOf)
		.filter((words) => words.length > 0);
}

/** The text of a rule up to its first clause. */
export function patternsOf(text: string): string {
	return text.split(ofClause, 1)[0] ?? "";
}

const ofClause = new RegExp(`\\s(?:${clauseKeywords.join("|")})\\b`);

function wordsOf(text: string): readonly string[] {
	return text
		.split(/[\s|;&]+/)
		.map((word) => word.replaceAll(/^["']+|["']+$/g, ""))
		.filter((word) => word !== "");
}

function isPlain(word: string): boolean {
	return /^[\w.+-]+$/.test(word);
}
