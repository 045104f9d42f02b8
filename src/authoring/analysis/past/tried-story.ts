/** A story that is found by trying: commands that fit what the rules ask for, with each end that they tell apart, one behind the other, the shortest story first. */
import type { StepEnding } from "../../../language/policy/test.js";
import type { Effect } from "../../../language/syntax/statements.js";
import { type AgentModel, holdsFor } from "../agent-model.js";
import type { Witness } from "../witness.js";
import { findStory, type StepEnd, type StorySpace } from "./find-story.js";
import { pastIn } from "./past-tests.js";
import { type EventQuestion, type Manifold, patternsOf, plain, storyLetters } from "./story-letters.js";
import { spanOf } from "./story-likeness.js";

export type StoryEffort = "quickly" | "thoroughly";

/** The sample with a story at whose end it is answered so; undefined where none was found in so many tries. `quickly`: in few, of the plainest commands. */
export function triedStory(
	sample: Witness,
	wanted: Effect,
	setting: AgentModel,
	how: StoryEffort,
): Witness | undefined {
	const left = tries.get(setting) ?? { all: mostTries };
	tries.set(setting, left);
	const world = sample.empty === true ? setting.emptyWorld : setting.world;
	const ways = { quickly: ["few"], thoroughly: ["few", "more"] } as const;
	for (const manifold of ways[how]) {
		const most = Math.min(left.all, how === "quickly" ? mostQuickTries : mostTriesEach);
		if (most <= 0) return undefined;
		const space = spaceFor(sample, setting, manifold);
		const { sample: found, told } = findStory(setting, space, world, wanted, { requests: longest, most });
		left.all -= told;
		if (found === undefined) continue;
		const { facts, before } = found;
		return { ...sample, ...(facts === undefined ? {} : { facts }), ...(before === undefined ? {} : { before }) };
	}
	return undefined;
}

/** Requests, with the one that is asked about. */
const longest = 5;
/** Answers for one sample, and for all of an agent. */
const mostQuickTries = 3_000;
const mostTriesEach = 30_000;
const mostTries = 200_000;
const tries = new WeakMap<AgentModel, { all: number }>();

/** What may make a difference: what rules ask that may hold of the sample, or of what fits that. */
function spaceFor(sample: Witness, setting: AgentModel, manifold: Manifold): StorySpace {
	let letters: readonly Witness[] = [];
	for (;;) {
		const questions = questionsFor([sample, ...letters], setting);
		const more = storyLetters(questions, sample, setting, manifold);
		if (more.length > letters.length) {
			letters = more;
			continue;
		}
		const span = 2 * Math.max(0, ...questions.map(spanOf));
		return {
			letters: letters.flatMap((one) => factsTried(one, questions)),
			endings: endingsFor(questions),
			waits: span === 0 ? [0] : [0, span],
			asked: [plain(sample), ...factsTried(plain(sample), questions).slice(0, 1)],
			questions,
		};
	}
}

function endingsFor(questions: readonly EventQuestion[]): readonly StepEnd[] {
	const fates = new Set(patternsOf(questions).map(({ fate }) => fate));
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
	return [
		...(Object.keys(told) as StepEnding[]).filter((ended) => told[ended]).map((ended) => ({ ended })),
		...(told.approved ? [{ ended: "approved", isUnasked: true } as const] : []),
	];
}

function questionsFor(samples: readonly Witness[], setting: AgentModel): readonly EventQuestion[] {
	const tests = setting.agentTree.rules.flatMap(({ grants, restricts }) =>
		[grants, restricts].filter((test) => test !== undefined),
	);
	const asked = tests
		.filter((test) => samples.some((one) => holdsFor(test, plain(one), setting) !== "no"))
		.flatMap(pastIn)
		.filter((asks) => asks.kind !== "consent");
	return [...new Map(asked.map((asks) => [JSON.stringify(asks), asks])).values()];
}

/** Where a rule asks for the same facts, with two values of each. */
function factsTried(sample: Witness, questions: readonly EventQuestion[]): readonly Witness[] {
	const same = new Set(questions.flatMap((asks) => (asks.kind === "happened" ? asks.same : [])));
	const names = ["branch", "commit", "tree"].filter((name) => same.has(name as "branch"));
	if (names.length === 0) return [sample];
	const having = (...values: readonly [string, string, string]): Witness => ({
		...sample,
		facts: { ...Object.fromEntries(names.map((name, at) => [name, values[at] ?? "x"])), ...sample.facts },
	});
	return [having("main", "4f2a91c", "7be01d3"), having("dev", "b2c6d10", "90aa4e2")];
}
