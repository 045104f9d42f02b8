/** `foreign-notation`: words that other tools' permission lists, sudoers or file lists are made of, where a pattern has a program or an operand. */
import { programNamed } from "../../../engine/knowledge/lookup.js";
import { commandPattern, todayFor, toolNamed } from "../../../language/syntax/foreign.js";
import type { Pattern, PatternWord } from "../../../language/syntax/statements.js";
import type { LintContext } from "../lint-context.js";
import type { Finding, TextLint } from "../lint-record.js";
import { replacement } from "../reading/text-edits.js";
import { subcommandWords } from "../reading/words/known-words.js";
import { type WrittenPattern, writtenPatterns } from "../reading/written-patterns.js";

export const foreignNotation: TextLint = {
	name: "foreign-notation",
	family: "text",
	severity: "error",
	summary:
		"a pattern is written in the notation of another tool: of permission lists, of sudoers, or of lists of files",
	fixes: "unsafe",
	looksAt: "text",
	check: (subject) => {
		const all = writtenPatterns(subject);
		const certain = all.flatMap((one) => faultsOf(one, subject));
		if (certain.length === 0 && !readingFound(subject)) return [];
		// `npm run lint:*` may be scripts of that name: beside other such words it is none.
		const told = new Set(certain.map(({ span }) => `${span.file}\0${span.start}`));
		const likely = all.flatMap(({ pattern, stated: { statement } }) =>
			statement.kind === "rule"
				? starBehindColon(pattern, subject, true).filter(({ span }) => !told.has(`${span.file}\0${span.start}`))
				: [],
		);
		return [...certain, ...likely];
	},
};

function readingFound({ diagnostics }: LintContext): boolean {
	return diagnostics.some(({ code }) => code === "foreign-notation");
}

function faultsOf({ pattern, part, stated: { statement } }: WrittenPattern, subject: LintContext): readonly Finding[] {
	const kind = statement.kind === "rule" ? statement.keyword : undefined;
	const [first, ...rest] = pattern.words;
	if (first === undefined || first.kind === "regex" || first.kind === "set") return [];
	if (isTaught(first, subject)) return [];
	if (first.kind === "quoted") return quotedCall(first, rest, kind, subject);
	const tool = toolNamed(first.text);
	if (tool !== undefined && rest.length === 0) return [toolFault(first, tool, kind, subject)];
	if (first.text === "ALL" && rest.length === 0)
		return [
			foreignNotationFinding(
				first,
				"`ALL` is a word of sudoers, and no program",
				"every program is `*`; name those that are meant",
				"*",
				subject,
			),
		];
	if (/^![\w./*-]+$/.test(first.text) && part === "subject")
		return [
			foreignNotationFinding(
				first,
				`\`!\` takes nothing out of patterns: \`${first.text}\` is the name of a program here`,
				"take it out of the list, and name behind `except` what the rule leaves out",
				undefined,
				subject,
			),
		];
	if (/^[+-]$/.test(first.text) && rest.length > 0)
		return [
			foreignNotationFinding(
				first,
				`\`${first.text}\` before a name is the notation of rsync's filters, and a program here`,
				"take it out, and name the files by their paths, behind `touching`",
				undefined,
				subject,
			),
		];
	return [
		...dottedWords(first, subject),
		...starBehindColon(pattern, subject, false),
		...sudoersWords(first, rest, subject),
	];
}

/** `terraform.state.*`: dots part the names of calls, and words of a command are parted by spaces. */
function dottedWords(word: PatternWord, subject: LintContext): readonly Finding[] {
	const { text } = word;
	const [name = "", second = "", ...others] = text.split(".");
	const program = programNamed(name);
	if (program === undefined || !subcommandWords(program, []).has(second) || programNamed(text) !== undefined) return [];
	const instead = [name, second, ...others.filter((one) => one !== "*")].join(" ");
	return [
		foreignNotationFinding(
			word,
			`\`${text}\` is the name of a program here: dots part the names of calls, and not the words of a command`,
			`write \`${instead}\``,
			instead,
			subject,
		),
	];
}

function isTaught({ text }: PatternWord, { policy }: LintContext): boolean {
	return policy.programs.has(text);
}

/** `"Bash(ls:*)"`: in quotes it is read, as the name of a program. */
function quotedCall(
	first: PatternWord,
	rest: readonly PatternWord[],
	kind: string | undefined,
	subject: LintContext,
): readonly Finding[] {
	const [, tool = "", inner = ""] = /^(\w+)\((.*)\)$/s.exec(first.text) ?? [];
	const sort = toolNamed(tool);
	if (sort === undefined || rest.length > 0) return [];
	const message = `\`${first.text}\` is the notation of an agent's permission list, and the name of a program here`;
	const instead = sort === "shell" ? commandPattern(inner, kind) : undefined;
	if (instead !== undefined) return [foreignNotationFinding(first, message, `write \`${instead}\``, instead, subject)];
	return [foreignNotationFinding(first, message, todayFor(sort, kind, inner || "PATH"), undefined, subject)];
}

function toolFault(
	word: PatternWord,
	tool: NonNullable<ReturnType<typeof toolNamed>>,
	kind: string | undefined,
	subject: LintContext,
): Finding {
	const instead = tool === "shell" && kind !== "allow" ? "*" : undefined;
	return foreignNotationFinding(
		word,
		`\`${word.text}\` is a tool of a harness, and no program`,
		todayFor(tool, kind),
		instead,
		subject,
	);
}

/** `curl:*`, `git push:*`: a prefix as permission lists write it. `likely`: also behind words that may have such names. */
function starBehindColon({ words }: Pattern, subject: LintContext, likely: boolean): readonly Finding[] {
	const last = words.at(-1);
	if (last?.kind !== "plain" || !/^[\w./@+-]+:\*$/.test(last.text)) return [];
	const bare = last.text.slice(0, -2);
	const [first] = words;
	const isProgram = words.length === 1;
	const program = first?.kind === "plain" ? programNamed(first.text) : undefined;
	const before = words.slice(1, -1).map(({ text }) => text);
	const isSubcommand = program !== undefined && subcommandWords(program, before).has(bare);
	if (!isProgram && !isSubcommand && !likely) return [];
	const written = words.map(({ text }) => text).join(" ");
	return [
		foreignNotationFinding(
			last,
			`\`${written}\` is the notation of a permission list: here it speaks of words with a colon in them`,
			`write \`${written.slice(0, -2)}\`: a pattern is a prefix, and further words may follow`,
			bare,
			subject,
		),
	];
}

function sudoersWords(first: PatternWord, rest: readonly PatternWord[], subject: LintContext): readonly Finding[] {
	if (programNamed(first.text)?.powers.includes("privilege") !== true) return [];
	return rest
		.filter(({ kind, text }) => kind === "plain" && /^(?:NO)?(?:PASSWD|EXEC|SETENV):?$/.test(text))
		.map((word) =>
			foreignNotationFinding(
				word,
				`\`${word.text}\` is a word of sudoers, and an operand here: no command has it`,
				"leave it out: whether a password is asked for is said in sudoers alone",
				undefined,
				subject,
			),
		);
}

function foreignNotationFinding(
	word: PatternWord,
	message: string,
	help: string,
	instead: string | undefined,
	subject: LintContext,
): Finding {
	const written = word.kind === "quoted" ? `"${word.text}"` : word.text;
	const edit = instead === undefined ? undefined : replacement(word.span, written, instead, subject);
	return {
		message,
		span: word.span,
		help,
		...(edit === undefined ? {} : { fix: { title: `write \`${instead}\``, edits: [edit], safe: false } }),
	};
}
