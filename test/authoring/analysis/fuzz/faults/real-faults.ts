/** What is wrong with answers about policies whose commands are too many to be written out: whatever is shown must be so. */

import { agentModelOf, holdsFor } from "../../../../../src/authoring/analysis/agent-model.js";
import { difference } from "../../../../../src/authoring/analysis/changes/difference.js";
import { liveness, livenessSubject } from "../../../../../src/authoring/analysis/liveness.js";
import { prove } from "../../../../../src/authoring/analysis/prove.js";
import { regionsOf } from "../../../../../src/authoring/analysis/regions.js";
import type { AgentTree } from "../../../../../src/engine/decide/tree.js";
import type { Effect } from "../../../../../src/language/syntax/statements.js";
import { decided } from "../decided.js";
import { ground } from "../ground.js";
import { agentsOf, claimText, type Loaded } from "../small-policies.js";
import { type Fault, shown, type Tally } from "./fault.js";

/** Whatever is said to break a claim breaks it. */
export function shownClaimFaults(engine: Loaded, tally: Tally): readonly Fault[] {
	return engine.claims.flatMap((claim) =>
		agentsOf(engine).flatMap((agent): readonly Fault[] => {
			const proof = prove(engine.tree, agent, claim, ground);
			const said = `agent ${agent}: ${claimText(engine, claim)}`;
			count(tally, proof.kind === "not-settled" ? "open" : proof.kind === "proved" ? "proved" : "shown");
			if (proof.kind !== "broken") return [];
			const { whole: effect } = decided(engine.tree, proof.sample, agent);
			const breaks = claim.keyword === "never" ? effect === claim.effect : effect !== claim.effect;
			const isSure = holdsFor(claim.test, proof.sample, agentModelOf(engine.tree, agent, ground)) === "yes";
			if (isSure !== (proof.note === undefined))
				return [wrong(`${shown(proof.sample)} ${isSure ? "is" : "may be"} meant: ${proof.note ?? "no note"}\n${said}`)];
			return breaks && effect === proof.effect
				? []
				: [wrong(`not broken by ${shown(proof.sample)}: ${effect}\n${said}`)];
		}),
	);
}

/** Whatever is said to show that a rule is live is decided by it. */
export function shownLivenessFaults(engine: Loaded, tally: Tally): readonly Fault[] {
	return agentsOf(engine).flatMap((agent) => {
		const subject = livenessSubject(agentModelOf(engine.tree, agent, ground));
		const { rules } = engine.tree.agents[agent] as AgentTree;
		// The engine's rules are in every policy; whether they ever decide is asked of none.
		const stated = rules.filter(({ engine: own }) => !own);
		return stated.flatMap((rule): readonly Fault[] => {
			const answer = liveness(rule, subject);
			const said = `agent ${agent}: ${rule.id}`;
			count(tally, answer.kind === "not-settled" ? "open" : answer.kind === "live" ? "shown" : "proved");
			if (answer.kind !== "live") return [];
			const { effect, rules: by } = decided(engine.tree, answer.sample, agent);
			const decides = effect === rule.effect && by.includes(rule.id);
			return decides
				? []
				: [wrong(`live, but ${shown(answer.sample)} is ${effect} by ${by.join() || "the default"}\n${said}`)];
		});
	});
}

const effects: readonly Effect[] = ["allow", "ask", "nudge", "deny"];

/** Whatever is shown of a region is decided so. */
export function shownRegionFaults(engine: Loaded, tally: Tally): readonly Fault[] {
	return agentsOf(engine).flatMap((agent) =>
		effects.flatMap((effect) => {
			const { regions, unsettled: open } = regionsOf(agentModelOf(engine.tree, agent, ground), effect);
			const said = `agent ${agent}, ${effect}`;
			count(tally, open.length > 0 ? "open" : regions.length > 0 ? "shown" : "proved");
			return regions.flatMap(({ sample }): readonly Fault[] => {
				const answer = decided(engine.tree, sample, agent).effect;
				return answer === effect ? [] : [wrong(`${shown(sample)} is ${answer}\n${said}`)];
			});
		}),
	);
}

/** Whatever is said to have changed has changed. */
export function shownDifferenceFaults(before: Loaded, after: Loaded, tally: Tally): readonly Fault[] {
	const { changes, unsettled: open } = difference(before.tree, after.tree, ground);
	count(tally, open.length > 0 ? "open" : changes.length > 0 ? "shown" : "proved");
	return changes.flatMap(({ agent, sample, before: was, after: is }): readonly Fault[] => {
		const [old, now] = [before, after].map(({ tree }) => decided(tree, sample, agent).effect);
		const isSo = old === was.effect && now === is.effect && old !== now;
		return isSo
			? []
			: [wrong(`${shown(sample)} was ${old} and is ${now}, not ${was.effect} and ${is.effect}\nagent ${agent}`)];
	});
}

function count(tally: Tally, what: "proved" | "shown" | "open"): void {
	tally.asked++;
	tally[what]++;
}

function wrong(text: string): Fault {
	return { kind: "wrong", text };
}
