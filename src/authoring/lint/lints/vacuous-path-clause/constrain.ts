/** A `constrain` on programs that never read or write as it says. */
import type { PolicyLint } from "../../lint-record.js";
import { vacuousClauses } from "../../without-effect/vacuous.js";

export const vacuousConstrain: Pick<PolicyLint, "check"> = {
	check: (subject) =>
		vacuousClauses("to", subject, (programs, clause, { access }) => ({
			message:
				access === undefined
					? `no argument of ${programs} is a path: the \`constrain\` keeps nothing out`
					: `no argument of ${programs} is a path that it ${access.replace(/s$/, "")}s: the \`constrain\` keeps nothing out`,
			help: `take the rule out, or name the programs that are meant: \`constrain ${access === undefined ? "" : `${access} of `}* ${clause.text}\``,
		})),
};
