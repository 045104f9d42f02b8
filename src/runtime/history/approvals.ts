/** People's answers to questions that wait for them: what waits, who said yes, and the yes and its withdrawal, each a step under the lock of the history. */
import { consentsOf } from "../../engine/decide/asked-people.js";
import type { Decisions } from "../../engine/decide/tree.js";
import { type Asking, consentingTo, personOf } from "../../engine/history/consent.js";
import type { Approver, History } from "../../engine/history/history.js";
import { sessionOf, wholeOf } from "../../engine/history/sessions.js";
import type { Consent } from "../../language/policy/test.js";
import type { HarnessProcess } from "./harness-process.js";
import type { Clock } from "./kept-files.js";
import { inOneStep, isThere, machineClock, type Open } from "./one-step.js";
import type { HistoryOf } from "./place.js";
import { type WaitingQuestion, waitingQuestions } from "./waiting-questions.js";

/** A yes that stands. */
export interface GivenYes {
	readonly by: string;
	readonly groups: readonly string[];
	/** Milliseconds, by the wall. */
	readonly at: number;
	/** Something ran by it. */
	readonly isUsed: boolean;
}

/** Of one group of people. */
export interface PeopleAsked {
	readonly group: string;
	readonly needed: number;
	readonly yes: readonly string[];
	/** What a yes is good for: a call, a session, or so many milliseconds. */
	readonly holds: Consent["holds"];
}

export interface ShownQuestion extends Omit<WaitingQuestion, "events" | "rules"> {
	readonly asks: readonly PeopleAsked[];
	readonly given: readonly GivenYes[];
	/** Enough people said yes, and nothing ran by it that uses it up: asked again, it is let through as far as this goes. */
	readonly isAnswered: boolean;
}

/**
 * `unknown`: no such question waits. `nameless`: it has words that nobody can know. `too-long`: nobody is shown all of it. `below`: an agent's harness started this.
 * `not-asked`: it waits for other groups. `own-session`: for others than whoever runs its session.
 */
export type Refused = "unknown" | "nameless" | "too-long" | "below" | "not-asked" | "own-session";

/** What waits, the oldest first. */
export function listQuestions(
	of: HistoryOf,
	decisions: Decisions,
	clock: () => Clock = machineClock,
): readonly ShownQuestion[] {
	if (!isThere(of)) return [];
	const waiting = waitingQuestions(of);
	return stepFor(of, waiting, decisions, clock, (history, open) => {
		open.leave();
		return waiting.map((question) => shown(question, decisions, of, history, clock()));
	});
}

/** A yes of this person. `isOfAny`: not to its session alone. */
export function giveApproval(
	of: HistoryOf,
	decisions: Decisions,
	id: string,
	{
		person,
		isOfAny,
		asker,
	}: { readonly person: Approver; readonly isOfAny: boolean; readonly asker: HarnessProcess | undefined },
	clock: () => Clock = machineClock,
): ShownQuestion | Refused {
	const question = isThere(of) ? waitingQuestions(of).find((one) => one.id === id) : undefined;
	if (question === undefined) return "unknown";
	if (question.request === undefined) return "nameless";
	if (question.isCut) return "too-long";
	return stepFor(of, [question], decisions, clock, (history, open) => {
		const asks = consentsFor(question, decisions).filter(({ group }) => person.groups.includes(group));
		const isOwn = question.user === undefined || personOf(question.user) === personOf(person.by);
		const why = open.isBelow(asker)
			? "below"
			: asks.length === 0
				? "not-asked"
				: isOwn && asks.every(({ people }) => people > 1)
					? "own-session"
					: undefined;
		if (why !== undefined) {
			open.leave();
			return why;
		}
		const { at, uptime } = clock();
		history.approve(question, person, isOfAny, at, uptime);
		return shown(question, decisions, of, history, { at, ...(uptime === undefined ? {} : { uptime }) });
	});
}

/** Takes back what this person said. How many yeses there were. */
export function withdrawApproval(
	of: HistoryOf,
	decisions: Decisions,
	id: string,
	{ person, asker }: { readonly person: Approver; readonly asker: HarnessProcess | undefined },
	clock: () => Clock = machineClock,
): number | Refused {
	const question = isThere(of) ? waitingQuestions(of).find((one) => one.id === id) : undefined;
	if (question === undefined) return "unknown";
	const { request } = question;
	if (request === undefined) return "nameless";
	return stepFor(of, [question], decisions, clock, (history, open) => {
		if (!open.isBelow(asker)) return history.withdraw(request, person.by);
		open.leave();
		return "below";
	});
}

function stepFor<Result>(
	of: HistoryOf,
	questions: readonly WaitingQuestion[],
	decisions: Decisions,
	clock: () => Clock,
	work: (history: History, open: Open) => Result,
): Result {
	return inOneStep({}, of, clock, [...new Set(questions.map(({ session }) => session))], decisions, work);
}

/** What its rules ask in the policy in force. */
function consentsFor({ agent, rules: ids }: WaitingQuestion, { agents }: Decisions): readonly Consent[] {
	const rules = Object.hasOwn(agents, agent) ? agents[agent]?.rules : undefined;
	const found: Consent[] = [];
	for (let at = 0; at < (rules?.length ?? 0); at++) {
		const rule = rules?.at(at);
		if (rule !== undefined && ids.includes(rule.id)) found.push(...consentsOf(rule));
	}
	return found;
}

function shown(
	whole: WaitingQuestion,
	decisions: Decisions,
	{ workspace }: HistoryOf,
	history: History,
	{ at, uptime }: Clock,
): ShownQuestion {
	const { events: _, rules: __, ...question } = whole;
	const { isKnown, events, sessions, order } = history.kept();
	const known = isKnown ? events : [];
	const asking: Asking = {
		now: { wall: at, ...(uptime === undefined ? {} : { uptime }), order },
		...(question.request === undefined ? {} : { request: question.request }),
		workspace,
		...(question.user === undefined ? {} : { user: question.user }),
		...(question.session === undefined ? {} : { session: sessionOf(question.session, sessions) }),
		wholeOf: (session) => wholeOf(session, sessions),
	};
	const asks = consentsFor(whole, decisions).map(
		(one): PeopleAsked => ({
			group: one.group,
			needed: one.people,
			yes: consentingTo(one, asking, known),
			holds: one.holds,
		}),
	);
	const given = known.flatMap(({ approval, decided }): readonly GivenYes[] => {
		const { by, groups = [], request, used, isWithdrawn } = approval ?? {};
		if (by === undefined || request !== question.request || isWithdrawn) return [];
		return [{ by, groups, at: decided.wall, isUsed: used !== undefined }];
	});
	return {
		...question,
		asks,
		given: given.filter((one, place) => given.findIndex(({ by, at }) => by === one.by && at === one.at) === place),
		isAnswered: asks.length > 0 && asks.every(({ needed, yes }) => yes.length >= needed),
	};
}
