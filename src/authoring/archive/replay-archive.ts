/** Replays an archive: what asks the same from the same folders is decided once, and each record of it counts. */
import type { RuleRef } from "../../engine/decide/decision.js";
import type { Tree } from "../../engine/decide/tree.js";
import { remembered } from "../../engine/records/remembered.js";
import type { World } from "../../engine/request/paths.js";
import type { Request } from "../../engine/request/request.js";
import { type Alike, inOrder, isTooLate, nameFirst } from "../replay/alike.js";
import { type DecideAgain, decidingEach, decidingGroups } from "../replay/decide-again.js";
import { readLine } from "../replay/log-records.js";
import { type Outcome, outcomeIn, outcomeNumbers } from "../replay/outcomes.js";
import { answerTo, changeOf, type Replayed, type ReplayOptions } from "../replay/replay.js";
import { type ReplaySummary, type Sample, summarise } from "../replay/replay-summary.js";
import { standInsFor } from "../replay/stand-in-home.js";
import { stillWorld } from "../replay/still-world.js";
import {
	type Apart,
	type AskedArchive,
	type AskedRow,
	type Moment,
	openAsked,
	type RecordName,
	recordedOf,
} from "./asked-rows.js";
import { type OutcomeThreads, startThreads } from "./outcome-threads.js";
import { findingHere, lone } from "./row-outcomes.js";
import { type Cores, ThreadLost } from "./threads.js";

/** A record of an archive, as people find it. */
export type RecordPlace = Omit<RecordName, "rulePlaces">;

/** What would change, with records by their names where a log has lines. */
export interface ArchiveReplay {
	readonly summary: ReplaySummary;
	/** By what stands for a line in the summary. */
	readonly records: ReadonlyMap<number, RecordPlace>;
	/** How many were decided. */
	readonly made: number;
}

type Options = Omit<ReplayOptions, "decide"> & {
	/** Is told how many rows of how many are decided. */
	readonly heard?: (rows: number, all: number) => void;
};

/** Decides what an archive holds again, where it is large on several cores. Throws what `openArchive` does. */
export async function replayArchive(
	folder: string,
	tree: Tree,
	world: World,
	options: Options = {},
	cores?: Cores,
): Promise<ArchiveReplay> {
	const archive = await openAsked(folder, options.session);
	try {
		const counts = { made: 0 };
		const summary = await summarise(answersOf(archive, tree, stillWorld(world), options, counts, cores));
		const names = await archive.names(placesIn(summary));
		const records = new Map([...names].map(([place, { rulePlaces: _, ...name }]) => [place, name]));
		return { summary: withRulePlaces(summary, names), records, made: counts.made };
	} catch (error) {
		if (!(error instanceof ThreadLost)) throw error;
	} finally {
		archive.close();
	}
	// One core finds out what was wrong with the others, if it is wrong with it as well.
	return await replayArchive(folder, tree, world, options);
}

/** So many texts are worth it that other threads decide as well: it takes each some ten thousand decisions until V8 makes them fast. */
const worthThreads = 20_000;

/** What was asked in so many records and came out alike. */
interface Counted extends Alike<First> {
	readonly before: number;
	readonly outcome: Outcome;
}

interface First extends Pick<AskedRow, "text" | "before" | "place"> {
	readonly request: Request;
}

type Told = ReturnType<typeof answerTo>;

async function* answersOf(
	archive: AskedArchive,
	tree: Tree,
	world: World,
	options: Options,
	counts: { made: number },
	cores: Cores | undefined,
): AsyncGenerator<Replayed> {
	const { homes, befores } = archive;
	const { session: _, heard, ...ofAgent } = options;
	const grouping = decidingGroups(tree, world, { workspace: options.workspace, isMany: homes > 1, inOrder: true });
	const standInOf = homes > 1 ? standInsFor(tree, world) : () => undefined;
	const outcomes = outcomeNumbers();
	const here = findingHere(grouping, outcomes, ofAgent);
	let threads: OutcomeThreads | undefined;
	/** By outcome and what had been answered. */
	const alike = new Map<number, Counted>();
	const apart: Apart[] = [];
	let done = 0;
	try {
		for await (const { texts, spots, allRows, rows: rowsOf } of archive.parts(standInOf)) {
			if (cores !== undefined && texts.size >= worthThreads)
				threads ??= startThreads(cores, tree.digest, homes > 1, outcomes, here);
			(threads ?? here).begin({ texts, spots });
			let last: Apart | undefined;
			const taken = (row: AskedRow, outcome: number): void => {
				heard?.(++done, allRows);
				if (outcome !== lone) count(texts, row, outcome);
				else {
					const { text, spot, own } = row;
					if (last?.text === text && last.spot === spot && last.own === own) return;
					last = { text, spot, own };
					apart.push(last);
				}
			};
			for await (const rows of rowsOf())
				if (threads === undefined) for (const row of rows) taken(row, here.outcomeOf(row));
				else await threads.ask(rows, taken);
			await threads?.settled();
		}
		counts.made = threads?.decided() ?? 0;
	} finally {
		await threads?.end();
	}
	for await (const { texts, rows } of archive.lone(apart))
		for (const row of rows) {
			const told = toldOf(texts.get(row.text) as Request, row, row, grouping.decide);
			count(texts, { ...row, times: 1 }, outcomes.numberOf(outcomeIn(told)));
		}
	counts.made += grouping.counts().decided;
	// As they stand in the archive, whichever thread was done first.
	const all = inOrder(alike.values());
	const places = all.flatMap(({ first }) => first.map(({ place }) => place));
	const moments = await archive.moments(places);
	for (const { first, times, isSame, before, outcome } of all) {
		const { masked } = befores[before] as (typeof befores)[number];
		if (isSame)
			yield { kind: "counted", agent: outcome.agent, times, change: "same", assumed: outcome.assumed, masked };
		const told = first.map((one) => toldOf(one.request, moments.get(one.place) as Moment, one, grouping.decide));
		yield* told;
		const [one] = told;
		if (one !== undefined && times > first.length) yield { ...one, times: times - first.length };
	}
	const each = decidingEach(tree, world, options.workspace);
	let alone = 0;
	for await (const lines of archive.lines())
		for (const { line, place } of lines) {
			const read = readLine(line);
			if (read.kind === "broken") yield { kind: "broken", line: place, why: read.why };
			if (read.kind !== "decision") continue;
			alone++;
			yield answerTo(read.record, place, each, options);
		}
	counts.made += alone;

	function toldOf(
		request: Request,
		{ folder, time }: Moment,
		{ before, place }: Pick<AskedRow, "before" | "place">,
		decide: DecideAgain,
	): Told {
		const record = recordedOf(request, folder, befores[before] as (typeof befores)[number], time);
		return answerTo(record, place, decide, ofAgent);
	}

	function count(texts: ReadonlyMap<number, Request>, row: Omit<AskedRow, "own" | "folder">, outcome: number): void {
		const { text, before, place } = row;
		const at = outcome * befores.length + before;
		const found = remembered(alike, at, () => {
			const { effect } = befores[before] as (typeof befores)[number];
			const after = outcomes.outcomeOf(outcome);
			const isSame = after.effect !== undefined && changeOf(effect, after.effect) === "same";
			return { first: [], isSame, times: 0, before, outcome: after };
		});
		found.times += row.times;
		if (found.isSame || isTooLate(found, place)) return;
		nameFirst(found, { text, before, place, request: texts.get(text) as Request }, (one) => one.text === text);
	}
}

function placesIn({ changes, undecided, broken }: ReplaySummary): readonly number[] {
	return [
		...changes.flatMap(({ samples }) => samples.map(({ line }) => line)),
		...[undecided, broken].flatMap(({ reasons }) => reasons.flatMap(({ lines }) => lines)),
	];
}

/** Rules that decided before, with the places that they had for the first record of each change. */
function withRulePlaces(summary: ReplaySummary, names: ReadonlyMap<number, RecordName>): ReplaySummary {
	return {
		...summary,
		changes: summary.changes.map((change) => {
			const places = names.get((change.samples[0] as Sample).line)?.rulePlaces ?? [];
			const rules = change.before.rules.map(({ id }, at) => ruleAt(id, places[at] ?? ""));
			return { ...change, before: { ...change.before, rules } };
		}),
	};
}

function ruleAt(id: string, place: string): RuleRef {
	const end = place.lastIndexOf(":");
	return { id, file: place.slice(0, Math.max(end, 0)), line: Number(place.slice(end + 1)) };
}
