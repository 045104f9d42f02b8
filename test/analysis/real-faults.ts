/** What is wrong with answers about policies whose commands are too many to be written out: whatever is shown must be so. */
import { difference } from "../../src/analysis/difference.js";
import { liveness, livenessSubject } from "../../src/analysis/liveness.js";
import { prove } from "../../src/analysis/prove.js";
import { regionsOf } from "../../src/analysis/regions.js";
import type { Sample } from "../../src/analysis/sample.js";
import { settingOf } from "../../src/analysis/setting.js";
import type { AgentTree } from "../../src/decide/tree.js";
import type { Effect } from "../../src/syntax/statements.js";
import { decided, ground, mannerOf, requestFor } from "./brute-force.js";
import { type Counts, type Fault, shown, tally } from "./fault.js";
import { agents, type Loaded } from "./small-policies.js";

/** Whatever is said to break a claim breaks it. */
export function shownClaimFaults(engine: Loaded, counts: Counts): readonly Fault[] {
	return engine.claims.flatMap((claim) =>
		agents.flatMap((agent): readonly Fault[] => {
			const proof = prove(engine.tree, agent, claim, ground);
			const said = `agent ${agent}: ${engine.text.slice(claim.span.start, claim.span.end)}`;
			tally(counts, "claims");
			tally(counts, proof.kind);
			if (proof.kind === "not-settled") return [unsettled(`${proof.program}\n${said}`)];
			if (proof.kind === "proved") return [];
			const { whole: effect } = answerFor(proof.sample, agent, engine);
			const breaks = claim.keyword === "never" ? effect === claim.effect : effect !== claim.effect;
			return breaks && effect === proof.effect
				? []
				: [wrong(`not broken by ${nameOf(proof.sample)}: ${effect}\n${said}`)];
		}),
	);
}

/** Whatever is said to show that a rule is live is decided by it. */
export function shownLivenessFaults(engine: Loaded, counts: Counts): readonly Fault[] {
	return agents.flatMap((agent) => {
		const subject = livenessSubject(settingOf(engine.tree, agent, ground));
		const { rules } = engine.tree.agents[agent] as AgentTree;
		return rules.flatMap((rule): readonly Fault[] => {
			const answer = liveness(rule, subject);
			const said = `agent ${agent}: ${rule.id}`;
			tally(counts, "rules");
			tally(counts, answer.kind);
			if (answer.kind === "not-settled") return [unsettled(`${answer.program}\n${said}`)];
			if (answer.kind !== "live") return [];
			const { effect, rules: by } = answerFor(answer.sample, agent, engine);
			const decides = effect === rule.effect && by.includes(rule.id);
			return decides
				? []
				: [wrong(`live, but ${nameOf(answer.sample)} is ${effect} by ${by.join() || "the default"}\n${said}`)];
		});
	});
}

const effects: readonly Effect[] = ["allow", "ask", "nudge", "deny"];

/** Whatever is shown of a region is decided so. */
export function shownRegionFaults(engine: Loaded, counts: Counts): readonly Fault[] {
	return agents.flatMap((agent) =>
		effects.flatMap((effect) => {
			const { regions, unsettled: open } = regionsOf(settingOf(engine.tree, agent, ground), effect);
			const said = `agent ${agent}, ${effect}`;
			tally(counts, "lists");
			return [
				...(open.length === 0 ? [] : [unsettled(`${open}\n${said}`)]),
				...regions.flatMap(({ sample }): readonly Fault[] => {
					const answer = answerFor(sample, agent, engine).effect;
					return answer === effect ? [] : [wrong(`${nameOf(sample)} is ${answer}\n${said}`)];
				}),
			];
		}),
	);
}

/** Whatever is said to have changed has changed. */
export function shownDifferenceFaults(before: Loaded, after: Loaded, counts: Counts): readonly Fault[] {
	const { changes, unsettled: open } = difference(before.tree, after.tree, ground);
	tally(counts, "pairs");
	for (const _ of changes) tally(counts, "changes");
	return [
		...(open.length === 0 ? [] : [unsettled(open.map(({ agent, program }) => `${agent} ${program}`).join())]),
		...changes.flatMap(({ agent, sample, before: was, after: is }): readonly Fault[] => {
			const [old, now] = [before, after].map((one) => answerFor(sample, agent, one).effect);
			const isSo = old === was.effect && now === is.effect && old !== now;
			return isSo
				? []
				: [wrong(`${nameOf(sample)} was ${old} and is ${now}, not ${was.effect} and ${is.effect}\nagent ${agent}`)];
		}),
	];
}

function answerFor(sample: Sample, agent: string, { tree }: Loaded): ReturnType<typeof decided> {
	return decided(tree, requestFor({ argv: sample.argv, manner: mannerOf(sample) }, agent));
}

function nameOf(sample: Sample): string {
	return shown({ argv: sample.argv, manner: mannerOf(sample) });
}

function wrong(text: string): Fault {
	return { kind: "wrong", text };
}

function unsettled(text: string): Fault {
	return { kind: "unsettled", text: `not settled for ${text}` };
}
