/** `network-capable`: what is said to be offline can talk to others. */
import { brokenPromises } from "../capable.js";
import type { PolicyLint } from "../lint.js";

export const networkCapable: PolicyLint = {
	name: "network-capable",
	family: "breadth",
	severity: "warning",
	summary: "a name or a text says that nobody is talked to, and something allowed uses the network",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => brokenPromises(stated, ["offline"], ["network", "code", "exec"], subject)),
};
