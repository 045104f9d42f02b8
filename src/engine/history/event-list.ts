/**
 * Events in the order in which they came, and for each question those that can make a difference to its answer: they are held ready, and not searched for. Of
 * those that are alike for a question the latest are enough.
 */
import type { EventTest, Exceeded, Happened, PastQuestion } from "../../language/policy/test.js";
import type { EventPath, HistoryEvent, Moment } from "./event.js";
import { keyOf } from "./event-fit.js";
import { smallerSpan } from "./spans.js";

/** What is asked of events: whether they fit a question's patterns, or its `since`. */
export type Part = "events" | "since";

export interface Events {
	/** The oldest first. */
	readonly all: () => readonly HistoryEvent[];
	/** Those that may fit, in any order. Some that make no difference to the answer may be left out. */
	readonly fitting: (asks: PastQuestion, part: Part) => readonly HistoryEvent[];
}

export interface EventList extends Events {
	readonly add: (events: readonly HistoryEvent[]) => void;
	/** Others in the places of some. `isEnd`: they ended, or will not be told of any more, and nothing else of them is changed. */
	readonly change: (
		is: (event: HistoryEvent) => boolean,
		changed: (event: HistoryEvent) => HistoryEvent,
		isEnd?: boolean,
	) => void;
	readonly replace: (events: readonly HistoryEvent[]) => void;
	/** Only those stay that can make a difference to one of the questions. */
	readonly reduce: (questions: readonly PastQuestion[]) => void;
}

/** What else is known of events. */
export interface AboutEvents {
	/** More may be told of it. */
	readonly isOpen: (event: HistoryEvent) => boolean;
	/** The session that one is a part of by now. */
	readonly wholeOf: (session: string) => string;
	readonly now: () => Moment;
}

/** A list that is looked through each time. */
export function plainEvents(events: readonly HistoryEvent[]): Events {
	return { all: () => events, fitting: (asks, part) => events.filter((event) => isAsked(event, asks, part)) };
}

/** The places of events that a question asks about. */
interface Places {
	/** Of lists that were made anew it says nothing. */
	readonly age: number;
	/** So many events were looked at. */
	seen: number;
	/** Of which more may be told, or that are alike to no other. */
	open: number[];
	readonly alike: Map<string, number[]>;
	/** Of what is counted: so many are held before it is asked which still matter. */
	enough: number;
}

export function eventList(from: readonly HistoryEvent[], about: AboutEvents): EventList {
	let events = [...from];
	let age = 0;
	const known = { events: new WeakMap<PastQuestion, Places>(), since: new WeakMap<PastQuestion, Places>() };
	const replace = (others: readonly HistoryEvent[]): void => {
		events = [...others];
		age++;
	};
	const eventAt = (at: number): HistoryEvent => events[at] as HistoryEvent;
	/** `isLeast`: none that makes no difference is among them. */
	const placesOf = (asks: PastQuestion, part: Part, isLeast: boolean): readonly number[] => {
		const found = known[part].get(asks);
		const places =
			found?.age === age ? found : { age, seen: 0, open: [], alike: new Map<string, number[]>(), enough: fewest };
		if (places !== found) known[part].set(asks, places);
		for (; places.seen < events.length; places.seen++)
			if (isAsked(events[places.seen] as HistoryEvent, asks, part)) places.open.push(places.seen);
		if (asks.kind === "consent") places.open = places.open.slice(-mostApprovals);
		else if (asks.kind === "happened") sortOut(places, asks, part, isLeast);
		else if (isLeast || places.open.length > places.enough) {
			places.open = stillCounted(places.open, asks, eventAt, about);
			places.enough = Math.max(fewest, 2 * places.open.length);
		}
		return places.alike.size === 0 ? places.open : [...places.open, ...[...places.alike.values()].flat()];
	};
	/** What has ended is told apart by its likeness alone. */
	const sortOut = (places: Places, asks: Happened, part: Part, isLeast: boolean): void => {
		// One may be asked about itself, which does not wipe itself.
		const most = part === "since" ? 2 : asks.times;
		let still = 0;
		for (const at of places.open) {
			const event = eventAt(at);
			if (about.isOpen(event) || event.many !== undefined) {
				places.open[still++] = at;
				continue;
			}
			const session = event.session === undefined ? null : about.wholeOf(event.session);
			const key = likenessOf(event, asks, asks[part], session);
			const group = places.alike.get(key) ?? [];
			group.push(at);
			places.alike.set(key, group.length > 4 * most ? latestOf(group, most, eventAt) : group);
		}
		places.open.length = still;
		if (isLeast) for (const [key, group] of places.alike) places.alike.set(key, latestOf(group, most, eventAt));
	};
	return {
		all: () => events,
		fitting: (asks, part) => placesOf(asks, part, false).map(eventAt),
		add: (others) => {
			events.push(...others);
		},
		change: (is, changed, isEnd = false) => {
			let isAny = false;
			for (let at = 0; at < events.length; at++) {
				const event = events[at] as HistoryEvent;
				if (!is(event)) continue;
				isAny = true;
				events[at] = changed(event);
			}
			if (isAny && !isEnd) age++;
		},
		replace,
		reduce: (questions) => {
			const kept = new Set<number>();
			for (const asks of questions)
				for (const part of asks.kind === "happened" ? parts : parts.slice(0, 1))
					for (const at of placesOf(asks, part, true)) kept.add(at);
			if (kept.size < events.length) replace(events.filter((_, at) => kept.has(at)));
		},
	};
}
const parts: readonly Part[] = ["events", "since"];

/** So few that are counted are never looked through for those that matter. */
const fewest = 64;
/** So many people have said yes, at most: an older yes is forgotten. */
const mostApprovals = 40;

function isAsked(event: HistoryEvent, asks: PastQuestion, part: Part): boolean {
	if (asks.kind === "consent") return event.approval !== undefined;
	return mayFit(event, asks.kind === "happened" ? asks[part] : asks.events);
}

function mayFit({ fits }: HistoryEvent, patterns: readonly EventTest[]): boolean {
	return patterns.some((pattern) => fits.get(keyOf(pattern))?.truth !== "no");
}

/** Those that ended last, and those that were decided last. */
function latestOf(group: readonly number[], most: number, eventAt: (at: number) => HistoryEvent): number[] {
	const byEnd = [...group].sort((one, other) => endOf(eventAt(other)) - endOf(eventAt(one)));
	const byBegin = [...group].sort((one, other) => eventAt(other).decided.order - eventAt(one).decided.order);
	return [...new Set([...byEnd.slice(0, most), ...byBegin.slice(0, most)])];
}

/** What has not ended wipes, and is not wiped. */
function endOf({ ended, through, decided }: HistoryEvent): number {
	return (through ? ended?.order : decided.order) ?? Number.MAX_SAFE_INTEGER;
}

/** Events that have this in common differ for the question by their time alone. */
function likenessOf(
	event: HistoryEvent,
	{ same }: Happened,
	patterns: readonly EventTest[],
	session: string | null,
): string {
	const { workspace, inside, ending, through, approved, approval = null, background, ended } = event;
	const { facts, fits, paths, hosts } = event;
	return JSON.stringify([
		session,
		workspace,
		inside,
		ending,
		through,
		approved,
		approval,
		background,
		ended === undefined,
		patterns.map((pattern) => {
			const fit = fits.get(keyOf(pattern));
			return fit === undefined ? null : [fit.truth, fit.words];
		}),
		same.map((one) => (one === "path" ? paths : one === "host" ? hosts : (facts[one] ?? null))),
	]);
}

/** More than one above the limit make no difference, nor does what is older than its time. */
function stillCounted(
	places: readonly number[],
	asks: Exceeded,
	eventAt: (at: number) => HistoryEvent,
	{ isOpen, wholeOf, now }: AboutEvents,
): number[] {
	const { per } = asks;
	const then = now();
	const inTime = per === "session" ? places : places.filter((at) => smallerSpan(eventAt(at).decided, then) <= per);
	const amounts = new Map<string, { count: number; readonly names: Set<string> }>();
	const kept: number[] = [];
	for (const at of [...inTime].sort((one, other) => eventAt(other).decided.order - eventAt(one).decided.order)) {
		const event = eventAt(at);
		const { workspace, user, session } = event;
		const key = JSON.stringify(per === "session" ? session && wholeOf(session) : [workspace, user]) ?? "";
		const before = amounts.get(key) ?? { count: 0, names: new Set<string>() };
		amounts.set(key, before);
		const isEnough = asks.of !== "total" && before.count > asks.most;
		const fresh =
			event.through && !isEnough
				? namesIn(event, asks).filter((name) => name === undefined || !before.names.has(name))
				: [];
		// What was refused may be let through when it is told again.
		if (fresh.length > 0 || isOpen(event)) kept.push(at);
		for (const name of fresh) {
			if (name === undefined || !before.names.has(name)) before.count++;
			if (name !== undefined) before.names.add(name);
		}
	}
	return kept.reverse();
}

/** What of it is counted; undefined for each that is another one each time. */
function namesIn({ paths, hosts }: HistoryEvent, { of }: Exceeded): readonly (string | undefined)[] {
	switch (of) {
		case "events":
		case "total":
			return [undefined];
		case "paths": {
			const written = paths.filter(({ access }: EventPath) => access !== "read");
			return (written.length > 0 ? written : paths).map(({ names, exact }) => (exact ? names?.[0] : undefined));
		}
		case "hosts":
			return hosts.map(({ host }) => host);
	}
}
