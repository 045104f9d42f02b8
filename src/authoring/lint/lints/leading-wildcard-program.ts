/** `leading-wildcard-program`: a program by a path that begins with a wildcard lies in whatever folder somebody puts it. */

import type { Span } from "../../../language/source/span.js";
import { witnessCommandLine } from "../../analysis/witness.js";
import type { StatedRule } from "../lint-context.js";
import type { PolicyLint } from "../lint-record.js";
import { allowedBy, grantsOf } from "../meaning/grants.js";

export const leadingWildcardProgram: PolicyLint = {
	name: "leading-wildcard-program",
	family: "breadth",
	severity: "warning",
	summary: "a program's path begins with a wildcard, so it may lie in any folder",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const [own] = stated.agents;
			if (own === undefined || stated.statement.keyword !== "allow") return [];
			const seen = new Set<string>();
			return grantsOf(own.rule).flatMap(({ program, operands }) => {
				if (program.kind !== "glob" || seen.has(program.text)) return [];
				seen.add(program.text);
				const [, folders, name] = /^(\/?\*\*?\/(?:.*\/)?)([\w.+-]+)$/.exec(program.text) ?? [];
				if (folders === undefined || name === undefined) return [];
				const words = operands.flatMap((one) => (one.kind === "literal" ? [one.text] : []));
				const places = [
					folders.replaceAll(/\*+/g, "tmp"),
					folders.replace(/^\/?\*\*?\//, "/tmp/").replaceAll(/\*+/g, "x"),
				];
				const witness = allowedBy(
					stated,
					places.map((folder) => [folder + name, ...words]),
					subject,
				);
				if (witness === undefined) return [];
				return [
					{
						message: `\`${program.text}\` means a \`${name}\` in any folder, one that an agent has put there too`,
						span: spanOf(program.text, stated),
						help: `write \`${name}\`, which means the program of that name in a trusted folder, or its whole path: \`/usr/bin/${name}\``,
						witness: witnessCommandLine(witness),
					},
				];
			});
		}),
};

/** The word, or the rule where a set holds it. */
function spanOf(text: string, { statement }: StatedRule): Span {
	return statement.patterns.map(({ words }) => words[0]).find((word) => word?.text === text)?.span ?? statement.span;
}
