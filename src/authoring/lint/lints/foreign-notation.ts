/** `foreign-notation`: words that other tools' permission lists, sudoers or file lists are made of, where a pattern has a program or an operand. */
import { programNamed } from "../../../engine/knowledge/lookup.js";
import { isOtherProgram } from "../../../engine/knowledge/vocabulary/common-names.js";
import { commandPattern, todayFor, toolNamed } from "../../../language/syntax/foreign.js";
import type { Pattern, PatternWord } from "../../../language/syntax/statements.js";
import type { LintContext } from "../lint-context.js";
import type { Finding, TextLint } from "../lint-record.js";
import { type HarnessTool, harnessTool } from "../reading/harness-tools.js";
import { replacement } from "../reading/text-edits.js";
import { subcommandWords } from "../reading/words/known-words.js";
import { oncePerPlace, writtenPaths } from "../reading/written-paths.js";
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
		const certain = [...all.flatMap((one) => faultsOf(one, subject)), ...variablesIn(subject)];
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

/** `"$HOME/.kube"`, `%APPDATA%/gcloud`, `{{home}}/.ssh` among paths: a policy has no variables. The home folder of Windows is told with its slashes, by `workspace-only-path`. */
function variablesIn(subject: LintContext): readonly Finding[] {
	const inLists = writtenPaths(subject).flatMap(({ paths }) => paths);
	const inPatterns = writtenPatterns(subject).flatMap(({ pattern: { words } }) =>
		words.filter(({ kind, text }) => kind === "quoted" && /^\$\{?\w+\}?\//.test(text)),
	);
	return oncePerPlace(
		[...inLists, ...inPatterns].flatMap(({ text, span }) => {
			const [written = "", dollar, percent, braces] =
				/(?:^|(?<=\/))(?:\$\{?(?:env:)?(\w+)\}?|%(?!(?:USERPROFILE|HOMEPATH|HOME)%)(\w+)%|\{\{\s*([\w.]+)\s*\}\})(?=[/\\]|$)/.exec(
					text,
				) ?? [];
			const name = (dollar ?? percent ?? braces)?.toUpperCase();
			if (name === undefined) return [];
			const place = text.startsWith(written) ? places.get(name.replace(/^.*\./, "")) : undefined;
			const instead = place === undefined ? undefined : text.replace(written, () => place).replaceAll("\\", "/");
			return [
				{
					message: `\`${written}\` in \`${text}\` is not filled in: a policy has no variables`,
					span,
					help: instead === undefined ? "write the path itself, or `*` for what changes" : `write \`${instead}\``,
				},
			];
		}),
	);
}

/** What variables hold that name places. */
const places: ReadonlyMap<string, string> = new Map([
	...["HOME", "USERPROFILE", "HOMEPATH", "HOME_DIR", "HOMEDIR", "USER_HOME"].map((name) => [name, "~"] as const),
	...[
		"PWD",
		"CLAUDE_PROJECT_DIR",
		"PROJECT_DIR",
		"PROJECT_ROOT",
		"WORKSPACE",
		"WORKSPACEFOLDER",
		"GITHUB_WORKSPACE",
	].map((name) => [name, "."] as const),
	...["CI_PROJECT_DIR", "PROJECT", "ROOT", "REPO", "CWD", "WORKSPACE_ROOT", "REPO_ROOT"].map(
		(name) => [name, "."] as const,
	),
	["XDG_CONFIG_HOME", "~/.config"],
	["XDG_DATA_HOME", "~/.local/share"],
	["XDG_STATE_HOME", "~/.local/state"],
	["XDG_CACHE_HOME", "~/.cache"],
	["APPDATA", "~/AppData/Roaming"],
	["LOCALAPPDATA", "~/AppData/Local"],
	["CARGO_HOME", "~/.cargo"],
	["GNUPGHOME", "~/.gnupg"],
	["TMPDIR", "/tmp"],
]);

function readingFound({ diagnostics }: LintContext): boolean {
	return diagnostics.some(({ code }) => code === "foreign-notation");
}

function faultsOf({ pattern, part, stated: { statement } }: WrittenPattern, subject: LintContext): readonly Finding[] {
	const kind = statement.kind === "rule" ? statement.keyword : undefined;
	const [first, ...rest] = pattern.words;
	if (first === undefined || first.kind === "regex" || first.kind === "set") return [];
	if (isTaught(first, subject)) return [];
	if (first.kind === "quoted") return quotedCall(first, rest, kind, subject);
	const tool = harnessTool(first.text);
	const isProgram = isOtherProgram(first.text) || programNamed(first.text) !== undefined;
	const isAlone = rest.length === 0 && toolNamed(first.text) !== undefined;
	if (tool !== undefined && (isAlone || !isProgram)) return [toolFault(pattern.words, tool, subject, kind)];
	if (/^[a-z][a-z0-9-]+:[A-Z][A-Za-z]+\*?$/.test(first.text) && rest.length === 0)
		return [
			foreignNotationFinding(
				first,
				`\`${first.text}\` is an action of a cloud's permissions, and no program`,
				"name the command that does it, such as `aws s3 ls`",
				undefined,
				subject,
			),
		];
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
	[word, ...rest]: readonly PatternWord[],
	{ call }: HarnessTool,
	subject: LintContext,
	kind = "deny",
): Finding {
	const { text } = word as PatternWord;
	const instead = toolNamed(text) === "shell" && kind !== "allow" && rest.length === 0 ? "*" : undefined;
	return foreignNotationFinding(
		word as PatternWord,
		`\`${text}\` is a tool of a harness, and no program`,
		call === undefined
			? (shellCommand(text, rest, kind) ?? todayFor(toolNamed(text), kind))
			: `here the call is \`${call}\`: write \`${kind} ${callInstead(call, rest)}\`, and name \`${handOf(call)}\` behind \`govern\``,
		instead,
		subject,
	);
}

/** `Bash git status`: the command is what stands behind the tool. */
function shellCommand(tool: string, rest: readonly PatternWord[], kind: string): string | undefined {
	return toolNamed(tool) === "shell" && rest.length > 0
		? `name the command itself: \`${kind} ${rest.map(({ text }) => text).join(" ")}\``
		: undefined;
}

/** `WebFetch domain:docs.example.com` is `web.fetch at docs.example.com`, and `Read .env` is `file.read touching .env`. */
function callInstead(call: string, rest: readonly PatternWord[]): string {
	const [operand] = rest;
	if (operand === undefined || rest.length > 1 || operand.text.startsWith("-")) return call;
	const [, host] = /^domain:(.+)$/.exec(operand.text) ?? [];
	return host === undefined ? [call, operand.text].join(" ") : `${call} at ${host}`;
}

function handOf(call: string): string {
	const [kind = ""] = call.split(".");
	return kind === "file" || kind === "agent" ? `${kind}s` : kind;
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
