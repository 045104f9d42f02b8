/** What an expectation of a policy asks. */
import { askedByLine } from "../../engine/request/calls.js";
import type { Request } from "../../engine/request/request.js";
import type { Expectation } from "../../language/policy/policy.js";

export function requestOfExpectation({ command, agent, forced, facts, at }: Expectation): Request {
	return {
		...askedByLine(command),
		agent,
		force: forced,
		...(facts === undefined ? {} : { facts }),
		...(at === undefined ? {} : { at }),
	};
}
