/** What is written: one ledger for a policy and a workspace, and a state for each session, of which the latest stand in the ledger until another takes their place. */

import type { HistoryEvent, Moment } from "../../engine/history/event.js";
import {
	type EventsForm,
	endingOf,
	eventsOf,
	eventsText,
	type MomentForm,
	momentForm,
	momentOf,
} from "../../engine/history/event-form.js";
import type { KeptRequest } from "../../engine/history/kept.js";
import { squeezed, squeezedCounts } from "../../engine/history/squeeze.js";
import type { PastQuestion } from "../../language/policy/test.js";
import { textWithoutSecrets } from "./without-secrets.js";

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

type StateForm = Omit<SessionState, "events" | "requests"> & {
	readonly version: number;
	readonly requests: readonly RequestForm[];
	readonly events: EventsForm;
};

/** `ends`: three letters for each command. */
type RequestForm = readonly [
	number: number,
	command: string,
	isOver: 0 | 1,
	ends: string,
	call: string | 0,
	id: string | number | null,
];

interface LedgerForm extends Pick<Ledger, "isSecond" | "isFull"> {
	readonly looseRequests: readonly RequestForm[];
	readonly began: MomentForm;
	readonly watched: readonly (readonly [string, MomentForm])[];
	readonly sessions: readonly (readonly [hash: string, first: number, saved: number, isLost?: 1])[];
	readonly processes: readonly (readonly [string, string])[];
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
	{ keys }: Pick<KeepFor, "keys">,
	counted: ReadonlySet<number | undefined>,
): string {
	const { name, joined, now, requests } = state;
	const textOf = (events: readonly HistoryEvent[], known: readonly KeptRequest[]): string => {
		const told = new Set(events.map(({ of }) => of?.request));
		const head = JSON.stringify({
			version,
			name,
			...(joined === undefined ? {} : { joined }),
			...(now === undefined ? {} : { now }),
			requests: known.filter(({ number }) => told.has(number) || counted.has(number)).map(requestForm),
		});
		return `${head.slice(0, -1)},"events":${eventsText(events, { keys, words: textWithoutSecrets, session: name })}}`;
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
		requests: requests.map((one) => ({ ...requestOf(one), session: name })),
		events: eventsOf(events),
	};
}

function requestForm({ number, command, isOver, ends, call, id }: KeptRequest): RequestForm {
	const letters = ends.map(({ ifZero, ifNot, outlives }) => `${ifZero[0]}${ifNot[0]}${outlives ? "1" : "0"}`);
	return [number, command, isOver ? 1 : 0, letters.join(""), call ?? 0, id ?? null];
}

function requestOf([number, command, isOver, ends, call, id]: RequestForm): KeptRequest {
	return {
		number,
		command,
		isOver: isOver === 1,
		ends: (ends.match(/.{3}/g) ?? []).map(([ifZero, ifNot, outlives]) => ({
			ifZero: endingOf(ifZero),
			ifNot: endingOf(ifNot),
			outlives: outlives === "1",
		})),
		...(call === 0 ? {} : { call }),
		...(id === null ? {} : { id }),
	};
}

/** What changes with each event, and the rest. */
export function ledgerText({
	order,
	clock,
	rest,
}: Pick<Ledger, "order" | "clock"> & { readonly rest: string }): string {
	return `${JSON.stringify({ version, order, clock })}\n${rest}`;
}

/** The rest of a ledger as it was read. */
export function restOf(text: string): string {
	return text.slice(text.indexOf("\n") + 1);
}

/** All but the order and the clock: what is no event, what is counted, what belongs to no session, and a line for each of the latest sessions. */
export function ledgerRest(ledger: Omit<Ledger, "order" | "clock">, { keys, questions }: KeepFor): string {
	const { began, isSecond, isFull, watched, sessions, processes, looseRequests, recent } = ledger;
	let { counted, loose } = ledger;
	// Nobody is told of what is counted by its words.
	const textOfCounted = (): string => eventsText(counted, { keys, words: noWords });
	const textOfLoose = (): string => eventsText(loose, { keys, words: textWithoutSecrets });
	let [countedText, looseText] = [textOfCounted(), textOfLoose()];
	while (countedText.length > mostBytes / 2 && counted.length > 2) {
		const before = counted.length;
		counted = squeezedCounts(counted, keys, questions === "any" ? [] : questions);
		countedText = textOfCounted();
		if (counted.length >= before) break;
	}
	while (looseText.length > mostBytes / 4 && loose.length > 2) {
		const before = loose.length;
		loose = squeezed(loose, keys);
		looseText = textOfLoose();
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
		looseRequests: looseRequests.slice(-20).map(requestForm),
	});
	return [plain, countedText, looseText, ...[...recent].map(([hash, text]) => `${hash} ${text}`)].join("\n");
}

function noWords(): string {
	return "";
}

/** Throws for what is no ledger. */
export function ledgerOf(text: string): Ledger {
	const [head = "", plain = "", counted = "", loose = "", ...recent] = text.split("\n");
	const { version: said, order, clock } = JSON.parse(head) as Pick<Ledger, "order" | "clock"> & { version: number };
	if (said !== version || !Number.isSafeInteger(order)) throw new Error("it is no ledger");
	const { began, isSecond, isFull, watched, sessions, processes, looseRequests } = JSON.parse(plain) as LedgerForm;
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
		counted: eventsOf(JSON.parse(counted) as EventsForm),
		loose: eventsOf(JSON.parse(loose) as EventsForm),
		looseRequests: looseRequests.map(requestOf),
		recent: new Map(recent.map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)])),
	};
}

const version = 2;
const mostSessions = 1_000;
const mostProcesses = 50;
