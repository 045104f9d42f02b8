/** The first request of a new session, before which nothing happened: for questions about policies, which leave no events. */
import type { CommandsBefore } from "../decide/subjects.js";
import type { Decisions } from "../decide/tree.js";
import { plainEvents } from "./event-list.js";
import { asksPast } from "./event-tests.js";
import { ownCommands } from "./own-commands.js";

/** For `decide`; undefined where no rule asks what happened. */
export function firstRequest(decisions: Decisions): CommandsBefore | undefined {
	if (!asksPast(decisions)) return undefined;
	return (...told) =>
		ownCommands({
			decisions,
			events: plainEvents([]),
			counted: plainEvents([]),
			isKnown: true,
			isCounted: true,
			unwatched: () => false,
			now: { wall: 0, order: 0 },
			wholeOf: (session) => session,
			told: { at: 0, session: "first" },
		}).course(...told);
}
