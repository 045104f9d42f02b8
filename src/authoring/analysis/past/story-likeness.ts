/**
 * Which events, in a story where one request follows the other, no question can tell apart, whatever comes. Of an event counts for a question how it fits it, with
 * which facts and paths, and how old it is where time counts; and that nothing wiped it: what is wiped stays so, and what comes wipes all that is not wiped, as far
 * as it has ended. So the order of the others says nothing. Of those that are alike only so many count as are asked for. Where words have names, all of those count that fit it.
 */
import type { HistoryEvent } from "../../../engine/history/event.js";
import { fitTruth, hasEndedBefore } from "../../../engine/history/happened.js";
import type { Exceeded, Happened } from "../../../language/policy/test.js";
import type { EventQuestion } from "./story-letters.js";

/** A text that two lists of events have in common only if no question tells them apart. `now`: the time of the latest. */
export function likenessOf(
	questions: readonly EventQuestion[],
): (events: readonly HistoryEvent[], now: number) => string {
	// What is older than all of them count is as old as that.
	const longest = Math.max(0, ...questions.map(spanOf)) + minute;
	return (events, now) => {
		const ageOf = ({ decided }: HistoryEvent): number => Math.min(now - decided.wall, longest);
		return questions
			.map((asks) => (asks.kind === "happened" ? happenedText(asks, events, ageOf) : exceededText(asks, events, ageOf)))
			.join("\n");
	};
}

type AgeOf = (event: HistoryEvent) => number;

const minute = 60_000;

/** Milliseconds for which the question looks back, where it says so; 0 where time is nothing to it. */
export function spanOf(asks: EventQuestion): number {
	return asks.kind === "happened" ? (asks.last ?? 0) : asks.per === "session" ? 0 : asks.per;
}

function happenedText(asks: Happened, events: readonly HistoryEvent[], ageOf: AgeOf): string {
	const { as, last, same, since, times } = asks;
	const hasWords = [...asks.events, ...since].some(({ words }) => words.length > 0);
	const how = as === "needed" ? "passed" : undefined;
	const texts = events.flatMap((event) => {
		const fits = fitTruth(event, asks.events, {}, how);
		if (hasWords) {
			if (fitTruth(event, asks.events, {}) === "no" && fitTruth(event, since, {}) === "no") return [];
			return [
				JSON.stringify([
					[...event.fits],
					event.ending,
					event.through,
					event.approved,
					event.approval !== undefined,
					ageOf(event),
				]),
			];
		}
		if (fits === "no" || (as === "needed" && fits !== "yes") || isWiped(event, asks, events)) return [];
		return [
			JSON.stringify([
				fits,
				same.map((one) => (one === "path" ? event.paths : one === "host" ? event.hosts : (event.facts[one] ?? null))),
				last === undefined ? 0 : ageOf(event),
				// It can't be wiped yet.
				since.length > 0 && event.through && event.ended === undefined,
			]),
		];
	});
	if (hasWords) return texts.join();
	const runs = events.some(
		(event) => event.through && event.ended === undefined && fitTruth(event, since, {}) !== "no",
	);
	return `${mostOf(texts, times).join()} ${runs}`;
}

function isWiped(event: HistoryEvent, { as, since }: Happened, events: readonly HistoryEvent[]): boolean {
	return events.some(
		(other) =>
			other !== event &&
			(as === "needed"
				? fitTruth(other, since, {}) !== "no" && !hasEndedBefore(other, event.decided)
				: fitTruth(other, since, {}, "passed") === "yes" && hasEndedBefore(event, other.decided)),
	);
}

function exceededText(
	{ events: patterns, most, of, per }: Exceeded,
	events: readonly HistoryEvent[],
	ageOf: AgeOf,
): string {
	const texts = events
		.filter((event) => event.through && fitTruth(event, patterns, {}) !== "no")
		.map((event) =>
			JSON.stringify([per === "session" ? 0 : ageOf(event), of === "events" ? 0 : [event.paths, event.hosts]]),
		);
	return mostOf(texts, most + 1).join();
}

/** In order, each no more often than that. */
function mostOf(texts: readonly string[], most: number): readonly string[] {
	const sorted = texts.toSorted();
	return sorted.filter((text, at) => sorted[at - most] !== text);
}
