/** Replays an archive: what asks the same from the same folders is decided once, and each record of it counts. */
import type { RuleRef } from "../../engine/decide/decision.js";
import type { Tree } from "../../engine/decide/tree.js";
import type { World } from "../../engine/request/paths.js";
import type { Request } from "../../engine/request/request.js";
import { decidingEach, decidingGroups } from "../suite/decide-again.js";
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
import {
	type AskedArchive,
	type AskedRow,
	openAsked,
	type Part,
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
		const summary = await summarise(answersOf(archive, tree, world, options, counts));
		const names = await archive.names(placesIn(summary));
		const records = new Map([...names].map(([place, { rulePlaces: _, ...name }]) => [place, name]));
		return { summary: withRulePlaces(summary, names), records, made: counts.made };
	} finally {
		archive.close();
	}
}

/** What was asked in so many records and came out alike, with the first of them. */
interface Alike {
	readonly first: { readonly text: number; readonly told: Told; readonly isSame: boolean }[];
	times: number;
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
	const grouping = decidingGroups(tree, world, options.workspace, homes.length > 1);
	const standInOf = homes.length > 1 ? standInsFor(tree, world) : () => undefined;
	const outcomes = numberedOutcomes();
	/** By outcome and what had been answered. */
	const alike = new Map<number, Alike>();
	for await (const part of archive.parts(standInOf)) {
		/** What the last record came to that others of its text and spot share. */
		let shared: { readonly text: number; readonly spot: number; readonly outcome: number } | undefined;
		for await (const rows of part.rows())
			for (const row of rows) {
				if (!row.saysName && shared?.text === row.text && shared.spot === row.spot) {
					count(part, row, shared.outcome);
					continue;
				}
				const { told, outcome, isShared } = answered(part, row);
				if (isShared && !row.saysName) shared = { text: row.text, spot: row.spot, outcome };
				count(part, row, outcome, told);
			}
	}
	for (const { first, times } of alike.values()) {
		for (const { told } of first) yield told;
		const [one] = first;
		if (one !== undefined && times > first.length) yield { ...one.told, times: times - first.length };
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

	/** Decides one record. `isShared`: all with its text and spot have this answer, unless they say the name of their home. */
	function answered(
		part: Part,
		row: AskedRow,
	): { readonly told: Told; readonly outcome: number; readonly isShared: boolean } {
		const spot = part.spots.get(row.spot) as Spot;
		const own = row.home === null ? undefined : homes[row.home];
		const before = befores[row.before] as (typeof befores)[number];
		const record = recordedOf(part.texts.get(row.text) as Request, spot, before, own, row.time);
		let isShared = true;
		const told = answerTo(
			record,
			row.place,
			(one, asked) => {
				const answer = grouping.decideFor(one, asked);
				isShared = !answer.hangsOnTime && !(spot.general !== null && answer.hangsOnName);
				return answer;
			},
			ofAgent,
		);
		return { told, outcome: outcomes(told), isShared };
	}

	function count(part: Part, row: AskedRow, outcome: number, told?: Told): void {
		const at = outcome * befores.length + row.before;
		let found = alike.get(at);
		if (found === undefined) {
			found = { first: [], times: 0 };
			alike.set(at, found);
		}
		found.times++;
		const { first } = found;
		// Rows come in any order. Of what comes out otherwise the first record of each text stays, and of the rest one.
		const same = first.findIndex((one) => one.text === row.text);
		const isFull = first.length >= (first[0]?.isSame === true ? 1 : mostFirst);
		const last = same >= 0 ? first[same] : isFull ? first.at(-1) : undefined;
		if (last !== undefined && (last.isSame || row.place > last.told.line)) return;
		const one = told ?? answered(part, row).told;
		if (last !== undefined) first.splice(first.indexOf(last), 1);
		first.push({ text: row.text, told: one, isSame: one.kind === "compared" && one.change === "same" });
		first.sort((a, b) => a.told.line - b.told.line);
	}
}

/** Numbers what may come of records, but for what had been answered before. */
function numberedOutcomes(): (told: Told) => number {
	const numbers = new Map<string, number>();
	return (told) => {
		const { kind, agent } = told;
		const more =
			told.kind === "undecided"
				? [told.why]
				: told.kind === "compared"
					? [told.assumed, told.after.effect, told.after.code, ...told.after.rules.map(({ id }) => id)]
					: [];
		const key = JSON.stringify([kind, agent, ...more]);
		let number = numbers.get(key);
		if (number === undefined) {
			number = numbers.size;
			numbers.set(key, number);
		}
		return number;
	};
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
