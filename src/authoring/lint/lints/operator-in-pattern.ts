/** `operator-in-pattern`: an operator of the shell among the words of a pattern: `curl ** "|" sh`. */
import { programNamed } from "../../../engine/knowledge/lookup.js";
import type { Program } from "../../../engine/knowledge/program.js";
import type { PatternWord } from "../../../language/syntax/statements.js";
import type { LintContext } from "../lint-context.js";
import type { TextLint } from "../lint-record.js";
import { literalOf, placedWords, programOf } from "../reading/words/word-places.js";
import { writtenPatterns } from "../reading/written-patterns.js";

export const operatorInPattern: TextLint = {
	name: "operator-in-pattern",
	family: "text",
	severity: "warning",
	summary: "an operator of the shell stands among the words of a pattern, which speaks of one command",
	looksAt: "text",
	check: (subject) =>
		writtenPatterns(subject).flatMap(({ pattern }) => {
			const program = programOf(pattern, subject);
			if (program === undefined || takesCommands(program)) return [];
			const placed = placedWords(pattern);
			return placed.flatMap(({ word, as, place }, at) => {
				const text = literalOf(word);
				const behind = placed[at + 1]?.word;
				// Without words behind it, it may be there to refuse what only looks like an operator.
				if (as !== "operand" || text === undefined || behind === undefined || !operators.test(text)) return [];
				// `cut -d "|" -f 1`, `grep "&&" src`: what is a value may be anything, unless a command follows.
				const isValue = placed[at - 1]?.as === "option" || !isPathAt(place, program);
				if (isValue && !isProgram(behind, subject)) return [];
				return [
					{
						message: `a pattern speaks of one command, and no shell hands \`${text}\` to \`${program.name}\` as a word`,
						span: word.span,
						help: isRedirect(text)
							? "leave it out: redirections are bounded by `constrain writes of … to …`, and allowed by `syntax redirects`"
							: "write a rule for each of the commands: a script is allowed only if every command in it is",
					},
				];
			});
		}),
};

/** To some programs they are words: `test a "<" b`, `find … -exec … ";"`, `ssh host a "|" b`. */
function takesCommands(program: Program): boolean {
	if (program.style === "none" || program.style === "find" || ["expr", "let"].includes(program.name)) return true;
	return program.runs !== undefined || program.options.some(({ runs }) => runs === "argv" || runs === "operand");
}

function isPathAt(place: number, { operands: { first, rest, last } }: Program): boolean {
	const role = first[place] ?? rest ?? last[0] ?? "value";
	return role === "read" || role === "write" || role === "both";
}

function isProgram(word: PatternWord, { policy }: LintContext): boolean {
	const text = literalOf(word);
	return text !== undefined && (policy.programs.has(text) || programNamed(text) !== undefined);
}

const operators = /^(?:&&|\|\|?|\|&|;;?|&|[0-9]?(?:>>?|<<?<?|>&|<&|>\|)(?:[0-9-])?|&>>?)$/;

function isRedirect(text: string): boolean {
	return /[<>]/.test(text);
}
