/** What is written: one ledger for a policy and a workspace, and a state for each session, of which the latest stand in the ledger until another takes their place. */

import type { HistoryEvent, Moment } from "../../engine/history/event.js";
import {
	type EventsForm,
	eventsOf,
	formOf,
	type MomentForm,
	momentForm,
	momentOf,
} from "../../engine/history/event-form.js";
import type { KeptRequest } from "../../engine/history/kept.js";
import { squeezed, squeezedCounts } from "../../engine/history/squeeze.js";
import type { PastQuestion } from "../../language/policy/test.js";

/** A session, as it is kept. */
export interface SessionState {
	readonly name: string;
	/** The session that it was found to be a part of. */
	readonly joined?: string;
	/** What its name stands for since a person began anew. */
	readonly now?: string;
	readonly events: readonly HistoryEvent[];
	readonly requests: readonly KeptRequest[];
}

/** What the ledger knows of a session. */
export interface KnownSession {
	/** When it was first heard of. */
	readonly first: number;
	/** When its state was last written; 0 where it has none. */
	readonly saved: number;
	/** What it did before is lost. */
	readonly isLost?: true;
}

export interface Ledger {
	/** The next moment's. */
	readonly order: number;
	readonly clock: { readonly wall: number; readonly uptime?: number };
	/** When it began, and whether there was another one before that nobody can read any more. */
	readonly began: Moment;
	readonly isSecond: boolean;
	readonly watched: ReadonlyMap<string, Moment>;
	/** By the short hashes of their names. */
	readonly sessions: ReadonlyMap<string, KnownSession>;
	/** Older sessions were forgotten. */
	readonly isFull: boolean;
	/** Processes of harnesses, and the sessions that they asked for last. */
	readonly processes: ReadonlyMap<string, string>;
	readonly counted: readonly HistoryEvent[];
	/** Of those who say no session. */
	readonly loose: readonly HistoryEvent[];
	readonly looseRequests: readonly KeptRequest[];
	/** Not yet in files of their own, by the short hashes of their names. */
	readonly recent: ReadonlyMap<string, string>;
}

type StateForm = Omit<SessionState, "events"> & { readonly version: number; readonly events: EventsForm };

interface LedgerForm extends Pick<Ledger, "order" | "clock" | "isSecond" | "isFull" | "looseRequests"> {
	readonly version: number;
	readonly began: MomentForm;
	readonly watched: readonly (readonly [string, MomentForm])[];
	readonly sessions: readonly (readonly [hash: string, first: number, saved: number, isLost?: 1])[];
	readonly processes: readonly (readonly [string, string])[];
	readonly recent: readonly (readonly [string, string])[];
	readonly counted: EventsForm;
	readonly loose: EventsForm;
}

/** What is asked of events, as far as it says what of them is kept. */
export interface KeepFor {
	readonly keys: readonly string[];
	/** `any`: nobody knows what will be asked. */
	readonly questions: readonly PastQuestion[] | "any";
}

/** Bytes of a state, and of what all sessions of a ledger share. */
export const mostBytes = 64 * 1024;

/** `counted`: the numbers of requests of which something stands among what is counted. */
export function stateText(
	state: SessionState,
	{ keys, questions }: KeepFor,
	counted: ReadonlySet<number | undefined>,
): string {
	const { name, joined, now, requests } = state;
	const textOf = (events: readonly HistoryEvent[], known: readonly KeptRequest[]): string => {
		const told = new Set(events.map(({ of }) => of?.request));
		return JSON.stringify({
			version,
			name,
			...(joined === undefined ? {} : { joined }),
			...(now === undefined ? {} : { now }),
			requests: known.filter(({ number }) => told.has(number) || counted.has(number)),
			events: formOf(events, keys, questions),
		});
	};
	let { events } = state;
	let text = textOf(events, requests);
	while (text.length > mostBytes && events.length > 2) {
		const before = events.length;
		events = squeezed(events, keys);
		text = textOf(events, requests);
		if (events.length >= before) break;
	}
	return text;
}

/** Throws for what is no state. */
export function stateOf(text: string): SessionState {
	const { version: said, name, joined, now, requests, events } = JSON.parse(text) as StateForm;
	if (said !== version || typeof name !== "string" || !Array.isArray(requests)) throw new Error("it is no state");
	return {
		name,
		...(joined === undefined ? {} : { joined }),
		...(now === undefined ? {} : { now }),
		requests,
		events: eventsOf(events),
	};
}

/** What changes with each event, and the rest. */
export function ledgerText({
	order,
	clock,
	rest,
}: Pick<Ledger, "order" | "clock"> & { readonly rest: string }): string {
	return `${JSON.stringify({ version, order, clock }).slice(0, -1)},${rest.slice(1)}`;
}

/** The rest of a ledger as it was read. */
export function restOf(text: string): string {
	return `{${text.slice(text.indexOf('"began"'))}`;
}

/** All but the order and the clock. */
export function ledgerRest(ledger: Omit<Ledger, "order" | "clock">, { keys, questions }: KeepFor): string {
	const { began, isSecond, isFull, watched, sessions, processes, looseRequests, recent } = ledger;
	let { counted, loose } = ledger;
	const form = (events: readonly HistoryEvent[]): string => JSON.stringify(formOf(events, keys, questions));
	let [countedText, looseText] = [form(counted.map(withoutText)), form(loose)];
	while (countedText.length > mostBytes / 2 && counted.length > 2) {
		const before = counted.length;
		counted = squeezedCounts(counted, keys, questions === "any" ? [] : questions);
		countedText = form(counted.map(withoutText));
		if (counted.length >= before) break;
	}
	while (looseText.length > mostBytes / 4 && loose.length > 2) {
		const before = loose.length;
		loose = squeezed(loose, keys);
		looseText = form(loose);
		if (loose.length >= before) break;
	}
	const known = [...sessions].slice(-mostSessions);
	const plain = JSON.stringify({
		began: momentForm(began),
		isSecond,
		isFull: isFull || known.length < sessions.size,
		watched: [...watched].map(([key, moment]) => [key, momentForm(moment)]),
		sessions: known.map(([hash, { first, saved, isLost }]) => [hash, first, saved, ...(isLost ? [1] : [])]),
		processes: [...processes].slice(-mostProcesses),
		looseRequests: looseRequests.slice(-20),
		recent: [...recent],
	});
	return `${plain.slice(0, -1)},"counted":${countedText},"loose":${looseText}}`;
}

/** Throws for what is no ledger. */
export function ledgerOf(text: string): Ledger {
	const said = JSON.parse(text) as LedgerForm;
	const { order, clock, began, isSecond, isFull, watched, sessions, processes, counted, loose, looseRequests, recent } =
		said;
	if (said.version !== version || !Number.isSafeInteger(order)) throw new Error("it is no ledger");
	return {
		order,
		clock,
		began: momentOf(began),
		isSecond,
		isFull,
		watched: new Map(watched.map(([key, moment]) => [key, momentOf(moment)])),
		sessions: new Map(
			sessions.map(([hash, first, saved, isLost]) => [
				hash,
				{ first, saved, ...(isLost === 1 ? { isLost: true } : {}) },
			]),
		),
		processes: new Map(processes),
		counted: eventsOf(counted),
		loose: eventsOf(loose),
		looseRequests,
		recent: new Map(recent),
	};
}

const version = 1;
const mostSessions = 1_000;
const mostProcesses = 50;

/** Nobody is told of it by its words. */
function withoutText(event: HistoryEvent): HistoryEvent {
	return { ...event, text: "" };
}
