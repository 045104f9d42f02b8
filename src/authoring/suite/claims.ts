/**
 * Puts a policy's claims to the test: `never …` and `always …` speak of all commands.
 */

import type { RuleRef } from "../../engine/decide/decision.js";
import type { Tree } from "../../engine/decide/tree.js";
import type { World } from "../../engine/request/paths.js";
import type { Request } from "../../engine/request/request.js";
import type { Claim, Policy } from "../../language/policy/policy.js";
import type { Effect } from "../../language/syntax/statements.js";
import { prove } from "../analysis/prove.js";
import { requestOf } from "../analysis/witness.js";

/** What is known of a claim. */
export type ClaimAnswer =
	| { readonly kind: "proved" }
	/** A command that breaks it, the agent that may ask it, and what decides it how. */
	| {
			readonly kind: "broken";
			readonly agent: string;
			readonly request: Request;
			readonly effect: Effect;
			readonly rules: readonly RuleRef[];
	  }
	/** What was tried did not suffice; `why` says where. */
	| { readonly kind: "unsettled"; readonly why: string };

export interface ClaimResult {
	readonly claim: Claim;
	readonly answer: ClaimAnswer;
}

/** Answers every claim of a policy. */
export function checkClaims(policy: Policy, tree: Tree, world: World): readonly ClaimResult[] {
	return policy.claims.map((claim) => ({ claim, answer: answerClaim(claim, tree, world) }));
}

/** Does a claim hold for all of its agents? `steps`: how many a proof may take for each program. One for which it does not is enough to break it; a doubt about one is a doubt about all. */
export function answerClaim(claim: Claim, tree: Tree, { workspace, home }: World, steps?: number): ClaimAnswer {
	let answer: ClaimAnswer = { kind: "proved" };
	for (const agent of claim.agents) {
		const proof = prove(tree, agent, claim, { workspace, home }, steps);
		switch (proof.kind) {
			case "broken": {
				const { sample, effect, rules } = proof;
				return { kind: "broken", agent, request: requestOf(sample, agent), effect, rules };
			}
			case "not-settled":
				answer = {
					kind: "unsettled",
					why:
						proof.note !== undefined
							? `for agent \`${agent}\`, ${proof.note}`
							: `for agent \`${agent}\`, the search ended at its limit for \`${proof.program}\`; a claim that says more (a subcommand, \`using\`, \`touching\`) is settled sooner, and \`rules prove --steps 100000\` searches longer`,
				};
				break;
			case "proved":
				break;
		}
	}
	return answer;
}
