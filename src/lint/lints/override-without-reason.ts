/** `override-without-reason`: a rule that loosens what is inherited and does not say why. */
import type { PolicyLint } from "../lint.js";

export const overrideWithoutReason: PolicyLint = {
	name: "override-without-reason",
	family: "agents",
	severity: "info",
	summary: "an `override` does not say why",
	looksAt: "policy",
	check: ({ rules }) =>
		rules().flatMap(({ statement }) => {
			const { override, keyword, clauses, comments, span } = statement;
			// An overriding denial takes nothing out.
			if (!override || keyword === "deny") return [];
			if (clauses.some((one) => one.keyword === "because" || one.keyword === "note")) return [];
			const isSaid = (text: string): boolean => /[\p{L}\p{N}]/u.test(text.replace(/^#*\s*lint-ignore\b.*$/s, ""));
			if ([...(comments?.before ?? []), comments?.after ?? ""].some(isSaid)) return [];
			return [
				{
					message: `this \`override ${keyword}\` takes something out of inherited rules and does not say why`,
					span,
					help: 'write `note "…"` behind it, for those who review it, or a comment above it',
				},
			];
		}),
};
