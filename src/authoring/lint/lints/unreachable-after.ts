/** `unreachable-after`: what a rule needs to have happened, no agent of the policy is let do. */
import { eventsText } from "../../../engine/decide/explain/past-text.js";
import { anySymbolicWorld } from "../../analysis/agent-model.js";
import { pastIn } from "../../analysis/past-tests.js";
import { unreachablePast } from "../../analysis/unreachable-past.js";
import type { PolicyLint } from "../lint-record.js";

export const unreachableAfter: PolicyLint = {
	name: "unreachable-after",
	family: "anomalies",
	severity: "warning",
	summary: "what a rule needs to have happened, no agent is let do",
	needsWhole: true,
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap(({ statement, agents }) => {
			const clause = statement.clauses.find(({ form }) => form === "events");
			const [first] = agents;
			if (clause === undefined || first === undefined || statement.keyword === "deny") return [];
			const never = new Set(unreachablePast(subject.tree, anySymbolicWorld).map((asks) => JSON.stringify(asks)));
			const asks = pastIn(first.rule.grants).find((one) => never.has(JSON.stringify(one)));
			if (asks?.kind !== "happened") return [];
			return [
				{
					message: `no agent is let do ${eventsText(asks.events)}, so this rule never grants anything`,
					span: clause.span,
					undoneBy: "grant" as const,
					help: `allow it, or name what agents do run`,
				},
			];
		}),
};
