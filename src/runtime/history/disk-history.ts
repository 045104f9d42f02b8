/**
 * A history that outlives processes: read, asked and written in one step under one lock, before an answer is given. What can't be read, is torn, missing or older
 * than it was is unknown: what rules fear holds then, and what they need fails. What can't be written does not run.
 */
import { refusal } from "../../engine/decide/decide.js";
import type { Decision } from "../../engine/decide/decision.js";
import type { Truth } from "../../engine/decide/evaluate/truth.js";
import type { Decisions } from "../../engine/decide/tree.js";
import type { HistoryEvent } from "../../engine/history/event.js";
import { keyOf } from "../../engine/history/event-fit.js";
import { plainEvents } from "../../engine/history/event-list.js";
import { eventTestsOf, pastTests } from "../../engine/history/event-tests.js";
import { type History, newHistory, type ToldApproval, type ToldOutcome } from "../../engine/history/history.js";
import type { Kept } from "../../engine/history/kept.js";
import { type SessionBeginning, type SessionStart, sessionOf, wholeOf } from "../../engine/history/sessions.js";
import { type Standing, standing } from "../../engine/history/standing.js";
import type { Told } from "../../engine/history/told.js";
import { unwatched } from "../../engine/history/unwatched.js";
import type { World } from "../../engine/request/paths.js";
import type { Request } from "../../engine/request/request.js";
import type { HarnessProcess } from "./harness-process.js";
import type { Clock } from "./kept-files.js";
import { inOneStep, isThere, type LastStep, machineClock, type Open } from "./one-step.js";
import type { HistoryOf } from "./place.js";
import { keepWaiting, noteRecord } from "./waiting-questions.js";

/** What is told of a request; the time is looked up. */
export type ToldNow = Omit<Told, "at" | "uptime"> & {
	/** The session that started this one. */
	readonly parent?: string;
	/** It began as a copy of another session, and nobody tells of which. */
	readonly isFork?: true;
	/** By whom the harness can be known again: its process, and those that started it, the nearest first. */
	readonly process?: HarnessProcess | undefined;
};

export interface DiskHistory {
	/** Decides, and keeps what was decided. Never throws. */
	readonly decide: (decisions: Decisions, request: Request, world: World, told: ToldNow) => Decision;
	/** What would be decided. Nothing is kept. */
	readonly ask: (decisions: Decisions, request: Request, world: World, told: ToldNow) => Decision;
	/** Throws where it can't be kept: nothing is widened by that. */
	readonly outcome: (told: ToldOutcome) => void;
	/** A person said yes to this very request. Throws where it can't be kept: nothing is widened by that. */
	readonly approval: (decisions: Decisions, request: Request, world: World, told: ToldApproval) => void;
	/** A request that waits for people stands in a log under this name. What can't be kept is not found there. */
	readonly recorded: (request: Request, session: string | undefined, record: string) => void;
	/** Throws where it can't be kept: nothing is widened by that. */
	readonly start: (told: SessionStart) => void;
	/** A harness says how a session began. Throws where it can't be kept. */
	readonly began: (session: string, how: SessionBeginning, asker: HarnessProcess | undefined) => void;
	/** A person lifts what the session did. False where nothing is known of the session. Throws where an agent's harness started this process. */
	readonly release: (decisions: Decisions, session: string, asker: HarnessProcess | undefined) => boolean;
	/** What a session did, as far as it matters; undefined where nothing is kept of it. */
	readonly show: (decisions: Decisions, session: string) => ShownSession | undefined;
}

export interface ShownSession {
	/** All that it did is known. */
	readonly isKnown: boolean;
	/** The names that are one session with it. */
	readonly parts: readonly string[];
	/** What of it can still make a difference. */
	readonly events: readonly HistoryEvent[];
	readonly standing: readonly Standing[];
}

/** The history of a policy in a workspace; undefined where no rule asks what happened. */
export function historyFor(decisions: Decisions, of: HistoryOf): DiskHistory | undefined {
	return pastTests(decisions).length === 0 ? undefined : diskHistory(of);
}

export function diskHistory(of: HistoryOf, clock: () => Clock = machineClock): DiskHistory {
	const last: LastStep = {};
	const step = <Result>(
		sessions: readonly (string | undefined)[],
		decisions: Decisions | undefined,
		work: (history: History, open: Open) => Result,
	): Result => inOneStep(last, of, clock, sessions, decisions, work);
	const goOn = (history: History, session: string): void => {
		const { at, uptime } = clock();
		history.goOn(session, of.workspace, at, uptime);
	};
	const asked =
		(isKept: boolean): DiskHistory["decide"] =>
		(decisions, request, world, told) => {
			const { parent, process: asker, isFork, ...rest } = told;
			let made: Decision | undefined;
			try {
				return step([told.session, parent], decisions, (history, open) => {
					const { session } = told;
					if (session !== undefined) {
						// A harness that names the outermost session of its own knows nothing of the harness that started it.
						const outermost = parent ?? session;
						const before = open.startedBy(outermost, asker);
						if (before !== undefined) history.start({ session: outermost, parent: before });
						else if (isFork && !open.knows(outermost)) goOn(history, outermost);
						if (parent !== undefined) history.start({ session, parent });
						if (asker !== undefined) open.asks(session, asker.own);
					}
					const now = { ...rest, ...clock() };
					made = isKept ? history.decide(decisions, request, world, now) : history.ask(decisions, request, world, now);
					if (!isKept) open.leave();
					else if (made.approvals !== undefined) {
						const question = history.question(decisions, request, world, now);
						made = numbered(made, keepWaiting(of, request, world, made, question, now));
					}
					return made;
				});
			} catch (error) {
				return withoutHistory(decisions, request, world, error);
			}
		};
	return {
		decide: asked(true),
		ask: asked(false),
		outcome: (told) => {
			if (!isThere(of)) return;
			step([told.session], undefined, (history) => history.outcome({ ...told, ...clock() }));
		},
		approval: (decisions, request, world, told) => {
			step([told.session], decisions, (history) =>
				history.approval(decisions, request, world, { ...told, ...clock() }),
			);
		},
		recorded: (request, session, record) => {
			try {
				noteRecord(of, request, session, record);
			} catch {
				// The yes to it stands by itself, then.
			}
		},
		start: (told) => {
			// What begins anew where nothing was kept is new.
			if (told.continues === undefined && told.parent === undefined && !isThere(of)) return;
			step([told.session, told.continues, told.parent], undefined, (history, open) => {
				history.start(told);
				open.hears(told.session);
			});
		},
		began: (session, how, asker) => {
			// Where nothing was kept there is nothing to go on from.
			if (!isThere(of)) return;
			step([session], undefined, (history, open) => {
				// Whoever is asked below an agent's harness is that agent, and no person.
				const parent = how === "anew" ? open.above(asker) : open.startedBy(session, asker);
				if (parent !== undefined) history.start({ session, parent });
				else if (how === "anew") history.start({ session, by: "person" });
				else if (how === "going-on" && !open.knows(session)) goOn(history, session);
				if (asker !== undefined) open.asks(session, asker.own);
				open.hears(session);
			});
		},
		release: (decisions, session, asker) => {
			if (!isThere(of)) return false;
			return step([session], decisions, (history, open) => {
				if (!open.knows(session)) return false;
				if (open.isBelow(asker))
					throw new Error("an agent's harness started this, and only a person may release a session");
				const { at, uptime: since } = clock();
				history.release(decisions, session, of.workspace, at, since);
				return true;
			});
		},
		show: (decisions, session) => {
			if (!isThere(of)) return undefined;
			return step([session], undefined, (history, open) => {
				open.leave();
				return open.knows(session)
					? shown(decisions, session, history.kept(decisions), open.parts(), of, clock())
					: undefined;
			});
		},
	};
}

function shown(
	decisions: Decisions,
	session: string,
	{ isKnown, events, counted, sessions, order, first, watched }: Kept,
	parts: readonly string[],
	{ workspace }: HistoryOf,
	{ at: wall, ...others }: Clock,
): ShownSession {
	const own = sessionOf(session, sessions);
	const isOwn = ({ session: name }: HistoryEvent): Truth =>
		name === undefined ? "unknown" : wholeOf(name, sessions) === own ? "yes" : "no";
	return {
		isKnown,
		parts: parts.map((name) => name.replace(/\0.*/s, "")).filter((name, at, names) => names.indexOf(name) === at),
		events: events.filter((event) => isOwn(event) !== "no"),
		standing: standing(decisions, {
			now: { wall, ...others, order },
			workspace,
			past: { known: isKnown, events: plainEvents(isKnown ? events : []), isOwn },
			counted: plainEvents(counted),
			unwatched: unwatched({ watched, first, clock: { wall, ...others } }, own),
		}),
	};
}

/** Whoever reads it finds the question again. */
function numbered(decision: Decision, id: string | undefined): Decision {
	if (id === undefined) return decision;
	return { ...decision, message: `${decision.message} It is question \`${id}\` of \`rules approve list\`.` };
}

/** What happened can't be read or kept: what matters later does not run. */
function withoutHistory(decisions: Decisions, request: Request, world: World, error: unknown): Decision {
	const history = newHistory();
	history.lose();
	const decision = history.decide(decisions, request, world, { at: Date.now(), session: "unknown" });
	const isThrough = decision.effect === "allow" || decision.effect === "ask";
	const tests = eventTestsOf(decisions);
	const matters = history.events().some(({ fits }) => tests.some((test) => fits.get(keyOf(test))?.truth !== "no"));
	if (!isThrough || !matters) return decision;
	const why = error instanceof Error ? error.message : String(error);
	const message = `the policy asks later whether this happened, and that can't be kept, so it is denied: ${why}`;
	const { agent, limits, sandbox, audit } = decision;
	return { ...refusal(decisions, request, "fault", message), agent, limits, sandbox, audit };
}
