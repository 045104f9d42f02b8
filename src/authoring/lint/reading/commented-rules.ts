/** Is a comment a rule, or a sentence that begins as rules do: `# deny everything else`? In doubt it is a sentence. */

import { programNamed } from "../../../engine/knowledge/lookup.js";
import { clauseKeywords } from "../../../language/policy/clauses.js";
import { readDsl } from "../../../language/syntax/dsl/read-dsl.js";
import type { Pattern, PatternWord, PolicyFile, Statement } from "../../../language/syntax/statements.js";
import { readYaml } from "../../../language/syntax/yaml/read-yaml.js";
import type { LintContext } from "../lint-context.js";
import { placedWords } from "./words/word-places.js";

export function isCommentedRule(comment: string, { notation }: PolicyFile, subject: LintContext): boolean {
	const text = comment.replace(/^#+\s*/, "");
	switch (notation) {
		case "rules":
			return inRules.test(text) && isRule(onlyOf(readDsl("comment.rules", text)), subject);
		case "yaml":
			// No sentence begins with a dash, a keyword and a colon.
			return inYaml.test(text) && onlyOf(readYaml("comment.rules.yaml", `rules:\n  ${text}\n`)) !== undefined;
	}
}

/** A line of a rule that began above. */
export function isContinued(comment: string): boolean {
	return continued.test(comment);
}

/** Does it say more than which commands it is about? */
export function hasClause(comment: string): boolean {
	return clause.test(comment);
}

const inRules = /^(?:(?:locked|override)\s+)?(?:allow|deny|ask|nudge|constrain|never|always|expect)\s/;
const inYaml = /^-\s+(?:locked\s+|override\s+)?(?:allow|deny|ask|nudge|constrain|never|always|expect)\b[^:]*:\s/;
const clause = new RegExp(`\\s(?:${clauseKeywords.join("|")})[\\s:]`);
const continued = new RegExp(`^#+\\s*(?:-\\s+)?(?:${clauseKeywords.join("|")})\\b`);

function onlyOf({ value, diagnostics }: ReturnType<typeof readDsl>): Statement | undefined {
	return diagnostics.length === 0 && value.statements.length === 1 ? value.statements[0] : undefined;
}

function isRule(statement: Statement | undefined, { policy }: LintContext): boolean {
	switch (statement?.kind) {
		case "expect":
			return true;
		case "rule":
		case "claim": {
			const names = statement.patterns.map(({ words: [first] }) => first?.text ?? "");
			const isKnown = (name: string): boolean => programNamed(name) !== undefined || policy.programs.has(name);
			const isMeant = statement.patterns.every(
				(pattern, at) => isKnown(names[at] as string) || pattern.words[0]?.kind === "set",
			);
			const words = statement.patterns.flatMap(({ words }) => words);
			if (!isMeant || words.some(isOfASentence)) return false;
			return statement.clauses.length > 0 || statement.patterns.length > 1 || statement.patterns.some(isTechnical);
		}
		default:
			return false;
	}
}

/** `# allow test programs` is a sentence; options, globs and subcommands are of no sentence. */
function isTechnical(pattern: Pattern): boolean {
	const [first] = pattern.words;
	const subcommands = programNamed(first?.text ?? "")?.subcommands ?? {};
	return placedWords(pattern).some(
		({ word, as, place }) =>
			as === "option" ||
			word.kind !== "plain" ||
			/[*?/@=]/.test(word.text) ||
			(as === "operand" && place === 0 && Object.hasOwn(subcommands, word.text)),
	);
}

function isOfASentence({ kind, text }: PatternWord): boolean {
	return kind === "plain" && (/[:;!]$|[^.]\.$/.test(text) || sentenceWords.has(text));
}

const sentenceWords: ReadonlySet<string> = new Set(
	"a all also an and any anything are as at be but by else every everything for from here if in into is it its no not of on only or other our so than that the their then there these they this those to too we what when where which who with without you your".split(
		" ",
	),
);
