/** `no-default-agent`: requests that name no agent mean `default`, and the policy has none. */
import type { PolicyLint } from "../lint-record.js";

export const noDefaultAgent: PolicyLint = {
	name: "no-default-agent",
	family: "agents",
	severity: "info",
	needsWhole: true,
	summary: "requests that name no agent are denied: there is no agent `default`",
	looksAt: "policy",
	check: (subject) => {
		if (subject.policy.agents.has("default")) return [];
		const first = subject.ownStatements().find(({ statement }) => statement.kind === "agent")?.statement;
		if (first?.kind !== "agent") return [];
		const { name } = first;
		return [
			{
				message: "a request that names no agent means `default`, which this policy has not: it is denied",
				span: name.span,
				help: `write \`agent default { … }\`, for instance with \`extends ${name.text}\`, unless every request names its agent`,
			},
		];
	},
};
