/** Is a limit exceeded? The meaning of `at most`, over the events that may fit. */
import type { Exceeded } from "../../language/policy/test.js";
import type { Truth } from "../decide/evaluate/truth.js";
import type { HistoryEvent } from "./event.js";
import { keyOf } from "./event-fit.js";
import type { Asked, Past } from "./past.js";
import { smallerSpan } from "./spans.js";

/** `own`: all commands of the request, this one among them. Those of the past are events, too, of other sessions as well. */
export function exceeded(asks: Exceeded, asked: Asked, past: Past, own: readonly HistoryEvent[]): Truth {
	const { per } = asks;
	const before = past.events
		.fitting(asks, "events")
		.filter(
			(event) =>
				event.through &&
				!own.includes(event) &&
				event.workspace === asked.workspace &&
				(event.user === undefined || asked.user === undefined || event.user === asked.user) &&
				(per === "session" ? past.isOwn(event) !== "no" : smallerSpan(event.decided, asked.now) <= per),
		);
	const counted = [...before, ...own].filter((event) =>
		asks.events.some((pattern) => event.fits.get(keyOf(pattern))?.truth !== "no"),
	);
	if (amountOf(asks, counted) > asks.most) return "yes";
	return past.known ? "no" : "unknown";
}

function amountOf(asks: Exceeded, events: readonly HistoryEvent[]): number {
	switch (asks.of) {
		case "events":
			return events.reduce((sum, { many = 1 }) => sum + many, 0);
		case "paths":
			return distinct(
				events.flatMap(({ paths, many }): readonly (string | number | undefined)[] => {
					// Nobody knows any more which they were.
					if (many !== undefined) return [many];
					const written = paths.filter(({ access }) => access !== "read");
					// Of several names for one path the first is where it leads.
					return (written.length > 0 ? written : paths).map(({ names, exact }) => (exact ? names?.[0] : undefined));
				}),
			);
		case "hosts":
			return distinct(
				events.flatMap(({ hosts, many }): readonly (string | number | undefined)[] =>
					many === undefined ? hosts.map(({ host }) => host) : [many],
				),
			);
		case "total":
			return events.reduce((sum, event) => sum + numberIn(event, asks), 0);
	}
}

/** What can't be known is another one each time. A number: so many of which nobody knows. */
function distinct(names: readonly (string | number | undefined)[]): number {
	const known = new Set(names.filter((name) => typeof name === "string")).size;
	return names.reduce<number>((sum, name) => sum + (typeof name === "string" ? 0 : (name ?? 1)), known);
}

/** What is no plain number is over every limit. */
function numberIn(event: HistoryEvent, { events, word = "" }: Exceeded): number {
	const texts = events.flatMap((pattern) => event.fits.get(keyOf(pattern))?.words[word] ?? []);
	const [text, ...others] = new Set(texts);
	return text !== undefined && others.length === 0 && /^\d{1,15}(\.\d{1,9})?$/.test(text) ? Number(text) : Infinity;
}
