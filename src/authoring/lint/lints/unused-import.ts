/** `unused-import`: a file is imported for its sets and groups, and nothing names one of them. */

import type { PolicyLint } from "../lint-record.js";
import { deletion } from "../reading/deletion.js";
import { importedWith, placedImports } from "../reading/import-places.js";

export const unusedImport: PolicyLint = {
	name: "unused-import",
	family: "references",
	severity: "warning",
	needsWhole: true,
	summary: "nothing of an imported file is used",
	fixes: "unsafe",
	looksAt: "policy",
	check: (subject) => {
		const { definitions, usesOf } = subject.references();
		return placedImports(subject).flatMap(({ stated, target }) => {
			// A file of sets alone hands on what it imports.
			if (stated.file.statements.every(({ kind }) => kind === "set" || kind === "import")) return [];
			const brought = importedWith(target, subject);
			// A group inherits from its namesakes in imported files.
			const adds = new Set(
				definitions
					.filter(({ thing, file }) => thing === "agent" && !brought.has(file))
					.map(({ thing, name }) => `${thing} ${name.text}`),
			);
			const files = subject.files.filter(({ file }) => brought.has(file));
			// All else holds by being there: rules, agents, settings, claims, programs.
			const isNamedOnly = files.every(({ statements }) =>
				statements.every(({ kind }) => kind === "set" || kind === "group" || kind === "import"),
			);
			const isUsed = definitions.some(
				(one) =>
					brought.has(one.file) &&
					(usesOf(one).some(({ file }) => !brought.has(file)) || adds.has(`${one.thing} ${one.name.text}`)),
			);
			if (!isNamedOnly || isUsed) return [];
			const edit = deletion(stated, subject);
			return [
				{
					message: `nothing of \`${stated.statement.path.text}\` is used`,
					span: stated.statement.path.span,
					help: "take the import out, or name one of its sets or groups where it is meant",
					...(edit === undefined ? {} : { fix: { title: "take the import out", edits: [edit], safe: false } }),
				},
			];
		});
	},
};
