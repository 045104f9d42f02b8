/** `redundant-rule`: a rule whose every answer others give as well. */
import { type Sample, sampleText } from "../../analysis/sample.js";
import type { Rule } from "../../policy/policy.js";
import { deletion } from "../deletion.js";
import { duplicates } from "../duplicates.js";
import type { PolicyLint, StatedRule } from "../lint.js";
import { idOf } from "../references.js";
import { uselessness } from "../useless.js";

export const redundantRule: PolicyLint = {
	name: "redundant-rule",
	family: "anomalies",
	severity: "warning",
	summary: "other rules say all that a rule says, and say it with the same words",
	fixes: "both",
	looksAt: "policy",
	check: (subject) => {
		const repeated = duplicates(subject);
		const found = new Map(
			subject.rules().flatMap((stated): [string, Found][] => {
				const useless = repeated.has(stated.statement) ? undefined : uselessness(stated, subject);
				const id = stated.agents[0]?.rule.id;
				return useless?.why === "redundant" && id !== undefined ? [[id, { id, stated, ...useless }]] : [];
			}),
		);
		return [...found.values()].flatMap((one) => {
			const { stated, by, sample } = one;
			const { statement } = stated;
			// Of rules that cover each other one stays.
			if (by.some((other) => stays(one, found.get(other.id)))) return [];
			// Of two that say the same, one is the other's duplicate; that one is reported.
			if (by.some((other) => repeated.get(subject.statementOf(other)?.statement ?? statement) === statement)) return [];
			const edit = deletion(stated, subject);
			const ids = by.map(({ id }) => `\`${id}\``);
			return [
				{
					message: `this rule adds nothing: ${ids.join(", ")} ${ids.length === 1 ? "says" : "say"} the same of whatever fits it`,
					span: statement.span,
					labels: by.map((one) => ({ span: one.span, message: `this \`${one.keyword}\`` })),
					help: "take it out",
					witness: sampleText(sample),
					// Logs and tests may speak of an id.
					...(edit === undefined
						? {}
						: { fix: { title: "take the rule out", edits: [edit], safe: idOf(statement.clauses) === undefined } }),
				},
			];
		});
	},
};

interface Found {
	readonly id: string;
	readonly stated: StatedRule;
	readonly by: readonly Rule[];
	readonly sample: Sample;
}

/** Would the other go because of this one? Then this one stays: it says more, or stands before it. */
function stays(one: Found, other: Found | undefined): boolean {
	if (other === undefined || !other.by.some(({ id }) => id === one.id)) return false;
	if (one.by.length !== other.by.length) return one.by.length > other.by.length;
	const [own, its] = [one.stated.statement.span, other.stated.statement.span];
	return own.file === its.file ? own.start < its.start : own.file < its.file;
}
