/** `missing-comma`: programs stand behind a program, so that they are words of its command: `deny curl wget`. */

import { families } from "../../../engine/knowledge/families.js";
import { goalsOf } from "../../../engine/knowledge/goals.js";
import { isProgramKnown } from "../../../engine/knowledge/lookup.js";
import { otherPrograms } from "../../../engine/knowledge/vocabulary/common-names.js";
import type { Pattern } from "../../../language/syntax/statements.js";
import type { LintContext } from "../lint-context.js";
import type { Finding, TextLint } from "../lint-record.js";
import { programOf } from "../reading/words/word-places.js";
import { writtenPatterns } from "../reading/written-patterns.js";

export const missingComma: TextLint = {
	name: "missing-comma",
	family: "anomalies",
	severity: "warning",
	summary: "programs stand behind a program without a comma, so that they are words of its command",
	fixes: "unsafe",
	looksAt: "text",
	check: (subject) =>
		writtenPatterns(subject).flatMap(({ pattern, stated }): readonly Finding[] => {
			if (!isListOfPrograms(pattern, subject)) return [];
			const names = pattern.words.map(({ text }) => text);
			const [first, ...rest] = names;
			const list = names.join(", ");
			const isText = stated.file.notation === "yaml";
			return [
				{
					message: `this is one command, \`${first}\` with the ${rest.length === 1 ? "word" : "words"} ${rest.map((name) => `\`${name}\``).join(", ")}, and no list of programs`,
					span: pattern.span,
					help: isText
						? `write them as a list: \`[${list}]\``
						: `write \`${list}\`; a word that is meant as it stands is written in double quotes`,
					...(isText
						? {}
						: {
								fix: {
									title: `write \`${list}\``,
									edits: [{ span: pattern.span, text: list }],
									safe: false,
								},
							}),
				},
			];
		}),
};

/** Bare names of programs behind one that takes no such words. Two of them do the same thing: any other pair may be a program and a file that is called so. */
function isListOfPrograms(pattern: Pattern, subject: LintContext): boolean {
	const { words, exactly } = pattern;
	const program = programOf(pattern, subject);
	if (exactly || words.length < 2 || program === undefined || program.runs !== undefined) return false;
	if (!words.every(({ kind, text }) => kind === "plain" && /^[a-z][\w-]*$/i.test(text))) return false;
	const [first = "", ...rest] = words.map(({ text }) => text);
	if (Object.keys(program.subcommands).length > 0 || takesNames.has(first) || goalsOf(first, []) !== undefined)
		return false;
	const isProgram = (name: string): boolean =>
		!everyday.has(name) && (isProgramKnown(name) || otherPrograms.includes(name));
	if (!rest.every(isProgram)) return false;
	return (
		rest.length > 1 || families.some(({ ways }) => [first, ...rest].every((name) => ways.some(([one]) => one === name)))
	);
}

/** Programs that are told the names of others. */
const takesNames: ReadonlySet<string> = new Set(
	"which whereis type command hash man info apropos whatis tldr pgrep pkill killall pidof alias unalias echo printf".split(
		" ",
	),
);

/** Programs whose names are words for files and folders, too. */
const everyday: ReadonlySet<string> = new Set(
	"test file link install time sort split join cut find top watch at who users groups host id look local make build dd data log date cal clear env expand last locale login mail nice paste pr read script service size stat sum tar time true tree view wall write yes".split(
		" ",
	),
);
