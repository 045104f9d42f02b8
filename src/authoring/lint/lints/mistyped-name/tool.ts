/** `use` names a tool, or a pattern a program, that is called otherwise: a package's name, or one slip away. */

import { programNamed } from "../../../../engine/knowledge/lookup.js";
import { programsOfPackages } from "../../../../engine/knowledge/vocabulary/common-names.js";
import { edits } from "../../../../language/diagnostic/suggest.js";
import type { ValidPolicyContext } from "../../lint-context.js";
import type { Finding, PolicyLint } from "../../lint-record.js";
import { patternsRead, programNames, subcommandWords } from "../../reading/words/known-words.js";
import { respelling } from "../../reading/words/respelling.js";
import { slipOf } from "../../reading/words/typing-slips.js";

export const mistypedTool: Pick<PolicyLint, "check"> = {
	check: (subject) => [...packagesNamed(subject), ...toolsUsed(subject), ...serversNamed(subject)],
};

function packagesNamed(subject: ValidPolicyContext): readonly Finding[] {
	const read = patternsRead(subject);
	const called = new Set(read.map(({ name }) => name?.text));
	return read.flatMap(({ name, program, operands }): readonly Finding[] => {
		const meant = name && programsOfPackages.get(name.text);
		// Who names both knows.
		if (name === undefined || meant === undefined || program !== undefined || called.has(meant)) return [];
		return [
			{
				message: `no program is called \`${name.text}\`: that is what the package or the tool is called, and \`${meant}\` runs`,
				span: name.span,
				help: `write \`${[meant, ...operands.map(({ text }) => text)].join(" ")}\``,
				...respelling(name, meant, subject),
			},
		];
	});
}

function toolsUsed(subject: ValidPolicyContext): readonly Finding[] {
	const used = subject
		.ownStatements()
		.flatMap(({ statement }) =>
			statement.kind === "rule"
				? statement.clauses.flatMap((clause) => (clause.keyword === "use" ? clause.names : []))
				: [],
		);
	return used.flatMap(({ text, span }): readonly Finding[] => {
		if (programNamed(text) !== undefined || subject.policy.programs.has(text)) return [];
		const meant =
			programsOfPackages.get(text) ?? callMeant(text) ?? subcommandMeant(text) ?? slipOf(text, programNames(subject));
		if (meant === undefined) return [];
		return [
			{
				message: `\`use\` names \`${text}\`, and what is meant is called \`${meant}\``,
				span,
				help: `write \`${meant}\``,
			},
		];
	});
}

/** `go.mdo`: tools that stand for a program's subcommand are called after it. */
function subcommandMeant(text: string): string | undefined {
	const [, name = "", word = ""] = /^([a-z][\w-]*)\.([a-z][\w-]*)$/.exec(text) ?? [];
	const program = programNamed(name);
	const known = program === undefined ? undefined : subcommandWords(program, []);
	const found = known === undefined || known.has(word) ? undefined : slipOf(word, known);
	return found === undefined ? undefined : `${name}.${found}`;
}

/** The harnesses' calls have names of two parts. */
export function callMeant(text: string): string | undefined {
	const [kind = "", name, ...more] = text.split(".");
	if (name === undefined || more.length > 0) return undefined;
	const known = calls.get(kind);
	if (known?.includes(name)) return undefined;
	const found = known && slipOf(name, known, { atEnd: true });
	if (found !== undefined) return `${kind}.${found}`;
	const meant = slipOf(kind, calls.keys());
	return meant !== undefined && calls.get(meant)?.includes(name) ? `${meant}.${name}` : undefined;
}

/** The calls of each kind. */
export const calls: ReadonlyMap<string, readonly string[]> = new Map([
	["file", ["read", "write", "edit", "delete", "move", "list", "search"]],
	["web", ["fetch", "search"]],
	["agent", ["start", "skill"]],
]);

/** `mcp.cmss.delete_article` beside `mcp.cms.publish` and `mcp.cms.create_draft`: servers have names of their own, and one that stands once is a slip of one that stands again and again. */
function serversNamed(subject: ValidPolicyContext): readonly Finding[] {
	const used = subject
		.ownStatements()
		.flatMap(({ statement }) =>
			statement.kind === "rule"
				? statement.clauses.flatMap((clause) => (clause.keyword === "use" ? clause.names : []))
				: [],
		);
	const named = [...patternsRead(subject), ...used.map((name) => ({ name }))].flatMap(({ name }) => {
		const [, server] = /^mcp\.([\w-]+)\./.exec(name?.text ?? "") ?? [];
		return name === undefined || server === undefined ? [] : [{ name, server }];
	});
	const times = new Map<string, number>();
	for (const { server } of named) times.set(server, (times.get(server) ?? 0) + 1);
	return named.flatMap(({ name, server }): readonly Finding[] => {
		const meant = [...times].find(
			([other, often]) =>
				times.get(server) === 1 && often > 1 && edits(server, other) === 1 && /^[a-z_-]+$/.test(server + other),
		)?.[0];
		if (meant === undefined) return [];
		const instead = name.text.replace(`.${server}.`, () => `.${meant}.`);
		return [
			{
				message: `\`${name.text}\` names a server \`${server}\` here alone, and the policy names \`${meant}\` elsewhere`,
				span: name.span,
				help: `did you mean \`${instead}\`?`,
				...respelling(name, instead, subject),
			},
		];
	});
}
