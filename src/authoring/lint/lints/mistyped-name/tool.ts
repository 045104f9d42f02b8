/** `use` names a tool, or a pattern a program, that is called otherwise: a package's name, or one slip away. */

import { programNamed } from "../../../../engine/knowledge/lookup.js";
import { programsOfPackages } from "../../../../engine/knowledge/vocabulary/common-names.js";
import type { ValidPolicyContext } from "../../lint-context.js";
import type { Finding, PolicyLint } from "../../lint-record.js";
import { patternsRead, programNames } from "../../reading/words/known-words.js";
import { respelling } from "../../reading/words/respelling.js";
import { slipOf } from "../../reading/words/typing-slips.js";

export const mistypedTool: Pick<PolicyLint, "check"> = {
	check: (subject) => [...packagesNamed(subject), ...toolsUsed(subject)],
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
		const meant = programsOfPackages.get(text) ?? toolMeant(text) ?? slipOf(text, programNames(subject));
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

/** The harnesses' calls have names of two parts. */
function toolMeant(text: string): string | undefined {
	const [kind = "", name, ...more] = text.split(".");
	if (name === undefined || more.length > 0) return undefined;
	const calls = tools.get(kind);
	if (calls?.includes(name)) return undefined;
	const found = calls && slipOf(name, calls);
	if (found !== undefined) return `${kind}.${found}`;
	const meant = slipOf(kind, tools.keys());
	return meant !== undefined && tools.get(meant)?.includes(name) ? `${meant}.${name}` : undefined;
}

const tools: ReadonlyMap<string, readonly string[]> = new Map([
	["file", ["read", "write", "edit", "delete", "move", "list", "search"]],
	["web", ["fetch", "search"]],
	["agent", ["start", "skill"]],
]);
