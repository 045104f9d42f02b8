/** `glob-program-name`: a glob in a program's name means programs that its author has not thought of. */

import { programNamed } from "../../../engine/knowledge/lookup.js";
import { aliases, programs } from "../../../engine/knowledge/programs.generated.js";
import { joinWords } from "../../../language/diagnostic/join-words.js";
import { isCallName } from "../../../language/policy/hands.js";
import { matcherOf } from "../../../language/policy/word-language/matcher.js";
import type { Span } from "../../../language/source/span.js";
import { witnessCommandLine } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { PolicyLint } from "../lint-record.js";
import { allowedBy, type Grant, grantsOf } from "../meaning/grants.js";
import { isAnyProgram } from "../powers/wide-grants.js";

export const globProgramName: PolicyLint = {
	name: "glob-program-name",
	family: "breadth",
	severity: "warning",
	summary: "a glob in a program's name allows other programs as well",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const [own] = stated.agents;
			if (own === undefined || stated.statement.keyword !== "allow") return [];
			const seen = new Set<string>();
			return grantsOf(own.rule).flatMap((grant) => {
				const { program } = grant;
				if (program.kind !== "glob" || program.text.includes("/") || seen.has(program.text)) return [];
				// Calls are named by their beginnings: `mcp.github.*`.
				if (isCallName(program.text)) return [];
				seen.add(program.text);
				const others = namesMet(program.text, subject);
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
				return [
					{
						message: `\`${program.text}\` means ${others.known ? "" : "more than one program: "}${also}`,
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

interface Others {
	readonly names: readonly string[];
	/** They are programs that the knowledge base knows. */
	readonly known: boolean;
	readonly stem: string;
}

/** The programs that a glob means besides the one whose name it begins with; undefined where it is one program's versions, or a family's. */
function namesMet(glob: string, { policy }: ValidPolicyContext): Others | undefined {
	if (!glob.includes("*")) return undefined;
	const stem = glob.endsWith("*") ? glob.slice(0, -1) : "";
	// `python3.*`: versions of one program.
	if (/[0-9][.-]?$/.test(stem)) return undefined;
	const matches = matcherOf({ kind: "glob", text: glob });
	const known = [...policy.programs.keys(), ...Object.keys(programs), ...Object.keys(aliases)].filter(matches);
	const different = new Set(known.map((name) => programNamed(name)?.name ?? name));
	if (different.size > 1) return { names: oneOfEach(known), known: true, stem };
	const isOne =
		stem !== "" && !/[*?[\]{}\\]/.test(stem) && (policy.programs.has(stem) || programNamed(stem) !== undefined);
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
