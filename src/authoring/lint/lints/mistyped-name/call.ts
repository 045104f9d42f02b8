/** A call of a tool that there is not, or with words that no call of its kind has: `file.write --path=docs`, `mcp.jira.create DOCS`, `mcp.crm`. */
import { handOf } from "../../../../language/policy/hands.js";
import { type Clause, eventListsOf, type Pattern, type PatternWord } from "../../../../language/syntax/statements.js";
import type { Finding, PolicyLint } from "../../lint-record.js";
import { isWrittenOption, literalOf } from "../../reading/words/word-places.js";
import { callMeant, calls } from "./tool.js";

export const strangeCall: Pick<PolicyLint, "check"> = {
	check: ({ ownStatements, policy }) =>
		ownStatements().flatMap(({ statement }) => {
			if (statement.kind !== "rule" && statement.kind !== "claim") return [];
			const others = statement.clauses.flatMap(patternsOf);
			return [
				...[...statement.patterns, ...others]
					.filter(({ words: [first] }) => first !== undefined && !policy.programs.has(first.text))
					.flatMap(faultsOf),
				...optionsOf(statement.clauses, statement.patterns),
			];
		}),
};

function patternsOf(clause: Clause): readonly Pattern[] {
	if (clause.form === "events") return eventListsOf(clause).flatMap(({ patterns }) => patterns);
	return clause.keyword === "except" ? clause.patterns : [];
}

function faultsOf({ words: [first, ...rest] }: Pattern): readonly Finding[] {
	const name = first && literalOf(first);
	if (first?.kind === "plain" && /^(?:mcp|tool)\.[^.]/.test(first.text) && name === undefined)
		return rest.flatMap((word) => argumentOf(word, first.text));
	if (first?.kind !== "plain" || name === undefined || handOf(name) === undefined) return [];
	const [kind = "", tool = "", ...more] = name.split(".");
	if (kind === "mcp" || kind === "tool") {
		const parts = kind === "mcp" && more.length === 0 ? [serverAlone(first, tool)] : [];
		return [...parts, ...rest.flatMap((word) => argumentOf(word, name))];
	}
	if (calls.get(kind)?.includes([tool, ...more].join(".")) !== true) return [unknownCall(first, kind, tool)];
	return rest.flatMap((word) => {
		if (isWrittenOption(word)) return [optionOf(word, name)];
		const [, host] = /^domain:(.+)$/.exec(word.text) ?? [];
		return host === undefined ? [] : [domainOf(word, name, host)];
	});
}

function optionsOf(clauses: readonly Clause[], patterns: readonly Pattern[]): readonly Finding[] {
	const names = patterns.map(({ words: [first] }) => first?.text ?? "");
	const [name = ""] = names;
	if (!names.every((one) => isBuiltIn(one))) return [];
	return clauses.flatMap((clause) =>
		clause.form === "options" ? clause.options.flat().map((word) => optionOf(word, name)) : [],
	);
}

function isBuiltIn(name: string): boolean {
	const [kind = "", tool = ""] = name.split(".");
	return calls.get(kind)?.includes(tool) === true;
}

function optionOf({ text, span }: PatternWord, name: string): Finding {
	const [kind = ""] = name.split(".");
	const [, value] = /^--?[\w-]+=(.+)$/s.exec(text) ?? [];
	const where = kind === "file" ? "`within` or `touching`" : kind === "web" ? "`at` or `reaching`" : undefined;
	return {
		message: `what \`${name}\` is given are operands: no call has the option \`${text}\``,
		span,
		help:
			where === undefined
				? `write \`${name} ${value ?? "NAME"}\``
				: `take it out, and name what is meant behind ${where}`,
	};
}

/** `web.fetch domain:example.com`, as permission lists have it. */
function domainOf({ text, span }: PatternWord, name: string, host: string): Finding {
	return {
		message: `\`${text}\` is the notation of a permission list: \`${name}\` is given an address, and hosts stand behind \`at\``,
		span,
		help: `write \`${name} at ${host}\``,
	};
}

/** What a server's tool is given has names. */
function argumentOf(word: PatternWord, name: string): readonly Finding[] {
	if (isWrittenOption(word) || /^\*+$/.test(word.text) || word.text === "--") return [];
	const written = word.kind === "regex" ? `/${word.text}/` : word.kind === "set" ? `@${word.text}` : word.text;
	return [
		{
			message: `arguments of \`${name}\` are options, and \`${written}\` is an operand: no call has it`,
			span: word.span,
			help: `name the argument: \`${name} --ARGUMENT=${written}\``,
		},
	];
}

function serverAlone({ text, span }: PatternWord, server: string): Finding {
	return {
		message: `the tool of a server is called \`mcp.SERVER.TOOL\`, and no call is called \`${text}\``,
		span,
		help: `write \`mcp.${server}.*\` for all tools of the server \`${server}\`, or name the tool`,
	};
}

function unknownCall({ text, span }: PatternWord, kind: string, tool: string): Finding {
	const known = (calls.get(kind) ?? []).map((one) => `\`${kind}.${one}\``);
	const meant = callMeant(text) ?? (otherwise[tool] === undefined ? undefined : `${kind}.${otherwise[tool]}`);
	const isCall = meant !== undefined && isBuiltIn(meant);
	return {
		message: `there is no call \`${text}\``,
		span,
		help: isCall ? `did you mean \`${meant}\`?` : `there is ${known.join(", ")}`,
	};
}

/** What other tools call the same. */
const otherwise: Readonly<Record<string, string>> = {
	...{ glob: "list", ls: "list", tree: "list", find: "list", grep: "search", view: "read", open: "read", cat: "read" },
	...{ create: "write", save: "write", patch: "edit", update: "edit", remove: "delete", rm: "delete", rename: "move" },
	...{ get: "fetch", open_url: "fetch", browse: "fetch", query: "search", run: "start", spawn: "start", use: "skill" },
};
