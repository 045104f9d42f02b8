/** `unknown-placeholder`: `{progam}` in a message, which is told as it stands. */
import { nearest } from "../../../language/diagnostic/suggest.js";
import { nameIn } from "../../../language/policy/patterns/named-words.js";
import type { Pattern, Text } from "../../../language/syntax/statements.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { programCalled } from "../reading/words/known-words.js";

export const unknownPlaceholder: PolicyLint = {
	name: "unknown-placeholder",
	family: "hygiene",
	severity: "warning",
	summary: "a message has a placeholder that nothing fills in",
	fixes: "safe",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const {
				statement: { clauses, patterns },
				file,
			} = stated;
			const named = patterns.flatMap(({ words }) => words.flatMap(({ text }) => nameIn(text) ?? []));
			return clauses.flatMap((clause) =>
				clause.keyword === "because"
					? [
							...faultsIn(clause.text, subject.sourceOf(file.file).text, named),
							...pathOfNone(clause.text, stated, subject),
						]
					: [],
			);
		}),
};

/** `deny curl because "`{path}` holds keys."`: neither the rule nor what its commands are given speaks of a path. */
function pathOfNone({ text, span }: Text, { statement }: StatedRule, subject: ValidPolicyContext): readonly Finding[] {
	if (!text.includes("{path}") || statement.clauses.some(({ form }) => form === "paths")) return [];
	if (statement.keyword === "constrain" || !statement.patterns.every((one) => takesNoPath(one, subject))) return [];
	return [
		{
			message:
				"this rule speaks of no path: `{path}` is filled in with a word of the command that is none, or with `a path that can't be known`",
			span,
			help: "name what the rule is about: `{command}` or `{program}`; or let it speak of paths: `touching …`",
		},
	];
}

/** By its table its operands are no paths; of a program that nobody knows they may be anything, and mostly are none. */
function takesNoPath({ words }: Pattern, subject: ValidPolicyContext): boolean {
	const [first, ...rest] = words;
	if (first?.kind !== "plain" || /[*?[{/]|^(?:file|mcp|tool|agent)\./.test(first.text)) return false;
	const program = programCalled(first.text, subject);
	if (program === undefined)
		return rest.length > 0 && rest.every(({ kind, text }) => kind === "plain" && /^[a-z][\w:-]*$/.test(text));
	return [program, ...Object.values(program.subcommands)].every(({ operands: { first: own, rest: more, last } }) =>
		[...own, ...(more === undefined ? [] : [more]), ...last].every(
			(role) => !/^(?:read|write|both|script)$/.test(role),
		),
	);
}

const placeholders = ["program", "command", "path"] as const;

/** `named`: the words to which the rule's patterns give names. */
function faultsIn({ span }: Text, source: string, named: readonly string[]): readonly Finding[] {
	const written = source.slice(span.start, span.end);
	return [...written.matchAll(standing)].flatMap((found): readonly Finding[] => {
		const [whole, , name = ""] = found;
		if ([...placeholders, ...named].includes(name) && whole.length === name.length + 2) return [];
		const meant = meantBy(name.toLowerCase());
		const start = span.start + found.index;
		const place = { file: span.file, start, end: start + whole.length };
		return [
			{
				message: `nothing fills in \`${whole}\`: the agent is told these very letters`,
				span: place,
				help:
					meant === undefined ? "`{program}`, `{command}` and `{path}` are filled in" : `did you mean \`{${meant}}\`?`,
				...(meant === undefined
					? {}
					: { fix: { title: `write \`{${meant}}\``, edits: [{ span: place, text: `{${meant}}` }], safe: true } }),
			},
		];
	});
}

/** A word in braces that stands alone: not `stash@{upstream}`, `${HOME}`, `/users/{id}` or `{{ x }}`. */
const standing = /(?<![\p{L}\p{N}$@\\/{_=.:-])\{([ \t]*)([A-Za-z][A-Za-z_-]*)[ \t]*\}(?![\p{L}\p{N}}_/=@{-])/gu;

/** What people call these elsewhere. */
const otherNames: Readonly<Record<(typeof placeholders)[number], readonly string[]>> = {
	program: ["prog", "binary", "bin", "executable", "exe", "tool", "argv0", "program_name"],
	command: ["cmd", "cmdline", "command_line", "commandline", "command-line", "line"],
	path: ["file", "filename", "file_name", "folder", "dir", "directory", "target", "paths"],
};

function meantBy(name: string): string | undefined {
	const other = placeholders.find((one) => one === name || otherNames[one].includes(name));
	return other ?? nearest(name, placeholders);
}
