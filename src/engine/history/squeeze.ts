/** Makes room where there is too much to keep: what is needed is forgotten, what is feared stays as what may have happened, what is counted stays counted. */
import type { PastQuestion } from "../../language/policy/test.js";
import type { Decisions } from "../decide/tree.js";
import { type Fit, type HistoryEvent, type Moment, unknownEvent } from "./event.js";
import { keyOf } from "./event-fit.js";
import type { EventList } from "./event-list.js";
import { eventTestsOf, pastTests } from "./event-tests.js";

/** Makes room in memory: so much is held of a session, and of what is counted. */
export function bound(
	events: EventList,
	counted: EventList,
	decisions: Decisions,
	wholeOf: (session: string) => string,
): void {
	const sizes = new Map<string | undefined, number>();
	const whose = ({ session }: HistoryEvent): string | undefined => session && wholeOf(session);
	for (const event of events.all()) sizes.set(whose(event), (sizes.get(whose(event)) ?? 0) + 1);
	const keys = eventTestsOf(decisions).map(keyOf);
	for (const [session, size] of sizes)
		if (size > most) {
			const its = events.all().filter((event) => whose(event) === session);
			const few = squeezed(its, keys);
			events.replace([...events.all().filter((event) => whose(event) !== session), ...few].sort(byOrder));
		}
	if (counted.all().length > most) counted.replace(squeezedCounts(counted.all(), keys, pastTests(decisions)));
}

/** Events. */
const most = 512;

function byOrder(one: HistoryEvent, other: HistoryEvent): number {
	return one.decided.order - other.decided.order;
}

/** The older half of the events of sessions, as a few of which nothing else is known. `keys`: of all patterns. */
export function squeezed(events: readonly HistoryEvent[], keys: readonly string[]): readonly HistoryEvent[] {
	const ordered = [...events].sort(byOrder);
	const half = Math.ceil(ordered.length / 2);
	const groups = new Map<string, HistoryEvent[]>();
	for (const event of ordered.slice(0, half)) {
		const { session, workspace, user, through } = event;
		const key = JSON.stringify([session, workspace, user, through]);
		groups.set(key, [...(groups.get(key) ?? []), event]);
	}
	return [...[...groups.values()].flatMap((group) => asFew(group, keys)), ...ordered.slice(half)];
}

/** An event whose request nobody will find any more: it may yet be approved, or refused. */
export function outOfReach(event: HistoryEvent): readonly HistoryEvent[] {
	const { of: _, ...others } = event;
	const fits = new Map(
		[...event.fits].map(([key, { truth, words }]): [string, Fit] => [
			key,
			{ truth: truth === "yes" ? "unknown" : truth, words },
		]),
	);
	const some: HistoryEvent = { ...others, fits, approved: true };
	return event.through ? [some, { ...some, through: false }] : [some];
}

function asFew(group: readonly HistoryEvent[], keys: readonly string[]): readonly HistoryEvent[] {
	const one = asOne(group, keys);
	// A person's yes is no command that ran; forgotten, it is one that perhaps was approved.
	const isApproved = group.some(({ approval }) => approval !== undefined);
	const some = isApproved ? [one, { ...one, through: true, approved: true }] : [one];
	return group.some(({ of }) => of !== undefined) ? some.flatMap(outOfReach) : some;
}

function asOne(group: readonly HistoryEvent[], keys: readonly string[]): HistoryEvent {
	const [{ session, workspace, user, through }] = group as readonly [HistoryEvent];
	const names = new Set(group.flatMap(({ fits }) => [...fits.values()].flatMap(({ words }) => Object.keys(words))));
	const words = Object.fromEntries([...names].map((name) => [name, null]));
	const fits = keys.flatMap((key): [string, Fit][] => {
		const truths = group.map((event) => event.fits.get(key)?.truth);
		// Of one that some of them were never asked about nothing is known.
		if (truths.includes(undefined)) return [];
		return [[key, truths.every((truth) => truth === "no") ? { truth: "no", words: {} } : { truth: "unknown", words }]];
	});
	return {
		...unknownEvent(workspace, latestOf(group)),
		...(session === undefined ? {} : { session }),
		...(user === undefined ? {} : { user }),
		through,
		approved: group.some(({ approved }) => approved),
		// As old as now.
		background: group.some((event) => event.background && event.ended === undefined),
		fits: new Map(fits),
		many: manyIn(group),
	};
}

/** The later of its ends and its beginnings. */
function latestOf(group: readonly HistoryEvent[]): Moment {
	return group
		.map(({ decided, ended }) => ended ?? decided)
		.reduce((one, other) => (other.order > one.order ? other : one));
}

function manyIn(group: readonly HistoryEvent[]): number {
	return group.reduce((sum, { many = 1 }) => sum + many, 0);
}

/** The older half of what limits by time count: two that are alike become one, at the time of the later. */
export function squeezedCounts(
	counted: readonly HistoryEvent[],
	keys: readonly string[],
	questions: readonly PastQuestion[],
): readonly HistoryEvent[] {
	const ordered = [...counted].sort(byOrder);
	const half = Math.ceil(ordered.length / 2);
	const sums = questions.flatMap((asks) => (asks.kind === "exceeded" && asks.of === "total" ? [asks.word ?? ""] : []));
	const merged: HistoryEvent[] = [];
	const waiting = new Map<string, HistoryEvent>();
	for (const event of ordered.slice(0, half)) {
		const { workspace, user, through, fits } = event;
		const key = JSON.stringify([workspace, user, through, keys.map((one) => fits.get(one)?.truth ?? null)]);
		const other = waiting.get(key);
		if (other === undefined) waiting.set(key, event);
		else if (waiting.delete(key)) merged.push(together(other, event, keys, sums));
	}
	// Where none are alike, a few stay of which nothing is known.
	if (merged.length + waiting.size > half / 1.5) return squeezed(counted, keys);
	return [...[...merged, ...waiting.values()].sort(byOrder), ...ordered.slice(half)];
}

function together(
	one: HistoryEvent,
	other: HistoryEvent,
	keys: readonly string[],
	sums: readonly string[],
): HistoryEvent {
	const { of: _, ...later } = other;
	const added = (first: string | null | undefined, second: string | null | undefined): string | null => {
		const numbers = [first, second].map((text) =>
			text !== null && text !== undefined && /^\d{1,15}(\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN,
		);
		const sum = numbers.reduce((total, next) => total + next, 0);
		return Number.isNaN(sum) || sum > 1e14 ? null : sum.toFixed(9);
	};
	return {
		...later,
		fits: new Map(
			keys.flatMap((key): [string, Fit][] => {
				const [first, second] = [one.fits.get(key), other.fits.get(key)];
				if (first === undefined || second === undefined) return [];
				const words = Object.keys(second.words).map((name): [string, string | null] => [
					name,
					sums.includes(name) ? added(first.words[name], second.words[name]) : null,
				]);
				return [[key, { truth: second.truth, words: Object.fromEntries(words) }]];
			}),
		),
		many: (one.many ?? 1) + (other.many ?? 1),
	};
}
