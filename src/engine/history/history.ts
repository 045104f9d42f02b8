/**
 * What happened, kept by whoever decides: each request is decided with what came before it and becomes a part of it in one step. Nothing here looks at a clock
 * or opens a file: the time is told with what happened.
 */

import { decide } from "../decide/decide.js";
import type { Decision } from "../decide/decision.js";
import type { Decisions } from "../decide/tree.js";
import type { World } from "../request/paths.js";
import type { Request } from "../request/request.js";
import type { Ending, GivenApproval, HistoryEvent, Moment } from "./event.js";
import { type OwnCommands, ownCommands } from "./own-commands.js";
import { noSessions, type SessionStart, type Sessions, sessionOf, wholeOf, withStart } from "./sessions.js";
import type { Told } from "./told.js";

/** How a request ended. Without `code` and `failed` nobody knows how. */
export interface ToldOutcome {
	readonly id?: string | number;
	readonly session?: string;
	readonly call?: string;
	readonly at?: number;
	readonly uptime?: number;
	readonly code?: number;
	readonly failed?: boolean;
	/** A person, or the harness, refused it: nothing ran. */
	readonly denied?: boolean;
	/** A person said yes to it. */
	readonly approved?: boolean;
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
	readonly start: (told: SessionStart) => void;
	/** What was kept can't be read: nobody knows what happened until now. */
	readonly lose: () => void;
	readonly events: () => readonly HistoryEvent[];
}

/** A request that was decided. */
interface Decided {
	readonly id?: string | number;
	readonly session?: string;
	readonly call?: string;
	readonly command: string;
	readonly own: OwnCommands;
	/** Where its events stand. */
	readonly first: number;
	readonly count: number;
}

/** A history of nothing yet. */
export function newHistory(): History {
	const events: HistoryEvent[] = [];
	const requests: Decided[] = [];
	let sessions: Sessions = noSessions;
	let isKnown = true;
	let order = 0;
	let latest: { readonly wall: number; readonly uptime?: number } = { wall: 0 };
	/** The wall clock of a history never goes back. */
	const momentOf = (wall: number, uptime: number | undefined): Moment => {
		latest = { wall: Math.max(latest.wall, wall), ...(uptime === undefined ? {} : { uptime }) };
		return { ...latest, order: order++ };
	};
	const useUp = (name: string | undefined, session: string | undefined, call: string | undefined): void => {
		if (name === undefined) return;
		for (const [at, event] of events.entries()) {
			const { approval } = event;
			if (approval?.request !== name || approval.used !== undefined) continue;
			const isOthers =
				event.session !== undefined && (session === undefined || wholeOf(event.session, sessions) !== session);
			if (isOthers || (approval.call !== undefined && approval.call !== call)) continue;
			const used = { ...(session === undefined ? {} : { session }), ...(call === undefined ? {} : { call }) };
			events[at] = { ...event, approval: { ...approval, used } };
		}
	};
	const asked = (decisions: Decisions, request: Request, world: World, told: Told, isKept: boolean): Decision => {
		const now = momentOf(told.at, told.uptime);
		const session = told.session === undefined ? undefined : sessionOf(told.session, sessions);
		const command = JSON.stringify(request.argv ?? request.script ?? request.call);
		const before =
			told.call === undefined || session === undefined
				? undefined
				: requests.find(
						(one) =>
							one.call === told.call &&
							one.session !== undefined &&
							wholeOf(one.session, sessions) === session &&
							one.command === command,
					);
		const isBefore = (at: number): boolean =>
			before !== undefined && at >= before.first && at < before.first + before.count;
		const own = ownCommands({
			decisions,
			events: before === undefined ? events : events.filter((_, at) => !isBefore(at)),
			isKnown,
			now,
			wholeOf: (one) => wholeOf(one, sessions),
			told: { ...told, ...(session === undefined ? {} : { session }) },
		});
		const decision = decide(decisions, request, world, own.course);
		if (!isKept) return decision;
		const isThrough = decision.effect === "allow" || decision.effect === "ask";
		// While it waits for people, nothing runs by those who have said yes.
		if (isThrough && decision.approvals === undefined) useUp(own.name(), session, told.call);
		if (before !== undefined) {
			for (let at = before.first; at < before.first + before.count; at++) {
				const event = events[at] as HistoryEvent;
				events[at] = { ...event, through: event.through || isThrough };
			}
			return decision;
		}
		const happened = own.happened(request, world, isThrough);
		order += 2 * happened.length + 2;
		requests.push({
			...(told.id === undefined ? {} : { id: told.id }),
			...(session === undefined ? {} : { session }),
			...(told.call === undefined ? {} : { call: told.call }),
			command,
			own,
			first: events.length,
			count: happened.length,
		});
		events.push(...happened);
		return decision;
	};
	return {
		decide: (decisions, request, world, told) => asked(decisions, request, world, told, true),
		ask: (decisions, request, world, told) => asked(decisions, request, world, told, false),
		outcome: ({ id, session, call, at, uptime, code, failed, denied, approved }) => {
			const own = session === undefined ? undefined : sessionOf(session, sessions);
			const request = requests.findLast((one) =>
				id === undefined
					? call !== undefined &&
						one.call === call &&
						(one.session === undefined ? undefined : wholeOf(one.session, sessions)) === own
					: one.id === id,
			);
			if (request === undefined) return;
			const now = momentOf(at ?? latest.wall, uptime ?? latest.uptime);
			const isZero = failed === true ? false : code === undefined ? undefined : code === 0;
			for (let place = 0; place < request.count; place++) {
				const event = events[request.first + place] as HistoryEvent;
				if (approved === true && code === undefined && failed === undefined)
					events[request.first + place] = { ...event, approved: true };
				else if (denied === true)
					events[request.first + place] = event.ending === "running" ? { ...event, through: false } : event;
				else {
					const ending: Ending = isZero === undefined ? "unknown" : request.own.endingOf(place, isZero);
					const { ended: _, ...running } = event;
					events[request.first + place] = {
						...running,
						ending,
						...(request.own.mayOutlive(place) ? {} : { ended: now }),
						...(approved === true ? { approved } : {}),
					};
				}
			}
		},
		approval: (decisions, request, world, { by, groups = [], ...told }) => {
			const now = momentOf(told.at ?? latest.wall, told.uptime ?? latest.uptime);
			const session = told.session === undefined ? undefined : sessionOf(told.session, sessions);
			const own = ownCommands({
				decisions,
				events,
				isKnown,
				now,
				wholeOf: (one) => wholeOf(one, sessions),
				told: { ...told, at: now.wall, ...(session === undefined ? {} : { session }) },
			});
			decide(decisions, request, world, own.course);
			const name = own.name();
			const approval: GivenApproval = {
				...(by === undefined || by.trim() === "" ? {} : { by }),
				groups,
				...(name === undefined ? {} : { request: name }),
				...(told.call === undefined ? {} : { call: told.call }),
			};
			const given = own.happened(request, world, false);
			order += 2 * given.length + 2;
			events.push(...given.map((event): HistoryEvent => ({ ...event, ending: "unknown", approval })));
		},
		start: (told) => {
			sessions = withStart(told, sessions, order++);
		},
		lose: () => {
			isKnown = false;
			events.length = 0;
			requests.length = 0;
		},
		events: () => events,
	};
}
