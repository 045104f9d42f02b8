/**
 * A shortest story in which a sample's past is so: the commands that its rules ask for, each let through by the policy itself, in order. A story is one only if the
 * engine, told it, gives the sample's answer.
 */
import type { Decision } from "../../../engine/decide/decision.js";
import type { AgentTree, Tree } from "../../../engine/decide/tree.js";
import { wordsOf } from "../../../engine/history/event-fit.js";
import type { World } from "../../../engine/request/paths.js";
import {
	allOf,
	type EventTest,
	type Exceeded,
	type Happened,
	type PastQuestion,
	type StepEnding,
	type Test,
	type WordPattern,
} from "../../../language/policy/test.js";
import type { Effect } from "../../../language/syntax/statements.js";
import { type AgentModel, decideWitness, holdsFor, subjectFor } from "../agent-model.js";
import { type PastStep, requestOf, type Witness } from "../witness.js";
import { decideStory } from "./decide-story.js";
import { pastAsked, pastIn } from "./past-tests.js";
import { reachOnce } from "./reach-once.js";
import { type StoryEffort, triedStory } from "./tried-story.js";

/** The sample with its story; undefined where none was found. `quickly`: only plain ones are looked for. */
export function withStory(sample: Witness, setting: AgentModel, how: StoryEffort = "thoroughly"): Witness | undefined {
	if (!asksOfPast(setting.agentTree)) return sample;
	const known = told.get(setting) ?? new Map<string, Witness | undefined>();
	told.set(setting, known);
	const key = `${how} ${JSON.stringify(sample)}`;
	if (how === "quickly") {
		if (!known.has(key)) known.set(key, tried(sample, setting, how));
		return known.get(key);
	}
	if (!known.has(key))
		known.set(
			key,
			withStory(sample, setting, "quickly") ??
				tried(sample, setting, how) ??
				toldStory(sample, setting, deepest) ??
				toldStory(withPath(sample), setting, deepest) ??
				toldStory(sample, setting, deepest, "untold"),
		);
	return known.get(key);
}
const told = new WeakMap<AgentModel, Map<string, Witness | undefined>>();

/** It is told to the engine as a whole once more: what was found is no story if that answers otherwise. */
function tried(sample: Witness, setting: AgentModel, how: StoryEffort): Witness | undefined {
	const wanted = decideWitness(sample, setting).effect;
	const story = triedStory(sample, wanted, setting, how);
	return story !== undefined && isAnswered(story, wanted, setting) ? story : undefined;
}

/** Does any rule of the agent ask what happened? */
export function asksOfPast(agentTree: AgentTree): boolean {
	const found = asking.get(agentTree) ?? pastAsked(agentTree).length > 0;
	asking.set(agentTree, found);
	return found;
}
const asking = new WeakMap<AgentTree, boolean>();

/** What is about the same path names one. */
function withPath(sample: Witness): Witness {
	return { ...sample, argv: [...sample.argv, "x"] };
}

/** What is asked for before what is asked for before. */
const deepest = 2;

/** Nobody may know how a command ended: it may have passed and may have failed, where both are feared. */
type Ends = "told" | "untold";

function toldStory(sample: Witness, setting: AgentModel, depth: number, ends: Ends = "told"): Witness | undefined {
	const wanted = decideWitness(sample, setting).effect;
	const so = Object.entries(sample.past ?? {}).flatMap(([text, says]) =>
		says === "yes" ? [JSON.parse(text) as PastQuestion] : [],
	);
	const said = so.filter(isOfEvents);
	// Who says yes, no story can tell.
	if (said.length < so.length) return undefined;
	// What is left open may be what it takes.
	for (const more of [[], ...leftOpen(sample, setting).map((one) => [one])]) {
		const asked = [...said, ...more];
		const whole = { ...sample, ...factsAlike(sample, asked) };
		let left = mostTries;
		// One command of which nobody knows may be what several of them ask for.
		const none = ends === "told" ? [] : [[]];
		const ways = [
			...asked.map((asks) => [...none, ...waysTo(asks, whole, setting, depth, ends)]),
			...waysToWipe(whole, setting),
		];
		for (const steps of combined(ways)) {
			const story = steps.length === 0 ? whole : { ...whole, before: steps };
			if (isAnswered(story, wanted, setting)) return story;
			if (--left === 0) break;
		}
	}
	return undefined;
}

/** What rules that may hold ask of the past, and the sample says nothing of. */
function leftOpen(sample: Witness, setting: AgentModel): readonly (Happened | Exceeded)[] {
	const { past = {} } = sample;
	const open = setting.agentTree.rules
		.flatMap(({ grants, restricts }) => [grants, restricts])
		.filter((test) => test !== undefined && pastIn(test).length > 0 && holdsFor(test, sample, setting) === "unknown")
		.flatMap(pastIn)
		.filter(isOfEvents)
		.filter((asks) => !Object.hasOwn(past, JSON.stringify(asks)));
	return open.slice(0, mostOpen);
}

const mostOpen = 8;

function isOfEvents(asks: PastQuestion): asks is Happened | Exceeded {
	return asks.kind !== "consent";
}

const mostTries = 24;

/** Does the engine answer so at the end of the story? */
export function isAnswered(
	story: Witness,
	wanted: Effect,
	{ tree, agentTree, world, emptyWorld }: AgentModel,
): boolean {
	const around = story.empty === true ? emptyWorld : world;
	const { effect, code } = answerAfter(story, agentTree.agent.name, tree, around);
	return effect === wanted && code !== "fault";
}

/** The answer of the engine at the end of the story; a fault where a step is not let through that is to have passed. */
export function answerAfter(sample: Witness, agent: string, tree: Tree, world: World): Decision {
	const steps = (sample.before ?? []).map((step) => ({
		request: requestOf(step.sample, agent),
		ended: step.ended,
		...(step.isUnasked ? { isUnasked: true as const } : {}),
		ago: step.ago ?? 0,
	}));
	return decideStory(tree, steps, requestOf(sample, agent), world);
}

/** One way of each, in each order of the parts. */
function* combined(parts: readonly (readonly (readonly PastStep[])[])[]): Generator<readonly PastStep[], void> {
	if (parts.some((ways) => ways.length === 0)) return;
	function* choose(at: number): Generator<readonly (readonly PastStep[])[], void> {
		const ways = parts[at];
		if (ways === undefined) yield [];
		else for (const first of ways) for (const rest of choose(at + 1)) yield [first, ...rest];
	}
	for (const chosen of choose(0)) {
		yield chosen.flat();
		if (chosen.length > 1) yield chosen.toReversed().flat();
	}
}

/** Lists of steps after which it is so, as far as they can be told from what is asked. */
function waysTo(
	asks: Happened | Exceeded,
	sample: Witness,
	setting: AgentModel,
	depth: number,
	ends: Ends,
): readonly (readonly PastStep[])[] {
	const often = asks.kind === "happened" ? [asks.times, asks.times - 1] : [asks.most, asks.most + 1];
	return asks.events.flatMap((event) =>
		(ends === "told" ? endsOf(asks, event) : untoldEnds).flatMap(([ended, effect]) =>
			stepsFor(asks, event, effect, sample, setting).flatMap((one) => {
				const step = depth > 0 && one.past !== undefined ? toldStory(one, setting, depth - 1) : one;
				if (step === undefined) return [];
				const { before = [], ...last } = {
					...step,
					...(sample.facts === undefined ? {} : { facts: { ...sample.facts, ...step.facts } }),
				};
				return often
					.filter((times) => times > 0 && times <= mostTimes)
					.map((times) => [...before, ...Array.from({ length: times }, () => stepOf(last, ended, effect))]);
			}),
		),
	);
}

/** What is not let through may be approved all the same: nobody asked for it, then. */
function stepOf(sample: Witness, ended: StepEnding, effect: Answer): PastStep {
	return { sample, ended, ...(ended === "approved" && effect === "any" ? { isUnasked: true } : {}) };
}

/** What is not so any more may have been wiped: nothing, or what wipes it. */
function waysToWipe(sample: Witness, setting: AgentModel): readonly (readonly (readonly PastStep[])[])[] {
	return Object.entries(sample.past ?? {}).flatMap(([text, says]) => {
		const asks = JSON.parse(text) as PastQuestion;
		if (says === "yes" || asks.kind !== "happened" || asks.since.length === 0) return [];
		const wiping = asks.since.flatMap((event) =>
			endsOf(asks, event).flatMap(([ended, effect]) =>
				stepsFor({ ...asks, same: [] }, event, effect, sample, setting)
					.filter(({ past }) => past === undefined)
					.map((one): readonly PastStep[] => [stepOf(one, ended, effect)]),
			),
		);
		return [[[], ...wiping]];
	});
}

/** More commands than this are no story that anybody reads. */
const mostTimes = 12;

const untoldEnds: readonly (readonly [StepEnding, Answer])[] = [
	["unknown", "allow"],
	["unknown", "ask"],
];

type Answer = Effect | "any";

/** How such an event ends, and what the policy says to it. */
function endsOf(asks: Happened | Exceeded, { fate }: EventTest): readonly (readonly [StepEnding, Answer])[] {
	switch (asks.kind === "happened" ? fate : undefined) {
		case "denied":
			return [
				["denied", "any"],
				["denied", "ask"],
			];
		case "approved":
			return [
				["approved", "ask"],
				["approved", "allow"],
				["approved", "any"],
			];
		case "failed":
			return [
				["failed", "allow"],
				["failed", "ask"],
			];
		default:
			return [
				["passed", "allow"],
				["passed", "ask"],
			];
	}
}

/** Commands that surely fit the pattern and are answered so; with the words and paths of the sample where those are asked for. */
function stepsFor(
	asks: Happened | Exceeded,
	event: EventTest,
	effect: Answer,
	sample: Witness,
	setting: AgentModel,
): readonly Witness[] {
	const test = allOf([event.fits, ...boundWords(asks, event, sample, setting)]);
	const found = reachOnce(setting, test, effect);
	if (found.kind !== "found") return [];
	const { sample: plain } = found;
	const isAlike = asks.kind === "happened" && asks.same.some((one) => one === "path" || one === "host");
	if (!isAlike) return [plain];
	const words = sample.argv.slice(1).filter((word) => !word.startsWith("-"));
	const others = words.flatMap((word): Witness[] => [
		...plain.argv.flatMap((own, at) =>
			at === 0 || own.startsWith("-") ? [] : [{ ...plain, argv: plain.argv.with(at, word) }],
		),
		{ ...plain, argv: [...plain.argv, word] },
	]);
	const fitting = others.filter(
		(one) => holdsFor(test, one, setting) === "yes" && [decideWitness(one, setting).effect, "any"].includes(effect),
	);
	return [...fitting.slice(0, mostAlike), plain];
}

const mostAlike = 6;

/** The words that the rule's own pattern binds, where the event has them. */
function boundWords(
	asks: Happened | Exceeded,
	event: EventTest,
	sample: Witness,
	setting: AgentModel,
): readonly Test[] {
	if (asks.kind !== "happened") return [];
	const bound = wordsOf(asks.words, subjectFor(sample, setting));
	return event.words.flatMap((word): readonly Test[] => {
		const text = bound[word.name];
		if (text === undefined || text === null) return [];
		const value: WordPattern = { kind: "literal", text };
		if ("option" in word) return [{ kind: "option", name: word.option, value }];
		const before = Array.from({ length: word.operand }, (): WordPattern => ({ kind: "any" }));
		return [{ kind: "operands", words: [...before, value], exactly: false }];
	});
}

/** Facts that are to be the same have a value, where the sample says none. */
function factsAlike({ facts = {} }: Witness, asked: readonly (Happened | Exceeded)[]): Pick<Witness, "facts"> {
	const names = asked.flatMap((asks) => (asks.kind === "happened" ? asks.same : []));
	const missing = names.filter((one) => ["branch", "commit", "tree"].includes(one) && !Object.hasOwn(facts, one));
	if (missing.length === 0) return {};
	return { facts: { ...Object.fromEntries(missing.map((one) => [one, someValues[one] ?? "x"])), ...facts } };
}

const someValues: Readonly<Record<string, string>> = { branch: "main", commit: "4f2a91c", tree: "7be01d3" };
