/** `claim-of-nothing-allowed`: a `never` about what one program does, where nothing lets that program run: it holds whatever is said of others. */

import { programsOf } from "../../../engine/decide/compile/specialise.js";
import type { Claim, Rule } from "../../../language/policy/policy.js";
import { rulesFor } from "../../analysis/rule-index.js";
import type { ValidPolicyContext } from "../lint-context.js";
import type { PolicyLint } from "../lint-record.js";

export const claimOfNothingAllowed: PolicyLint = {
	name: "claim-of-nothing-allowed",
	family: "tests",
	severity: "info",
	needsWhole: true,
	summary: "a `never` speaks of a program that no rule lets run",
	looksAt: "policy",
	check: (subject) => {
		const narrowed = new Set(
			subject
				.ownStatements()
				.flatMap(({ statement }) =>
					statement.kind === "claim" && statement.clauses.length > 0 ? [statement.span.start] : [],
				),
		);
		return subject.policy.claims.flatMap((claim) => {
			const name = narrowed.has(claim.span.start) ? unspokenName(claim, subject) : undefined;
			if (name === undefined || !subject.roots.includes(claim.span.file)) return [];
			return [
				{
					message: `no rule lets \`${name}\` run, whatever it is given: this says nothing of what is allowed`,
					span: claim.span,
					undoneBy: "grant",
					help: `claim it of the programs that are allowed, or of any; or that it never runs: \`never allow ${name}\``,
				},
			];
		});
	},
};

/** The one program of a `never` that no rule speaks of, neither granting nor refusing it, where the default denies. */
function unspokenName({ keyword, effect, test, agents }: Claim, subject: ValidPolicyContext): string | undefined {
	const [name, ...more] = programsOf(test) ?? [];
	if (keyword !== "never" || effect === "deny" || name === undefined || more.length > 0) return undefined;
	const isUnspoken = (agent: string): boolean => {
		const { agentTree } = subject.settingOf(agent);
		return (
			agentTree.agent.default === "deny" &&
			rulesFor(agentTree, name).every(({ rule }) => rule.grants === undefined && !names(rule, name))
		);
	};
	return agents.length > 0 && agents.every(isUnspoken) ? name : undefined;
}

function names({ restricts }: Rule, program: string): boolean {
	return restricts !== undefined && programsOf(restricts)?.has(program) === true;
}
