/** `dead-condition`: a condition that holds for every command that the rest of its rule speaks of. */
import { alternativeText } from "../../../language/syntax/dsl/write-dsl.js";
import type { PolicyLint } from "../lint-record.js";
import { clauseText } from "../reading/clause-text.js";
import { clauseDeletion, elementDeletion } from "../reading/part-deletion.js";
import { programsWithoutPathOperands } from "../without-effect/programs-without-path-operands.js";
import { redundantParts } from "../without-effect/redundant-rule-parts.js";

export const deadCondition: PolicyLint = {
	name: "dead-condition",
	family: "anomalies",
	severity: "warning",
	summary: "a condition changes nothing: it holds for every command that the rest of the rule speaks of",
	fixes: "safe",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) =>
			redundantParts(stated, subject).flatMap((part) => {
				if (part.kind !== "condition") return [];
				const { clause, at } = part;
				// That is `vacuous-path-clause`, which says why.
				if (clause.keyword === "within" && programsWithoutPathOperands(stated, "any", subject) !== undefined) return [];
				const element = clause.keyword === "without" && at !== undefined ? clause.options[at] : undefined;
				const said = element === undefined ? clauseText(clause) : `${clause.keyword} ${alternativeText(element)}`;
				const elements =
					clause.keyword === "without"
						? clause.options.flatMap((one) => {
								const [first, last] = [one[0], one.at(-1)];
								return first === undefined || last === undefined ? [] : [{ ...first.span, end: last.span.end }];
							})
						: [];
				const edit = at === undefined ? clauseDeletion(clause.span, subject) : elementDeletion(elements, at, subject);
				return [
					{
						message: `\`${said}\` changes nothing: it holds for every command that the rest of the rule speaks of`,
						span: part.span,
						help: "take it out, or say what else is meant",
						...(edit === undefined ? {} : { fix: { title: "take the condition out", edits: [edit], safe: true } }),
					},
				];
			}),
		),
};
