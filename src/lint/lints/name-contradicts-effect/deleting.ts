/** What is said to delete nothing can delete. */
import { brokenPromises } from "../../capable.js";
import type { PolicyLint } from "../../lint.js";

export const deleteCapable: Pick<PolicyLint, "check"> = {
	check: (subject) =>
		subject
			.rules()
			.flatMap((stated) =>
				brokenPromises(stated, ["read-only", "no-delete"], ["delete"], subject, ["write", "code", "exec"]),
			),
};
