/** `glob-program-name`: a glob or a regular expression in a program's name means programs that its author has not thought of. */

import { programNamed } from "../../../engine/knowledge/lookup.js";
import { aliases, programs } from "../../../engine/knowledge/programs.generated.js";
import { otherPrograms } from "../../../engine/knowledge/vocabulary/common-names.js";
import { joinWords } from "../../../language/diagnostic/join-words.js";
import { isCallName } from "../../../language/policy/hands.js";
import { matcherOf } from "../../../language/policy/word-language/matcher.js";
import type { Span } from "../../../language/source/span.js";
import { witnessCommandLine } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { allowedBy, type Grant, grantsOf } from "../meaning/grants.js";
import { isAnyProgram } from "../powers/wide-grants.js";

export const globProgramName: PolicyLint = {
	name: "glob-program-name",
	family: "breadth",
	severity: "warning",
	summary: "a glob or a regular expression in a program's name allows other programs as well",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const [own] = stated.agents;
			if (own === undefined || stated.statement.keyword !== "allow") return [];
			const seen = new Set<string>();
			return grantsOf(own.rule).flatMap((grant): readonly Finding[] => {
				const { program } = grant;
				const operand = operandOfAny(grant, stated, subject);
				if (operand !== undefined) return [operand];
				if (
					(program.kind !== "glob" && program.kind !== "regex") ||
					program.text.includes("/") ||
					seen.has(program.text)
				)
					return [];
				seen.add(program.text);
				if (/^(?:mcp|tool)\.(?:\*\.?)*$/.test(program.text)) return everyTool(program.text, stated, subject);
				// Calls are named by their beginnings: `mcp.github.*`.
				if (isCallName(program.text)) return [];
				const others = namesMet(program, subject);
				if (others === undefined || isAnyProgram(program)) return [];
				const witness = allowedBy(
					stated,
					others.names.flatMap((name) => commandsOf(name, grant)),
					subject,
				);
				if (witness === undefined) return [];
				const also = others.known
					? joinWords(others.names)
					: `every program whose name fits, \`${others.names[0]}\` too`;
				const written = program.kind === "regex" ? `/${program.text}/` : program.text;
				return [
					{
						message: `\`${written}\` means ${others.known ? "" : "more than one program: "}${also}`,
						span: spanOf(program.text, stated),
						help: others.known
							? `write out those that are meant: ${others.names.join(", ")}`
							: `write out those that are meant: \`allow ${others.stem}\``,
						witness: witnessCommandLine(witness),
					},
				];
			});
		}),
};

/** `allow * test`: the star stands for the program, whatever it is. */
function operandOfAny(
	{ program, operands, options }: Grant,
	stated: StatedRule,
	subject: ValidPolicyContext,
): Finding | undefined {
	const [first] = operands;
	if (program.kind !== "any" || first?.kind !== "literal" || options.length > 0) return undefined;
	const witness = allowedBy(
		stated,
		["rm", "cat", "python3", "make", "x"].map((name) => [name, first.text]),
		subject,
	);
	if (witness === undefined) return undefined;
	return {
		message: `\`*\` stands for the program here: any program whose first word is \`${first.text}\` is allowed, \`${witnessCommandLine(witness)}\` too`,
		span: spanOf("*", stated),
		help: "name the programs that are meant",
		witness: witnessCommandLine(witness),
	};
}

/** `mcp.*`: of a server one may know the tools, of all servers nobody does. */
function everyTool(text: string, stated: StatedRule, subject: ValidPolicyContext): readonly Finding[] {
	const start = text.startsWith("mcp") ? "mcp.x" : "tool";
	const witness = allowedBy(
		stated,
		["delete", "send", "x"].map((tool) => [`${start}.${tool}`]),
		subject,
	);
	if (witness === undefined) return [];
	return [
		{
			message: `\`${text}\` means every tool${start === "tool" ? "" : " of every server"}, also those that delete, send and run code`,
			span: spanOf(text, stated),
			help:
				start === "tool"
					? "name the tools that are meant"
					: "name the servers, or their tools: `allow mcp.SERVER.TOOL`",
			witness: witnessCommandLine(witness),
		},
	];
}

interface Others {
	readonly names: readonly string[];
	/** They are programs that the knowledge base knows. */
	readonly known: boolean;
	readonly stem: string;
}

/** The programs that a glob means besides the one whose name it begins with; undefined where it is one program's versions, or a family's. */
function namesMet(program: Grant["program"], { policy }: ValidPolicyContext): Others | undefined {
	if (program.kind !== "glob" && program.kind !== "regex") return undefined;
	const { kind, text } = program;
	// Of an expression, what stands before any sign of it.
	const stem =
		kind === "regex"
			? (/^\^?([a-z][\w-]*)\.[*+]\$?$/i.exec(text)?.[1] ?? "")
			: text.endsWith("*")
				? text.slice(0, -1)
				: "";
	if (kind === "regex" ? stem === "" : !text.includes("*")) return undefined;
	// `python3.*`: versions of one program.
	if (/[0-9][.-]?$/.test(stem)) return undefined;
	const matches = matcherOf(program);
	const known = [...policy.programs.keys(), ...Object.keys(programs), ...Object.keys(aliases)].filter(matches);
	const different = new Set(known.map((name) => programNamed(name)?.name ?? name));
	if (different.size > 1) return { names: oneOfEach(known), known: true, stem };
	const isOne =
		stem !== "" &&
		!/[*?[\]{}\\]/.test(stem) &&
		(policy.programs.has(stem) || programNamed(stem) !== undefined || otherPrograms.includes(stem));
	return isOne ? { names: [`${stem}-x`], known: false, stem } : undefined;
}

/** Of each program one name. */
function oneOfEach(names: readonly string[]): readonly string[] {
	const found = new Map<string, string>();
	for (const name of names) {
		const own = programNamed(name)?.name ?? name;
		if (!found.has(own) || name === own) found.set(own, name);
	}
	return [...found.values()];
}

function commandsOf(name: string, { operands }: Grant): readonly (readonly string[])[] {
	const words = operands.flatMap((one) => (one.kind === "literal" ? [one.text] : one.kind === "any" ? ["x"] : []));
	return [
		[name, ...words],
		[name, ...words, "x"],
	];
}

/** The word, or the rule where a set holds it. */
function spanOf(text: string, { statement }: StatedRule): Span {
	return statement.patterns.map(({ words }) => words[0]).find((word) => word?.text === text)?.span ?? statement.span;
}
