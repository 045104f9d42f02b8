/**
 * The search through every story of up to so many requests. The engine answers each request with what came before it; an answer is taken from an earlier one only
 * where the same request finds every question about the past answered alike. Stories after which no question can ever be answered otherwise are one (`likeness.ts`).
 */
import { type AgentModel, subjectFor } from "../../../../src/authoring/analysis/agent-model.js";
import type { StoryStep } from "../../../../src/authoring/analysis/past/decide-story.js";
import type { EvaluationContext } from "../../../../src/engine/decide/evaluate/evaluation-context.js";
import type { HistoryEvent } from "../../../../src/engine/history/event.js";
import { fitOf, keyOf, wordsOf } from "../../../../src/engine/history/event-fit.js";
import { plainEvents } from "../../../../src/engine/history/event-list.js";
import { exceeded } from "../../../../src/engine/history/exceeded.js";
import { happened } from "../../../../src/engine/history/happened.js";
import { newHistory, nothingKept } from "../../../../src/engine/history/history.js";
import type { World } from "../../../../src/engine/request/paths.js";
import type { StepEnding } from "../../../../src/language/policy/test.js";
import type { Effect } from "../../../../src/language/syntax/statements.js";
import type { Asked, Question, Stories } from "./every-story.js";
import { likenessOf } from "./likeness.js";

export interface Found {
	/** A shortest story at the end of which the answer is the one that is looked for; undefined where there is none. */
	readonly story?: readonly StoryStep[];
	readonly asked?: Asked;
	/** So many requests were answered, each behind another past. */
	readonly told: number;
	/** Every story of so many was told: fewer than were asked for where these would have been too many. */
	readonly requests: number;
}

/** The request that is asked about is one of `requests`. `isWhole`: the engine answers each story by itself, and none stands for another. `most`: so many answers are enough. */
export function findStory(
	model: AgentModel,
	{ letters, endings, waits, asked, questions }: Stories,
	world: World,
	effect: Effect,
	requests: number,
	isWhole = false,
	most = Number.POSITIVE_INFINITY,
): Found {
	const answerTo = answering(model, questions, world, isWhole);
	const textOf = likenessOf(questions);
	const [before, last] = [
		letters.map((one) => askedOf(one, model, world)),
		asked.map((one) => askedOf(one, model, world)),
	];
	const seen = new Set<string>();
	let told = 0;
	let reached: readonly Reached[] = [{ at: start, events: [], steps: [] }];
	for (let length = 0; length < requests; length++) {
		const waited = length === 0 ? [0] : waits;
		for (const { at, events, steps } of reached) {
			if (told > most) return { told, requests: length };
			for (const wait of waited)
				for (const one of last) {
					told++;
					if (answerTo(one, events, at + wait) === effect)
						return { story: agoFrom(steps, at + wait), asked: one.request, told, requests: length + 1 };
				}
		}
		if (length === requests - 1) break;
		const next: Reached[] = [];
		for (const { at: then, events, steps } of reached) {
			if (told > most) return { told, requests: length + 1 };
			for (const wait of waited)
				for (const one of before) {
					told++;
					const at = then + wait;
					const answer = answerTo(one, events, at);
					const isThrough = answer === "allow" || answer === "ask";
					for (const ended of endings) {
						if (!isThrough && ended !== "denied") continue;
						const after = [...events, eventOf(one, ended, at, events.length)];
						const text = isWhole ? undefined : textOf(after, at);
						if (text !== undefined && seen.has(text)) continue;
						if (text !== undefined) seen.add(text);
						next.push({ at, events: after, steps: [...steps, { request: one.request, ended, at }] });
					}
				}
		}
		reached = next;
	}
	return { told, requests };
}

interface Timed extends Omit<StoryStep, "ago"> {
	readonly at: number;
}

/** Where a story has led. */
interface Reached {
	readonly at: number;
	readonly events: readonly HistoryEvent[];
	readonly steps: readonly Timed[];
}

interface AskedRequest {
	readonly request: Asked;
	readonly subject: EvaluationContext;
	/** What it leaves, but for its end and its time. */
	readonly event: HistoryEvent;
}

function askedOf(request: Asked, model: AgentModel, world: World): AskedRequest {
	const history = newHistory();
	// Events that no pattern can fit are not held, and a story has them all the same.
	const [event, ...others] = history.question(model.tree, request, world, { at: start, session }).events;
	if (event === undefined || others.length > 0) throw new Error("it is not one command");
	const own = { ...event, through: true };
	return { request, subject: subjectFor({ argv: request.argv, redirects: [], forced: false }, model), event: own };
}

function eventOf({ event }: AskedRequest, how: StepEnding, wall: number, place: number): HistoryEvent {
	const ending = how === "denied" || how === "running" ? "running" : how === "approved" ? "passed" : how;
	return {
		...event,
		decided: { wall, order: 4 * place },
		...(how === "running" || how === "denied" ? {} : { ended: { wall, order: 4 * place + 2 } }),
		ending,
		through: how !== "denied",
		approved: how === "approved",
	};
}

/** What the engine says to a request behind these events. */
function answering(
	{ tree }: AgentModel,
	questions: readonly Question[],
	world: World,
	isWhole: boolean,
): (one: AskedRequest, events: readonly HistoryEvent[], at: number) => Effect {
	const known = new Map<AskedRequest, Map<string, Effect>>();
	return (one, events, at) => {
		const own = known.get(one) ?? new Map<string, Effect>();
		known.set(one, own);
		const order = 4 * events.length;
		const now = { wall: at, order };
		const { event, subject } = one;
		const said = (): readonly string[] =>
			questions.map((asks) => {
				const asked = {
					now,
					workspace: world.workspace,
					facts: event.facts,
					words: asks.kind === "happened" ? wordsOf(asks.words, subject) : {},
					paths: event.paths,
					hosts: event.hosts,
					itself: { fit: (test: Parameters<typeof fitOf>[0]) => event.fits.get(keyOf(test)) ?? fitOf(test, subject) },
				};
				const past = { known: true, events: plainEvents(events), isOwn: () => "yes" as const };
				return asks.kind === "happened" ? happened(asks, asked, past) : exceeded(asks, asked, past, [event]);
			});
		const text = isWhole ? "" : said().join();
		const before = isWhole ? undefined : own.get(text);
		if (before !== undefined) return before;
		const kept = { ...nothingKept, events, counted: events, clock: { wall: at }, order };
		const { effect } = newHistory(kept).ask(tree, one.request, world, { at, session });
		own.set(text, effect);
		return effect;
	};
}

function agoFrom(steps: readonly Timed[], now: number): readonly StoryStep[] {
	return steps.map(({ at, ...step }) => ({ ...step, ago: now - at }));
}

const session = "story";
const start = Date.UTC(2026, 0, 1);
