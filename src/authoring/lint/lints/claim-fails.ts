/** `claim-fails`: a `never` or an `always` that some command breaks. */

import { programsOf } from "../../../engine/decide/compile/specialise.js";
import { holdsBack } from "../../../language/policy/lower.js";
import type { Claim } from "../../../language/policy/policy.js";
import { allOf, type Test } from "../../../language/policy/test.js";
import { anySymbolicWorld } from "../../analysis/agent-model.js";
import { type Proof, prove } from "../../analysis/prove.js";
import { witnessCommandLine, witnessManner } from "../../analysis/witness.js";
import type { ValidPolicyContext } from "../lint-context.js";
import type { PolicyLint } from "../lint-record.js";

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
			if (!roots.includes(claim.span.file)) return [];
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
							? "restriction"
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
