/**
 * A story that is found by trying: commands that fit what the rules ask for, with each end that they tell apart, one behind the other, the shortest story first.
 * Where stories after which the engine keeps the same are told once, few are enough.
 */
import { newHistory } from "../../../engine/history/history.js";
import type { Kept } from "../../../engine/history/kept.js";
import type { EventTest, Exceeded, Happened, StepEnding, Test } from "../../../language/policy/test.js";
import type { Effect } from "../../../language/syntax/statements.js";
import { type AgentModel, holdsFor } from "../agent-model.js";
import { type PastStep, requestOf, type Witness } from "../witness.js";
import { endOutcome, somebody } from "./decide-story.js";
import { pastIn } from "./past-tests.js";
import { reachOnce } from "./reach-once.js";

/** The sample with a story at whose end it is answered so; undefined where none was found in so many tries. */
export function triedStory(sample: Witness, wanted: Effect, setting: AgentModel): Witness | undefined {
	const { tree, agentTree } = setting;
	const left = tries.get(setting) ?? { all: mostTries };
	tries.set(setting, left);
	let own = Math.min(left.all, mostTriesEach);
	const { letters, endings, wait, asked } = triedFor(sample, setting);
	const world = sample.empty === true ? setting.emptyWorld : setting.world;
	const seen = new Set<string>();
	let reached: readonly Reached[] = [{ at: start, steps: [] }];
	for (let length = 0; length <= longest && reached.length > 0; length++) {
		const next: Reached[] = [];
		for (const { kept, at, steps } of reached)
			for (const now of length === 0 || wait === 0 ? [at] : [at, at + wait]) {
				for (const one of asked) {
					left.all--;
					if (own-- <= 0) return undefined;
					const request = requestOf(one, agentTree.agent.name);
					const { effect, code } = newHistory(kept).ask(tree, request, world, { at: now, session });
					if (effect === wanted && code !== "fault" && length > 0)
						return { ...one, before: steps.map(({ at: then, ...step }) => agoOf(step, now - then)) };
				}
				if (length === longest) continue;
				for (const letter of letters) {
					left.all--;
					if (own-- <= 0) return undefined;
					const history = newHistory(kept);
					const request = requestOf(letter, agentTree.agent.name);
					const { effect } = history.decide(tree, request, world, { at: now, id: length, session });
					const decided = history.kept();
					const isThrough = effect === "allow" || effect === "ask";
					for (const ended of endings) {
						const isUnasked = ended === "approved" && !isThrough;
						if (ended !== "denied" && !isThrough && !isUnasked) continue;
						const after = newHistory(isUnasked ? kept : decided);
						if (isUnasked) after.approval(tree, request, world, { at: now, session, by: somebody });
						else if (ended !== "running") after.outcome({ id: length, at: now, ...endOutcome(ended) });
						const state = after.kept(tree);
						const text = textOf(state);
						if (seen.has(text)) continue;
						seen.add(text);
						const step = { sample: letter, ended, ...(isUnasked ? { isUnasked: true as const } : {}), at: now };
						next.push({ kept: state, at: now, steps: [...steps, step] });
					}
				}
			}
		reached = next;
	}
	return undefined;
}

/** Requests before the one that is asked about. */
const longest = 4;
/** Answers for one sample, and for all of an agent. */
const mostTriesEach = 3_000;
const mostTries = 9_000;
const tries = new WeakMap<AgentModel, { all: number }>();

const session = "story";
/** Where no clock is asked. */
const start = Date.parse("2026-01-01T12:00Z");

interface Reached {
	readonly kept?: Kept;
	readonly at: number;
	readonly steps: readonly (PastStep & { readonly at: number })[];
}

function agoOf(step: PastStep, ago: number): PastStep {
	return ago === 0 ? step : { ...step, ago };
}

interface Tried {
	readonly letters: readonly Witness[];
	readonly endings: readonly StepEnding[];
	/** Milliseconds after which what counts for a time counts no more; 0 where nothing does. */
	readonly wait: number;
	/** The sample, with each set of facts. */
	readonly asked: readonly Witness[];
}

/** What may make a difference: what rules ask that may hold of the sample, or of what fits that. */
function triedFor(sample: Witness, setting: AgentModel): Tried {
	let letters: readonly Witness[] = [];
	for (;;) {
		const questions = questionsFor([sample, ...letters], setting);
		const patterns = questions.flatMap((asks): readonly EventTest[] =>
			asks.kind === "happened" ? [...asks.events, ...asks.since] : asks.events,
		);
		const fates = new Set(patterns.map(({ fate }) => fate));
		const found = patterns.flatMap(({ fits, fate }) => reached(fits, fate, setting));
		const more = [...new Map(found.map((one) => [JSON.stringify(one), one])).values()].slice(0, mostLetters);
		if (more.length > letters.length) {
			letters = more;
			continue;
		}
		const wipes = questions.some((asks) => asks.kind === "happened" && asks.since.length > 0);
		const tellsEnds = fates.has("passed") || fates.has("failed");
		const told: Readonly<Record<StepEnding, boolean>> = {
			passed: true,
			unknown: tellsEnds || wipes,
			failed: tellsEnds,
			running: wipes,
			denied: fates.has("denied"),
			approved: fates.has("approved"),
		};
		const times = questions.map((asks) => (asks.kind === "happened" ? (asks.last ?? 0) : Number(asks.per) || 0));
		return {
			letters: letters.flatMap((one) => factsTried(one, questions)),
			endings: (Object.keys(told) as StepEnding[]).filter((ended) => told[ended]),
			wait: 2 * Math.max(0, ...times),
			asked: [sample, ...factsTried(sample, questions).slice(0, 1)],
		};
	}
}

const mostLetters = 8;

function questionsFor(samples: readonly Witness[], setting: AgentModel): readonly (Happened | Exceeded)[] {
	const tests = setting.agentTree.rules.flatMap(({ grants, restricts }) =>
		[grants, restricts].filter((test) => test !== undefined),
	);
	return tests
		.filter((test) => samples.some((one) => holdsFor(test, plain(one), setting) !== "no"))
		.flatMap(pastIn)
		.filter((asks) => asks.kind !== "consent");
}

/** A command that fits, and that some past lets through: a person may refuse it. One that none does where refused or approved ones are asked for. */
function reached(fits: Test, fate: EventTest["fate"], setting: AgentModel): readonly Witness[] {
	const known = found.get(setting) ?? new Map<string, readonly Witness[]>();
	found.set(setting, known);
	const key = JSON.stringify([fits, fate === "denied" || fate === "approved"]);
	let samples = known.get(key);
	if (samples === undefined) {
		samples = [];
		const isOfPeople = fate === "denied" || fate === "approved";
		for (const effect of ["allow", "ask", ...(isOfPeople ? ["any" as const] : [])] as const) {
			if (samples.length > 0) break;
			const result = reachOnce(setting, fits, effect);
			if (result.kind === "found") samples = [plain(result.sample)];
		}
		known.set(key, samples);
	}
	return samples;
}
const found = new WeakMap<AgentModel, Map<string, readonly Witness[]>>();

/** What was so before it is what is looked for. */
function plain({ past: _, before: __, ...sample }: Witness): Witness {
	return sample;
}

/** Where a rule asks for the same facts, with two values of each. */
function factsTried(sample: Witness, questions: readonly (Happened | Exceeded)[]): readonly Witness[] {
	const same = new Set(questions.flatMap((asks) => (asks.kind === "happened" ? asks.same : [])));
	const names = ["branch", "commit", "tree"].filter((name) => same.has(name as "branch"));
	if (names.length === 0) return [sample];
	const having = (...values: readonly [string, string, string]): Witness => ({
		...sample,
		facts: { ...Object.fromEntries(names.map((name, at) => [name, values[at] ?? "x"])), ...sample.facts },
	});
	return [having("main", "4f2a91c", "7be01d3"), having("dev", "b2c6d10", "90aa4e2")];
}

/** The events that are kept, by all that can be told of them. */
function textOf({ events, counted, clock }: Kept): string {
	const orders = [...events, ...counted].flatMap(({ decided, ended }) => [decided.order, ended?.order ?? 0]);
	const ranks = new Map([...new Set(orders)].sort((one, other) => one - other).map((order, rank) => [order, rank]));
	const rows = [events, counted].map((some) =>
		some.map(({ of: _, decided, ended, fits, ...others }) => [
			others,
			[...fits],
			[decided, ended].map((moment) => moment && [ranks.get(moment.order), clock.wall - moment.wall]),
		]),
	);
	return JSON.stringify(rows);
}
