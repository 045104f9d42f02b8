/** The commands of one request: what each of them finds to have happened, the others before it and beside it among that, and what is kept of them. */

import type { Consent, EventTest, Likeness, PastQuestion } from "../../language/policy/test.js";
import { once } from "../../language/source/once.js";
import type { FactValue } from "../decide/evaluate/circumstances.js";
import type { Before, EvaluationContext } from "../decide/evaluate/evaluation-context.js";
import type { Truth } from "../decide/evaluate/truth.js";
import { saidOfConsent } from "../decide/explain/past-text.js";
import type { CommandsBefore } from "../decide/subjects.js";
import type { Decisions } from "../decide/tree.js";
import { foldersOf } from "../effects/effects.js";
import type { World } from "../request/paths.js";
import type { Mutable, Request } from "../request/request.js";
import { type Course, courseOf, courseOfOne } from "../request/script/script-course.js";
import { type Asking, consented, consentingTo } from "./consent.js";
import { type Ending, type Fit, type HistoryEvent, type Moment, unknownEvent } from "./event.js";
import { fitOf, hostsOf, keyOf, noFit, pathsOf, wordsOf } from "./event-fit.js";
import { type Events, plainEvents } from "./event-list.js";
import { eventTestsOf, factsAsked, factsCompared, needs } from "./event-tests.js";
import { exceeded } from "./exceeded.js";
import { happened } from "./happened.js";
import type { Asked, Past, Unwatched } from "./past.js";
import { requestName } from "./request-name.js";
import { said } from "./said.js";
import type { Told } from "./told.js";

export interface Around {
	readonly decisions: Decisions;
	/** What happened until now. */
	readonly events: Events;
	/** What limits by time count, of all sessions. */
	readonly counted: Events;
	readonly isKnown: boolean;
	/** All that limits by time count is among `counted`. */
	readonly isCounted: boolean;
	/** Of what came before the question was asked, not all is known. */
	readonly unwatched: Unwatched;
	readonly now: Moment;
	/** The session that one of an event stands for by now. */
	readonly wholeOf: (session: string) => string;
	/** `session`: what it stands for. */
	readonly told: Told;
}

export interface OwnCommands {
	/** For `decide`. */
	readonly course: CommandsBefore;
	/** What an approval of it is for. */
	readonly name: () => string | undefined;
	/** The events that the request leaves. `number`: its own, by which more is told of them. */
	readonly happened: (request: Request, world: World, isThrough: boolean, number?: number) => readonly HistoryEvent[];
	/** What an outcome of the request will say of the command in this place. */
	readonly endsOf: (place: number) => CommandEnds;
}

/** How a command ended, by the end of its request. */
export interface CommandEnds {
	readonly ifZero: Ending;
	readonly ifNot: Ending;
	/** It may run on when the request has ended. */
	readonly outlives: boolean;
}

/** One command, and the place of the command of the script that holds it. */
interface Own {
	readonly subject: EvaluationContext;
	readonly top: number;
	/** It stands in the script itself. */
	readonly isTop: boolean;
	/** As an event may have to have them. Those of the event itself are the ones that others may be compared with. */
	readonly facts: Asked["facts"];
	readonly event: HistoryEvent;
}

export function ownCommands(around: Around): OwnCommands {
	let own: readonly Own[] = [];
	let course: Course | undefined = courseOfOne();
	let isBackground = false;
	let named: (() => string | undefined) | undefined;
	const { told } = around;
	return {
		course: (subjects, request, cwd, syntax) => {
			own = ownOf(subjects, request, cwd, around);
			course = courseFor(subjects, request);
			isBackground = syntax.includes("background");
			const name = once(() => requestName(subjects, request, cwd));
			named = name;
			return (place) => before(own[place] as Own, own, course, around, name);
		},
		name: () => named?.(),
		happened: (request, world, through, number) => {
			const events = own.length > 0 ? own.map(({ event }) => event) : [eventFor(request, world, around)];
			if (number === undefined) return events.map((event) => ({ ...event, through }));
			return events.map((event, place) => ({ ...event, through, of: { request: number, place } }));
		},
		endsOf: (place) => {
			const one = own[place];
			const isCertain = (isZero: boolean): boolean =>
				one?.isTop === true && course?.ended(isZero).includes(one.top) === true;
			return {
				ifZero: isCertain(true) ? "passed" : "unknown",
				ifNot: isCertain(false) ? "failed" : "unknown",
				outlives: isBackground && told.background !== true,
			};
		},
	};
}

function courseFor(subjects: readonly (readonly EvaluationContext[])[], { script }: Request): Course | undefined {
	if (script === undefined) return subjects.length === 1 ? courseOfOne() : undefined;
	return courseOf(
		script,
		subjects.map(([outer]) => outer?.command.span.start ?? 0),
	);
}

function ownOf(
	subjects: readonly (readonly EvaluationContext[])[],
	request: Request,
	cwd: string | undefined,
	around: Around,
): readonly Own[] {
	const { decisions } = around;
	const tests = eventTestsOf(decisions);
	const asked = factsAsked(decisions);
	const [needsPaths, needsHosts] = [needs("path", decisions), needs("host", decisions)];
	return subjects.flatMap((found, top) =>
		found.map((subject, depth) => {
			const fits = new Map<string, Fit>();
			for (const test of tests) fits.set(keyOf(test), isOfPerson(test) ? noFit : fitOf(test, subject));
			const event: Mutable<HistoryEvent> = eventFor(request, subject.world, around, 2 * top);
			event.text = textOf(subject);
			event.inside = isInside(subject, cwd);
			event.fits = fits;
			if (needsPaths) event.paths = pathsOf(subject);
			if (needsHosts) event.hosts = hostsOf(subject);
			const facts = asked.length > 0 ? factsOf(subject, request, asked) : noFacts;
			const compared = factsCompared(decisions, (test) => fits.get(keyOf(test))?.truth !== "no");
			if (compared.length > 0) event.facts = knownFacts(facts, compared);
			return { subject, top, isTop: depth === 0, facts, event };
		}),
	);
}

/** `released` is what a person does, and no command. */
export function isOfPerson({ text }: EventTest): boolean {
	return text === "released";
}

/** Of a request that nobody can read nothing is known. */
function eventFor(
	request: Request,
	{ workspace }: World,
	{ now, told: { session, background } }: Around,
	later = 0,
): HistoryEvent {
	const event: Mutable<HistoryEvent> = unknownEvent(workspace, { ...now, order: now.order + later });
	event.text = request.script ?? "";
	event.background = background === true;
	if (session !== undefined) event.session = session;
	const user = request.facts?.user;
	if (typeof user === "string") event.user = user;
	return event;
}

const noFacts: Asked["facts"] = {};

function knownFacts(facts: Asked["facts"], names: readonly Likeness[]): Asked["facts"] {
	return Object.fromEntries(names.flatMap((name) => (facts[name] === undefined ? [] : [[name, facts[name]]])));
}

/** Each is looked at when it is read: some take their time. */
function factsOf(
	{ circumstances }: EvaluationContext,
	{ agent = "default" }: Request,
	asked: readonly Likeness[],
): Asked["facts"] {
	const facts: Record<string, string> = {};
	for (const name of asked) {
		const get = (): FactValue => (name === "agent" ? agent : (circumstances?.fact(name) ?? undefined));
		Object.defineProperty(facts, name, { get, enumerable: true });
	}
	return facts;
}

function textOf({ command: { program, args } }: EvaluationContext): string {
	return [program, ...args].map((word) => (word.kind === "known" ? word.text : "…")).join(" ");
}

function isInside({ command, world }: EvaluationContext, cwd: string | undefined): Truth {
	const folders = command.ways === undefined ? [cwd] : foldersOf(command.ways, cwd);
	const { workspace } = world;
	const isIn = (folder: string): boolean =>
		folder === workspace || folder.startsWith(workspace.endsWith("/") ? workspace : `${workspace}/`);
	if (folders.length === 0 || folders.includes(undefined)) return "unknown";
	return folders.every((folder) => isIn(folder as string)) ? "yes" : "no";
}

/** What a command of the request finds to have happened. */
function before(
	one: Own,
	own: readonly Own[],
	course: Course | undefined,
	around: Around,
	name: () => string | undefined,
): Before {
	const others = own.flatMap((other) => seenBy(one, other, course) ?? []);
	const { now, told, events, counted, isKnown, isCounted, wholeOf, unwatched } = around;
	const isOwn = (event: HistoryEvent): Truth => {
		if (others.includes(event)) return "yes";
		if (event.session === undefined || told.session === undefined) return "unknown";
		return wholeOf(event.session) === told.session ? "yes" : "no";
	};
	// Whoever has no name has no history that anybody could know.
	const isOfSession = isKnown && told.session !== undefined;
	const seen = isOfSession ? withOthers(events, others) : plainEvents(others);
	const pastOf = (asks: PastQuestion): Past => ({ known: isOfSession && !unwatched(asks), events: seen, isOwn });
	const approvals = (asks: Consent): readonly HistoryEvent[] => (isKnown ? events.fitting(asks, "events") : []);
	const asking = ({ world, circumstances }: EvaluationContext): Asking => {
		const user = circumstances?.fact("user") ?? one.event.user;
		const request = name();
		return {
			now,
			...(request === undefined ? {} : { request }),
			workspace: world.workspace,
			...(user === undefined ? {} : { user }),
			...(told.session === undefined ? {} : { session: told.session }),
			...(told.call === undefined ? {} : { call: told.call }),
			wholeOf,
		};
	};
	const askedOf = (asks: PastQuestion, subject: EvaluationContext): Asked => ({
		now,
		workspace: subject.world.workspace,
		...(one.event.user === undefined ? {} : { user: one.event.user }),
		facts: one.facts,
		words: asks.kind === "happened" ? wordsOf(asks.words, subject) : {},
		paths: one.event.paths,
		hosts: one.event.hosts,
		itself: { fit: (test: EventTest): Fit => one.event.fits.get(keyOf(test)) ?? fitOf(test, one.subject) },
	});
	return {
		say: (asks, subject) =>
			asks.kind === "consent"
				? saidOfConsent(asks, consentingTo(asks, asking(subject), approvals(asks)))
				: said(asks, askedOf(asks, subject), pastOf(asks)),
		consenting: (asks, subject) => consentingTo(asks, asking(subject), approvals(asks)),
		answer: (asks, subject) => {
			if (asks.kind === "consent") return consented(asks, asking(subject), approvals(asks));
			const asked = askedOf(asks, subject);
			if (asks.kind === "happened") return happened(asks, asked, pastOf(asks));
			const everybody = {
				known: (asks.per === "session" ? isOfSession : isCounted) && !unwatched(asks),
				events: asks.per === "session" ? (isKnown ? events : plainEvents([])) : counted,
				isOwn,
			};
			return exceeded(
				asks,
				asked,
				everybody,
				own.map(({ event }) => event),
			);
		},
	};
}

function withOthers(events: Events, others: readonly HistoryEvent[]): Events {
	if (others.length === 0) return events;
	const also = plainEvents(others);
	return {
		all: () => [...events.all(), ...others],
		fitting: (...told) => [...events.fitting(...told), ...also.fitting(...told)],
	};
}

/** Another command of the request, as this one sees it: before it, or beside it. */
function seenBy(one: Own, other: Own, course: Course | undefined): HistoryEvent | undefined {
	if (one === other) return undefined;
	const { event } = other;
	if (other.isTop && course?.hasPassed(other.top, one.top)) {
		const { decided } = event;
		return { ...event, ending: "passed", ended: { ...decided, order: decided.order + 1 } };
	}
	const isBeside = course === undefined || other.top === one.top || course.together(other.top, one.top);
	return other.top < one.top || isBeside ? event : undefined;
}
