/** `duplicate-rule`: a rule that stands twice, word for word. */

import type { PolicyLint } from "../lint-record.js";
import { deletion } from "../reading/deletion.js";
import { idOf } from "../reading/references.js";
import { duplicates } from "../without-effect/duplicates.js";

export const duplicateRule: PolicyLint = {
	name: "duplicate-rule",
	family: "anomalies",
	severity: "warning",
	summary: "a rule stands twice",
	fixes: "both",
	looksAt: "policy",
	check: (subject) => {
		const repeated = duplicates(subject);
		return subject.rules().flatMap((stated) => {
			const before = repeated.get(stated.statement);
			if (before === undefined) return [];
			// An imported file may change: then this rule is what keeps it so.
			const edit = subject.roots.includes(before.span.file) ? deletion(stated, subject) : undefined;
			const ownId = idOf(stated.statement.clauses) !== undefined;
			return [
				{
					message: `this \`${stated.statement.keyword}\` stands twice`,
					span: stated.statement.span,
					labels: [{ span: before.span, message: "the same rule" }],
					help: "take one of them out",
					...(edit === undefined ? {} : { fix: { title: "take the second one out", edits: [edit], safe: !ownId } }),
				},
			];
		});
	},
};
