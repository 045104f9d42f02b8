/** `star-behind-wrapper`: a grant of `xargs *` reads as one of every program, and what `xargs` starts is decided by its own rules. */

import { patternText } from "../../../language/syntax/dsl/part-text.js";
import type { PolicyLint } from "../lint-record.js";
import { subcommandUsage } from "../powers/subcommand-usage.js";
import { programOf } from "../reading/words/word-places.js";

export const starBehindWrapper: PolicyLint = {
	name: "star-behind-wrapper",
	family: "breadth",
	severity: "info",
	summary: "a grant of any command behind a program that runs others, which are decided by their own rules",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap(({ statement }) => {
			if (statement.keyword !== "allow" || statement.clauses.some(({ keyword }) => keyword === "note")) return [];
			return statement.patterns.flatMap((pattern) => {
				const last = pattern.words.at(-1);
				const program = programOf(pattern, subject);
				if (last?.kind !== "plain" || (last.text !== "*" && last.text !== "**") || program === undefined) return [];
				const words = pattern.words.slice(1, -1);
				const usage = subcommandUsage(program, words);
				// What runs elsewhere, or for somebody else, is told as such.
				const isElsewhere = usage?.runs?.joined === true || usage?.powers.includes("privilege");
				if (usage?.runs === undefined || usage.runs.skip !== 0 || isElsewhere) return [];
				const text = pattern.words.slice(0, -1).map(({ text: word }) => word);
				return [
					{
						message: `\`${patternText(pattern)}\` allows \`${text.join(" ")}\` and no program behind it: what it starts is decided by the rules on that`,
						span: pattern.span,
						help: `write \`allow ${text.join(" ")}\`, and allow the programs that it may start by their own names`,
					},
				];
			});
		}),
};
