/** `dead-exception`: an `except` that leaves nothing out. */

import type { Pattern } from "../../../language/syntax/statements.js";
import { patternText } from "../../../language/syntax/write-dsl.js";
import type { PolicyLint } from "../lint-record.js";
import { lowerVariant, programsIn } from "../meaning/lower-variant.js";
import { redundantParts } from "../meaning/redundant-rule-parts.js";
import { clauseDeletion, elementDeletion } from "../reading/part-deletion.js";
import { isListedSubcommand } from "./mistyped-name/listed-subcommand.js";

export const deadException: PolicyLint = {
	name: "dead-exception",
	family: "anomalies",
	severity: "warning",
	needsWhole: true,
	summary: "an exception leaves nothing out of its rule",
	fixes: "both",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const { statement } = stated;
			return redundantParts(stated, subject).flatMap((part) => {
				if (part.kind !== "exception") return [];
				const { patterns } = part.clause;
				const pattern = patterns[part.at];
				// A subcommand behind a comma is told as such: it is meant.
				if (pattern !== undefined && isListedSubcommand(pattern.span, subject)) return [];
				const said = patternText(patterns[part.at] as Pattern);
				const edit =
					patterns.length === 1
						? clauseDeletion(part.clause.span, subject)
						: elementDeletion(
								patterns.map(({ span }) => span),
								part.at,
								subject,
							);
				const own = programsIn(lowerVariant({ ...statement, clauses: [] }, stated, subject) ?? {});
				const left =
					pattern &&
					programsIn(lowerVariant({ ...statement, patterns: [pattern], clauses: [] }, stated, subject) ?? {});
				const isForeign = own !== undefined && left !== undefined && ![...left].some((name) => own.has(name));
				// A link may lead from one program to another, and what is left out of a grant is read widely.
				const safe = !isForeign || statement.keyword === "deny" || statement.keyword === "constrain";
				return [
					{
						message: isForeign
							? `\`except ${said}\` leaves nothing out: the rule does not speak of \`${[...left].join("`, `")}\``
							: `\`except ${said}\` leaves nothing out of this rule`,
						span: part.span,
						...(isForeign ? { undoneBy: "nothing" as const } : {}),
						help: isForeign
							? "take it out, or name what is meant"
							: "take it out: what it speaks of does not fit the rule, or another exception leaves it out already",
						...(edit === undefined
							? {}
							: {
									fix: {
										title: safe
											? "take the exception out"
											: "take the exception out; it would still hold where a link leads from one program to the other",
										edits: [edit],
										safe,
									},
								}),
					},
				];
			});
		}),
};
