/** `long-rule`: a rule that names more commands than people read. */
import type { PolicyLint } from "../lint-record.js";

export const longRule: PolicyLint<{ readonly most: number }> = {
	name: "long-rule",
	family: "performance",
	severity: "info",
	summary: "a rule names many commands",
	options: { most: 40 },
	looksAt: "policy",
	check: ({ rules }, { most }) =>
		rules().flatMap(({ statement: { patterns, keyword } }) => {
			const [from, to] = [patterns[0], patterns.at(-1)];
			if (patterns.length <= most || from === undefined || to === undefined) return [];
			return [
				{
					message: `this \`${keyword}\` names ${patterns.length} commands, and more than ${most} are hard to review`,
					span: from.span,
					help: `give those that belong together a name: \`set tools = …\`, then \`${keyword} @tools\``,
				},
			];
		}),
};
