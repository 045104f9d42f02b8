/** `identical-agents`: two agents that decide alike, and say the same. */
import type { AgentPolicy } from "../../../language/policy/policy.js";
import type { PolicyLint } from "../lint-record.js";

export const identicalAgents: PolicyLint = {
	name: "identical-agents",
	family: "anomalies",
	severity: "info",
	needsWhole: true,
	summary: "two agents have the same rules and the same settings",
	looksAt: "policy",
	check: (subject) => {
		if (subject.agents.length < 2) return [];
		const first = new Map<string, string>();
		const original = new Map<string, string>();
		for (const name of subject.agents) {
			const agent = subject.policy.agents.get(name);
			if (agent === undefined || agent.rules.length === 0) continue;
			const key = meaningOf(agent);
			const before = first.get(key);
			if (before === undefined) first.set(key, name);
			else original.set(name, before);
		}
		if (original.size === 0) return [];
		const heads = subject.statements().flatMap(({ statement }) => (statement.kind === "agent" ? [statement] : []));
		const told = new Set<string>();
		return subject.ownStatements().flatMap(({ statement }) => {
			if (statement.kind !== "agent" || told.has(statement.name.text)) return [];
			const before = original.get(statement.name.text);
			const other = heads.find(({ name }) => name.text === before);
			if (before === undefined || other === undefined) return [];
			told.add(statement.name.text);
			// Who says nothing decides as its only parent does, whatever that says.
			const saysNothing =
				statement.body.length === 0 && statement.extends.length === 1 && statement.extends[0]?.text === before;
			return [
				{
					message: `\`${statement.name.text}\` decides just as \`${before}\` does: they have the same rules and settings`,
					span: statement.name.span,
					labels: [{ span: other.name.span, message: "this agent" }],
					...(saysNothing ? { undoneBy: "nothing" as const } : {}),
					help: "let one of them stand for both, or say what makes them different",
				},
			];
		});
	},
};

/** What an agent answers and says, wherever it stands. */
function meaningOf({ rules, name: _name, extends: _extends, ...settings }: AgentPolicy): string {
	const said = rules.map(({ effect, grants, restricts, locked, message, note, use }) =>
		JSON.stringify([effect, grants, restricts, locked, message, note, use]),
	);
	return JSON.stringify([settings, [...new Set(said)].sort()]);
}
