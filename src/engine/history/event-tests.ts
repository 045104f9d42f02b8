/** The patterns of events that a policy asks about. */
import type { EventTest, Likeness, PastQuestion } from "../../language/policy/test.js";
import type { Decisions } from "../decide/tree.js";
import { remembered } from "../records/remembered.js";
import { keyOf } from "./event-fit.js";

/** Of all agents, each once: a session may go from one agent to another. */
export function eventTestsOf(tree: Decisions): readonly EventTest[] {
	return remembered(known, tree, () => foundIn(tree));
}
const known = new WeakMap<Decisions, readonly EventTest[]>();

/** The facts that an event and a command may have in common, as far as a rule asks. */
export function factsAsked(tree: Decisions): readonly Likeness[] {
	return remembered(asked, tree, () => factsComparedIn(pastTests(tree)));
}
const asked = new WeakMap<Decisions, readonly Likeness[]>();

/** Of those the facts that a rule asks of events of these kinds. */
export function factsCompared(tree: Decisions, isOne: (test: EventTest) => boolean): readonly Likeness[] {
	if (factsAsked(tree).length === 0) return factsAsked(tree);
	return factsComparedIn(pastTests(tree).filter((asks) => asks.kind === "happened" && asks.events.some(isOne)));
}

function factsComparedIn(questions: readonly PastQuestion[]): readonly Likeness[] {
	const same = new Set(questions.flatMap((asks) => (asks.kind === "happened" ? asks.same : [])));
	return [...same].filter((one) => one !== "path" && one !== "host");
}

/** Is it asked which paths, or which hosts, events are about? */
export function asksFor(what: "path" | "host", questions: readonly PastQuestion[]): boolean {
	return questions.some(
		(asks) =>
			(asks.kind === "happened" && asks.same.includes(what)) || (asks.kind === "exceeded" && asks.of === `${what}s`),
	);
}

/** The same of all that a policy asks. */
export function needs(what: "path" | "host", tree: Decisions): boolean {
	const found = remembered(needed, tree, () => {
		const questions = pastTests(tree);
		return { path: asksFor("path", questions), host: asksFor("host", questions) };
	});
	return found[what];
}
const needed = new WeakMap<Decisions, { readonly path: boolean; readonly host: boolean }>();

/** Does a rule ask what happened, or who said yes? */
export function asksPast(tree: Decisions): boolean {
	return pastTests(tree).length > 0;
}

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
export function pastTests(tree: Decisions): readonly PastQuestion[] {
	return remembered(asking, tree, () => [
		...new Map(allPastTests(tree).map((asks) => [JSON.stringify(asks), asks])).values(),
	]);
}
const asking = new WeakMap<Decisions, readonly PastQuestion[]>();

function allPastTests(tree: Decisions): readonly PastQuestion[] {
	const tables = tree.past === undefined ? Object.values(tree.agents).map(({ tests }) => tests) : [tree.past];
	return tables.flatMap((tests) => {
		const found: PastQuestion[] = [];
		for (let at = 0; at < tests.length; at++) {
			const test = tests.at(at);
			if (test?.kind === "past") found.push(test.asks);
		}
		return found;
	});
}

function eventsIn(asks: PastQuestion): readonly EventTest[] {
	switch (asks.kind) {
		case "happened":
			return [...asks.events, ...asks.since];
		case "exceeded":
			return asks.events;
		case "consent":
			return [];
	}
}
