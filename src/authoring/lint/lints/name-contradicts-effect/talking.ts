/** What is said to be offline can talk to others. */

import type { PolicyLint } from "../../lint-record.js";
import { brokenPromises } from "../../meaning/capable.js";

export const networkCapable: Pick<PolicyLint, "check"> = {
	check: (subject) =>
		subject.rules().flatMap((stated) => brokenPromises(stated, ["offline"], ["network", "code", "exec"], subject)),
};
