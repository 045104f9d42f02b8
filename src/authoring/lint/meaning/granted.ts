/** Is there a command that a rule grants, for which a test holds besides, and which the agent may then run? The hole of a lint on breadth, with its witness. */

import type { Rule } from "../../../language/policy/policy.js";
import type { Test } from "../../../language/policy/test.js";
import { decideWitness } from "../../analysis/agent-model.js";
import { holding, outcomesFor, restrictions, together } from "../../analysis/outcomes.js";
import { rulesFor } from "../../analysis/rule-index.js";
import { find, type SearchResult, usualSteps } from "../../analysis/search/find.js";
import type { ValidPolicyContext } from "../lint-context.js";

/** Asked of one program that the rule names. `none` where the rule does not name it. */
export function grantedCommand(
	{ agent, rule }: { readonly agent: string; readonly rule: Rule },
	program: string,
	test: Test,
	subject: ValidPolicyContext,
): SearchResult {
	const { setting, named, steps } = subject.programsOf(agent);
	const found = named.get(program);
	const grants = rulesFor(setting.agentTree, program).find((one) => one.rule.id === rule.id)?.grants;
	if (found === undefined || grants === undefined) return { kind: "none" };
	const none = restrictions(outcomesFor([setting], 0, program), () => true);
	const goal = together(together(holding(grants), holding(test)), { all: [], none, some: [] });
	return find(
		goal,
		found,
		[setting],
		{ left: steps ?? usualSteps },
		{
			accepts: (sample) => decideWitness(sample, setting).effect === "allow",
			manners: "plain",
			shortest: true,
		},
	);
}
