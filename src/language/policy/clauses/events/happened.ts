/** What `after` and `before` ask of the past. */
import type { Happened, NamedWord, Test } from "../../test.js";
import type { EventsValue } from "../clause.js";

/** What is needed is read narrowly, and what wipes it widely; of what is feared it is the other way round. */
export function happened(value: EventsValue, as: Happened["as"], words: readonly NamedWord[]): Test {
	const { times, last, same } = value;
	const [own, other] =
		as === "needed" ? (["granting", "restricting"] as const) : (["restricting", "granting"] as const);
	const [events, since] = [value.events(own), value.since(other)];
	const asked = new Set([...events, ...since].flatMap((event) => event.words.map(({ name }) => name)));
	return {
		kind: "past",
		asks: {
			kind: "happened",
			as,
			events,
			times,
			since,
			...(last === undefined ? {} : { last }),
			same,
			// A name that no event has asks for nothing.
			words: words.filter(({ name }) => asked.has(name)),
		},
	};
}

export const holdsAnyway = { instead: "a claim speaks of commands, whatever happened before: leave it out" };
