/** What is wrong with the proofs of a policy's claims: for each claim and each agent every command is tried. */
import { prove } from "../../src/analysis/prove.js";
import type { AgentTree } from "../../src/decide/tree.js";
import type { Claim } from "../../src/policy/policy.js";
import type { Effect } from "../../src/syntax/statements.js";
import {
	answersTo,
	byForce,
	commandsOf,
	decided,
	ground,
	isDoubted,
	mannerOf,
	plainly,
	requestFor,
	truthOf,
} from "./brute-force.js";
import { type Counts, type Fault, lengthOf, shortestOf, shown, tally } from "./fault.js";
import { words } from "./runs.js";
import { agents, type Loaded } from "./small-policies.js";

export function claimFaults(names: readonly string[], engine: Loaded, counts: Counts): readonly Fault[] {
	return engine.claims.flatMap((claim) =>
		agents.flatMap((agent) => faultOf(claim, agent, engine, names, counts) ?? []),
	);
}

function faultOf(
	claim: Claim,
	agent: string,
	engine: Loaded,
	names: readonly string[],
	counts: Counts,
): Fault | undefined {
	const { tree, text } = engine;
	const agentTree = tree.agents[agent] as AgentTree;
	const proof = prove(tree, agent, claim, ground);
	const { keyword, effect: said } = claim;
	const breaks = (effect: Effect): boolean => (keyword === "never" ? effect === said : effect !== said);
	const holdsBack = keyword === "never" ? said === "allow" || said === "ask" : said === "deny";
	const breaking = (holdsBack ? [plainly, byForce] : [plainly])
		.flatMap((manner) =>
			names.flatMap((name) => {
				const effects = answersTo(name, words, manner, agentTree);
				return commandsOf(name, words, manner).filter((one, at) => one.certain && breaks(effects[at] as Effect));
			}),
		)
		.filter((one) => truthOf(claim.test, one) === "yes" && !isDoubted(one, agentTree.rules));
	const shortest = shortestOf(breaking);
	tally(counts, "claims");
	tally(counts, proof.kind);
	const fault = (kind: Fault["kind"], what: string): Fault => ({
		kind,
		text: `${what}\nagent ${agent}: ${text.slice(claim.span.start, claim.span.end)}`,
	});
	switch (proof.kind) {
		case "not-settled":
			return fault("unsettled", `not settled for ${proof.program}; by hand: ${shown(shortest)}`);
		case "proved": {
			if (shortest === undefined) return undefined;
			const { effect, rules } = decided(tree, requestFor(shortest, agent));
			if (!breaks(effect)) throw new Error(`the walk and \`decide\` differ: ${shown(shortest)} is ${effect}\n${text}`);
			return fault("wrong", `proved, and broken by ${shown(shortest)}: ${effect} by ${rules}`);
		}
		case "broken": {
			const { argv, forced } = proof.sample;
			const sample = { argv, manner: mannerOf(proof.sample) };
			// A claim speaks of the whole answer: of what the command runs, too.
			const { whole: effect } = decided(tree, requestFor(sample, agent));
			if (!breaks(effect)) return fault("wrong", `said to be broken by ${shown(sample)}, which is ${effect}`);
			if (effect !== proof.effect) return fault("wrong", `${shown(sample)} is ${effect}, not ${proof.effect}`);
			if (!holdsBack && forced) return fault("wrong", `broken by force only: ${shown(sample)}`);
			if (shortest !== undefined && lengthOf(shortest) < lengthOf(sample))
				return fault("longer", `broken by ${shown(sample)}, but ${shown(shortest)} is shorter`);
			return undefined;
		}
	}
}
