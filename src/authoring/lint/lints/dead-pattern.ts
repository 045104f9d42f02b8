/** `dead-pattern`: a pattern of a rule that speaks of nothing that its other patterns do not speak of. */

import { patternText } from "../../../language/syntax/dsl/part-text.js";
import type { Pattern } from "../../../language/syntax/statements.js";
import type { PolicyLint } from "../lint-record.js";
import { elementDeletion } from "../reading/part-deletion.js";
import { redundantParts } from "../without-effect/redundant-rule-parts.js";

export const deadPattern: PolicyLint = {
	name: "dead-pattern",
	family: "anomalies",
	severity: "warning",
	summary: "a pattern of a rule speaks of nothing that its other patterns do not speak of",
	fixes: "safe",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const { patterns } = stated.statement;
			return redundantParts(stated, subject).flatMap((part) => {
				if (part.kind !== "pattern") return [];
				const said = `\`${patternText(patterns[part.at] as Pattern)}\``;
				const other = part.by && `\`${patternText(part.by)}\``;
				const edit = elementDeletion(
					patterns.map(({ span }) => span),
					part.at,
					subject,
				);
				return [
					{
						message:
							other === undefined
								? `${said} adds nothing: the rule's other patterns speak of all its commands`
								: other === said
									? `${said} stands twice in this rule`
									: `${said} adds nothing: ${other} speaks of all its commands`,
						span: part.span,
						...(part.by === undefined
							? {}
							: { labels: [{ span: part.by.span, message: "this pattern of the same rule" }] }),
						help: "take it out",
						...(edit === undefined ? {} : { fix: { title: "take the pattern out", edits: [edit], safe: true } }),
					},
				];
			});
		}),
};
