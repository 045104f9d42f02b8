/** A restriction whose text speaks of all agents, in an agent that others of the policy do not extend: `agent marketing { locked deny … because "No agent of the company reads it." }` */
import type { StatedRule, ValidPolicyContext } from "../../lint-context.js";

/** The author's words, and the agents of the policy that do not have the rule. */
export function heldBySome(
	text: string,
	{ statement, owner, agents }: StatedRule,
	subject: ValidPolicyContext,
): { readonly said: string; readonly others: readonly string[] } | undefined {
	if ((statement.keyword !== "deny" && statement.keyword !== "constrain") || owner === "") return undefined;
	const said = forAll.exec(text)?.[0];
	if (said === undefined || /\b(?:here|in this \w+|except|but)\b/i.test(text)) return undefined;
	const having = new Set(agents.map(({ agent }) => agent));
	const others = subject
		.ownStatements()
		.flatMap(({ statement: one }) => (one.kind === "agent" && !having.has(one.name.text) ? [one.name.text] : []));
	return others.length === 0 ? undefined : { said, others };
}

const forAll =
	/\b(?:(?:no|none|every|each|any|all)(?: of)?(?: the| our| these)? agents? (?:of (?:the|our|this) (?!(?:repository|repo|file|kind|group|name|agent)\b)\w+|at all|anywhere|whatsoever|whatever|without exception)|(?:every|each) (?:single )?agent\b|all (?:of )?(?:the |our )?agents\b|no agent, whatever|whichever agent|whatever agent|any agent at all)/i;
