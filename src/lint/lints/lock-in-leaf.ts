/** `lock-in-leaf`: a `locked` that holds nobody back, since nobody inherits the rule. */
import type { PolicyLint } from "../lint.js";

export const lockInLeaf: PolicyLint = {
	name: "lock-in-leaf",
	family: "agents",
	severity: "off",
	summary: "a `locked` stands where nobody inherits",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap(({ statement, owner, agents, file }) => {
			if (!statement.locked || owner === "" || agents.some(({ agent }) => agent !== owner)) return [];
			// A group is there to be extended, and a file without requests of its own to be imported.
			if (!file.statements.some((one) => one.kind === "agent" && one.name.text === owner)) return [];
			const { file: name, start } = statement.span;
			return [
				{
					message: `nobody extends \`${owner}\`, so there is no override that \`locked\` could keep out`,
					span: { file: name, start, end: start + "locked".length },
					help: "leave it out, or keep it for agents to come",
				},
			];
		}),
};
