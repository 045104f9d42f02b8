/** `redundant-rule`: a rule whose every answer others give as well. */
import { sampleText } from "../../analysis/sample.js";
import { deletion } from "../deletion.js";
import type { PolicyLint } from "../lint.js";
import { redundantRules } from "../redundant.js";
import { idOf } from "../references.js";

export const redundantRule: PolicyLint = {
	name: "redundant-rule",
	family: "anomalies",
	severity: "warning",
	summary: "other rules say all that a rule says, and say it with the same words",
	fixes: "both",
	looksAt: "policy",
	check: (subject) =>
		[...redundantRules(subject).values()].map(({ stated, by, sample }) => {
			const { statement } = stated;
			const edit = deletion(stated, subject);
			const ids = by.map(({ id }) => `\`${id}\``);
			return {
				message: `this rule adds nothing: ${ids.join(", ")} ${ids.length === 1 ? "says" : "say"} the same of whatever fits it`,
				span: statement.span,
				labels: by.map((one) => ({ span: one.span, message: `this \`${one.keyword}\`` })),
				help: "take it out",
				witness: sampleText(sample),
				// Logs and tests may speak of an id.
				...(edit === undefined
					? {}
					: { fix: { title: "take the rule out", edits: [edit], safe: idOf(statement.clauses) === undefined } }),
			};
		}),
};
