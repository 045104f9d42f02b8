/** A rule that loosens what is inherited and does not say why. */

import type { PolicyLint } from "../../lint-record.js";
import { overrideEffectOf } from "../../without-effect/override-effect.js";
import { isWholeRuleReported } from "../../without-effect/rule-already-reported.js";

export const overrideWithoutReason: Pick<PolicyLint, "check"> = {
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const { override, keyword, clauses, comments, span } = stated.statement;
			// An overriding denial takes nothing out.
			if (!override || keyword === "deny") return [];
			if (clauses.some((one) => one.keyword === "because" || one.keyword === "note")) return [];
			// A nudge without a reason is told for the same words.
			if (keyword === "nudge" && clauses.some((one) => one.keyword === "use")) return [];
			const isSaid = (text: string): boolean => /[\p{L}\p{N}]/u.test(text.replace(/^#*\s*lint-ignore\b.*$/s, ""));
			if ([...(comments?.before ?? []), comments?.after ?? ""].some(isSaid)) return [];
			// One that takes nothing out, or does nothing at all, is told as such.
			if (overrideEffectOf(stated, subject).kind !== "something" || isWholeRuleReported(stated, subject)) return [];
			return [
				{
					message: `this \`override ${keyword}\` takes something out of inherited rules and does not say why`,
					span,
					help: 'write `note "…"` behind it, for those who review it, or a comment above it',
				},
			];
		}),
};
