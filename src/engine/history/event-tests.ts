/** The patterns of events that a policy asks about. */
import type { EventTest, Exceeded, Happened, Likeness } from "../../language/policy/test.js";
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

/** The facts that an event and a command may have in common, as far as a rule asks. */
export function factsAsked(tree: Decisions): readonly Likeness[] {
	let found = asked.get(tree);
	if (found === undefined) {
		found = [...new Set(pastTests(tree).flatMap((asks) => (asks.kind === "happened" ? asks.same : [])))];
		asked.set(tree, found);
	}
	return found.filter((one) => one !== "path" && one !== "host");
}
const asked = new WeakMap<Decisions, readonly Likeness[]>();

function foundIn(tree: Decisions): readonly EventTest[] {
	return [
		...new Map(
			pastTests(tree)
				.flatMap(eventsIn)
				.map((event) => [keyOf(event), event]),
		).values(),
	];
}

/** All that a policy asks of what happened, each once. */
export function pastTests(tree: Decisions): readonly (Happened | Exceeded)[] {
	let found = asking.get(tree);
	if (found === undefined) {
		found = [...new Map(allPastTests(tree).map((asks) => [JSON.stringify(asks), asks])).values()];
		asking.set(tree, found);
	}
	return found;
}
const asking = new WeakMap<Decisions, readonly (Happened | Exceeded)[]>();

function allPastTests(tree: Decisions): readonly (Happened | Exceeded)[] {
	return Object.values(tree.agents).flatMap(({ tests }) => {
		const found: (Happened | Exceeded)[] = [];
		for (let at = 0; at < tests.length; at++) {
			const test = tests.at(at);
			if (test?.kind === "past") found.push(test.asks);
		}
		return found;
	});
}

function eventsIn(asks: Happened | Exceeded): readonly EventTest[] {
	return asks.kind === "happened" ? [...asks.events, ...asks.since] : asks.events;
}
