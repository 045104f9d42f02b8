/** `dead-granting`: a power is granted that none of the programs has beyond its plain use. */

import type { PolicyLint } from "../lint-record.js";
import { clauseDeletion, elementDeletion } from "../reading/part-deletion.js";
import { redundantParts } from "../without-effect/redundant-rule-parts.js";

export const deadGranting: PolicyLint = {
	name: "dead-granting",
	family: "anomalies",
	severity: "info",
	summary: "`granting` names a power that adds nothing to what the rule grants",
	fixes: "safe",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) =>
			redundantParts(stated, subject).flatMap((part) => {
				if (part.kind !== "power") return [];
				const { powers, span } = part.clause;
				const edit =
					powers.length === 1
						? clauseDeletion(span, subject)
						: elementDeletion(
								powers.map((one) => one.span),
								part.at,
								subject,
							);
				return [
					{
						message: `\`granting ${powers[part.at]?.text}\` adds nothing: the rule's commands use no such power, or have it in their plain use`,
						span: part.span,
						help: "take it out",
						...(edit === undefined ? {} : { fix: { title: "take the power out", edits: [edit], safe: true } }),
					},
				];
			}),
		),
};
