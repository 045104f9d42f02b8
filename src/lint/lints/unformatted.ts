/** `unformatted`: a file that `rules fmt` would write otherwise. */
import type { Fix } from "../../diagnostic/diagnostic.js";
import { positionAt, type SourceFile } from "../../source/source-file.js";
import { formatPolicyFile } from "../../syntax/read-policy-file.js";
import type { PolicyFile } from "../../syntax/statements.js";
import { linesOf } from "../lines.js";
import type { TextLint } from "../lint.js";

export const unformatted: TextLint = {
	name: "unformatted",
	family: "style",
	severity: "off",
	needsWhole: true,
	summary: "a file is not written as `rules fmt` writes it",
	fixes: "safe",
	looksAt: "text",
	check: ({ tree, files, roots, sources }) => {
		// What could not be read can't be written.
		if (tree === undefined) return [];
		return files.flatMap((file) => {
			const source = sources.get(file.file);
			if (source === undefined || !roots.includes(file.file)) return [];
			const edit = formatting(file, source);
			if (edit === undefined) return [];
			const line = linesOf(source)[positionAt(source, edit.span.start).line - 1];
			return [
				{
					message: "`rules fmt` writes this file otherwise, from here on",
					span: line?.content ?? edit.span,
					help: `run \`rules fmt ${file.file}\``,
					fix: { title: "write the file as `rules fmt` does", edits: [edit], safe: true },
				},
			];
		});
	},
};

/** The one edit that formats a file; undefined where there is nothing to do. */
function formatting(file: PolicyFile, { text }: SourceFile): Fix["edits"][number] | undefined {
	const formatted = formatPolicyFile(file);
	if (formatted === text) return undefined;
	const most = Math.min(text.length, formatted.length);
	let start = 0;
	while (start < most && text[start] === formatted[start]) start++;
	let behind = 0;
	while (behind < most - start && text.at(-1 - behind) === formatted.at(-1 - behind)) behind++;
	return {
		span: { file: file.file, start, end: text.length - behind },
		text: formatted.slice(start, formatted.length - behind),
	};
}
