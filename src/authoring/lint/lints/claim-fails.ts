/** `claim-fails`: a `never` or an `always` that some command breaks. */

import { holdsBack } from "../../../language/policy/lower.js";
import { anySymbolicWorld } from "../../analysis/agent-model.js";
import { prove } from "../../analysis/prove.js";
import { witnessCommandLine } from "../../analysis/witness.js";
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
						message: `\`${witnessCommandLine(proof.sample)}\` is \`${proof.effect}\`${whose}${rule === undefined ? ", by default" : `, by \`${rule.id}\``}: the claim does not hold`,
						span: claim.span,
						undoneBy: holdsBack(claim.keyword, claim.effect)
							? "restriction"
							: rule === undefined
								? "grant"
								: "override",
						help: "change the rules, or say in the claim what is left out, with `except`",
						witness: witnessCommandLine(proof.sample),
					},
				];
			}
			return [];
		});
	},
};

/** A claim that fails mostly does so soon. */
const mostSteps = 20_000;
