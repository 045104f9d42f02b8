/** `ended-rule`: a rule whose `until` has come, so that it decides nothing any more. */
import { endOf, hasEnded } from "../../../language/policy/clauses/facts/moments.js";
import type { PolicyLint } from "../lint-record.js";

export const endedRule: PolicyLint = {
	name: "ended-rule",
	family: "hygiene",
	severity: "warning",
	summary: "the date until which a rule holds has come",
	looksAt: "policy",
	check: ({ rules, today, policy }) =>
		today === undefined
			? []
			: rules().flatMap(({ statement, agents }) =>
					statement.clauses.flatMap((clause) => {
						if (clause.form !== "date") return [];
						const end = endOf(clause.text.text);
						// By noon it is that day nearly everywhere.
						const at = Date.parse(`${today}T12:00Z`);
						const zones = agents.map(({ agent }) => policy.agents.get(agent)?.zone ?? "UTC");
						if (end === undefined || !zones.every((zone) => hasEnded(end, at, zone) === true)) return [];
						const isOpen = statement.keyword === "allow";
						return [
							{
								message: `this rule held until ${clause.text.text}, and decides nothing any more`,
								span: clause.span,
								help: isOpen
									? "take the rule out, or name another date"
									: "take the rule out, or name another date: what it held back is let through by now",
							},
						];
					}),
				),
};
