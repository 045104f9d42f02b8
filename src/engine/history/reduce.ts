/**
 * What of the events can still make a difference: of those that are alike for a question the latest are enough. The answers to all that a policy asks are the same
 * without the others, whatever comes.
 */
import type { EventTest, Exceeded, Happened, PastQuestion } from "../../language/policy/test.js";
import type { EventPath, HistoryEvent, Moment } from "./event.js";
import { keyOf } from "./event-fit.js";
import { smallerSpan } from "./spans.js";

type Asks = PastQuestion;

/** Of the events of sessions. `isOpen`: more may be told of it. `wholeOf`: the session that one is a part of by now. */
export function reduced(
	events: readonly HistoryEvent[],
	questions: readonly Asks[],
	isOpen: (event: HistoryEvent) => boolean,
	wholeOf: (session: string) => string,
): readonly HistoryEvent[] {
	const kept = new Set<HistoryEvent>();
	const sessionOf = ({ session }: HistoryEvent): string | null => (session === undefined ? null : wholeOf(session));
	for (const asks of questions) {
		if (asks.kind === "exceeded") {
			if (asks.per === "session") keepCounted(events, asks, sessionOf, isOpen, kept);
			continue;
		}
		if (asks.kind === "consent") {
			for (const event of events.filter(({ approval }) => approval !== undefined).slice(-mostApprovals))
				kept.add(event);
			continue;
		}
		for (const [patterns, most] of [
			[asks.events, asks.times],
			// One may be asked about itself, which does not wipe itself.
			[asks.since, 2],
		] as const)
			keepLatest(events, patterns, most, (event) => likenessOf(event, asks, patterns, sessionOf(event)), isOpen, kept);
	}
	return events.filter((event) => kept.has(event));
}

/** Of the events that limits by time count. */
export function reducedCounts(
	events: readonly HistoryEvent[],
	questions: readonly Asks[],
	isOpen: (event: HistoryEvent) => boolean,
	now: Moment,
): readonly HistoryEvent[] {
	const kept = new Set<HistoryEvent>();
	for (const asks of questions) {
		if (asks.kind !== "exceeded" || asks.per === "session") continue;
		const { per } = asks;
		const inTime = events.filter(({ decided }) => smallerSpan(decided, now) <= per);
		keepCounted(inTime, asks, ({ workspace, user }) => JSON.stringify([workspace, user]), isOpen, kept);
	}
	return events.filter((event) => kept.has(event));
}

/** So many people have said yes, at most: an older yes is forgotten. */
const mostApprovals = 40;

function mayFit(event: HistoryEvent, patterns: readonly EventTest[]): boolean {
	return patterns.some((pattern) => event.fits.get(keyOf(pattern))?.truth !== "no");
}

/** In each group the latest: those that ended last, and those that were decided last. */
function keepLatest(
	events: readonly HistoryEvent[],
	patterns: readonly EventTest[],
	most: number,
	likeness: (event: HistoryEvent) => string,
	isOpen: (event: HistoryEvent) => boolean,
	kept: Set<HistoryEvent>,
): void {
	const groups = new Map<string, HistoryEvent[]>();
	for (const event of events) {
		if (!mayFit(event, patterns)) continue;
		if (isOpen(event) || event.many !== undefined) {
			kept.add(event);
			continue;
		}
		const key = likeness(event);
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [event]);
		else group.push(event);
	}
	for (const group of groups.values()) {
		const byEnd = [...group].sort((one, other) => endOf(other) - endOf(one));
		const byBegin = [...group].sort((one, other) => other.decided.order - one.decided.order);
		for (const event of [...byEnd.slice(0, most), ...byBegin.slice(0, most)]) kept.add(event);
	}
}

/** What has not ended wipes, and is not wiped. */
function endOf({ ended, through, decided }: HistoryEvent): number {
	return (through ? ended?.order : decided.order) ?? Infinity;
}

/** Events that have this in common differ for the question by their time alone. */
function likenessOf(
	event: HistoryEvent,
	{ same }: Happened,
	patterns: readonly EventTest[],
	session: string | null,
): string {
	const {
		workspace,
		inside,
		ending,
		through,
		approved,
		approval = null,
		background,
		ended,
		facts,
		fits,
		paths,
		hosts,
	} = event;
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

/** More than one above the limit make no difference. */
function keepCounted(
	events: readonly HistoryEvent[],
	asks: Exceeded,
	whose: (event: HistoryEvent) => string | null,
	isOpen: (event: HistoryEvent) => boolean,
	kept: Set<HistoryEvent>,
): void {
	const amounts = new Map<string | null, { count: number; readonly names: Set<string> }>();
	const fitting = events.filter((event) => mayFit(event, asks.events));
	// What was refused may be let through when it is told again.
	for (const event of fitting) if (isOpen(event)) kept.add(event);
	const latestFirst = fitting
		.filter(({ through }) => through)
		.sort((one, other) => other.decided.order - one.decided.order);
	for (const event of latestFirst) {
		const key = whose(event);
		const before = amounts.get(key) ?? { count: 0, names: new Set<string>() };
		amounts.set(key, before);
		if (asks.of !== "total" && before.count > asks.most) continue;
		const fresh = namesIn(event, asks).filter((name) => name === undefined || !before.names.has(name));
		if (asks.of !== "total" && fresh.length === 0) continue;
		kept.add(event);
		for (const name of fresh) {
			if (name === undefined) before.count++;
			else if (!before.names.has(name)) {
				before.names.add(name);
				before.count++;
			}
		}
	}
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
