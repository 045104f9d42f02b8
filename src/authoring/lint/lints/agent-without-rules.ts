/** `agent-without-rules`: an agent that no rule speaks of, so that whatever it asks is denied. */
import type { PolicyLint } from "../lint-record.js";

export const agentWithoutRules: PolicyLint = {
	name: "agent-without-rules",
	family: "agents",
	severity: "info",
	needsWhole: true,
	summary: "no rule speaks for an agent: whatever it asks is denied",
	looksAt: "policy",
	check: (subject) => {
		const { definitions, usesOf } = subject.references();
		return definitions.flatMap((definition) => {
			const { thing, name, file, statement } = definition;
			if (thing !== "agent" || statement.kind !== "agent" || !subject.roots.includes(file)) return [];
			const agent = subject.policy.agents.get(name.text);
			// A default of `ask` or `allow` says something, and what others extend is there for its settings.
			if (agent === undefined || agent.rules.length > 0 || agent.default !== "deny") return [];
			if (usesOf(definition).length > 0) return [];
			return [
				{
					message: `no rule speaks for \`${name.text}\`: whatever it asks is denied`,
					span: name.span,
					help: "write what it may run, for instance `allow ls`, or what it extends; or take the agent out",
				},
			];
		});
	},
};
