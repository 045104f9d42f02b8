/** `narrow-note`: a note or a message says that a grant is for one thing alone, or to look, and nothing in the rule says so. */

import { programNamed } from "../../../engine/knowledge/lookup.js";
import type { Program, Usage } from "../../../engine/knowledge/program.js";
import { clauses } from "../../../language/policy/clauses.js";
import type { Pattern, Power, RuleStatement, TextClause } from "../../../language/syntax/statements.js";
import { patternText } from "../../../language/syntax/write-dsl.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { promisesOf } from "../meaning/name-contradictions.js";
import { lookingWords, narrowActs, narrowWords } from "../meaning/narrow-words.js";
import { isWholeRuleReported } from "../without-effect/rule-already-reported.js";

export const narrowNote: PolicyLint = {
	name: "narrow-note",
	family: "breadth",
	severity: "warning",
	summary: "a note or a message says that a grant is for little, and the rule grants all that the program does",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated): readonly Finding[] => {
			const { statement } = stated;
			if (statement.keyword !== "allow" || isBounded(statement)) return [];
			const note = textOf("note", statement);
			const found = (note && wideFor(note, statement)) ?? wideForMessage(textOf("because", statement), statement);
			if (found === undefined || isWholeRuleReported(stated, subject)) return [];
			const { clause, pattern } = found;
			const where = `the \`${clause.keyword}\``;
			// What says `read-only` is told as a promise that is broken, where it is known what the program does.
			const isKnown = programNamed(pattern.words[0]?.text ?? "") !== undefined;
			if ((clause === note || isKnown) && promisesOf(stated, subject).some((one) => one.where === where)) return [];
			const said = patternText(pattern);
			return [
				{
					message: `the ${clause === note ? "note" : "message"} says \`${clause.text.text}\`, and this grants ${grantsMore(statement) ? "more than that" : `all that \`${said}\` does`}`,
					span: clause.span,
					labels: [{ span: pattern.span, message: "this is what is granted" }],
					help: `name the subcommands, words and options that are meant: a ${clause === note ? "note" : "message"} binds nobody`,
				},
			];
		}),
};

interface Wide {
	readonly clause: TextClause;
	readonly pattern: Pattern;
}

function textOf(keyword: TextClause["keyword"], { clauses: own }: RuleStatement): TextClause | undefined {
	return own.find((clause): clause is TextClause => clause.keyword === keyword);
}

function wideFor(clause: TextClause, statement: RuleStatement): Wide | undefined {
	const { text } = clause.text;
	const isOnly = narrowWords(text) !== undefined;
	if (!isOnly && lookingWords(text) === undefined) return undefined;
	const pattern = statement.patterns.find((one) => isWide(one, isOnly, grantsMore(statement)));
	return pattern && { clause, pattern };
}

/** A message says why the rule is there, and of what it is for only at times: here it has to say so, and the rule to grant a program with all that it can. */
function wideForMessage(clause: TextClause | undefined, statement: RuleStatement): Wide | undefined {
	if (clause === undefined || narrowActs(clause.text.text) === undefined) return undefined;
	const pattern = statement.patterns.find(
		(one) =>
			!one.exactly &&
			one.words[0]?.kind === "plain" &&
			(grantsAll(statement) || (isBare(one) && isWide(one, true, false))),
	);
	return pattern && { clause, pattern };
}

function grantsAll({ clauses: own }: RuleStatement): boolean {
	return own.some((one) => one.keyword === "granting" && one.powers.some(({ text }) => anything.has(text)));
}

const anything: ReadonlySet<string> = new Set(["everything", "code", "exec"]);

function isBare({ words }: Pattern): boolean {
	return words.length === 1;
}

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
