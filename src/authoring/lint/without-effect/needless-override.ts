/** An override of what inherited rules allow without it: all that it does is to take denials and questions away. */
import { programsOf, specialise } from "../../../engine/decide/compile/specialise.js";
import type { Rule } from "../../../language/policy/policy.js";
import { withoutExclusions } from "../../../language/policy/without-exclusions.js";
import { holding } from "../../analysis/outcomes.js";
import { rulesFor } from "../../analysis/rule-index.js";
import { follows } from "../../analysis/search/by-text.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";

/** The inherited rules that it takes out, where that is all it does, and its author says no reason. */
export function needlesslyLifted({ statement, agents }: StatedRule, subject: ValidPolicyContext): readonly Rule[] {
	const [own] = agents;
	if (!statement.override || statement.keyword !== "allow" || own === undefined) return [];
	// A clause says more than the inherited grant does, and a message why.
	if (statement.clauses.some(({ keyword }) => keyword !== "id" && keyword !== "note")) return [];
	const { grants } = own.rule;
	const names = grants === undefined ? undefined : programsOf(grants);
	const parents = (subject.policy.agents.get(own.agent)?.extends ?? []).filter((one) => subject.policy.agents.has(one));
	if (grants === undefined || names === undefined || names.size === 0 || parents.length === 0) return [];
	const isAllowed = (name: string): boolean =>
		parents.some((parent) =>
			rulesFor(subject.settingOf(parent).agentTree, name).some(
				({ rule }) =>
					rule.keyword === "allow" &&
					rule.grants !== undefined &&
					follows({ test: specialise(rule.grants, name), side: 0 }, holding(specialise(grants, name), "surely")),
			),
		);
	if (![...names].every(isAllowed)) return [];
	const { agentTree } = subject.settingOf(own.agent);
	const found = [...names].flatMap((name) => rulesFor(agentTree, name).map(({ rule }) => rule));
	return [...new Set(found)].filter(
		({ id, keyword, excludedBy, engine, restricts }) =>
			id !== own.rule.id &&
			engine !== true &&
			// One that names the program may speak of another use of it.
			restricts !== undefined &&
			programsOf(withoutExclusions(restricts, excludedBy.length).whole) === undefined &&
			(keyword === "deny" || keyword === "ask") &&
			excludedBy.includes(own.rule.id),
	);
}
