/** `unused-group`: a group that nobody extends, so that its rules hold for nobody. */
import type { PolicyLint } from "../lint-record.js";

export const unusedGroup: PolicyLint = {
	name: "unused-group",
	family: "agents",
	severity: "warning",
	needsWhole: true,
	summary: "nobody extends a group, so its rules hold for nobody",
	looksAt: "policy",
	check: (subject) => {
		const { definitions, usesOf } = subject.references();
		const named = new Map<string, number>();
		for (const { thing, name } of definitions)
			if (thing === "agent") named.set(name.text, (named.get(name.text) ?? 0) + 1);
		// Files of groups alone are there for others to import.
		const shared = new Set(
			subject.files
				.filter(({ statements }) => statements.every(({ kind }) => kind !== "agent" && kind !== "rule"))
				.map(({ file }) => file),
		);
		return definitions.flatMap((definition) => {
			const { name, file, statement } = definition;
			if (statement.kind !== "group" || !subject.roots.includes(file) || shared.has(file)) return [];
			// Namesakes of several files are one.
			if (usesOf(definition).length > 0 || (named.get(name.text) ?? 0) > 1) return [];
			return [
				{
					message: `nobody extends the group \`${name.text}\`: what stands in it holds for nobody`,
					span: name.span,
					help: `write \`extends ${name.text}\` behind the agents that it is for, make it an agent if requests name it, or take it out`,
				},
			];
		});
	},
};
