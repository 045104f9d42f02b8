/** Policies changed in small ways, and whether their tests notice. */
import { setImmediate } from "node:timers/promises";
import { firstDifference } from "../../authoring/analysis/changes/difference.js";
import { requestOfExpectation, stepsOfExpectation } from "../../authoring/analysis/expectation-request.js";
import { type Mutant, mutantsOf } from "../../authoring/suite/mutants.js";
import { mutationRunner, type Verdict } from "../../authoring/suite/mutation-runner.js";
import type { MutationTest } from "../../authoring/suite/mutation-tests.js";
import { havePassed, type Tested, type TestedPolicy } from "../../authoring/suite/run-tests.js";
import type { Loaded } from "../../runtime/load/load.js";
import { isShipped, policyFilesOf } from "../policy/policy-files.js";
import { progress } from "../terminal/progress.js";

/** A mutant with what came of it. */
export interface JudgedMutant {
	readonly mutant: Omit<Mutant, "files">;
	readonly verdict: Verdict;
}

export interface MutatedPolicy {
	readonly loaded: Loaded;
	/** Absent where its tests fail: what fails already can't notice anything. */
	readonly judged?: readonly JudgedMutant[];
}

/** Changes every policy in each of the small ways, and puts each to its tests. A long work: it lets others have a turn. */
export async function mutateAll(tested: Tested): Promise<readonly MutatedPolicy[]> {
	const mutated: MutatedPolicy[] = [];
	for (const policy of tested.policies) mutated.push(await mutate(policy, tested));
	return mutated;
}

/** Milliseconds that it works on end. */
const turn = 50;

async function mutate(one: TestedPolicy, { suites, world }: Tested): Promise<MutatedPolicy> {
	const { loaded, tree, results, claims } = one;
	const cases = suites.filter(({ under }) => under === loaded).flatMap((suite) => suite.results);
	if (!havePassed(one) || cases.some(({ passed }) => !passed)) return { loaded };
	const trials: readonly MutationTest[] = [
		...results.map(({ expectation }) => ({
			...expectation,
			request: requestOfExpectation(expectation),
			steps: stepsOfExpectation(expectation),
		})),
		...cases.map(({ case: { agent, request, after, expected, rule } }) => ({
			agent: agent.text,
			request,
			steps: after,
			effect: expected,
			by: rule,
		})),
	];
	const files = policyFilesOf(loaded);
	const judge = mutationRunner({
		policy: loaded.policy,
		files,
		tree,
		trials,
		claims: claims.flatMap(({ claim, answer }) => (answer.kind === "proved" ? [claim] : [])),
		world,
		firstDifference,
	});
	const isOwn = (file: string): boolean => loaded.roots.includes(file) || !isShipped(file);
	let total = 0;
	for (const _ of mutantsOf(files, isOwn)) total++;
	const bar = progress("mutants", total);
	const judged: JudgedMutant[] = [];
	let rest = performance.now() + turn;
	for (const mutant of mutantsOf(files, isOwn)) {
		const { files: _, ...told } = mutant;
		const verdict = judge(mutant);
		if (verdict !== undefined) judged.push({ mutant: told, verdict });
		bar.add(1);
		if (performance.now() < rest) continue;
		await setImmediate();
		rest = performance.now() + turn;
	}
	bar.end();
	return { loaded, judged };
}

/** Did something survive, or may it have? */
export function hasSurvivor({ judged = [] }: MutatedPolicy): boolean {
	return judged.some(({ verdict }) => verdict.kind === "survives" || verdict.kind === "unsettled");
}
