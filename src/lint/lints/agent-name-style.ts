/** `agent-name-style`: an agent or a group whose name is written otherwise than the others are to be. */
import type { PolicyLint } from "../lint.js";
import { inStyle, nameStyles } from "../name-styles.js";

export const agentNameStyle: PolicyLint<{ readonly style: string }> = {
	name: "agent-name-style",
	family: "style",
	severity: "off",
	summary: "the name of an agent or a group is not written in the style of such names",
	options: { style: "kebab" },
	looksAt: "policy",
	check: (subject, { style }) => {
		const wanted = nameStyles[style];
		if (wanted === undefined) return [];
		return subject.references().definitions.flatMap(({ thing, name, file, statement }) => {
			if (thing !== "agent" || !subject.roots.includes(file) || wanted.test(name.text)) return [];
			return [
				{
					message: `the ${statement.kind} \`${name.text}\` is not in ${style} style, as \`${inStyle(name.text, style)}\` is`,
					span: name.span,
					help: `write \`${inStyle(name.text, style)}\`, here and where it is named, requests included`,
				},
			];
		});
	},
};
