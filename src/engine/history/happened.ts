/**
 * Has it happened? The meaning of `after` and `before`, over the events that may fit. What is needed must be sure, what is feared need only be possible.
 */
import type { EventTest, Happened, Likeness } from "../../language/policy/test.js";
import { every, everyOf, some, someOf, type Truth, truth } from "../decide/evaluate/truth.js";
import type { EventPath, Fit, HistoryEvent, Moment } from "./event.js";
import { keyOf } from "./event-fit.js";
import type { Asked, Past } from "./past.js";
import { largerSpan, smallerSpan } from "./spans.js";

export function happened(asks: Happened, asked: Asked, past: Past): Truth {
	return asks.as === "needed" ? isThere(asks, asked, past) : mayBeThere(asks, asked, past);
}

/** `no` and unknown are alike to whoever needs it. */
function isThere(asks: Happened, asked: Asked, past: Past): Truth {
	// What nobody can tell may have wiped it.
	const isTold = past.known || asks.since.length === 0;
	const events = isTold ? past.events.fitting(asks, "events") : [];
	const wiping = (isTold ? past.events.fitting(asks, "since") : []).filter(
		(event) => mayWipe(event, asks) !== "no" && past.isOwn(event) !== "no",
	);
	const words = bound(asks, asked);
	const fitting = events.filter((event) => isNeeded(event, asks, asked, past, words, wiping));
	const groups = byWords(fitting, asks, asked);
	const isThere = groups.some(
		(group) =>
			group.length >= asks.times &&
			(!asks.same.includes("path") || coversPaths(asked, group)) &&
			(!asks.same.includes("host") || coversHosts(asked, group)),
	);
	if (isThere) return "yes";
	const possible = events.filter((event) => fitTruth(event, asks.events, words) !== "no");
	const most = possible.reduce((sum, { many = 1 }) => sum + many, 0);
	return past.known && most < asks.times ? "no" : "unknown";
}

/** Whatever the words are: with them it fits no better. */
function mayWipe(event: HistoryEvent, { since }: Happened, unsaid?: "passed"): Truth {
	return since.length === 0 ? "no" : fitTruth(event, since, noWords, unsaid);
}
const noWords: Words = {};

/** `wiping`: the events that may wipe. */
function isNeeded(
	event: HistoryEvent,
	asks: Happened,
	asked: Asked,
	past: Past,
	words: Words,
	wiping: readonly HistoryEvent[],
): boolean {
	const { since, last, same } = asks;
	return (
		fitTruth(event, asks.events, words, "passed") === "yes" &&
		past.isOwn(event) === "yes" &&
		event.inside === "yes" &&
		event.workspace === asked.workspace &&
		(last === undefined || largerSpan(event.decided, asked.now) <= last) &&
		same.every((one) => one === "path" || one === "host" || isSameFact(one, event, asked) === "yes") &&
		!wiping.some(
			(other) =>
				other !== event &&
				fitTruth(other, since, { ...words, ...wordsOf(event, asks) }) !== "no" &&
				!hasEndedBefore(other, event.decided),
		)
	);
}

function mayBeThere(asks: Happened, asked: Asked, past: Past): Truth {
	if (!past.known) return "unknown";
	const { since, last, same } = asks;
	const words = bound(asks, asked);
	const wiping = past.events
		.fitting(asks, "since")
		.filter((event) => mayWipe(event, asks, "passed") === "yes" && past.isOwn(event) === "yes");
	const counted = past.events.fitting(asks, "events").map((event): readonly [HistoryEvent, Truth] => {
		const fit = fitTruth(event, asks.events, words);
		if (fit === "no") return [event, fit];
		const fits = every([fit, past.isOwn(event), ...same.map((one) => mayBeSame(one, event, asked))]);
		if (fits === "no") return [event, fits];
		if (last !== undefined && ageOf(event, asked.now) > last) return [event, "no"];
		const wiped = wiping.some(
			(other) =>
				other !== event &&
				fitTruth(other, since, { ...words, ...wordsOf(event, asks) }, "passed") === "yes" &&
				hasEndedBefore(event, other.decided),
		);
		return [event, wiped ? "no" : fits];
	});
	const itself = asked.itself === undefined ? "no" : fearsItself(asks, asked);
	const amount = (is: (one: Truth) => boolean): number =>
		counted.reduce((sum, [{ many = 1 }, one]) => sum + (is(one) ? many : 0), is(itself) ? 1 : 0);
	const sure = amount((one) => one === "yes");
	const possible = amount((one) => one !== "no");
	return sure >= asks.times ? "yes" : possible < asks.times ? "no" : "unknown";
}

/** A command that does both at once: `curl -T .env`. Where the pattern speaks of words alone, another command is meant. */
function fearsItself({ events, last, same }: Happened, { itself, ...asked }: Asked): Truth {
	if (itself === undefined || (last !== undefined && last < 0)) return "no";
	return every([
		some(events.filter(({ effects, fate }) => effects && fate !== "denied").map((one) => itself.fit(one).truth)),
		...same.map((one) =>
			one === "path" ? truth(asked.paths.length > 0) : one === "host" ? truth(asked.hosts.length > 0) : "yes",
		),
	]);
}

type Words = Readonly<Record<string, string | null>>;

/** The words that the rule's own pattern binds. */
function bound({ words }: Happened, asked: Asked): Words {
	return Object.fromEntries(words.map(({ name }) => [name, asked.words[name] ?? null]));
}

/** The words that an event binds. */
export function wordsOf(event: HistoryEvent, { events }: Happened): Words {
	if (events.every(({ words }) => words.length === 0)) return noWords;
	return Object.assign({}, ...events.map((one) => event.fits.get(keyOf(one))?.words ?? {})) as Words;
}

/** Does the event fit one of the patterns? `unsaid`: the fate that is asked for where a pattern says none. */
export function fitTruth(event: HistoryEvent, patterns: readonly EventTest[], words: Words, unsaid?: "passed"): Truth {
	return someOf(patterns, (pattern) => {
		const fit = event.fits.get(keyOf(pattern));
		if (fit?.truth === "no") return "no";
		const fate = fateTruth(event, pattern.fate ?? unsaid);
		if (fate === "no" || fit === undefined) return fate === "no" ? "no" : "unknown";
		return every([fate, fit.truth, sameWords(fit, words)]);
	});
}

/** Did it come out so? What was not let through is seen by those patterns alone that ask for it. */
function fateTruth({ through, ending, approved, approval }: HistoryEvent, fate: EventTest["fate"]): Truth {
	// What was taken back is needed by nobody, and may be feared still.
	if (approval?.isWithdrawn) return fate === "approved" ? "unknown" : "no";
	if (approval !== undefined) return truth(fate === "approved" && approval.by !== undefined);
	if (fate === "denied") return truth(!through);
	if (!through) return "no";
	switch (fate) {
		case undefined:
			return "yes";
		case "approved":
			return truth(approved);
		case "passed":
		case "failed":
			return ending === "passed" || ending === "failed" ? truth(ending === fate) : "unknown";
	}
}

function sameWords(fit: Fit, words: Words): Truth {
	return everyOf(Object.keys(fit.words), (name) => {
		if (!Object.hasOwn(words, name)) return "yes";
		const [text, other] = [fit.words[name] ?? null, words[name] ?? null];
		return text === null || other === null ? "unknown" : truth(text === other);
	});
}

/** A word that only events have is the same in all of them. */
function byWords(events: readonly HistoryEvent[], asks: Happened, asked: Asked): readonly (readonly HistoryEvent[])[] {
	if (asks.events.every(({ words }) => words.length === 0)) return [events];
	const known = bound(asks, asked);
	const groups = new Map<string, HistoryEvent[]>();
	for (const event of events) {
		const free = Object.entries(wordsOf(event, asks)).filter(([name]) => !Object.hasOwn(known, name));
		const key = JSON.stringify(free.sort());
		groups.set(key, [...(groups.get(key) ?? []), event]);
	}
	return [...groups.values()];
}

export function hasEndedBefore({ ended, through, decided }: HistoryEvent, moment: Moment): boolean {
	// What was never let through ended when it was refused.
	const end = through ? ended : decided;
	return end !== undefined && end.order < moment.order;
}

/** What runs, or may run, is as old as now. */
function ageOf({ background, ended, through, decided }: HistoryEvent, now: Moment): number {
	if (background && through && ended === undefined) return 0;
	return smallerSpan(ended ?? decided, now);
}

function isSameFact(name: Likeness, { facts }: HistoryEvent, asked: Asked): Truth {
	const [before, now] = [facts[name], asked.facts[name]];
	return before === undefined || now === undefined ? "unknown" : truth(before === now);
}

function mayBeSame(name: Likeness, event: HistoryEvent, asked: Asked): Truth {
	if (name === "path") return some(asked.paths.flatMap((one) => event.paths.map((other) => meets(one, other))));
	if (name === "host")
		return some(
			asked.hosts.flatMap(({ host }) =>
				event.hosts.map(
					(other): Truth => (host === undefined || other.host === undefined ? "unknown" : truth(host === other.host)),
				),
			),
		);
	return isSameFact(name, event, asked);
}

function meets(one: EventPath, other: EventPath): Truth {
	const [names, others] = [one.names, other.names];
	if (names === undefined || others === undefined) return "unknown";
	if (names.some((name) => others.includes(name))) return one.exact && other.exact ? "yes" : "unknown";
	const isBelow = names.some((name) => others.some((two) => liesBelow(name, two) || liesBelow(two, name)));
	return isBelow ? "unknown" : "no";
}

function liesBelow(path: string, folder: string): boolean {
	return path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

/** Every path that the command writes, or reads if it writes none, is surely one of theirs. */
function coversPaths({ paths }: Asked, events: readonly HistoryEvent[]): boolean {
	const written = paths.filter(({ access }) => access !== "read");
	const asked = written.length > 0 ? written : paths;
	const isTheirs = (one: EventPath): boolean =>
		events.some((event) => event.paths.some((other) => other.exact && meets(one, other) === "yes"));
	return asked.length > 0 && asked.every((one) => one.exact && isTheirs(one));
}

function coversHosts({ hosts }: Asked, events: readonly HistoryEvent[]): boolean {
	const theirs = events.flatMap((event) => event.hosts.filter(({ sure }) => sure));
	return (
		hosts.length > 0 && hosts.every(({ host }) => host !== undefined && theirs.some((other) => other.host === host))
	);
}
