/** `redundant-rule`: a rule whose every answer others give as well. */
import type { RuleStatement } from "../../../language/syntax/statements.js";
import { witnessCommandLine } from "../../analysis/witness.js";
import type { PolicyLint } from "../lint-record.js";
import { deletion } from "../reading/deletion.js";
import { idOf } from "../reading/references.js";
import { redundantRules } from "../without-effect/redundant.js";

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
			// An imported file may change: then this rule is what keeps it so.
			const isOwn = by.every(({ span }) => subject.roots.includes(span.file));
			// A rule of another kind says the same by chance: its author meant something else.
			const isAlike = by.every(({ keyword }) => keyword === statement.keyword);
			const ids = by.map(({ id }) => `\`${id}\``);
			return {
				message: `this rule adds nothing: ${ids.join(", ")} ${ids.length === 1 ? "says" : "say"} the same of whatever fits it`,
				span: statement.span,
				labels: by.map((one) => ({ span: one.span, message: `this \`${one.keyword}\`` })),
				help: isOwn ? "take it out" : "an imported file says it: take it out only if it is to change with that file",
				witness: witnessCommandLine(sample),
				...(edit === undefined || !isOwn || !isAlike
					? {}
					: { fix: { title: "take the rule out", edits: [edit], safe: isSilent(statement) } }),
			};
		}),
};

/** Logs and tests may speak of an id, and people read what it says. */
function isSilent({ clauses }: RuleStatement): boolean {
	return idOf(clauses) === undefined && !clauses.some(({ keyword }) => keyword === "because" || keyword === "note");
}
