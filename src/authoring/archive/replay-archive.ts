/** Replays an archive: what asks the same is decided once, and counts as often as it was asked. */

import type { RuleRef } from "../../engine/decide/decision.js";
import type { Tree } from "../../engine/decide/tree.js";
import type { World } from "../../engine/request/paths.js";
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
import { type AskedArchive, type AskedGroup, openAsked, type RecordName } from "./asked-groups.js";

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

/** Decides what an archive holds again. Throws what `openArchive` does. */
export async function replayArchive(
	folder: string,
	tree: Tree,
	world: World,
	options: Omit<ReplayOptions, "decide"> = {},
): Promise<ArchiveReplay> {
	const archive = await openAsked(folder, options.session);
	try {
		let made = 0;
		const replayed = answers(archive, tree, world, options, (count) => {
			made += count;
		});
		const summary = await summarise(replayed);
		const names = await archive.names(placesIn(summary));
		const records = new Map([...names].map(([place, { rulePlaces: _, ...name }]) => [place, name]));
		return { summary: withRulePlaces(summary, names), records, made };
	} finally {
		archive.close();
	}
}

async function* answers(
	archive: AskedArchive,
	tree: Tree,
	world: World,
	options: Omit<ReplayOptions, "decide">,
	onMade: (count: number) => void,
): AsyncGenerator<Replayed> {
	const { workspace, agent } = options;
	const ofAgent = { ...(workspace === undefined ? {} : { workspace }), ...(agent === undefined ? {} : { agent }) };
	const homes = await archive.homes();
	const grouping = decidingGroups(tree, world, workspace, homes.length > 1);
	const apart: number[] = [];
	/** The answer for all of a group; undefined where they have to be asked by themselves. */
	const answerFor = ({ record, place, times, isMixed }: AskedGroup): Replayed | undefined => {
		let isShared = true;
		const decide: typeof grouping.decide = (one, asked) => {
			const answer = grouping.decideFor(one, asked);
			isShared = !answer.hangsOnTime && !(isMixed && answer.hangsOnName);
			return answer;
		};
		const one = answerTo(record, place, decide, ofAgent);
		return isShared ? { ...one, times } : undefined;
	};
	const standInOf = homes.length > 1 ? standInsFor(tree, world) : () => undefined;
	for await (const groups of archive.groups(homes, standInOf))
		for (const group of groups) {
			const answer = answerFor(group);
			if (answer === undefined) apart.push(group.place);
			else yield answer;
		}
	if (apart.length > 0)
		for await (const groups of archive.apart(apart))
			for (const { record, place, times } of groups)
				yield { ...answerTo(record, place, grouping.decide, ofAgent), times };
	const each = decidingEach(tree, world, workspace);
	let alone = 0;
	for await (const lines of archive.lines())
		for (const { line, place } of lines) {
			const read = readLine(line);
			if (read.kind === "broken") yield { kind: "broken", line: place, why: read.why };
			if (read.kind !== "decision") continue;
			alone++;
			yield answerTo(read.record, place, each, options);
		}
	onMade(grouping.counts().decided + alone);
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
