/** What came of a log's records, counted: of all lines together, or of parts of a log, which are put together here. */
import type { Request } from "../../engine/request/request.js";
import { type Alike, inOrder, nameFirst } from "./alike.js";
import type { Answers, Told } from "./answers.js";
import type { Recorded, Tally } from "./log-records.js";
import type { Outcome } from "./outcomes.js";
import type { Comparison } from "./replay.js";
import { commandText, type ReplaySummary, startSummary } from "./replay-summary.js";

/** What came of records in common. */
export interface Counted extends Alike<First> {
	/** What tells it from others: the outcome, and what had been answered. */
	readonly key: string;
	/** Undefined where nothing is compared. */
	readonly change: Comparison["change"] | undefined;
	readonly outcome: Outcome;
	readonly masked: boolean;
	/** Its records may be shown. */
	readonly isListed: boolean;
}

export interface First {
	/** Its line, by a number that grows with the log. */
	readonly place: number;
	readonly record: Recorded;
	readonly command: string;
}

/** What came of a log's lines, or of some of them. Plain data. */
export interface CameOut {
	readonly counts: readonly Counted[];
	/** What came of lines by themselves. */
	readonly apart: ReplaySummary;
}

/** A record, to be named for what came of it. */
export function firstOf(record: Recorded, place: number): First {
	return { place, record, command: commandText(record.asked as Request) };
}

/** Sums up what came of all parts of a log. `lineOf`: the line of a place. */
export async function summed(
	parts: readonly CameOut[],
	answers: Pick<Answers, "tell" | "settled">,
	lineOf: (place: number) => number = (place) => place,
): Promise<ReplaySummary> {
	const summing = startSummary();
	for (const { apart } of parts)
		summing.append({ ...apart, undecided: placed(apart.undecided, lineOf), broken: placed(apart.broken, lineOf) }, 0);
	const counts = inOrder(together(parts));
	const all = counts.map((one) => toldOf(one, answers, lineOf));
	await answers.settled();
	for (const [at, { times, change, outcome, masked }] of counts.entries()) {
		const told = all[at] ?? [];
		const [one] = told;
		const { agent, assumed } = outcome;
		if (change !== undefined && one?.kind !== "compared")
			summing.add({ kind: "counted", agent, times, change, assumed, masked });
		if (one?.kind === "compared") summing.add({ ...one, times: times - told.length + 1 });
		for (const other of told.slice(1)) summing.add(other);
	}
	return summing.summary();
}

function together(parts: readonly CameOut[]): readonly Counted[] {
	const all = new Map<string, Counted>();
	for (const { counts } of parts)
		for (const one of counts) {
			const found = all.get(one.key);
			if (found === undefined) {
				all.set(one.key, one);
				continue;
			}
			found.times += one.times;
			for (const first of one.first) nameFirst(found, first, ({ command }) => command === first.command);
		}
	return [...all.values()];
}

/** What is told of the first records of a change, as soon as it is known. */
function toldOf(
	{ first, change, isListed }: Counted,
	answers: Pick<Answers, "tell">,
	lineOf: (place: number) => number,
): readonly Told[] {
	const told: Told[] = [];
	if (change === undefined || !isListed) return told;
	for (const [at, { record, place }] of first.entries())
		answers.tell(record, (one) => {
			told[at] = { ...one, line: lineOf(place) };
		});
	return told;
}

function placed({ count, reasons }: Tally, lineOf: (place: number) => number): Tally {
	return { count, reasons: reasons.map((one) => ({ ...one, lines: one.lines.map(lineOf) })) };
}
