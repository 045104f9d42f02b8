/** What is wrong with the proofs of a policy's claims: for each claim and each agent every command is tried. */

import { agentModelOf, holdsFor } from "../../../../../src/authoring/analysis/agent-model.js";
import { prove } from "../../../../../src/authoring/analysis/prove.js";
import type { Witness } from "../../../../../src/authoring/analysis/witness.js";
import type { AgentTree } from "../../../../../src/engine/decide/tree.js";
import { holdsBack } from "../../../../../src/language/policy/lower.js";
import type { Claim } from "../../../../../src/language/policy/policy.js";
import type { Effect } from "../../../../../src/language/syntax/statements.js";
import { and, but, first } from "../bits.js";
import { decided } from "../decided.js";
import { answersTo, byForce, commandsOf, plainly, sampleAt, truths } from "../every-command.js";
import { groundWith } from "../ground.js";
import { steps, words } from "../runs.js";
import { claimText, type Loaded } from "../small-policies.js";
import { type Fault, lengthOf, shown, type Tally } from "./fault.js";

export function claimFaults(names: readonly string[], engine: Loaded, tally: Tally): readonly Fault[] {
	return engine.claims.flatMap((claim) =>
		claim.agents.flatMap((agent) => faultOf(claim, agent, engine, names, tally) ?? []),
	);
}

function faultOf(
	claim: Claim,
	agent: string,
	engine: Loaded,
	names: readonly string[],
	tally: Tally,
): Fault | undefined {
	const { tree, text } = engine;
	const proof = prove(tree, agent, claim, groundWith(names), steps);
	const breaks = (effect: Effect): boolean =>
		claim.keyword === "never" ? effect === claim.effect : effect !== claim.effect;
	const isBack = holdsBack(claim.keyword, claim.effect);
	const shortest = shortestBreaker(claim, agent, engine, names);
	const fault = (kind: Fault["kind"], what: string): Fault => ({
		kind,
		text: `${what}\nagent ${agent}: ${claimText(engine, claim)}`,
	});
	tally.asked++;
	switch (proof.kind) {
		case "not-settled":
			tally.open++;
			return undefined;
		case "proved": {
			tally.proved++;
			if (shortest === undefined) return undefined;
			const { whole, rules } = decided(tree, shortest, agent);
			if (!breaks(whole)) throw new Error(`the walk and \`decide\` differ: ${shown(shortest)} is ${whole}\n${text}`);
			return fault("wrong", `proved, and broken by ${shown(shortest)}: ${whole} by ${rules}`);
		}
		case "broken": {
			tally.shown++;
			const { sample } = proof;
			// A claim speaks of the whole answer: of what the command runs, too.
			const { whole } = decided(tree, sample, agent);
			if (!breaks(whole)) return fault("wrong", `said to be broken by ${shown(sample)}, which is ${whole}`);
			if (whole !== proof.effect) return fault("wrong", `${shown(sample)} is ${whole}, not ${proof.effect}`);
			const isSure = holdsFor(claim.test, sample, agentModelOf(tree, agent, groundWith(names))) === "yes";
			if (isSure !== (proof.note === undefined))
				return fault(
					"wrong",
					`${shown(sample)} ${isSure ? "is surely meant" : "may not be meant"}: ${proof.note ?? "no note"}`,
				);
			if (!isBack && sample.forced) return fault("wrong", `broken by force only: ${shown(sample)}`);
			return shortest !== undefined && lengthOf(shortest) < lengthOf(sample)
				? fault("longer", `broken by ${shown(sample)}, but ${shown(shortest)} is shorter`)
				: undefined;
		}
	}
}

/** The shortest command that breaks the claim beyond doubt. */
function shortestBreaker(
	{ keyword, effect, test }: Claim,
	agent: string,
	{ tree }: Loaded,
	names: readonly string[],
): Witness | undefined {
	const agentTree = tree.agents[agent] as AgentTree;
	const isBack = holdsBack(keyword, effect);
	let best: Witness | undefined;
	for (const commands of names.flatMap((name) => commandsOf(name, words, agentTree))) {
		if (commands.redirects.length > 0 && !agentTree.agent.syntax.includes("redirects")) continue;
		// A promise speaks of commands as they are.
		if (commands.cwd !== undefined && !isBack) continue;
		for (const manner of isBack ? [plainly, byForce] : [plainly]) {
			const answers = answersTo(commands, manner, agentTree);
			const breaking = keyword === "never" ? answers.with[effect] : but(commands.certain, answers.with[effect]);
			const beyondDoubt = and(truths(test, commands, manner).yes, but(commands.certain, answers.doubted));
			const at = first(and(beyondDoubt, breaking));
			const sample = at === undefined ? undefined : sampleAt(commands, at, manner);
			if (sample && (best === undefined || lengthOf(sample) < lengthOf(best))) best = sample;
		}
	}
	return best;
}
