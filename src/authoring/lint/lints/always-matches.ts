/** `always-matches`: a denial without any condition, so that no other rule of the agent ever decides. */

import type { PolicyLint } from "../lint-record.js";
import { isTautology } from "../meaning/tautology.js";

export const alwaysMatches: PolicyLint = {
	name: "always-matches",
	family: "anomalies",
	severity: "warning",
	summary: "a denial speaks of every command, so that nothing that other rules grant is ever let through",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap(({ statement, agents }) => {
			for (const { agent, rule } of agents) {
				// What an override takes out of it is let through.
				if (rule.effect !== "deny" || rule.excludedBy.length > 0 || !isTautology(rule.restricts)) continue;
				const idle = (subject.policy.agents.get(agent)?.rules ?? []).filter(({ grants }) => grants !== undefined);
				const [first] = idle.toSorted((a, b) => Number(a.owner !== agent) - Number(b.owner !== agent));
				if (first === undefined) continue;
				return [
					{
						message: `this rule refuses every command: ${idle.length === 1 ? "the rule of" : `the ${idle.length} rules of`} \`${agent}\` that ${idle.length === 1 ? "grants something never decides" : "grant something never decide"}`,
						span: statement.span,
						labels: [{ span: first.span, message: idle.length === 1 ? "this rule" : "one of them" }],
						help: rule.locked
							? "write `default deny` instead: whatever no rule grants is denied"
							: "write `default deny` instead: whatever no rule grants is denied; or write `override` before what a child of the agent is to grant",
					},
				];
			}
			return [];
		}),
};
