/** Makes room where there is too much to keep: what is needed is forgotten, what is feared stays as what may have happened, what is counted stays counted. */
import type { PastQuestion } from "../../language/policy/test.js";
import { type Fit, type HistoryEvent, type Moment, unknownEvent } from "./event.js";

/** The older half of the events of sessions, as a few of which nothing else is known. `keys`: of all patterns. */
export function squeezed(events: readonly HistoryEvent[], keys: readonly string[]): readonly HistoryEvent[] {
	const ordered = [...events].sort((one, other) => one.decided.order - other.decided.order);
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

/** The older half of what limits by time count: two that follow one another become one, at the time of the later. */
export function squeezedCounts(
	counted: readonly HistoryEvent[],
	keys: readonly string[],
	questions: readonly PastQuestion[],
): readonly HistoryEvent[] {
	const ordered = [...counted].sort((one, other) => one.decided.order - other.decided.order);
	const half = Math.ceil(ordered.length / 2);
	const sums = questions.flatMap((asks) => (asks.kind === "exceeded" && asks.of === "total" ? [asks.word ?? ""] : []));
	const merged: HistoryEvent[] = [];
	for (let at = 0; at < half; at++) {
		const [one, other] = [ordered[at], at + 1 < half ? ordered[at + 1] : undefined];
		if (one === undefined) break;
		if (other !== undefined && isAlike(one, other, keys)) {
			merged.push(together(one, other, keys, sums));
			at++;
		} else merged.push(one);
	}
	// Where none are alike, a few stay of which nothing is known.
	if (merged.length > half / 1.5) return squeezed(counted, keys);
	return [...merged, ...ordered.slice(half)];
}

function isAlike(one: HistoryEvent, other: HistoryEvent, keys: readonly string[]): boolean {
	return (
		one.workspace === other.workspace &&
		one.user === other.user &&
		one.through === other.through &&
		keys.every((key) => one.fits.get(key)?.truth === other.fits.get(key)?.truth)
	);
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
