/** What an expectation of a policy asks, and what came before it. */
import type { Decision } from "../../engine/decide/decision.js";
import type { Decisions } from "../../engine/decide/tree.js";
import type { World } from "../../engine/request/paths.js";
import type { Request } from "../../engine/request/request.js";
import { askedByLine } from "../../engine/request/request-text.js";
import type { Expectation } from "../../language/policy/policy.js";
import { decideStory, type StoryStep } from "./past/decide-story.js";

export function requestOfExpectation({ command, agent, forced, facts, at }: Expectation): Request {
	return {
		...askedByLine(command),
		agent,
		force: forced,
		...(facts === undefined ? {} : { facts }),
		...(at === undefined ? {} : { at }),
	};
}

/** The same agent asked for them, in the same world. */
export function stepsOfExpectation({ after = [], agent, facts }: Expectation): readonly StoryStep[] {
	return after.map(({ command, ended, ago }) => ({
		request: { ...askedByLine(command), agent, ...(facts === undefined ? {} : { facts }) },
		ended,
		ago,
	}));
}

export function decideExpectation(decisions: Decisions, expectation: Expectation, world: World): Decision {
	return decideStory(decisions, stepsOfExpectation(expectation), requestOfExpectation(expectation), world);
}
