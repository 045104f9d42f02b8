/**
 * What happened, kept by whoever decides: each request is decided with what came before it and becomes a part of it in one step. Nothing here looks at a clock
 * or opens a file: the time is told with what happened. Only what can still make a difference is held, so that deciding costs the same however much happened.
 */

import { hash } from "node:crypto";
import type { PastQuestion } from "../../language/policy/test.js";
import { decide } from "../decide/decide.js";
import type { Decision } from "../decide/decision.js";
import type { Decisions } from "../decide/tree.js";
import type { World } from "../request/paths.js";
import type { Request } from "../request/request.js";
import { type Ending, type GivenApproval, type HistoryEvent, type Moment, unknownEvent } from "./event.js";
import { keyOf } from "./event-fit.js";
import { type EventList, type Events, eventList, plainEvents } from "./event-list.js";
import { eventTestsOf, pastTests } from "./event-tests.js";
import { type Kept, type KeptRequest, nobody } from "./kept.js";
import { isOfPerson, type OwnCommands, ownCommands } from "./own-commands.js";
import { noSessions, type SessionStart, sessionOf, wholeOf, withStart } from "./sessions.js";
import { bound, outOfReach } from "./squeeze.js";
import type { Told } from "./told.js";
import { questionKeys, unwatched } from "./unwatched.js";

/** How a request ended. Without `code` and `failed` nobody knows how. */
export interface ToldOutcome {
	readonly id?: string | number;
	readonly session?: string;
	readonly call?: string;
	/** What was asked for, where the harness has no name for the call: it counts where it is the only one of its session that runs. */
	readonly command?: Pick<Request, "argv" | "script" | "call">;
	readonly at?: number;
	readonly uptime?: number;
	readonly code?: number;
	readonly failed?: boolean;
	/** A person, or the harness, refused it: nothing ran. */
	readonly denied?: boolean;
	/** A person said yes to it. */
	readonly approved?: boolean;
}

/** A request that waits for people. */
export interface OpenQuestion {
	/** The name of what is asked for. Absent where nobody can say what it is: nobody says yes to that. */
	readonly request?: string;
	/** What a yes to it leaves. */
	readonly events: readonly HistoryEvent[];
}

/** Who says yes, of which groups. */
export interface Approver {
	readonly by: string;
	readonly groups: readonly string[];
}

/** A person's yes to a request. */
export interface ToldApproval extends Omit<Told, "at" | "id" | "background"> {
	/** By the wall; when the latest thing was told where it is absent. */
	readonly at?: number;
	/** Absent: nobody knows who. */
	readonly by?: string;
	/** What the person belongs to, by whoever tells it. */
	readonly groups?: readonly string[];
}

export interface History {
	/** Decides, and remembers what was decided. */
	readonly decide: (decisions: Decisions, request: Request, world: World, told: Told) => Decision;
	/** What would be decided; nothing is remembered. */
	readonly ask: (decisions: Decisions, request: Request, world: World, told: Told) => Decision;
	readonly outcome: (told: ToldOutcome) => void;
	/** A person said yes to this very request: its words, its folder and what it does. With `call`, to that call alone. */
	readonly approval: (decisions: Decisions, request: Request, world: World, told: ToldApproval) => void;
	/** The question that this request is. Nothing is remembered. */
	readonly question: (decisions: Decisions, request: Request, world: World, told: Told) => OpenQuestion;
	/** A person says yes to a question: for its session alone, or for any where `isOfAny`. */
	readonly approve: (question: OpenQuestion, by: Approver, isOfAny: boolean, at: number, uptime?: number) => void;
	/** A person takes back each yes to what has this name. How many there were. */
	readonly withdraw: (request: string, by: string) => number;
	readonly start: (told: SessionStart) => void;
	/** The session goes on from one that nobody knows: anything may have happened in it. */
	readonly goOn: (session: string, workspace: string, at: number, uptime?: number) => void;
	/** A person lifts what the session did before, where a rule lets that be. */
	readonly release: (decisions: Decisions, session: string, workspace: string, at: number, uptime?: number) => void;
	/** What was kept can't be read: nobody knows what happened until now. */
	readonly lose: () => void;
	readonly events: () => readonly HistoryEvent[];
	/** What is to be kept of it: what can still make a difference to this policy; all of it where none is named. */
	readonly kept: (decisions?: Decisions) => Kept;
}

/** A history of nothing yet. */
export const nothingKept: Kept = {
	isKnown: true,
	isCounted: true,
	events: [],
	counted: [],
	requests: [],
	sessions: noSessions,
	first: new Map(),
	watched: new Map(),
	clock: { wall: 0 },
	order: 0,
};

/** Goes on from what was kept; from nothing where that is absent. `words`: what of the words of a command is held, for people. */
export function newHistory(kept: Kept = nothingKept, words: (text: string) => string = (text) => text): History {
	let requests = [...kept.requests];
	let { sessions, isKnown, isCounted, order, clock, watched } = kept;
	const first = new Map(kept.first);
	const open = new Set(requests.filter(({ isOver }) => !isOver).map(({ number }) => number));
	const about = {
		isOpen: ({ of }: HistoryEvent): boolean => of !== undefined && open.has(of.request),
		wholeOf: (session: string): string => wholeOf(session, sessions),
		now: (): Moment => ({ ...clock, order }),
	};
	const [events, counted] = [eventList(kept.events, about), eventList(kept.counted, about)];
	let hasApprovals = kept.events.some(({ approval }) => approval !== undefined);
	/** So many events are looked through before it is asked which still matter. */
	let enough = fewest;

	/** The wall clock of a history never goes back. */
	const momentOf = (wall: number, uptime: number | undefined): Moment => {
		if (uptime !== undefined && clock.uptime !== undefined && uptime < clock.uptime) forgetUptimes();
		clock = { wall: Math.max(clock.wall, wall), ...(uptime === undefined ? {} : { uptime }) };
		return { ...clock, order: order++ };
	};
	/** The machine was started anew: what it counted before says nothing any more. */
	const forgetUptimes = (): void => {
		change(
			() => true,
			({ decided, ended, ...event }) => ({
				...event,
				decided: withoutUptime(decided),
				...(ended === undefined ? {} : { ended: withoutUptime(ended) }),
			}),
		);
		watched = new Map([...watched].map(([key, moment]) => [key, withoutUptime(moment)]));
	};
	const change: EventList["change"] = (...told) => {
		events.change(...told);
		counted.change(...told);
	};
	const whole = about.wholeOf;
	const reduce = (decisions: Decisions): void => {
		const questions = pastTests(decisions);
		forgetRequests();
		const isCounting = (asks: PastQuestion): boolean => asks.kind === "exceeded" && asks.per !== "session";
		events.reduce(questions.filter((asks) => !isCounting(asks)));
		counted.reduce(questions.filter(isCounting));
		bound(events, counted, decisions, whole);
		const told = new Set([...events.all(), ...counted.all()].map(({ of }) => of?.request));
		requests = requests.filter(({ number }) => told.has(number));
		for (const number of open) if (!told.has(number)) open.delete(number);
		enough = Math.max(fewest, 2 * (events.all().length + counted.all().length));
	};
	/** Of the requests that are remembered no more nothing will be told. */
	const forgetRequests = (): void => {
		const gone = new Map(requests.map((one) => [one.number, one]));
		requests = recent(requests);
		for (const { number } of requests) gone.delete(number);
		const isGone =
			(isOver: boolean) =>
			({ of }: HistoryEvent): boolean =>
				of !== undefined && gone.get(of.request)?.isOver === isOver;
		change(isGone(true), ({ of: _, ...event }) => event, true);
		for (const list of [events, counted])
			if (list.all().some(isGone(false)))
				list.replace(list.all().flatMap((event) => (isGone(false)(event) ? outOfReach(event) : [event])));
	};
	/** From now on it is watched for what this policy asks, and for nothing else. */
	const watch = (decisions: Decisions, now: Moment): void => {
		const keys = questionKeys(decisions);
		if (keys.length === watched.size && keys.every((key) => watched.has(key))) return;
		watched = new Map(keys.map((key) => [key, watched.get(key) ?? now]));
	};
	const useUp = (own: OwnCommands, session: string | undefined, call: string | undefined): void => {
		const name = hasApprovals ? own.name() : undefined;
		if (name === undefined) return;
		const used = { ...(session === undefined ? {} : { session }), ...(call === undefined ? {} : { call }) };
		const isUsed = ({ approval, session: given }: HistoryEvent): boolean =>
			approval?.request === name &&
			approval.used === undefined &&
			(given === undefined || (session !== undefined && whole(given) === session)) &&
			(approval.call === undefined || approval.call === call);
		events.change(isUsed, (event) => ({ ...event, approval: { ...(event.approval as GivenApproval), used } }));
	};
	const ownOf = (
		decisions: Decisions,
		told: Told,
		session: string | undefined,
		now: Moment,
		seen: (events: EventList) => Events,
	): OwnCommands =>
		ownCommands({
			decisions,
			events: seen(events),
			counted: seen(counted),
			isKnown,
			isCounted,
			now,
			wholeOf: whole,
			unwatched: unwatched({ watched, first, clock }, session),
			told: { ...told, ...(session === undefined ? {} : { session }) },
		});
	const questionOf = (decisions: Decisions, request: Request, world: World, told: Told, now: Moment): OpenQuestion => {
		const session = told.session === undefined ? undefined : sessionOf(told.session, sessions);
		const own = ownOf(decisions, told, session, now, (events) => events);
		decide(decisions, request, world, own.course);
		const name = own.name();
		return { ...(name === undefined ? {} : { request: name }), events: own.happened(request, world, false) };
	};
	const consent = (given: readonly HistoryEvent[], approval: GivenApproval): void => {
		hasApprovals = true;
		order += 2 * given.length + 2;
		events.add(given.map((event): HistoryEvent => ({ ...event, ending: "unknown", approval })));
	};
	const asked = (decisions: Decisions, request: Request, world: World, told: Told, isKept: boolean): Decision => {
		const now = momentOf(told.at, told.uptime);
		const session = told.session === undefined ? undefined : sessionOf(told.session, sessions);
		const before =
			told.call === undefined || session === undefined
				? undefined
				: requests.find(
						(one) =>
							one.call === told.call &&
							one.session !== undefined &&
							whole(one.session) === session &&
							one.command === commandOf(request),
					);
		watch(decisions, now);
		const others = ({ all }: EventList): Events =>
			plainEvents(all().filter(({ of }) => of?.request !== before?.number));
		const own = ownOf(decisions, told, session, now, before === undefined ? (events) => events : others);
		const decision = decide(decisions, request, world, own.course);
		if (!isKept) return decision;
		const name = session ?? nobody;
		if (!first.has(name)) first.set(name, now.order);
		const isThrough = decision.effect === "allow" || decision.effect === "ask";
		// While it waits for people, nothing runs by those who have said yes.
		if (isThrough && decision.approvals === undefined) useUp(own, session, told.call);
		if (before !== undefined) {
			if (!isThrough) return decision;
			const isIt = ({ of }: HistoryEvent): boolean => of?.request === before.number;
			change(isIt, (event) => ({ ...event, through: true }));
			// While it was refused it was not counted.
			if (!counted.all().some(isIt)) counted.add(own.happened(request, world, true, before.number));
			return decision;
		}
		const number = now.order;
		const tests = eventTestsOf(decisions);
		const all = own.happened(request, world, isThrough, number);
		order += 2 * all.length + 2;
		// Of what no pattern can fit nothing will be asked.
		const happened = all.flatMap((event) =>
			tests.some((test) => event.fits.get(keyOf(test))?.truth !== "no") ? { ...event, text: words(event.text) } : [],
		);
		if (happened.length === 0) return decision;
		requests.push({
			number,
			...(told.id === undefined ? {} : { id: told.id }),
			...(session === undefined ? {} : { session }),
			...(told.call === undefined ? {} : { call: told.call }),
			// Nobody may ask for it.
			get command() {
				return commandOf(request);
			},
			ends: all.map((_, place) => own.endsOf(place)),
			isOver: false,
		});
		open.add(number);
		events.add(happened);
		counted.add(happened);
		if (events.all().length + counted.all().length > enough) reduce(decisions);
		return decision;
	};
	/** Those of which an outcome tells. */
	const toldOf = ({ id, session, call, command }: ToldOutcome): readonly KeptRequest[] => {
		const own = session === undefined ? undefined : sessionOf(session, sessions);
		const isOwn = (one: KeptRequest): boolean => (one.session === undefined ? undefined : whole(one.session)) === own;
		if (id !== undefined) return requests.filter((one) => one.id === id).slice(-1);
		if (call !== undefined) return requests.filter((one) => one.call === call && isOwn(one));
		if (command === undefined) return [];
		const words = commandOf(command);
		return requests.filter((one) => one.command === words && !one.isOver && isOwn(one));
	};
	return {
		decide: (decisions, request, world, told) => asked(decisions, request, world, told, true),
		ask: (decisions, request, world, told) => asked(decisions, request, world, told, false),
		outcome: (told) => {
			const { at, uptime, code, failed, denied, approved } = told;
			const found = toldOf(told);
			if (found.length === 0) return;
			const now = momentOf(at ?? clock.wall, uptime ?? clock.uptime);
			// Of several ways to read one call nobody knows which it was.
			const isZero =
				found.length > 1 ? undefined : failed === true ? false : code === undefined ? undefined : code === 0;
			const isOver = approved !== true || code !== undefined || failed !== undefined;
			for (const { number, ends } of found) {
				const isFirst = isOver && open.delete(number);
				change(
					({ of }) => of?.request === number,
					(event) => {
						if (approved === true && code === undefined && failed === undefined) return { ...event, approved: true };
						if (denied === true) return event.ending === "running" ? { ...event, through: false } : event;
						const { ifZero, ifNot, outlives } = ends[event.of?.place ?? 0] ?? nothingSure;
						const ending: Ending = isZero === undefined ? "unknown" : isZero ? ifZero : ifNot;
						const { ended: _, ...running } = event;
						return {
							...running,
							ending,
							...(outlives ? {} : { ended: now }),
							...(approved === true ? { approved } : {}),
						};
					},
					isFirst,
				);
			}
			if (isOver) requests = requests.map((one) => (found.includes(one) ? { ...one, isOver } : one));
		},
		approval: (decisions, request, world, { by, groups = [], ...told }) => {
			const now = momentOf(told.at ?? clock.wall, told.uptime ?? clock.uptime);
			const { request: name, events: given } = questionOf(decisions, request, world, { ...told, at: now.wall }, now);
			consent(given, {
				...(by === undefined || by.trim() === "" ? {} : { by }),
				groups,
				...(name === undefined ? {} : { request: name }),
				...(told.call === undefined ? {} : { call: told.call }),
			});
		},
		question: (decisions, request, world, told) => {
			const now = { wall: Math.max(clock.wall, told.at), order };
			return questionOf(decisions, request, world, told, now);
		},
		approve: ({ request, events: asked }, { by, groups }, isOfAny, at, uptime) => {
			if (request === undefined) return;
			const decided = momentOf(at, uptime);
			const given = asked.map(({ session, ...event }, place): HistoryEvent => {
				const whose = session === undefined || isOfAny ? {} : { session: sessionOf(session, sessions) };
				return { ...event, ...whose, decided: { ...decided, order: decided.order + 2 * place } };
			});
			consent(given, { by, groups, request });
		},
		withdraw: (request, by) => {
			const isIt = ({ approval }: HistoryEvent): boolean =>
				approval?.request === request && approval.by === by && approval.isWithdrawn === undefined;
			const found = new Set(
				events
					.all()
					.filter(isIt)
					.map(({ decided }) => decided.wall),
			);
			change(isIt, (event) => ({ ...event, approval: { ...(event.approval as GivenApproval), isWithdrawn: true } }));
			return found.size;
		},
		start: (told) => {
			const number = order++;
			sessions = withStart(told, sessions, number);
			const from = told.continues ?? told.parent;
			// What is one is as old as the oldest of it.
			if (from === undefined) return;
			const joined = sessionOf(told.session, sessions);
			const begins = [told.session, from, joined].flatMap((one) => first.get(one) ?? []);
			if (begins.length > 0) first.set(joined, Math.min(...begins));
		},
		goOn: (session, workspace, at, uptime) => {
			const before = { ...unknownEvent(workspace, momentOf(at, uptime)), session: sessionOf(session, sessions) };
			events.add([
				{ ...before, many: Infinity },
				{ ...before, through: false, many: Infinity },
			]);
		},
		release: (decisions, session, workspace, at, uptime) => {
			const decided = momentOf(at, uptime);
			const tests = eventTestsOf(decisions);
			const ended = { ...decided, order: order++ };
			const released: HistoryEvent = {
				...unknownEvent(workspace, decided),
				text: "released",
				session: sessionOf(session, sessions),
				inside: "yes",
				ended,
				ending: "passed",
				fits: new Map(tests.map((test) => [keyOf(test), { truth: isOfPerson(test) ? "yes" : "no", words: {} }])),
				paths: [],
				hosts: [],
			};
			events.add([released]);
		},
		lose: () => {
			isKnown = false;
			isCounted = false;
			events.replace([]);
			counted.replace([]);
			requests = [];
			open.clear();
		},
		events: events.all,
		kept: (decisions) => {
			if (decisions !== undefined) reduce(decisions);
			const lists = { events: [...events.all()], counted: [...counted.all()] };
			return { isKnown, isCounted, ...lists, requests, sessions, first, watched, clock, order };
		},
	};
}

/** So few events are never looked through for those that matter. */
const fewest = 1024;

/** So many requests are remembered by name: all whose outcome may come, up to a number, and the latest of the others, which may be told twice. */
function recent(requests: readonly KeptRequest[]): KeptRequest[] {
	const open = requests.filter(({ isOver }) => !isOver).slice(-mostOpen);
	const over = requests.filter(({ isOver }) => isOver).slice(-mostOver);
	return [...open, ...over].sort((one, other) => one.number - other.number);
}
const mostOpen = 40;
const mostOver = 20;

const nothingSure = { ifZero: "unknown", ifNot: "unknown", outlives: true } as const;

/** Equal for equal words. */
export function commandOf({ argv, script, call }: Pick<Request, "argv" | "script" | "call">): string {
	return hash("sha256", JSON.stringify(argv ?? script ?? call), "hex").slice(0, 16);
}

function withoutUptime({ wall, order }: Moment): Moment {
	return { wall, order };
}
