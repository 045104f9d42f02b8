/** `touching`: some path that the command names lies inside. */
import type { ClauseRecord } from "./clause.js";

export const touchingClause = {
	keyword: "touching",
	form: "paths",
	summary: "some path that the command names lies inside",
	example: "deny * touching ~/.ssh, **/.env",
	kinds: ["deny", "ask", "nudge"],
	claims: true,
	chooses: true,
	ofEvents: true,
	lower: (paths) => ({ tests: [{ kind: "paths-touching", access: "any", paths }] }),
} as const satisfies ClauseRecord<"paths">;
