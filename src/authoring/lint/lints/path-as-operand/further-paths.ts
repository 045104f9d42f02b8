/** A grant of a program that takes files away or replaces them, on one path: more paths may follow. `allow rm -rf ios/Pods` lets `rm -rf ios/Pods ~` run. */
import { programNamed } from "../../../../engine/knowledge/lookup.js";
import { witnessCommandLine } from "../../../analysis/witness.js";
import type { Finding, PolicyLint } from "../../lint-record.js";
import { allowedBy } from "../../meaning/grants.js";

export const furtherPaths: Pick<PolicyLint, "check"> = {
	check: (subject) =>
		subject.rules().flatMap((stated): readonly Finding[] => {
			const { keyword, patterns, clauses } = stated.statement;
			if (keyword !== "allow" || clauses.some(({ form }) => form === "paths")) return [];
			return patterns.flatMap((pattern): readonly Finding[] => {
				const [first, ...rest] = pattern.words;
				const path = rest.at(-1);
				if (pattern.exactly || first?.kind !== "plain" || !removing.has(first.text) || path === undefined) return [];
				if (rest.some(({ kind, text }) => kind !== "plain" || /[*?[{]/.test(text)) || path.text.startsWith("-"))
					return [];
				if (programNamed(first.text) === undefined || !/^[\w./~][\w./-]*$/.test(path.text)) return [];
				const argv = [first.text, ...rest.map(({ text }) => text)];
				const open = allowedBy(
					stated,
					["/srv/x", "../x", "x"].map((other) => [...argv, other]),
					subject,
				);
				if (open === undefined) return [];
				const text = witnessCommandLine(open);
				return [
					{
						message: `more paths may follow \`${path.text}\`: \`${text}\` is allowed as well`,
						span: path.span,
						help: `bound the paths: \`allow ${[first, ...rest.slice(0, -1)].map((word) => word.text).join(" ")} within ${path.text}\`, or write \`exactly\``,
						witness: text,
					},
				];
			});
		}),
};

const removing: ReadonlySet<string> = new Set(["rm", "shred", "unlink", "truncate", "rmdir", "srm"]);
