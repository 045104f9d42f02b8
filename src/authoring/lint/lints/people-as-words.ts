/** `people-as-words`: whom an `ask` waits for, or for how long, stands among the words of its command: `ask release npm publish`. */
import { timeOf } from "../../../language/policy/spans-of-time.js";
import { patternText, peopleText, wordText } from "../../../language/syntax/dsl/part-text.js";
import type { Pattern, PatternWord, RuleStatement } from "../../../language/syntax/statements.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { programCalled } from "../reading/words/known-words.js";

export const peopleAsWords: PolicyLint = {
	name: "people-as-words",
	family: "text",
	severity: "warning",
	summary: "whom an `ask` waits for, or for how long, stands among the words of its command",
	fixes: "unsafe",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap(({ statement, file }) => {
			if (statement.keyword !== "ask") return [];
			const [first] = statement.patterns;
			if (first === undefined) return [];
			return statement.people === undefined
				? groupAsProgram(first, subject, file.notation === "rules")
				: timeAsWords(statement, statement.patterns);
		}),
};

/** `ask release npm publish`, `ask 2 release npm publish`: the program is called `release`, or `2`. */
function groupAsProgram(pattern: Pattern, subject: ValidPolicyContext, isDsl: boolean): readonly Finding[] {
	const [first, ...rest] = pattern.words;
	if (first?.kind !== "plain" || pattern.exactly) return [];
	const isCount = /^[1-9]$/.test(first.text);
	const [group, ...command] = isCount ? rest : pattern.words;
	const behind = endOfTime(command);
	const [program] = command.slice(behind);
	if (group?.kind !== "plain" || program?.kind !== "plain") return [];
	if (programCalled(program.text, subject) === undefined) return [];
	const isProgram = programCalled(group.text, subject) !== undefined;
	if (!isCount && (isProgram || (behind === 0 && !isGroup(group.text, subject)))) return [];
	const [count, time] = [isCount ? `${first.text} ` : "", command.slice(0, behind)];
	const people = [`${count}of ${group.text}`, ...time.map(wordText)].join(" ");
	return [
		{
			message: `\`${first.text}\` is read as the program here, and no group of people is asked`,
			span: first.span,
			help: `write \`ask ${people} ${command.slice(behind).map(wordText).join(" ")}\``,
			...(isDsl
				? {
						fix: {
							title: "put `of` before the group: whoever is asked is another one then",
							edits: [{ span: { ...group.span, end: group.span.start }, text: "of " }],
							safe: false,
						},
					}
				: {}),
		},
	];
}

/** `ask of release npm publish for 1h` */
function timeAsWords({ people }: RuleStatement, patterns: readonly Pattern[]): readonly Finding[] {
	if (people === undefined || people.holds !== undefined) return [];
	return patterns.flatMap(({ words }) => {
		const at = words.findIndex(({ kind, text }) => kind === "plain" && text === "for");
		const length = at < 1 ? 0 : endOfTime(words.slice(at));
		if (length === 0 || at + length !== words.length) return [];
		const [from, to] = [words[at], words.at(-1)] as [PatternWord, PatternWord];
		const said = words.slice(at).map(wordText).join(" ");
		const command = patternText({ exactly: false, words: words.slice(0, at), span: from.span });
		return [
			{
				message: `\`${said}\` is read as words of the command here, and a yes is good for one call`,
				span: { ...from.span, end: to.span.end },
				help: `it stands behind the group: \`ask ${peopleText(people)} ${said} ${command}\``,
			},
		];
	});
}

/** How many of the first words are `for 1h` or `for this session`. */
function endOfTime([first, second, third]: readonly PatternWord[]): number {
	if (first?.text !== "for" || second === undefined) return 0;
	if (timeOf(second.text) !== undefined) return 2;
	return second.text === "this" && (third?.text === "call" || third?.text === "session") ? 3 : 0;
}

/** What teams call themselves, and what another rule asks. */
function isGroup(name: string, subject: ValidPolicyContext): boolean {
	const isAsked = ({ statement }: StatedRule): boolean => statement.people?.group.text === name;
	return (
		/(?:^|[-_])(?:team|owners?|leads?|admins?|maintainers?|reviewers?|approvers?|people)$/.test(name) ||
		usualGroups.has(name) ||
		subject.rules().some(isAsked)
	);
}

const usualGroups: ReadonlySet<string> = new Set(
	"release releases security secops ops devops sre oncall platform infra infrastructure qa legal finance compliance data dba backend frontend developers engineers managers".split(
		" ",
	),
);
