/** `missing-id`: a rule that logs and tests can only name by its line. */
import type { PolicyLint } from "../lint.js";
import { idOf } from "../references.js";

export const missingId: PolicyLint<{ readonly keywords: readonly string[] }> = {
	name: "missing-id",
	family: "hygiene",
	severity: "off",
	summary: "a rule has no `id`",
	options: { keywords: ["allow", "ask", "nudge", "deny", "constrain"] },
	looksAt: "policy",
	check: ({ rules }, { keywords }) =>
		rules().flatMap(({ statement: { keyword, clauses, span } }) => {
			if (!keywords.includes(keyword) || idOf(clauses) !== undefined) return [];
			return [
				{
					message: `this \`${keyword}\` has no id: logs and tests name it by its line, which moves`,
					span,
					help: "write `id NAME` behind it",
				},
			];
		}),
};
