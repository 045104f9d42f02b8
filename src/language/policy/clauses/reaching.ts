/** `reaching`: some host that the command talks to is among these, or may be. */
import type { ClauseRecord } from "./clause.js";

export const reachingClause = {
	keyword: "reaching",
	form: "hosts",
	summary: "some host that the command talks to is among these, or may be",
	example: "deny * reaching 169.254.169.254",
	kinds: ["deny", "ask", "nudge"],
	claims: true,
	chooses: true,
	lower: (hosts) => ({ tests: [{ kind: "hosts-reaching", hosts }] }),
} as const satisfies ClauseRecord<"hosts">;
