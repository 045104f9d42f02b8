/**
 * The files of a history: a ledger, and one for each session. What can't be read, is torn, missing or older than it was is unknown; whoever is killed while they
 * are written leaves what was before, or what is now.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Decisions } from "../../engine/decide/tree.js";
import { type HistoryEvent, unknownEvent } from "../../engine/history/event.js";
import { keyOf } from "../../engine/history/event-fit.js";
import { eventTestsOf, pastTests } from "../../engine/history/event-tests.js";
import { type Kept, nobody } from "../../engine/history/kept.js";
import { type Sessions, wholeOf } from "../../engine/history/sessions.js";
import { readChecked, writeChecked } from "./checked-file.js";
import { readLatest, writeLatest } from "./latest.js";
import {
	type KeepFor,
	type KnownSession,
	type Ledger,
	ledgerOf,
	ledgerRest,
	ledgerText,
	restOf,
	type SessionState,
	stateOf,
	stateText,
} from "./ledger.js";
import { type HistoryOf, shortHash } from "./place.js";

/** Milliseconds: by the wall, and since the machine was started. */
export interface Clock {
	readonly at: number;
	readonly uptime?: number;
}

/** The name under which it is kept when anything was first decided. */
export const begin = "\0begin";

export interface Loaded {
	readonly state: SessionState;
	/** As it was read. */
	readonly text?: string;
	readonly isLost: boolean;
}

export interface ReadLedger {
	readonly ledger: Ledger;
	/** As it was read; absent where there is none, or none that can be gone on from. */
	readonly text?: string;
	readonly isNew: boolean;
}

/** `last`: what this process wrote last, which is not read again where nobody wrote since. */
export function readLedger(
	folder: string,
	{ workspace }: HistoryOf,
	clock: () => Clock,
	last: ReadLedger | undefined,
): ReadLedger {
	const latest = readLatest(join(folder, "latest"));
	const text = readChecked(join(folder, "ledger"), last?.text);
	if (text === "none" && latest === "none") return { ledger: emptyLedger(), isNew: true };
	let found: Ledger | undefined;
	try {
		found = text === "none" || text === "broken" ? undefined : text === last?.text ? last.ledger : ledgerOf(text);
	} catch {
		found = undefined;
	}
	// Whoever is killed before the first ledger leaves a beginning.
	if (text === "none" && latest === 0) return { ledger: emptyLedger(), isNew: false };
	if (found !== undefined && typeof latest === "number" && latest <= found.order)
		return { ledger: found, text: text as string, isNew: false };
	const { at: wall, ...since } = clock();
	const order = Math.max(Date.now(), typeof latest === "number" ? latest : 0, found?.order ?? 0) + 1;
	const moment = { wall, ...since, order };
	const lost: HistoryEvent = { ...unknownEvent(workspace, moment), many: Infinity };
	return {
		ledger: { ...emptyLedger(), order: order + 1, began: moment, isSecond: true, counted: [lost] },
		isNew: latest === "none",
	};
}

function emptyLedger(): Ledger {
	return {
		order: 1,
		clock: { wall: 0 },
		began: { wall: 0, order: 0 },
		isSecond: false,
		isFull: false,
		watched: new Map(),
		sessions: new Map(),
		processes: new Map(),
		counted: [],
		loose: [],
		looseRequests: [],
		recent: new Map(),
	};
}

/** A session, and all that it is known to be one with. */
export function loadWhole(session: string, folder: string, ledger: Ledger, loaded: Map<string, Loaded>): void {
	const read = (name: string): SessionState => {
		const before = loaded.get(name) ?? readState(name, folder, ledger);
		loaded.set(name, before);
		return before.state;
	};
	let { now: next = read(session).joined, ...state } = read(session);
	for (const seen = new Set([session]); next !== undefined && !seen.has(next); next = state.joined) {
		seen.add(next);
		state = read(next);
	}
}

function readState(name: string, folder: string, ledger: Ledger): Loaded {
	const hash = shortHash(name);
	const empty: SessionState = { name, events: [], requests: [] };
	const known = ledger.sessions.get(hash);
	const lost = { state: empty, isLost: true };
	const path = join(folder, `${hash}.session`);
	if (known === undefined) return ledger.isFull && existsSync(path) ? lost : { state: empty, isLost: false };
	if (known.isLost === true) return lost;
	try {
		const recent = ledger.recent.get(hash);
		if (recent !== undefined) return { state: named(stateOf(recent), name), text: recent, isLost: false };
		if (known.saved === 0) return { state: empty, isLost: false };
		const text = readChecked(path);
		const start = `${known.saved}\n`;
		if (!text.startsWith(start)) return lost;
		const rest = text.slice(start.length);
		return { state: named(stateOf(rest), name), text: rest, isLost: false };
	} catch {
		return lost;
	}
}

function named(state: SessionState, name: string): SessionState {
	if (state.name !== name) throw new Error("it is another session's");
	return state;
}

export function keptOf(ledger: Ledger, loaded: ReadonlyMap<string, Loaded>): Kept {
	const states = [...loaded.values()].map(({ state }) => state);
	const sessions: Sessions = {
		current: new Map(states.flatMap(({ name, now }) => (now === undefined ? [] : [[name, now] as const]))),
		joined: new Map(states.flatMap(({ name, joined }) => (joined === undefined ? [] : [[name, joined] as const]))),
	};
	const first = new Map<string, number>(ledger.began.order === 0 ? [] : [[begin, ledger.began.order]]);
	for (const name of [nobody, ...loaded.keys()]) {
		const known = ledger.sessions.get(shortHash(name));
		if (known !== undefined && known.first > 0) first.set(name, known.first);
	}
	return {
		isKnown: !ledger.isSecond && [...loaded.values()].every(({ isLost }) => !isLost),
		isCounted: true,
		events: [...states.flatMap(({ events }) => events), ...ledger.loose].sort(
			(one, other) => one.decided.order - other.decided.order,
		),
		counted: ledger.counted,
		requests: [...states.flatMap(({ requests }) => requests), ...ledger.looseRequests].sort(
			(one, other) => one.number - other.number,
		),
		sessions,
		first,
		watched: ledger.watched,
		clock: ledger.clock,
		order: ledger.order,
	};
}

export function keepFor(decisions: Decisions | undefined, kept: Kept): KeepFor {
	if (decisions !== undefined)
		return { keys: eventTestsOf(decisions).map(keyOf).sort(), questions: pastTests(decisions) };
	const keys = new Set([...kept.events, ...kept.counted].flatMap(({ fits }) => [...fits.keys()]));
	return { keys: [...keys].sort(), questions: "any" };
}

/**
 * Writes what has changed, and first what stands nowhere else: whoever is killed in between leaves what was before, or what is now. Gives what a next step reads
 * then, with the sessions in `loaded`.
 */
export function writeKept(
	folder: string,
	before: ReadLedger,
	ledger: Ledger,
	loaded: Map<string, Loaded>,
	kept: Kept,
	keep: KeepFor,
): ReadLedger {
	const { sessions: hanging, events, requests } = kept;
	const names = new Set([...loaded.keys(), ...hanging.current.values(), ...hanging.joined.values()]);
	const changed = new Map<string, string>();
	const lost: HistoryEvent[] = [];
	const numbers = new Set(kept.counted.map(({ of }) => of?.request));
	for (const name of names) {
		const isOwn = ({ session }: { readonly session?: string }): boolean =>
			session !== undefined && wholeOf(session, hanging) === name;
		const joined = hanging.joined.get(name);
		const now = hanging.current.get(name);
		const read = loaded.get(name);
		if (read?.isLost === true) {
			lost.push(...events.filter(isOwn));
			continue;
		}
		const state: SessionState = {
			name,
			...(joined === undefined ? {} : { joined }),
			...(now === undefined ? {} : { now }),
			events: events.filter(isOwn),
			requests: requests.filter(isOwn),
		};
		const isEmpty =
			state.events.length === 0 && state.requests.length === 0 && joined === undefined && now === undefined;
		if (isEmpty && read?.text === undefined) continue;
		const text = stateText(state, keep, numbers);
		if (text !== read?.text) changed.set(shortHash(name), text);
		loaded.set(name, { state, text, isLost: false });
	}
	const known = new Map<string, KnownSession>(ledger.sessions);
	for (const hash of changed.keys()) known.set(hash, { first: kept.order, ...known.get(hash), saved: kept.order });
	// What is done where nobody knows what it continues is everybody's.
	const withoutName = ({ session: _, of: __, ...event }: HistoryEvent): HistoryEvent => event;
	const isLoose = ({ session }: { readonly session?: string }): boolean => session === undefined;
	const starts = [...kept.first.values()];
	const next: Ledger = {
		...ledger,
		began:
			ledger.began.order > 0 || starts.length === 0
				? ledger.began
				: { wall: kept.clock.wall, order: Math.min(...starts) },
		watched: kept.watched,
		sessions: known,
		counted: kept.counted,
		loose: [...events.filter(isLoose), ...lost.map(withoutName)],
		looseRequests: requests.filter(isLoose),
		recent: changed.size > 0 ? changed : ledger.recent,
	};
	// Where nothing came but time, there is nothing to be kept.
	const rest = ledgerRest(next, keep);
	if (changed.size === 0 && before.text !== undefined && rest === restOf(before.text)) return before;
	if (before.isNew) writeLatest(join(folder, "latest"), 0);
	if (changed.size > 0)
		for (const [hash, text] of ledger.recent)
			if (!changed.has(hash)) writeChecked(join(folder, `${hash}.session`), `${known.get(hash)?.saved ?? 0}\n${text}`);
	const { order, clock } = kept;
	const text = ledgerText({ order, clock, rest });
	writeChecked(join(folder, "ledger"), text);
	writeLatest(join(folder, "latest"), order);
	return { ledger: { ...next, order, clock }, text, isNew: false };
}
