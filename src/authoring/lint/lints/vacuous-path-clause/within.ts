/** `within` on programs that name no paths, so that it holds of everything they do. */
import type { PolicyLint } from "../../lint-record.js";
import { clauseDeletion } from "../../reading/part-deletion.js";
import { vacuousClauses } from "../../without-effect/vacuous.js";

export const vacuousWithin: Pick<PolicyLint, "check"> = {
	check: (subject) =>
		vacuousClauses("within", subject, (programs, clause) => {
			const edit = clauseDeletion(clause.span, subject);
			return {
				message: `no argument of ${programs} is a path: \`${clause.text}\` bounds nothing`,
				help: `leave \`${clause.text}\` out, or name the program that is meant`,
				...(edit === undefined ? {} : { fix: { title: `take \`${clause.text}\` out`, edits: [edit], safe: true } }),
			};
		}),
};
