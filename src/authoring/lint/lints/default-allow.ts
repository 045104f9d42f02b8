/** `default-allow`: what no rule speaks of is allowed. */
import { witnessCommandLine } from "../../analysis/witness.js";
import type { PolicyLint } from "../lint-record.js";
import { isSubtraction, wideGrants } from "../powers/wide-grants.js";

export const defaultAllow: PolicyLint = {
	name: "default-allow",
	family: "breadth",
	severity: "info",
	summary: "what no rule speaks of is allowed",
	looksAt: "policy",
	check: (subject) =>
		wideGrants(subject).flatMap((wide) => {
			if (wide.stated !== undefined || isSubtraction(wide)) return [];
			return [
				{
					message: `what no rule speaks of is allowed, \`${witnessCommandLine(wide.witness)}\` for one`,
					span: wide.span,
					help: "write `default deny` and name what agents need, or `default ask`, so that a person looks at what no rule foresaw",
					witness: witnessCommandLine(wide.witness),
				},
			];
		}),
};
