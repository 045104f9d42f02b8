/** `regex-without-slashes`: a word of a pattern is written as a regular expression, and read as a glob. */
import { programNamed } from "../../../engine/knowledge/lookup.js";
import { aliases, programs } from "../../../engine/knowledge/programs.generated.js";
import { isCallName } from "../../../language/policy/hands.js";
import type { PatternWord, Statement } from "../../../language/syntax/statements.js";
import type { LintContext } from "../lint-context.js";
import type { Finding, TextLint } from "../lint-record.js";
import { replacement } from "../reading/text-edits.js";
import { writtenPatterns } from "../reading/written-patterns.js";

export const regexWithoutSlashes: TextLint = {
	name: "regex-without-slashes",
	family: "text",
	severity: "warning",
	summary: "a word of a pattern is written as a regular expression, and without slashes it is a glob",
	fixes: "unsafe",
	looksAt: "text",
	check: (subject) =>
		writtenPatterns(subject).flatMap(({ pattern: { words }, stated: { statement } }) =>
			words.flatMap((word, at) =>
				isRegex(word, at === 0) || (at === 0 && isNameLeftOut(word, statement)) || isAnyWord(words, at)
					? [unslashedRegexFinding(word, subject)]
					: isAlternative(word, words.slice(0, at))
						? [alternativeFinding(word, subject)]
						: [],
			),
		),
};

/** Signs that mean something in a regular expression, and hardly anything in a glob or a word of a command. */
function isRegex({ kind, text }: PatternWord, isProgram: boolean): boolean {
	// `mcp.github.*` is how calls are named.
	if (kind !== "plain" || text.startsWith("-") || (isProgram && isCallName(text))) return false;
	// `.*` begins names of hidden files, and ends names of one sort.
	const stars = text.match(/\.[*+]/g)?.length ?? 0;
	return (
		/^\^[\w.]/.test(text) ||
		(isProgram && (/^\.\*[\w-]/.test(text) || isNameAndMore(text))) ||
		/^\.\*-/.test(text) ||
		(stars > 1 && /^\.[*+].*\.[*+]$/.test(text)) ||
		/\][+]/.test(text) ||
		/[\w\])]\.\+/.test(text) ||
		/\\[dwsb](?![a-z])/.test(text)
	);
}

/** `nc.*` without `nc`: programs are called `nc.something`, and the one that everybody means does not fit. */
function isNameLeftOut({ kind, text }: PatternWord, statement: Statement): boolean {
	const name = /^([a-z][\w+-]*[a-z])\.\*$/i.exec(text)?.[1];
	if (kind !== "plain" || name === undefined || isCallName(text) || programNamed(name) === undefined) return false;
	// `mkfs.*` is a family, whose members are called so.
	if (knownWithDot.filter((one) => one.startsWith(`${name}.`)).length >= family) return false;
	return statement.kind === "rule" && !statement.patterns.some(({ words: [first] }) => first?.text === name);
}

const family = 3;

/** `rg .*`, `git .*`: where no path is looked for, a word that begins with a dot is hardly meant. */
function isAnyWord(words: readonly PatternWord[], at: number): boolean {
	const word = words[at];
	const program = words[0]?.kind === "plain" ? programNamed(words[0].text) : undefined;
	if (at === 0 || word?.kind !== "plain" || word.text !== ".*" || program === undefined) return false;
	const before = words.slice(1, at).filter(({ text }) => !text.startsWith("-"));
	if (before.length > 0) return false;
	const [role] = program.operands.first;
	return role === "value" || role === "code" || Object.keys(program.subcommands).length > 0;
}

/** `p4 "submit|delete"`: two subcommands in one word. What follows a name that takes none may be a text of any form: `grep "a|b"`. */
function isAlternative({ kind, text }: PatternWord, before: readonly PatternWord[]): boolean {
	const [first] = before.filter((one) => !one.text.startsWith("-"));
	if (before.length === 0 || kind === "regex" || !/^\w[\w:-]*(?:\|\w[\w:-]*)+$/.test(text)) return false;
	const program = first?.kind === "plain" ? programNamed(first.text) : undefined;
	return program === undefined
		? first?.kind === "plain" && before.length === 1
		: text.split("|").some((part) => {
				const words = [...before.slice(1).map((one) => one.text), part].join(" ");
				return Object.keys(program.subcommands).some((name) => name === words || name.startsWith(`${words} `));
			});
}

function alternativeFinding(word: PatternWord, subject: LintContext): Finding {
	const instead = `/${word.text}/`;
	const written = subject.sourceOf(word.span.file).text.slice(word.span.start, word.span.end);
	const edit = replacement(word.span, written, instead, subject);
	return {
		message: `\`${word.text}\` is one word, in which \`|\` stands for itself: no command has it`,
		span: word.span,
		help: `name each in a pattern of its own, or write \`${instead}\``,
		...(edit === undefined ? {} : { fix: { title: `write \`${instead}\``, edits: [edit], safe: false } }),
	};
}

/** `git.*`: no program that is called `git.something` is known, and `git` is. */
function isNameAndMore(text: string): boolean {
	const name = /^([a-z][\w+-]*[a-z])\.[*+]$/i.exec(text)?.[1];
	return (
		name !== undefined && programNamed(name) !== undefined && !knownWithDot.some((one) => one.startsWith(`${name}.`))
	);
}

const knownWithDot = [...Object.keys(programs), ...Object.keys(aliases)].filter((one) => one.includes("."));

function unslashedRegexFinding(word: PatternWord, subject: LintContext): Finding {
	const inner = word.text.replace(/^\^/, "").replace(/\$$/, "");
	const whole = word.text.startsWith("^") && !word.text.endsWith("$") && !inner.endsWith("*") ? `${inner}.*` : inner;
	const instead = `/${whole.replaceAll("/", "\\/")}/`;
	const edit = whole.startsWith("/") ? undefined : replacement(word.span, word.text, instead, subject);
	return {
		message: `\`${word.text}\` is read as a glob, in which its signs of a regular expression stand for themselves`,
		span: word.span,
		help: `a regular expression stands between slashes and fits the whole word: \`${instead}\``,
		...(edit === undefined ? {} : { fix: { title: `write \`${instead}\``, edits: [edit], safe: false } }),
	};
}
