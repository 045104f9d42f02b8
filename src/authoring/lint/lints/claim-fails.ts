/** `claim-fails`: a `never` or an `always` that some command breaks. */

import { programsOf } from "../../../engine/decide/compile/specialise.js";
import { holdsBack } from "../../../language/policy/lower.js";
import type { Claim } from "../../../language/policy/policy.js";
import { allOf, type Test } from "../../../language/policy/test.js";
import { anySymbolicWorld } from "../../analysis/agent-model.js";
import { type Proof, prove } from "../../analysis/prove.js";
import { witnessCommandLine, witnessManner } from "../../analysis/witness.js";
import type { ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";

export const claimFails: PolicyLint = {
	name: "claim-fails",
	family: "tests",
	severity: "error",
	needsWhole: true,
	summary: "a `never` or an `always` does not hold: some command breaks it",
	looksAt: "policy",
	check: (subject) => {
		const { policy, tree, roots } = subject;
		const owners = new Map(subject.ownStatements().map((one) => [one.statement.span.start, one.owner]));
		return policy.claims.flatMap((claim) => {
			if (!roots.includes(claim.span.file)) return brokenHere(claim, subject);
			const owner = owners.get(claim.span.start);
			for (const agent of claim.agents) {
				const proof = prove(tree, agent, claim, anySymbolicWorld, mostSteps);
				// What can't be settled in these steps, `rules test` tells.
				if (proof.kind !== "broken") continue;
				const [rule] = proof.rules;
				const whose = agent !== owner && claim.agents.length > 1 ? ` for \`${agent}\`` : "";
				return [
					{
						...shownBy(proof, whose),
						span: claim.span,
						undoneBy: holdsBack(claim.keyword, claim.effect)
							? rule === undefined
								? "restriction"
								: "stricter-rule"
							: rule === undefined
								? "grant"
								: "override",
						help: "change the rules, or say in the claim what is left out, with `except`",
						others: () => brokenByOthers(claim, agent, subject).map((one) => shownBy(one, whose)),
					},
				];
			}
			return [];
		});
	},
};

/** `override allow npm publish` under a pack that claims `never allow npm publish`: claims hold for whoever imports them. */
function brokenHere(claim: Claim, { policy, tree, roots }: ValidPolicyContext): readonly Finding[] {
	const about = programsOf(claim.test);
	for (const agent of claim.agents) {
		const own = (policy.agents.get(agent)?.rules ?? []).filter(({ override, span, grants }) => {
			const names = grants && programsOf(grants);
			const isAbout = names === undefined || about === undefined || [...names].some((name) => about.has(name));
			return override && roots.includes(span.file) && isAbout;
		});
		if (own.length === 0) continue;
		const proof = prove(tree, agent, claim, anySymbolicWorld, mostSteps);
		const by = proof.kind === "broken" ? own.find(({ id }) => proof.rules.some((one) => one.id === id)) : undefined;
		if (proof.kind !== "broken" || by === undefined) continue;
		const { message, witness } = shownBy(proof, ` for \`${agent}\``);
		return [
			{
				message: `${message.replace(/the claim does not hold$/, "a claim of the imported file does not hold")}`,
				span: by.span,
				labels: [{ span: claim.span, message: "this claim" }],
				undoneBy: "restriction",
				help: "leave it out of the `override`: what a file claims holds for whoever imports it",
				witness,
			},
		];
	}
	return [];
}

type Broken = Proof & { readonly kind: "broken" };

function shownBy({ sample, effect, rules: [rule] }: Broken, whose: string): { message: string; witness: string } {
	const witness = witnessCommandLine(sample);
	const by = rule === undefined ? ", by default" : `, by \`${rule.id}\``;
	const manner = witnessManner({ ...sample, forced: false });
	const how = manner === "" ? "" : `, ${manner},`;
	return { message: `\`${witness}\`${how} is \`${effect}\`${whose}${by}: the claim does not hold`, witness };
}

/** Commands of each program that a rule grants by its name. */
function brokenByOthers(claim: Claim, agent: string, { policy, tree }: ValidPolicyContext): readonly Broken[] {
	const rules = policy.agents.get(agent)?.rules ?? [];
	const names = rules.flatMap(({ grants }) => (grants === undefined ? [] : [...(programsOf(grants) ?? [])]));
	return [...new Set(names)].slice(0, mostOthers).flatMap((text) => {
		const named: Test = { kind: "program", pattern: { kind: "literal", text }, as: "restricting" };
		const narrow = { ...claim, test: allOf([named, claim.test]) };
		const proof = prove(tree, agent, narrow, anySymbolicWorld, mostSteps);
		return proof.kind === "broken" ? [proof] : [];
	});
}

const mostOthers = 16;

/** A claim that fails mostly does so soon. */
const mostSteps = 20_000;
