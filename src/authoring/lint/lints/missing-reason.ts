/** `missing-reason`: a rule that does not say why: a nudge, an override, and what else a configuration names. */
import type { PolicyLint } from "../lint-record.js";
import { nudgeWithoutReason } from "./missing-reason/nudge.js";
import { overrideWithoutReason } from "./missing-reason/override.js";

export const missingReason: PolicyLint<{ readonly keywords: readonly string[] }> = {
	name: "missing-reason",
	family: "hygiene",
	severity: "info",
	summary: "a rule does not say why",
	options: { keywords: ["nudge", "override"] },
	looksAt: "policy",
	check: (subject, { keywords }) => [
		...(keywords.includes("nudge") ? nudgeWithoutReason.check(subject, {}) : []),
		...(keywords.includes("override") ? overrideWithoutReason.check(subject, {}) : []),
		...subject.rules().flatMap(({ statement: { keyword, clauses, span } }) => {
			if (keyword === "nudge" || !keywords.includes(keyword) || clauses.some((one) => one.keyword === "because"))
				return [];
			return [
				{
					message: `this \`${keyword}\` does not tell the agent why`,
					span,
					help: 'write `because "…"`: why, and what to do instead',
				},
			];
		}),
	],
};
