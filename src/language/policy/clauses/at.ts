/** `at`: every host that the command talks to is named, and is among these. */
import type { ClauseRecord } from "./clause.js";

export const atClause = {
	keyword: "at",
	form: "hosts",
	summary: "every host that the command talks to is named, and is among these",
	example: "allow curl at localhost, *.corp.example",
	kinds: ["allow", "ask", "nudge"],
	claims: true,
	chooses: true,
	behindWords: true,
	lower: (hosts) => ({ tests: [{ kind: "hosts-within", hosts, named: true }] }),
} as const satisfies ClauseRecord<"hosts">;
