/** `delete-capable`: what is said to delete nothing can delete. */
import { brokenPromises } from "../capable.js";
import type { PolicyLint } from "../lint.js";

export const deleteCapable: PolicyLint = {
	name: "delete-capable",
	family: "breadth",
	severity: "warning",
	summary: "a name or a text says that nothing is deleted, and something allowed can delete",
	looksAt: "policy",
	check: (subject) =>
		subject
			.rules()
			.flatMap((stated) =>
				brokenPromises(stated, ["read-only", "no-delete"], ["delete"], subject, ["write", "code", "exec"]),
			),
};
