/** `id`: a stable name for logs, reports and `expect … by`, unique in the policy. */
import { ruleKeywords } from "../terms.js";
import type { ClauseRecord } from "./clause.js";

export const idClause = {
	keyword: "id",
	form: "name",
	summary: "a stable name for logs, reports and `expect … by`, unique in the policy",
	example: "id no-push",
	kinds: ruleKeywords,
	claims: true,
	chooses: false,
	behindWords: true,
	check: (name, [words]) =>
		/^[A-Za-z_][\w.-]*$/.test(name)
			? []
			: (words ?? []).map(({ span }) => ({
					code: "bad-id",
					span,
					message: `\`${name}\` is no id`,
					help: "an id is letters, digits, `.`, `_` and `-`, and begins with a letter",
				})),
	lower: (id) => ({ id }),
} as const satisfies ClauseRecord<"name">;
