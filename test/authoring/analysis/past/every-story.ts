/**
 * Every story of up to so many requests, told to the engine one by one. Of requests that no rule and no question of a policy tells apart one is told, and an end is
 * told only where a question tells it from another:
 *
 * - What a rule asks that can't hold of the request that is asked about, nor of one that comes before it, is not asked.
 * - A request that surely fits no pattern of events changes nothing for those behind it.
 * - Two requests are one where each single test of each rule says the same of them, and each pattern of events fits them alike: as well, with the same words, and
 *   with the same paths and facts where a rule asks for the same ones.
 * - What was not let through is seen by patterns with `denied` alone; a person's yes by those with `approved` alone, whether it was asked for or not; whether it failed, or nobody knows how it
 *   ended, only where a pattern says `passed` or `failed`; whether it still runs, only where something wipes.
 * - Time passes only where a rule counts it. All of them count one hour: none passes between two requests, or 40 minutes, or 80.
 */
import { type AgentModel, subjectFor } from "../../../../src/authoring/analysis/agent-model.js";
import type { StepEnd, StorySpace } from "../../../../src/authoring/analysis/past/find-story.js";
import { pastIn } from "../../../../src/authoring/analysis/past/past-tests.js";
import type { EventQuestion } from "../../../../src/authoring/analysis/past/story-letters.js";
import type { Witness } from "../../../../src/authoring/analysis/witness.js";
import { evaluateTest } from "../../../../src/engine/decide/evaluate/evaluate-test.js";
import type { EvaluationContext } from "../../../../src/engine/decide/evaluate/evaluation-context.js";
import { every, negate, some, type Truth } from "../../../../src/engine/decide/evaluate/truth.js";
import { fitOf, pathsOf } from "../../../../src/engine/history/event-fit.js";
import { factsAsked } from "../../../../src/engine/history/event-tests.js";
import type { EventTest, StepEnding, Test } from "../../../../src/language/policy/test.js";

/** The stories that the rules of the model can tell apart. `isWhole`: those that they can't tell apart as well. */
export function storiesOf(model: AgentModel, commands: readonly string[], asked: string, isWhole = false): StorySpace {
	const branches = factsAsked(model.tree).includes("branch") ? [undefined, "main", "dev"] : [undefined];
	const requests = (command: string): readonly Witness[] =>
		branches.map((branch) => ({
			argv: command.split(" "),
			redirects: [],
			forced: false,
			...(branch === undefined ? {} : { facts: { branch } }),
		}));
	const all = commands.flatMap(requests);
	if (isWhole) {
		const questions = questionsFor([...all, ...requests(asked)], model);
		return { letters: all, endings, waits, asked: requests(asked), questions };
	}
	const last = distinct(requests(asked), questionsFor(requests(asked), model), model);
	let letters: readonly Witness[] = [];
	for (;;) {
		const questions = questionsFor([...letters, ...last], model);
		const more = all.filter((one) => mayFit(one, questions, model));
		if (more.length === letters.length)
			return { letters: distinct(letters, questions, model), ...endsAndWaits(questions), asked: last, questions };
		letters = more;
	}
}

const endings: readonly StepEnd[] = [
	...(["passed", "unknown", "failed", "running", "denied", "approved"] as const).map((ended) => ({ ended })),
	{ ended: "approved", isUnasked: true },
];
const minute = 60_000;
const waits = [0, 40 * minute, 80 * minute];

function endsAndWaits(questions: readonly EventQuestion[]): Pick<StorySpace, "endings" | "waits"> {
	const fates = new Set(questions.flatMap(patternsIn).map(({ fate }) => fate));
	const isTimed = questions.some((asks) =>
		asks.kind === "happened" ? asks.last !== undefined : asks.per !== "session",
	);
	const wipes = questions.some((asks) => asks.kind === "happened" && asks.since.length > 0);
	const isTold: Readonly<Record<StepEnding, boolean>> = {
		passed: true,
		unknown: true,
		failed: fates.has("passed") || fates.has("failed"),
		running: wipes,
		denied: fates.has("denied"),
		approved: fates.has("approved"),
	};
	return { endings: endings.filter(({ ended }) => isTold[ended]), waits: isTimed ? waits : [0] };
}

function patternsIn(asks: EventQuestion): readonly EventTest[] {
	return asks.kind === "happened" ? [...asks.events, ...asks.since] : asks.events;
}

/** What rules ask of the past that may hold of one of the requests, whatever happened. */
function questionsFor(requests: readonly Witness[], model: AgentModel): readonly EventQuestion[] {
	const tests = model.agentTree.rules.flatMap(({ grants, restricts }) =>
		[grants, restricts].filter((test) => test !== undefined),
	);
	const asking = tests.filter((test) => requests.some((one) => mayHold(test, subjectOf(one, model)) !== "no"));
	const found = asking.flatMap(pastIn).map((asks) => {
		if (asks.kind === "consent") throw new Error("nobody says yes in a story");
		return [JSON.stringify(asks), asks] as const;
	});
	return [...new Map(found).values()];
}

function mayHold(test: Test, subject: EvaluationContext): Truth {
	switch (test.kind) {
		case "past":
			return "unknown";
		case "all":
			return every(test.tests.map((one) => mayHold(one, subject)));
		case "any":
			return some(test.tests.map((one) => mayHold(one, subject)));
		case "not":
			return negate(mayHold(test.test, subject));
		default:
			return evaluateTest(test, subject);
	}
}

function mayFit(request: Witness, questions: readonly EventQuestion[], model: AgentModel): boolean {
	const subject = subjectOf(request, model);
	return questions.some((asks) => patternsIn(asks).some((pattern) => fitOf(pattern, subject).truth !== "no"));
}

/** Of those of which the rules say the same, and the questions, one. */
function distinct(
	requests: readonly Witness[],
	questions: readonly EventQuestion[],
	model: AgentModel,
): readonly Witness[] {
	const same = questions.flatMap((asks) => (asks.kind === "happened" ? asks.same : []));
	const words = questions.flatMap((asks) => (asks.kind === "happened" ? asks.words : []));
	const alike = new Map<string, Witness>();
	for (const request of requests) {
		const subject = subjectOf(request, model);
		const own = questions.flatMap(patternsIn).map((pattern) => fitOf(pattern, subject));
		const said = model.agentTree.rules
			.flatMap(({ grants, restricts }) => [grants, restricts])
			.flatMap((test) => (test === undefined ? [] : saidBy(test, subject)));
		const asksForBranch = questionsFor([request], model)
			.concat(questions.filter((asks) => mayFit(request, [asks], model)))
			.some((asks) => asks.kind === "happened" && asks.same.includes("branch"));
		const key = JSON.stringify([
			own,
			said,
			asksForBranch ? request.facts : 0,
			same.includes("path") ? pathsOf(subject) : 0,
			words.length > 0 ? request.argv : 0,
		]);
		if (!alike.has(key)) alike.set(key, request);
	}
	return [...alike.values()];
}

function subjectOf({ facts: _, ...sample }: Witness, model: AgentModel): EvaluationContext {
	return subjectFor(sample, model);
}

/** Of each single test that asks nothing of the past. */
function saidBy(test: Test, subject: EvaluationContext): readonly string[] {
	switch (test.kind) {
		case "past":
			return [];
		case "all":
		case "any":
			return test.tests.flatMap((one) => saidBy(one, subject));
		case "not":
			return saidBy(test.test, subject);
		default:
			return [evaluateTest(test, subject)];
	}
}
