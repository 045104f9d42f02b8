/** Replays an archive: what asks the same from the same folders is decided once, and each record of it counts. */
import type { RuleRef } from "../../engine/decide/decision.js";
import type { Tree } from "../../engine/decide/tree.js";
import { remembered } from "../../engine/records/remembered.js";
import type { World } from "../../engine/request/paths.js";
import type { Request } from "../../engine/request/request.js";
import type { Effect } from "../../language/syntax/statements.js";
import { type DecideAgain, decidingEach, decidingGroups } from "../suite/decide-again.js";
import { readLine } from "../suite/log-records.js";
import {
	answerTo,
	type Replayed,
	type ReplayOptions,
	type ReplaySummary,
	type Sample,
	summarise,
} from "../suite/replay.js";
import { standInsFor } from "../suite/stand-in-home.js";
import { stillWorld } from "../suite/still-world.js";
import {
	type Apart,
	type AskedArchive,
	type AskedRow,
	type Moment,
	mostHeld,
	openAsked,
	type RecordName,
	recordedOf,
	type Spot,
} from "./asked-rows.js";

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

type Options = Omit<ReplayOptions, "decide">;

/** Decides what an archive holds again. Throws what `openArchive` does. */
export async function replayArchive(
	folder: string,
	tree: Tree,
	world: World,
	options: Options = {},
): Promise<ArchiveReplay> {
	const archive = await openAsked(folder, options.session);
	try {
		const counts = { made: 0 };
		const summary = await summarise(answersOf(archive, tree, stillWorld(world), options, counts));
		const names = await archive.names(placesIn(summary));
		const records = new Map([...names].map(([place, { rulePlaces: _, ...name }]) => [place, name]));
		return { summary: withRulePlaces(summary, names), records, made: counts.made };
	} finally {
		archive.close();
	}
}

/** What was asked in so many records and came out alike, with the first of them. */
interface Alike {
	/** By their places. */
	readonly first: First[];
	readonly isSame: boolean;
	times: number;
}

interface First extends Pick<AskedRow, "text" | "before" | "place"> {
	readonly request: Request;
}

type Told = ReturnType<typeof answerTo>;

/** So many records are named for what came out alike. */
const mostFirst = 3;

async function* answersOf(
	archive: AskedArchive,
	tree: Tree,
	world: World,
	options: Options,
	counts: { made: number },
): AsyncGenerator<Replayed> {
	const { homes, befores } = archive;
	const { session: _, ...ofAgent } = options;
	const grouping = decidingGroups(tree, world, options.workspace, homes > 1);
	const standInOf = homes > 1 ? standInsFor(tree, world) : () => undefined;
	const outcomes = numberedOutcomes();
	/** By outcome and what had been answered. */
	const alike = new Map<number, Alike>();
	const apart: Apart[] = [];
	/** Of texts that are held: the outcome in any folder, for the root of a project and for others; 0 where it hangs on folders. */
	const free = [new Int32Array(mostHeld), new Int32Array(mostHeld)] as const;
	const proved = new Uint8Array(mostHeld);
	let held: ReadonlyMap<number, Request> | undefined;
	for await (const { texts, spots, rows: rowsOf } of archive.parts(standInOf)) {
		if (texts !== held) for (const list of [...free, proved]) list.fill(0);
		held = texts;
		/** What was found last: of one text, in one spot. */
		let last: (Apart & { readonly outcome: number }) | undefined;
		for await (const rows of rowsOf())
			for (const row of rows) {
				const { text, spot: at } = row;
				const { own } = row;
				if (last === undefined || last.text !== text || last.spot !== at || last.own !== own) {
					last = { text, spot: at, own, outcome: outcomeFor(texts, spots.get(at) as Spot, row) };
					if (last.outcome === lone) apart.push(last);
				}
				if (last.outcome !== lone) count(texts, row, last.outcome);
			}
	}
	for await (const { texts, rows } of archive.lone(apart))
		for (const row of rows) {
			const told = toldOf(texts.get(row.text) as Request, row, row, grouping.decide);
			count(texts, { ...row, times: 1 }, outcomes.numberOf(told));
		}
	const places = [...alike.values()].flatMap(({ first }) => first.map(({ place }) => place));
	const moments = await archive.moments(places);
	for (const { first, times } of alike.values()) {
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
	counts.made = grouping.counts().decided + alone;

	function toldOf(
		request: Request,
		{ folder, time }: Moment,
		{ before, place }: Pick<AskedRow, "before" | "place">,
		decide: DecideAgain,
	): Told {
		const record = recordedOf(request, folder, befores[before] as (typeof befores)[number], time);
		return answerTo(record, place, decide, ofAgent);
	}

	/** What comes of all records of a text and a spot; `lone`: of each something else, or it may. */
	function outcomeFor(texts: ReadonlyMap<number, Request>, spot: Spot, row: AskedRow): number {
		const at = row.text % mostHeld;
		const isShared = spot.isGeneral && row.own === undefined;
		const freely = free[(spot.cwd ?? spot.workspace) === spot.workspace ? 0 : 1];
		const known = isShared ? (freely[at] ?? 0) : 0;
		if (known > 0) return known;
		// Whatever hangs on the time is decided for each record by itself.
		const moment = { folder: row.folder ?? spot, time: 0 };
		let found: "lone" | "free" | undefined;
		const told = toldOf(texts.get(row.text) as Request, moment, row, (one, asked) => {
			const answer = grouping.decideFor(one, asked, proved[at] === 1);
			if (answer.isProved) proved[at] = 1;
			if (answer.hangsOnTime || (isShared && answer.hangsOnName)) found = "lone";
			else if (isShared && answer.hangsOnNothing) found = "free";
			return answer;
		});
		if (found === "lone") return lone;
		const outcome = outcomes.numberOf(told);
		if (found === "free") freely[at] = outcome;
		return outcome;
	}

	function count(texts: ReadonlyMap<number, Request>, row: Omit<AskedRow, "own" | "folder">, outcome: number): void {
		const { text, before, place } = row;
		const at = outcome * befores.length + before;
		let found = alike.get(at);
		if (found === undefined) {
			found = { first: [], isSame: outcomes.effectOf(outcome) === befores[before]?.effect, times: 0 };
			alike.set(at, found);
		}
		found.times += row.times;
		const { first, isSame } = found;
		// Rows come in any order. Of what comes out otherwise the first record of each text stays, and of the rest one.
		const same = first.findIndex((one) => one.text === text);
		const isFull = first.length >= (isSame ? 1 : mostFirst);
		const last = same >= 0 ? first[same] : isFull ? first.at(-1) : undefined;
		if (last !== undefined && (isSame || place > last.place)) return;
		if (last !== undefined) first.splice(first.indexOf(last), 1);
		first.push({ text, before, place, request: texts.get(text) as Request });
		first.sort((a, b) => a.place - b.place);
	}
}

/** What may come of records, but for what had been answered before, by numbers from 1. */
interface Outcomes {
	readonly numberOf: (told: Told) => number;
	/** What is answered now; undefined where nothing is compared. */
	readonly effectOf: (outcome: number) => Effect | undefined;
}

/** In place of an outcome: each record has its own. */
const lone = -1;

function numberedOutcomes(): Outcomes {
	const numbers = new Map<string, number>();
	const effects: (Effect | undefined)[] = [undefined];
	const numberOf = (told: Told): number => {
		const { kind, agent } = told;
		const more =
			told.kind === "undecided"
				? [told.why]
				: told.kind === "compared"
					? [told.assumed, told.after.effect, told.after.code, ...told.after.rules.map(({ id }) => id)]
					: [];
		const key = JSON.stringify([kind, agent, ...more]);
		return remembered(numbers, key, () => effects.push(told.kind === "compared" ? told.after.effect : undefined) - 1);
	};
	return { numberOf, effectOf: (outcome) => effects[outcome] };
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
