/** `missing-reason`: a rule that refuses and does not tell the agent why. */
import type { PolicyLint } from "../lint.js";

export const missingReason: PolicyLint<{ readonly keywords: readonly string[] }> = {
	name: "missing-reason",
	family: "hygiene",
	severity: "off",
	summary: "a rule that refuses does not say why",
	options: { keywords: ["deny", "ask", "constrain"] },
	looksAt: "policy",
	check: ({ rules }, { keywords }) =>
		rules().flatMap(({ statement: { keyword, clauses, span } }) => {
			if (!keywords.includes(keyword) || clauses.some((one) => one.keyword === "because")) return [];
			return [
				{
					message: `this \`${keyword}\` does not tell the agent why`,
					span,
					help: 'write `because "…"`: why, and what to do instead',
				},
			];
		}),
};
