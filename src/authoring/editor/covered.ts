/** What a rule covers: for each agent that has it, a command that it decides. */
import type { Tree } from "../../engine/decide/tree.js";
import type { Rule } from "../../language/policy/policy.js";
import type { Effect } from "../../language/syntax/statements.js";
import type { Loaded } from "../../runtime/load/load.js";
import { agentModelOf, anySymbolicWorld } from "../analysis/agent-model.js";
import { liveness, livenessSubject } from "../analysis/liveness.js";
import { witnessCommandLine, witnessManner } from "../analysis/witness.js";
import type { Covered } from "./findings.js";

/** Agents that are looked at for one rule, and steps that each may take: somebody waits. */
export const mostAgents = 3;
const mostSteps = 4000;

export interface CoveredFor {
	readonly agent: string;
	/** `allows, for instance, \`ls\``. */
	readonly says: string;
}

/** What a rule of the file covers, for the first of its agents; and how many agents have it. */
export function coveredBy(
	{ tree, policy, roots }: Loaded,
	start: number,
): { readonly agents: readonly string[]; readonly first: readonly CoveredFor[] } {
	if (tree === undefined) return { agents: [], first: [] };
	const having = [...policy.agents.values()].flatMap((agent) => {
		const rule = agent.rules.find(({ span }) => span.file === roots[0] && span.start === start);
		return rule === undefined ? [] : [{ agent: agent.name, rule: ruleIn(tree, agent.name, rule) }];
	});
	return {
		agents: having.map(({ agent }) => agent),
		first: having.slice(0, mostAgents).map(({ agent, rule }) => ({ agent, says: covers(rule, tree, agent) })),
	};
}

/** The same in sentences. */
export function cover(loaded: Loaded, start: number): Covered {
	const { agents, first } = coveredBy(loaded, start);
	const more = agents.length - first.length;
	const lines = first.map(({ agent, says }) => `for agent \`${agent}\`: ${says}`);
	return { lines: [...lines, ...(more > 0 ? [`and for ${more} more agents`] : [])] };
}

/** The rule as the tree has it. */
function ruleIn(tree: Tree, agent: string, rule: Rule): Rule {
	return tree.agents[agent]?.rules.find(({ id }) => id === rule.id) ?? rule;
}

function covers(rule: Rule, tree: Tree, agent: string): string {
	const found = liveness(rule, livenessSubject(agentModelOf(tree, agent, anySymbolicWorld), mostSteps));
	switch (found.kind) {
		case "live": {
			const manner = witnessManner(found.sample);
			return `${verbs[rule.effect]} \`${witnessCommandLine(found.sample)}\`${manner === "" ? "" : ` (${manner})`}`;
		}
		case "empty":
			return "no command fits it";
		case "covered":
			return found.by.length === 0
				? `decides nothing: nothing grants \`${witnessCommandLine(found.sample)}\`, and the default is stricter`
				: `decides nothing: \`${witnessCommandLine(found.sample)}\` is decided by ${found.by.map(({ id }) => `\`${id}\``).join(", ")}`;
		case "not-settled":
			return `what it decides of \`${found.program}\` takes longer to find out`;
	}
}

const verbs: Readonly<Record<Effect, string>> = {
	allow: "allows, for instance,",
	ask: "asks about, for instance,",
	nudge: "nudges, for instance,",
	deny: "denies, for instance,",
};
