/** What is said to be offline can talk to others. */
import { brokenPromises } from "../../capable.js";
import type { PolicyLint } from "../../lint.js";

export const networkCapable: Pick<PolicyLint, "check"> = {
	check: (subject) =>
		subject.rules().flatMap((stated) => brokenPromises(stated, ["offline"], ["network", "code", "exec"], subject)),
};
