/** A request with what came before it: for questions about policies, which leave no events. */

import { decide } from "../../../engine/decide/decide.js";
import type { Decision } from "../../../engine/decide/decision.js";
import type { Decisions } from "../../../engine/decide/tree.js";
import { firstRequest } from "../../../engine/history/first-request.js";
import { newHistory, type ToldOutcome } from "../../../engine/history/history.js";
import type { World } from "../../../engine/request/paths.js";
import type { Request } from "../../../engine/request/request.js";
import { requestText } from "../../../engine/request/request-text.js";
import type { StepEnding } from "../../../language/policy/test.js";

/** What was asked for before. */
export interface StoryStep {
	readonly request: Request;
	readonly ended: StepEnding;
	/** A person approved it, and nobody had asked for it: it is not decided. */
	readonly isUnasked?: true;
	/** Milliseconds before what is asked now. */
	readonly ago: number;
	/** Another session than the one that is asked about. */
	readonly session?: string;
}

/**
 * The answer at the end of a story. Each step is decided by the policy, too: one that it does not let through can't have passed, and the answer is then a fault
 * that says so.
 */
export function decideStory(
	decisions: Decisions,
	steps: readonly StoryStep[],
	request: Request,
	world: World,
): Decision {
	if (steps.length === 0) return decide(decisions, request, world, firstRequest(decisions));
	const history = newHistory();
	const now = request.at === undefined ? someTime : Date.parse(request.at);
	for (const [id, { request: before, ended, isUnasked, ago, session = own }] of steps.entries()) {
		const at = now - ago;
		const timed = request.at === undefined ? before : { ...before, at: new Date(at).toISOString() };
		if (isUnasked) {
			history.approval(decisions, timed, world, { at, session, by: somebody });
			continue;
		}
		const decision = history.decide(decisions, timed, world, { at, id, session });
		const isThrough = decision.effect === "allow" || decision.effect === "ask";
		if (ended === "denied") history.outcome({ id, at, denied: true });
		else if (!isThrough)
			return {
				...decision,
				code: "fault",
				message: `\`${requestText(before)}\` is to come before it, and can't: ${decision.message}`,
			};
		else if (ended !== "running") history.outcome({ id, at, ...endOutcome(ended) });
	}
	return history.ask(decisions, request, world, { at: now, session: own });
}

const own = "story";
/** Who approves in a story. */
export const somebody = "somebody";
/** Where no clock is asked. */
const someTime = Date.parse("2026-01-01T12:00Z");

/** What is told of a request that ended so. */
export function endOutcome(ended: Exclude<StepEnding, "running">): Omit<ToldOutcome, "id" | "at"> {
	return outcomes[ended];
}

const outcomes = {
	passed: { code: 0 },
	failed: { code: 1 },
	unknown: {},
	denied: { denied: true },
	approved: { code: 0, approved: true },
} as const;
