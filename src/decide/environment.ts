/**
 * Variables that a request wants to set: which are accepted, and which change what runs.
 */
import type { Environment } from "../policy/policy.js";
import { changesWhatRuns, fits } from "../request/variables.js";

/** Is the variable accepted? `*` accepts all that change nothing that runs; those must be accepted by their full name. */
export function accepted(name: string, accept: readonly string[]): boolean {
	if (accept.includes(name)) return true;
	return !changesWhatRuns(name) && accept.some((one) => one.endsWith("*") && fits(one, name));
}

/** Why variables that a request or a command sets are refused, if they are. */
export function variablesFault(names: readonly string[], environment: Environment): string | undefined {
	const first = names.find((name) => !accepted(name, environment.accept));
	if (first === undefined) return undefined;
	const why = changesWhatRuns(first)
		? "changes what runs, and must be accepted by its full name"
		: "is not accepted by the policy";
	return `the variable \`${first}\` ${why}: \`environment accept ${first}\``;
}
