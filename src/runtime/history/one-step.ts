/** One step of a history on the disk: read, asked and written under one lock. */
import { existsSync } from "node:fs";
import { uptime } from "node:os";
import { join } from "node:path";
import type { Decisions } from "../../engine/decide/tree.js";
import { type History, newHistory } from "../../engine/history/history.js";
import type { Kept } from "../../engine/history/kept.js";
import { wholeOf } from "../../engine/history/sessions.js";
import { locked } from "../audit/lock.js";
import type { HarnessProcess } from "./harness-process.js";
import { begin, type Clock, keepFor, keptOf, type Loaded, loadWhole, readLedger, writeKept } from "./kept-files.js";
import { folderFor, type HistoryOf, makePrivate, shortHash } from "./place.js";

/** By the wall, and since the machine was started. */
export function machineClock(): Clock {
	return { at: Date.now(), uptime: Math.round(uptime() * 1000) };
}

/** Where nothing was kept yet there is nothing to be told to. */
export function isThere(of: HistoryOf): boolean {
	const folder = folderFor(of);
	return folder !== undefined && existsSync(folder);
}

/** What a step may ask and say beside its history. */
export interface Open {
	readonly knows: (session: string) => boolean;
	/** Names that are one with it. */
	readonly parts: () => readonly string[];
	/** The session that this one goes on from, where its harness has not been heard of with it. */
	readonly startedBy: (session: string, asker: HarnessProcess | undefined) => string | undefined;
	readonly asks: (session: string, process: string) => void;
	/** A harness that asked before started it. */
	readonly isBelow: (asker: HarnessProcess | undefined) => boolean;
	/** The session of the harness in whose shell this harness was started. */
	readonly above: (asker: HarnessProcess | undefined) => string | undefined;
	readonly hears: (session: string) => void;
	/** Nothing is to be written. */
	readonly leave: () => void;
}

export function inOneStep<Result>(
	of: HistoryOf,
	clock: () => Clock,
	sessions: readonly (string | undefined)[],
	decisions: Decisions | undefined,
	work: (history: History, open: Open) => Result,
): Result {
	const folder = folderFor(of);
	if (folder === undefined) throw new Error("there is no home folder for it");
	makePrivate(folder);
	return locked(
		join(folder, "ledger"),
		(held) => {
			if (!held) throw new Error(`\`${folder}\` takes no lock`);
			return stepped(folder, of, clock, sessions, decisions, work);
		},
		"what happened",
	);
}

function stepped<Result>(
	folder: string,
	of: HistoryOf,
	clock: () => Clock,
	names: readonly (string | undefined)[],
	decisions: Decisions | undefined,
	work: (history: History, open: Open) => Result,
): Result {
	const before = readLedger(folder, of, clock);
	const loaded = new Map<string, Loaded>();
	const wanted = names.filter((name) => name !== undefined);
	const load = (session: string): void => {
		loadWhole(session, folder, before.ledger, loaded);
	};
	for (const name of wanted) load(name);
	let { processes } = before.ledger;
	const known = new Map(before.ledger.sessions);
	let isLeft = false;
	const hear = (name: string): void => {
		const hash = shortHash(name);
		if (!known.has(hash)) known.set(hash, { first: 0, saved: 0 });
	};
	// Where another session turns out to be one with it, that is read before anything is asked.
	const open: Open = {
		knows: (session) => known.has(shortHash(session)),
		parts: () => [...loaded.keys()],
		startedBy: (session, asker) => {
			if (asker === undefined || known.has(shortHash(session))) return undefined;
			return startedBy(session, asker, processes);
		},
		asks: (session, process) => {
			if (processes.get(process) === session) return;
			processes = new Map([...processes].filter(([one]) => one !== process));
			(processes as Map<string, string>).set(process, session);
		},
		isBelow: (asker) => asker !== undefined && [asker.own, ...asker.before()].some((one) => processes.has(one)),
		above: (asker) => asker?.before().flatMap((one) => processes.get(one) ?? [])[0],
		hears: hear,
		leave: () => {
			isLeft = true;
		},
	};
	const history = lazyHistory(() => keptOf(before.ledger, loaded), load);
	const result = work(history, open);
	if (isLeft) return result;
	const kept = history.kept(decisions);
	for (const [name, first] of kept.first) {
		const hash = shortHash(name);
		if (name !== begin && (known.get(hash)?.first ?? 0) === 0) known.set(hash, { saved: 0, ...known.get(hash), first });
	}
	for (const [name, { isLost }] of loaded) {
		if (!isLost) continue;
		// What is one with it is unknown from then on, too.
		for (const hash of [name, wholeOf(name, kept.sessions)].map(shortHash))
			known.set(hash, { first: 0, saved: 0, ...known.get(hash), isLost });
	}
	writeKept(folder, before, { ...before.ledger, processes, sessions: known }, loaded, kept, keepFor(decisions, kept));
	return result;
}

/** Reads what a start names before it is told. */
function lazyHistory(kept: () => Kept, load: (session: string) => void): History {
	let made: History | undefined;
	const history = (): History => {
		made ??= newHistory(kept());
		return made;
	};
	return {
		decide: (...told) => history().decide(...told),
		ask: (...told) => history().ask(...told),
		outcome: (told) => history().outcome(told),
		approval: (...told) => history().approval(...told),
		goOn: (...told) => history().goOn(...told),
		start: (told) => {
			if (made === undefined)
				for (const name of [told.session, told.continues, told.parent]) if (name !== undefined) load(name);
			history().start(told);
		},
		release: (...told) => history().release(...told),
		question: (...told) => history().question(...told),
		approve: (...told) => history().approve(...told),
		withdraw: (...told) => history().withdraw(...told),
		lose: () => history().lose(),
		events: () => history().events(),
		kept: (decisions) => history().kept(decisions),
	};
}

function startedBy(
	session: string,
	{ own, before }: HarnessProcess,
	processes: ReadonlyMap<string, string>,
): string | undefined {
	for (const process of [own, ...(processes.size === 0 ? [] : before())]) {
		const other = processes.get(process);
		if (other !== undefined && other !== session) return other;
	}
	return undefined;
}
