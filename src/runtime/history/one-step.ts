/** One step of a history on the disk: read, asked and written under one lock. */
import { existsSync } from "node:fs";
import { uptime } from "node:os";
import { join } from "node:path";
import type { Decisions } from "../../engine/decide/tree.js";
import { type History, newHistory } from "../../engine/history/history.js";
import { wholeOf } from "../../engine/history/sessions.js";
import { locked } from "../audit/lock.js";
import type { HarnessProcess } from "./harness-process.js";
import {
	begin,
	type Clock,
	keepFor,
	keptOf,
	type Loaded,
	loadWhole,
	type ReadLedger,
	readLedger,
	writeKept,
} from "./kept-files.js";
import { folderFor, type HistoryOf, makePrivate, shortHash } from "./place.js";
import { textWithoutSecrets } from "./without-secrets.js";

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

/** What a step leaves to the next one of this process: it holds where nobody else wrote since. */
export interface LastStep {
	left?: { readonly read: ReadLedger; readonly loaded: ReadonlyMap<string, Loaded>; readonly history: History };
}

export function inOneStep<Result>(
	last: LastStep,
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
			return stepped(last, folder, of, clock, sessions, decisions, work);
		},
		"what happened",
	);
}

function stepped<Result>(
	last: LastStep,
	folder: string,
	of: HistoryOf,
	clock: () => Clock,
	names: readonly (string | undefined)[],
	decisions: Decisions | undefined,
	work: (history: History, open: Open) => Result,
): Result {
	const before = readLedger(folder, of, clock, last.left?.read);
	const wanted = names.filter((name) => name !== undefined);
	const { left } = last;
	delete last.left;
	const isLeft = left?.read.ledger === before.ledger && wanted.every((name) => left.loaded.has(name));
	const loaded = new Map(isLeft ? left.loaded : []);
	const load = (session: string): void => loadWhole(session, folder, before.ledger, loaded);
	for (const name of wanted) load(name);
	let { processes } = before.ledger;
	const known = new Map(before.ledger.sessions);
	let isForgotten = false;
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
			isForgotten = true;
		},
	};
	let made = isLeft ? left.history : undefined;
	const read = (): History => newHistory(keptOf(before.ledger, loaded), textWithoutSecrets);
	const history = lazyHistory(
		() => {
			made ??= read();
			return made;
		},
		(names) => {
			const [size] = [loaded.size, ...names.map(load)];
			if (loaded.size > size) made = undefined;
		},
	);
	const result = work(history, open);
	if (isForgotten) return result;
	let kept = history.kept();
	// What can still make a difference is not looked for each time.
	const isDue = Math.floor(kept.order / mostOrders) > Math.floor(before.ledger.order / mostOrders);
	if (isDue && decisions !== undefined) kept = history.kept(decisions);
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
	const next = { ...before.ledger, processes, sessions: known };
	const written = writeKept(folder, before, next, loaded, kept, keepFor(decisions, kept));
	if (made !== undefined && kept.isKnown && kept.events.length + kept.counted.length < mostLeft)
		last.left = { read: written, loaded, history: made };
	return result;
}

const mostOrders = 128;
/** Of more than that less may have been written. */
const mostLeft = 200;

/** Reads what a start names before it is told. */
function lazyHistory(history: () => History, load: (sessions: readonly string[]) => void): History {
	let isTold = false;
	const told = (): History => {
		isTold = true;
		return history();
	};
	return {
		decide: (...words) => told().decide(...words),
		ask: (...words) => told().ask(...words),
		outcome: (words) => told().outcome(words),
		approval: (...words) => told().approval(...words),
		goOn: (...words) => told().goOn(...words),
		start: (words) => {
			if (!isTold) load([words.session, words.continues, words.parent].filter((name) => name !== undefined));
			told().start(words);
		},
		release: (...words) => told().release(...words),
		question: (...words) => told().question(...words),
		approve: (...words) => told().approve(...words),
		withdraw: (...words) => told().withdraw(...words),
		lose: () => told().lose(),
		events: () => told().events(),
		kept: (decisions) => told().kept(decisions),
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
