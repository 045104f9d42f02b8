/** `repeated-import`: a file imports another twice. */

import type { PolicyLint } from "../lint-record.js";
import { deletion } from "../reading/deletion.js";
import { placedImports } from "../reading/import-places.js";

export const repeatedImport: PolicyLint = {
	name: "repeated-import",
	family: "references",
	severity: "warning",
	summary: "a file imports another twice",
	fixes: "safe",
	looksAt: "policy",
	check: (subject) => {
		const imports = placedImports(subject);
		return imports.flatMap(({ stated, target }, at) => {
			const first = imports.find((one) => one.target === target && one.stated.file === stated.file);
			if (first === undefined || first === imports[at]) return [];
			// Of sets with one name that of the last import counts: the first one goes.
			const edit = deletion(first.stated, subject);
			return [
				{
					message: `\`${stated.statement.path.text}\` is imported already`,
					span: stated.statement.path.span,
					labels: [{ span: first.stated.statement.path.span, message: "here" }],
					help: "take one of the imports out",
					...(edit === undefined ? {} : { fix: { title: "take the first of them out", edits: [edit], safe: true } }),
				},
			];
		});
	},
};
