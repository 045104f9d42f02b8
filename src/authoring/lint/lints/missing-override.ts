/** `missing-override`: a rule that grants what inherited rules refuse, without `override`: it changes nothing. */
import { witnessCommandLine } from "../../analysis/witness.js";
import type { PolicyLint } from "../lint-record.js";
import { shortText } from "../reading/rule-text.js";
import { uselessness } from "../without-effect/useless.js";

export const missingOverride: PolicyLint = {
	name: "missing-override",
	family: "agents",
	severity: "warning",
	summary: "a rule grants what an inherited rule refuses, without `override`",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const { statement } = stated;
			if (statement.override || statement.keyword === "deny" || statement.keyword === "constrain") return [];
			const found = uselessness(stated, subject);
			if (found?.why !== "refused" || found.inherited === undefined) return [];
			const { inherited: by, sample, effect } = found;
			// What shows that a rule does nothing is a command that is refused.
			if (effect === "allow") return [];
			const witness = witnessCommandLine(sample);
			const where = by.owner === "" ? "stands outside of any agent" : `comes from \`${by.owner}\``;
			return [
				{
					message: `\`${witness}\` stays at \`${effect}\`: the inherited \`${by.id}\` refuses it, and this rule is no override`,
					span: statement.span,
					labels: [{ span: by.span, message: `this rule ${where}` }],
					help: by.locked
						? "the inherited rule is locked: no override helps; take this rule out, or change the other where it stands"
						: `write \`override ${shortText(statement)}\` if it is meant to be carved out of the inherited rule`,
					witness,
				},
			];
		}),
};
