/** `allow-minus-denies`: everything is allowed but a list of programs, and no such list is complete. */

import { joinWords } from "../../../language/diagnostic/join-words.js";
import { witnessCommandLine } from "../../analysis/witness.js";
import type { PolicyLint } from "../lint-record.js";
import { isSubtraction, wideGrants } from "../powers/wide-grants.js";

export const allowMinusDenies: PolicyLint = {
	name: "allow-minus-denies",
	family: "breadth",
	severity: "warning",
	summary: "everything is allowed but programs that are denied by name, and such a list is never complete",
	looksAt: "policy",
	check: (subject) =>
		wideGrants(subject).flatMap((wide) => {
			if (!isSubtraction(wide)) return [];
			const { span, text, refused, like, witness } = wide;
			return [
				{
					message: `\`${text}\` allows everything but ${joinWords(refused)}, and no such list is complete: \`${witness.argv[0]}\` does what \`${like}\` is denied for`,
					span,
					help: "write `default deny` and name what agents need, or deny what programs do: `deny * using delete, code, exec`",
					witness: witnessCommandLine(witness),
				},
			];
		}),
};
