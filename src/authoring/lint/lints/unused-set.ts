/** `unused-set`: a set that nothing names. */

import type { PolicyLint } from "../lint-record.js";
import { deletion } from "../reading/deletion.js";

export const unusedSet: PolicyLint = {
	name: "unused-set",
	family: "references",
	severity: "warning",
	needsWhole: true,
	summary: "a set is defined and nowhere used",
	fixes: "unsafe",
	looksAt: "policy",
	check: (subject) => {
		const { definitions, usesOf } = subject.references();
		const stated = new Map(subject.ownStatements().map((one) => [one.statement, one]));
		return definitions.flatMap((definition) => {
			const own = definition.thing === "set" ? stated.get(definition.statement) : undefined;
			if (own === undefined || usesOf(definition).length > 0) return [];
			// A file of sets alone, or of groups, is there for others to import.
			if (own.file.statements.every(({ kind }) => kind === "set" || kind === "import" || kind === "program")) return [];
			const blocks = own.file.statements.filter(({ kind }) => kind === "group" || kind === "agent");
			if (blocks.length > 0 && blocks.every(({ kind }) => kind === "group")) return [];
			const edit = deletion(own, subject);
			return [
				{
					message: `the set \`${definition.name.text}\` is not used`,
					span: definition.name.span,
					help: `write \`@${definition.name.text}\` where it is meant, or take it out`,
					...(edit === undefined ? {} : { fix: { title: "take the set out", edits: [edit], safe: false } }),
				},
			];
		});
	},
};
