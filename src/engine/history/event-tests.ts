/** The patterns of events that a policy asks about. */
import type { EventTest, Exceeded, Happened } from "../../language/policy/test.js";
import type { Decisions } from "../decide/tree.js";
import { keyOf } from "./event-fit.js";

/** Of all agents, each once: a session may go from one agent to another. */
export function eventTestsOf(tree: Decisions): readonly EventTest[] {
	let found = known.get(tree);
	if (found === undefined) {
		found = foundIn(tree);
		known.set(tree, found);
	}
	return found;
}
const known = new WeakMap<Decisions, readonly EventTest[]>();

function foundIn(tree: Decisions): readonly EventTest[] {
	const tests = new Map<string, EventTest>();
	for (const { tests: table } of Object.values(tree.agents))
		for (let at = 0; at < table.length; at++) {
			const test = table.at(at);
			if (test?.kind === "past") for (const event of eventsIn(test.asks)) tests.set(keyOf(event), event);
		}
	return [...tests.values()];
}

function eventsIn(asks: Happened | Exceeded): readonly EventTest[] {
	return asks.kind === "happened" ? [...asks.events, ...asks.since] : asks.events;
}
