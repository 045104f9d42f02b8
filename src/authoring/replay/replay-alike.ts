/**
 * Decides a log again, equal requests once: the same summary as that of each record by itself. Most lines are not even read as JSON. What they say is found as text
 * (`line-parts.ts`), and where another record said the same from folders that nothing can tell from these, what came of that one comes of this one.
 *
 * What was asked and where it was asked are known apart, each from a line that was read. Of both together a cell says what comes: it is asked for once, and records that
 * come before the answer wait for it.
 */

import type { Tree } from "../../engine/decide/tree.js";
import { altered } from "../../engine/records/altered.js";
import { remembered } from "../../engine/records/remembered.js";
import type { World } from "../../engine/request/paths.js";
import type { Request } from "../../engine/request/request.js";
import { isTooLate, nameFirst } from "./alike.js";
import type { Answers, Found } from "./answers.js";
import { type CameOut, type Counted, type First, firstOf } from "./came-out.js";
import {
	alone,
	type Before,
	beforeOf,
	byOtherNames,
	type Cell,
	cellOf,
	type Passed,
	type Place,
	passed,
	saysBeside,
	saysName,
	type Waiting,
	type What,
	whatOf,
} from "./known-parts.js";
import { latelyUsed } from "./lately-used.js";
import { type LineParts, lineReader } from "./line-parts.js";
import { type LogLine, type Recorded, readLine } from "./log-records.js";
import type { Outcome } from "./outcomes.js";
import { changeOf, isOfOthers, type ReplayOptions } from "./replay.js";
import { startSummary } from "./replay-summary.js";
import { type Standing, spotting } from "./spots.js";

/** A replay line by line. */
export interface ReplayingAlike {
	readonly take: (line: LogLine) => void;
	/** Done when more lines may come; undefined where they may at once. To be asked again then. */
	readonly room: () => Promise<void> | undefined;
	/** Says that the next lines stand behind others, of which the last has this number. */
	readonly begin: (before: number) => void;
	/** Says that there are no more lines. */
	readonly end: () => Promise<CameOut>;
}

/** UTF-16 units of what was asked that are kept, and as many again that were asked for lately. */
const mostLetters = 24_000_000;
/** Places that are kept in the same way. */
const mostPlaces = 60_000;
/** Records that may wait for an answer; of all of them the lines are held. */
const mostWaiting = 50_000;
/** Different things that may come of records: more than of any log that nobody made for it. */
const mostCounted = 50_000;

/** Begins to decide a log again. `world`: its links and folders as they are now. */
export function replayingAlike(
	tree: Tree,
	world: World,
	options: Omit<ReplayOptions, "decide">,
	answers: Answers,
): ReplayingAlike {
	const reader = lineReader(options.session === undefined ? [] : ["session", "parent"]);
	const whats = latelyUsed<What | Passed>(mostLetters, ({ size }) => size);
	const places = latelyUsed<Place>(mostPlaces);
	const spotOf = spotting(tree, world, options.workspace === undefined ? {} : { workspace: options.workspace });
	const summing = startSummary();
	const counts = new Map<string, Counted>();
	/** Changes of either sort that have room of their own: many of one do not hide one of the other. */
	const listed = { looser: 0, stricter: 0 };
	const whatOfFirst = new WeakMap<First, Before>();
	let [number, waiting] = [0, 0];
	let torn: { readonly line: number; readonly why: string; readonly isOpen: boolean } | undefined;

	return {
		take: (line) => {
			number++;
			const text = "text" in line ? line.text : "";
			const parts = reader.partsOf(text);
			if (parts === undefined || !takeKnown(parts, text)) takeNew(line, text);
		},
		room: () => answers.room(waiting > mostWaiting),
		begin: (before) => {
			settleTorn(false);
			number = before;
		},
		end: async () => {
			settleTorn(torn?.isOpen === true);
			await answers.settled();
			return { counts: [...counts.values()], apart: summing.summary() };
		},
	};

	/** Whether a line is broken or was torn, the one behind it says. */
	function settleTorn(isTorn: boolean): void {
		if (torn === undefined) return;
		const { line, why } = torn;
		summing.add(isTorn ? { kind: "torn", line } : { kind: "broken", line, why });
		torn = undefined;
	}

	/** Counts a line whose parts were read before; false where they were not. */
	function takeKnown({ what: part, where }: LineParts, text: string): boolean {
		const place = places.get(where);
		const renamed = place && byOtherNames(part, place.names);
		const known = renamed === undefined ? undefined : whats.get(renamed);
		const what = known ?? whats.get(part);
		const said = known === undefined ? part : (renamed as string);
		// Of its folders it is known from a decision that they are folders; another line says none.
		if (what === undefined || (what.isAsked || what.isDecision ? place === undefined : where !== "")) return false;
		settleTorn(what.isRecovered);
		if (what.isAsked) count({ what, place: place as Place, said, line: number, text });
		return true;
	}

	function takeNew(line: LogLine, text: string): void {
		const read = readLine(line);
		settleTorn(read.kind !== "broken" && read.recovered);
		if (read.kind === "broken") {
			torn = { line: number, why: read.why, isOpen: line.isOpen === true };
			return;
		}
		const parts = reader.learn(text);
		if (read.kind !== "decision") {
			if (parts !== undefined) whats.set(alone(parts.what), passed(read, parts));
			return;
		}
		const { record } = read;
		const { asked, agent } = record;
		summing.note(agent);
		if (isOfOthers(record, options)) {
			if (parts === undefined || typeof asked === "string") return;
			remembered(places, alone(parts.where), () => placed(record, asked));
			whats.set(alone(parts.what), passed(read, parts));
		} else if (typeof asked === "string") summing.add({ kind: "undecided", line: number, agent, why: asked });
		else if (parts === undefined) askAlone(record, number);
		else {
			const place = remembered(places, alone(parts.where), () => placed(record, asked));
			const renamed = saysBeside(record, place.names) ? undefined : byOtherNames(parts.what, place.names);
			const said = renamed ?? parts.what;
			const what = remembered(whats, alone(said), () =>
				whatOf(read, asked, said, renamed === undefined ? undefined : place.general),
			);
			if (what.isAsked) count({ what, place, said, line: number, text, record });
		}
	}

	function placed(record: Recorded, asked: Request): Place {
		const { general } = spotOf(record, asked);
		return { general, names: general?.isForTexts === true ? general.names : [] };
	}

	function count(one: Waiting): void {
		const { what, place } = one;
		if (what.isTimed) {
			askAlone(recordOf(one), one.line);
			return;
		}
		const { general } = place;
		const isGeneral = general !== undefined && !what.isOwn && !saysName(one, general);
		const shared = isGeneral ? cellOf(what, general.standing, whats.grew) : undefined;
		const isShared = shared !== undefined && !shared.isApart;
		const cell = isShared ? shared : cellOf(what, place, whats.grew);
		if (cell.counted !== undefined) {
			add(cell.counted, one);
			return;
		}
		if (cell.waits !== undefined) {
			cell.waits.push({ ...one, text: alone(one.text) });
			waiting++;
			return;
		}
		cell.waits = [];
		const held = altered(one, { text: "", record: recordOf(one) });
		const key = isShared ? `${one.said}\n${nameOf(general?.standing)}` : undefined;
		answers.ask(held.record, (found) => hear(found, cell, isShared, held), key);
	}

	function hear(found: Found, cell: Cell, isShared: boolean, one: Waiting): void {
		const { what, place } = one;
		const waits = cell.waits ?? [];
		cell.waits = undefined;
		const counted = countedAs(found.outcome, what);
		if (found.hangsOnTime) what.isTimed = true;
		else if (found.hangsOnName && isShared) {
			// It is no answer for others: each asks in its own folder.
			cell.isApart = true;
			cellOf(what, place, whats.grew).counted ??= counted;
		} else cell.counted = counted;
		add(counted, one);
		waiting -= waits.length;
		for (const other of waits) count(other);
	}

	/** Decides a record by itself: its line is laid out as no other, or its answer hangs on the time. */
	function askAlone(record: Recorded, line: number): void {
		const what = beforeOf(record, true);
		answers.ask(record, ({ outcome }) => add(countedAs(outcome, what), { what, line, text: "", record }));
	}

	function countedAs(outcome: Outcome, { answer: { effect, masked }, beforeKey }: Before): Counted {
		const change = outcome.effect && changeOf(effect, outcome.effect);
		const isSame = change === "same";
		const isChange = change !== undefined && !isSame;
		const named = `${outcome.key}\n${beforeKey}`;
		const isListed = isChange && (counts.has(named) || listed[change] < mostCounted);
		const key = isListed ? named : JSON.stringify([change, outcome.why, outcome.assumed, masked]);
		return remembered(counts, key, () => {
			if (isListed) listed[change]++;
			return { key, first: [], isSame, times: 0, change, outcome, masked, isListed };
		});
	}

	function add(counted: Counted, one: Pick<Waiting, "line" | "text" | "record"> & { readonly what: Before }): void {
		counted.times++;
		const { line, what } = one;
		const { first, isSame, isListed, outcome } = counted;
		if (outcome.why !== undefined) {
			summing.add({ kind: "undecided", line, agent: outcome.agent, why: outcome.why });
			return;
		}
		if (isSame || !isListed || isTooLate(counted, line)) return;
		if (!what.isRenamed && first.some((other) => whatOfFirst.get(other) === what && other.place <= line)) return;
		const named = firstOf(recordOf(one), line);
		whatOfFirst.set(named, what);
		nameFirst(counted, named, ({ command }) => command === named.command);
	}
}

const nameOf = (at: Standing | undefined): string => JSON.stringify([at?.whole, at?.cwd]);

function recordOf({ text, record }: Pick<Waiting, "text" | "record">): Recorded {
	if (record !== undefined) return record;
	const read = readLine({ text });
	// equivalent: a line whose parts are known was read before, as a decision.
	if (read.kind !== "decision") throw new Error("a line of known parts is no decision");
	return read.record;
}
