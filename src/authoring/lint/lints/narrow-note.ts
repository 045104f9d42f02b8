/** `narrow-note`: a note says that a grant is for one thing alone, or to look, and nothing in the rule says so. */

import { programNamed } from "../../../engine/knowledge/lookup.js";
import type { Program, Usage } from "../../../engine/knowledge/program.js";
import { clauses } from "../../../language/policy/clauses.js";
import type { Pattern, Power, RuleStatement, TextClause } from "../../../language/syntax/statements.js";
import { patternText } from "../../../language/syntax/write-dsl.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { promisesOf } from "../meaning/name-contradictions.js";
import { lookingWords, narrowWords } from "../meaning/narrow-words.js";
import { isWholeRuleReported } from "../without-effect/rule-already-reported.js";

export const narrowNote: PolicyLint = {
	name: "narrow-note",
	family: "breadth",
	severity: "warning",
	summary: "a note says that a grant is for little, and the rule grants all that the program does",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated): readonly Finding[] => {
			const { statement } = stated;
			if (statement.keyword !== "allow" || isBounded(statement)) return [];
			const note = statement.clauses.find((clause): clause is TextClause => clause.keyword === "note");
			if (note === undefined) return [];
			const { text } = note.text;
			const isOnly = narrowWords(text) !== undefined;
			if (!isOnly && lookingWords(text) === undefined) return [];
			const pattern = statement.patterns.find((one) => isWide(one, isOnly, grantsMore(statement)));
			if (pattern === undefined || isWholeRuleReported(stated, subject)) return [];
			// A note that says `read-only` is told as a promise that is broken.
			if (promisesOf(stated, subject).some(({ where }) => where === "the `note`")) return [];
			const said = patternText(pattern);
			return [
				{
					message: `the note says \`${text}\`, and this grants ${grantsMore(statement) ? "more than that" : `all that \`${said}\` does`}`,
					span: note.span,
					labels: [{ span: pattern.span, message: "this is what is granted" }],
					help: "name the subcommands, words and options that are meant: a note binds nobody",
				},
			];
		}),
};

/** Something of the rule says which commands are meant, besides the patterns. */
function isBounded({ clauses: own }: RuleStatement): boolean {
	return own.some(({ keyword }) => clauses[keyword].chooses && keyword !== "granting");
}

function grantsMore({ clauses: own }: RuleStatement): boolean {
	return own.some(({ keyword }) => keyword === "granting");
}

/** The pattern names a program, or a subcommand, and nothing of what it is to do; and that is much. */
function isWide({ exactly, words }: Pattern, isOnly: boolean, more: boolean): boolean {
	const [first, ...rest] = words;
	if (exactly || first?.kind !== "plain" || /[*?[{]/.test(first.text)) return false;
	const program = programNamed(first.text);
	if (program === undefined) return isOnly && rest.length === 0;
	const said = rest.map(({ text }) => text).join(" ");
	const usages = usagesBelow(program, said);
	return usages.length > 0 && (more || usages.some(({ powers }) => powers.some((power) => strong.includes(power))));
}

/** The program with all of its subcommands, or the subcommands that begin with these words. */
function usagesBelow(program: Program, said: string): readonly Usage[] {
	const below = Object.entries(program.subcommands).filter(
		([name]) => said === "" || name === said || name.startsWith(`${said} `),
	);
	return [...(said === "" ? [program] : []), ...below.map(([, usage]) => usage)];
}

/** What is more than to look. */
const strong: readonly Power[] = ["exec", "code", "delete", "privilege", "persistence"];
