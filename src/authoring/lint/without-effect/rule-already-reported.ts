/** Is a whole rule told as one that does nothing? Then nothing is told of its parts, and nothing is made of it. */

import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import { duplicates } from "./duplicates.js";
import { redundantRules } from "./redundant.js";
import { uselessness } from "./useless.js";

/** Nothing fits it, it stands twice, others say the same, or stricter rules decide. */
export function isWholeRuleReported(stated: StatedRule, subject: ValidPolicyContext): boolean {
	const { statement } = stated;
	if (duplicates(subject).has(statement)) return true;
	const useless = uselessness(stated, subject);
	return useless !== undefined && (useless.why !== "redundant" || redundantRules(subject).has(statement));
}
