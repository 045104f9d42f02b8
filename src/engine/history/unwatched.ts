/** What may have happened before a pattern was asked for: a policy that was changed does not make a session forget. */
import type { EventTest } from "../../language/policy/test.js";
import type { Decisions } from "../decide/tree.js";
import { type Fit, type HistoryEvent, type Moment, unknownEvent } from "./event.js";
import { keyOf } from "./event-fit.js";
import { eventTestsOf } from "./event-tests.js";
import { type Kept, nobody } from "./kept.js";

/** For a request of this session. */
export function unwatched(
	decisions: Decisions,
	{
		watched,
		first,
		session,
		workspace,
	}: Pick<Kept, "watched" | "first"> & { readonly session: string | undefined; readonly workspace: string },
): { readonly events: readonly HistoryEvent[]; readonly counted: readonly HistoryEvent[] } {
	const tests = eventTestsOf(decisions);
	// Nearly always nothing was changed.
	const latest = Math.max(...[...watched.values()].map(({ order }) => order));
	const begin = Math.min(...first.values());
	if (tests.length === 0 || begin >= latest) return none;
	const since = (from: number | undefined): ReadonlyMap<string, Moment> =>
		new Map(from === undefined ? [] : [...watched].filter(([, { order }]) => order > from));
	const missed = (from: number | undefined, whose: { readonly session?: string }): readonly HistoryEvent[] =>
		eventsOf(since(from), tests, workspace).map((event) => ({ ...event, ...whose }));
	const own = session === undefined ? [] : missed(first.get(session), { session });
	return { events: [...missed(first.get(nobody), {}), ...own], counted: missed(begin, {}) };
}

const none = { events: [], counted: [] };

/** One for each pattern, let through, and one that was not: any number of them. */
function eventsOf(
	since: ReadonlyMap<string, Moment>,
	tests: readonly EventTest[],
	workspace: string,
): readonly HistoryEvent[] {
	const no = tests.map((test): [string, Fit] => [keyOf(test), { truth: "no", words: {} }]);
	return tests.flatMap((test) => {
		const key = keyOf(test);
		const moment = since.get(key);
		if (moment === undefined) return [];
		const words = Object.fromEntries(test.words.map(({ name }) => [name, null]));
		const fits = new Map<string, Fit>([...no, [key, { truth: "unknown", words }]]);
		const event: HistoryEvent = { ...unknownEvent(workspace, moment), fits, many: Infinity };
		return [event, { ...event, through: false }];
	});
}
