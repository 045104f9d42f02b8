/**
 * What happened, kept by whoever decides: each request is decided with what came before it and becomes a part of it in one step. Nothing here looks at a clock
 * or opens a file: the time is told with what happened.
 */

import { decide } from "../decide/decide.js";
import type { Decision } from "../decide/decision.js";
import type { Decisions } from "../decide/tree.js";
import type { World } from "../request/paths.js";
import type { Request } from "../request/request.js";
import type { Ending, HistoryEvent, Moment } from "./event.js";
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

export interface History {
	/** Decides, and remembers what was decided. */
	readonly decide: (decisions: Decisions, request: Request, world: World, told: Told) => Decision;
	/** What would be decided; nothing is remembered. */
	readonly ask: (decisions: Decisions, request: Request, world: World, told: Told) => Decision;
	readonly outcome: (told: ToldOutcome) => void;
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
