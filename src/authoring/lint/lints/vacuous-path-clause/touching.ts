/** `touching` on programs that name no paths, so that it never holds. */
import type { PolicyLint } from "../../lint-record.js";
import { vacuousClauses } from "../../without-effect/vacuous.js";

export const vacuousTouching: Pick<PolicyLint, "check"> = {
	check: (subject) =>
		vacuousClauses("touching", subject, (programs, clause, { keyword }) => ({
			message: `no argument of ${programs} is a path: \`${keyword} … ${clause.text}\` never holds`,
			help: `name the programs that do touch such paths: \`${keyword} * ${clause.text}\``,
		})),
};
