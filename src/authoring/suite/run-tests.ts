/** Policies and suites put to the test. */

import type { Tree } from "../../engine/decide/tree.js";
import type { World } from "../../engine/request/paths.js";
import type { Diagnostic } from "../../language/diagnostic/diagnostic.js";
import type { Loaded } from "../../runtime/load/load.js";
import { requestOfExpectation } from "../analysis/expectation-request.js";
import { type ClaimResult, checkClaims } from "./claims.js";
import { type AgentCoverage, coverage } from "./coverage.js";
import { checkExpectations, type ExpectationResult } from "./expectations.js";
import type { Suite } from "./read-suite.js";
import { type CaseResult, runSuite } from "./run-suite.js";

/** What is to be tested: every policy in play, and each suite under each policy that it speaks of. */
export interface ToTest {
	readonly policies: readonly Loaded[];
	readonly suites: readonly { readonly suite: Suite; readonly under: Loaded }[];
}

export interface TestedPolicy {
	readonly loaded: Loaded;
	readonly tree: Tree;
	readonly results: readonly ExpectationResult[];
	readonly claims: readonly ClaimResult[];
}
export interface TestedSuite {
	readonly suite: Suite;
	readonly under: Loaded;
	readonly results: readonly CaseResult[];
}
export interface Tested {
	readonly policies: readonly TestedPolicy[];
	readonly suites: readonly TestedSuite[];
	/** Of suites that ask what their policy can't answer. */
	readonly faults: readonly Diagnostic[];
	readonly world: World;
}

/** Puts policies and suites to the test. */
export function decideAll({ policies, suites }: ToTest, world: World): Tested {
	const faults: Diagnostic[] = [];
	return {
		policies: policies.flatMap((loaded) => {
			const { policy, tree } = loaded;
			if (tree === undefined) return [];
			const results = checkExpectations(policy, tree, world);
			return [{ loaded, tree, results, claims: checkClaims(policy, tree, world) }];
		}),
		suites: suites.flatMap(({ suite, under }) => {
			if (under.tree === undefined) return [];
			const { value, diagnostics } = runSuite(suite, under.tree, world);
			faults.push(...diagnostics);
			return [{ suite, under, results: value }];
		}),
		faults,
		world,
	};
}

/** Did every expectation, every case and every claim hold? */
export function hasPassed({ policies, suites }: Tested): boolean {
	return policies.every(havePassed) && suites.every(({ results }) => results.every(({ passed }) => passed));
}

/** Do all of a policy's own promises hold? A claim that is not settled does not. */
export function havePassed({ results, claims }: TestedPolicy): boolean {
	return results.every(({ passed }) => passed) && claims.every(({ answer }) => answer.kind === "proved");
}

/** How far a policy's own expectations and all suites under it reach. */
export function coverageOf(
	{ loaded, tree, results }: TestedPolicy,
	{ suites, world }: Tested,
): readonly AgentCoverage[] {
	const cases = suites.filter(({ under }) => under === loaded).flatMap((suite) => suite.results);
	const decided = [
		...results.map(({ expectation, decision }) => ({ request: requestOfExpectation(expectation), decision })),
		...cases.map(({ case: { request }, decision }) => ({ request, decision })),
	];
	return coverage(tree, decided, world);
}
