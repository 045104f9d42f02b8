/**
 * The search through every story of up to so many requests, made of given commands. The engine answers each request with what came before it; an answer is taken
 * from an earlier one only where the same request finds every question about the past answered alike. Stories after which no question can ever be answered
 * otherwise are one (`story-likeness.ts`).
 */
import type { HistoryEvent } from "../../../engine/history/event.js";
import { fitOf, keyOf, wordsOf } from "../../../engine/history/event-fit.js";
import { plainEvents } from "../../../engine/history/event-list.js";
import { factsAsked } from "../../../engine/history/event-tests.js";
import { exceeded } from "../../../engine/history/exceeded.js";
import { happened } from "../../../engine/history/happened.js";
import { newHistory, nothingKept } from "../../../engine/history/history.js";
import type { World } from "../../../engine/request/paths.js";
import type { Effect } from "../../../language/syntax/statements.js";
import { type AgentModel, subjectFor } from "../agent-model.js";
import { type PastStep, requestOf, type Witness } from "../witness.js";
import { somebody } from "./decide-story.js";
import type { EventQuestion } from "./story-letters.js";
import { likenessOf } from "./story-likeness.js";

/** How a request comes out. */
export type StepEnd = Pick<PastStep, "ended" | "isUnasked">;

export interface StorySpace {
	/** What may come before. */
	readonly letters: readonly Witness[];
	readonly endings: readonly StepEnd[];
	/** Milliseconds that may pass before a request. */
	readonly waits: readonly number[];
	/** The request that is asked about, with each set of facts that a rule may ask for. */
	readonly asked: readonly Witness[];
	/** What rules ask of the past that may hold of any of them. */
	readonly questions: readonly EventQuestion[];
}

export interface StorySearch {
	/** The request that is asked about is one of so many. */
	readonly requests: number;
	/** So many answers are enough. */
	readonly most?: number;
	/** The engine answers each story by itself, and none stands for another. */
	readonly isWhole?: true;
}

export interface FoundStory {
	/** The request at the end of a shortest story, with what came before, where the answer is the one that is looked for; undefined where there is none. */
	readonly sample?: Witness;
	/** So many requests were answered, each behind another past. */
	readonly told: number;
	/** Every story of so many was told: fewer than were asked for where these would have been too many. */
	readonly requests: number;
}

export function findStory(
	model: AgentModel,
	{ letters, endings, waits, asked, questions }: StorySpace,
	world: World,
	effect: Effect,
	{ requests, most = Number.POSITIVE_INFINITY, isWhole }: StorySearch,
): FoundStory {
	const answerTo = answering(model, questions, world, isWhole === true);
	const likeness = isWhole ? undefined : likenessOf(questions);
	const [before, last] = [
		letters.map((one) => askedOf(one, endings, model, world)),
		asked.map((one) => askedOf(one, [], model, world)),
	];
	const seen = new Set<string>();
	let told = 0;
	let reached: readonly Reached[] = [{ at: start, order: 0, events: [], steps: [] }];
	for (let length = 0; length < requests; length++) {
		const waited = length === 0 ? [0] : waits;
		for (const story of reached) {
			if (told > most) return { told, requests: length };
			for (const wait of waited)
				for (const one of last) {
					told++;
					if (answerTo(one, story, story.at + wait) === effect)
						return { sample: sampleOf(one, story, story.at + wait, waits), told, requests: length + 1 };
				}
		}
		if (length === requests - 1) break;
		const next: Reached[] = [];
		for (const story of reached) {
			if (told > most) return { told, requests: length + 1 };
			for (const wait of waited)
				for (const one of before) {
					told++;
					const at = story.at + wait;
					const answer = answerTo(one, story, at);
					const isThrough = answer === "allow" || answer === "ask";
					for (const way of one.ways) {
						if (!isThrough && way.end.ended !== "denied" && !way.end.isUnasked) continue;
						const after = behind(story, one, way, at);
						const text = likeness?.(after.events, at);
						if (text !== undefined && seen.has(text)) continue;
						if (text !== undefined) seen.add(text);
						next.push(after);
					}
				}
		}
		reached = next;
	}
	return { told, requests };
}

/** Where a story has led. */
interface Reached {
	readonly at: number;
	/** Of the moment that comes next. */
	readonly order: number;
	readonly events: readonly HistoryEvent[];
	readonly steps: readonly (PastStep & { readonly at: number })[];
}

interface AskedRequest {
	readonly sample: Witness;
	/** What it is by itself. */
	readonly events: readonly HistoryEvent[];
	readonly ways: readonly Way[];
}

/** What a request leaves that comes out so, were it the first. */
interface Way {
	readonly end: StepEnd;
	readonly events: readonly HistoryEvent[];
	/** So many moments have passed. */
	readonly moments: number;
}

function askedOf(sample: Witness, endings: readonly StepEnd[], model: AgentModel, world: World): AskedRequest {
	const request = requestOf(sample, model.agentTree.agent.name);
	// Events that no pattern can fit are not held, and a story has them all the same.
	const { events } = newHistory().question(model.tree, request, world, { at: start, session });
	const moments = 2 * events.length + 3;
	return {
		sample,
		events,
		ways: endings.map((end) => ({
			end,
			events: events.map((event, place) => endedEvent(event, end, place, moments - 1)),
			moments,
		})),
	};
}

/** Of the commands inside of another nobody knows how they ended. `order`: of the end. */
function endedEvent(event: HistoryEvent, { ended, isUnasked }: StepEnd, place: number, order: number): HistoryEvent {
	if (isUnasked) return { ...event, ending: "unknown", through: false, approval: { by: somebody, groups: [] } };
	const isOpen = ended === "running" || ended === "denied";
	const ending = ended === "approved" ? "passed" : ended === "denied" ? "running" : ended;
	return {
		...event,
		...(isOpen ? {} : { ended: { wall: start, order } }),
		ending: isOpen || place === 0 ? ending : "unknown",
		through: ended !== "denied",
		approved: ended === "approved",
	};
}

function behind({ order, events, steps }: Reached, { sample }: AskedRequest, way: Way, at: number): Reached {
	const own = way.events.map(({ ended, decided, ...event }) => ({
		...event,
		decided: { wall: at, order: order + decided.order },
		...(ended === undefined ? {} : { ended: { wall: at, order: order + ended.order } }),
	}));
	return {
		at,
		order: order + way.moments,
		events: [...events, ...own],
		steps: [...steps, { sample, ...way.end, at }],
	};
}

/** What the engine says to a request behind these events. */
function answering(
	model: AgentModel,
	questions: readonly EventQuestion[],
	world: World,
	isWhole: boolean,
): (one: AskedRequest, story: Reached, at: number) => Effect {
	const { tree, agentTree } = model;
	const known = new Map<AskedRequest, Map<string, Effect>>();
	return (one, { events, order }, at) => {
		const own = known.get(one) ?? new Map<string, Effect>();
		known.set(one, own);
		const now = { wall: at, order };
		const [event, ...others] = one.events;
		const said = (itself: HistoryEvent): string => {
			const subject = subjectFor(one.sample, model);
			const names = factsAsked(tree).map((name) => {
				const value = name === "agent" ? agentTree.agent.name : subject.circumstances?.fact(name);
				return [name, value] as const;
			});
			const facts = Object.fromEntries(
				names.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
			);
			const past = { known: true, events: plainEvents(events), isOwn: () => "yes" as const };
			const answers = questions.map((asks) => {
				const asked = {
					now,
					workspace: world.workspace,
					facts,
					words: asks.kind === "happened" ? wordsOf(asks.words, subject) : {},
					paths: itself.paths,
					hosts: itself.hosts,
					itself: { fit: (test: Parameters<typeof fitOf>[0]) => itself.fits.get(keyOf(test)) ?? fitOf(test, subject) },
				};
				return asks.kind === "happened" ? happened(asks, asked, past) : exceeded(asks, asked, past, [itself]);
			});
			return answers.join();
		};
		// Each command of several finds a past of its own.
		const text = isWhole || event === undefined || others.length > 0 ? undefined : said(event);
		const before = text === undefined ? undefined : own.get(text);
		if (before !== undefined) return before;
		const kept = { ...nothingKept, events, counted: events, clock: { wall: at }, order };
		const request = requestOf(one.sample, agentTree.agent.name);
		const { effect, code } = newHistory(kept).ask(tree, request, world, { at, session });
		const answer = code === "fault" ? "deny" : effect;
		if (text !== undefined) own.set(text, answer);
		return answer;
	};
}

function sampleOf({ sample }: AskedRequest, { steps }: Reached, now: number, waits: readonly number[]): Witness {
	if (steps.length === 0) return sample;
	const isTimed = waits.some((wait) => wait > 0);
	const before = steps.map(({ at, ...step }) => (isTimed && now > at ? { ...step, ago: now - at } : step));
	return { ...sample, before };
}

const session = "story";
/** Where no clock is asked. */
const start = Date.parse("2026-01-01T12:00Z");
