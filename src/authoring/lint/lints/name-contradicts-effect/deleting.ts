/** What is said to delete nothing can delete. */

import type { PolicyLint } from "../../lint-record.js";
import { brokenPromises } from "../../meaning/capable.js";

export const deleteCapable: Pick<PolicyLint, "check"> = {
	check: (subject) =>
		subject
			.rules()
			.flatMap((stated) =>
				brokenPromises(stated, ["read-only", "no-delete"], ["delete"], subject, ["write", "code", "exec"]),
			),
};
