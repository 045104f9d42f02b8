/** `allow-everything`: a rule that allows any program. */
import { witnessCommandLine } from "../../analysis/witness.js";
import type { PolicyLint } from "../lint-record.js";
import { isSubtraction, wideGrants } from "../powers/wide-grants.js";

export const allowEverything: PolicyLint = {
	name: "allow-everything",
	family: "breadth",
	severity: "warning",
	summary: "a rule allows every program there is",
	looksAt: "policy",
	check: (subject) =>
		wideGrants(subject).flatMap((wide) => {
			// The list of what is taken out is the fault, then.
			if (wide.stated === undefined || isSubtraction(wide)) return [];
			const { span, text, witness } = wide;
			return [
				{
					message: `\`${text}\` allows every program there is, also those that nobody has thought of`,
					span,
					help: "name the programs that agents need; `default ask` lets a person look at all others",
					witness: witnessCommandLine(witness),
				},
			];
		}),
};
