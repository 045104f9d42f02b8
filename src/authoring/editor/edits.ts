/** Changes of texts as editors take them. */
import type { TextEdit, WorkspaceEdit } from "vscode-languageserver";
import type { Fix } from "../../language/diagnostic/diagnostic.js";
import type { SourceFile } from "../../language/source/source-file.js";
import { formatPolicyFile } from "../../language/syntax/write-policy-file.js";
import type { Files } from "./reading/files.js";
import { rangeOf } from "./reading/places.js";
import type { ReadFile } from "./reading/read-file.js";

/** The edits that format a file; none for one with syntax errors, or where the formatter refuses. */
export function formatting(read: ReadFile): readonly TextEdit[] {
	if (read.diagnostics.some((one) => one.severity === "error")) return [];
	try {
		return oneEdit(read.source, formatPolicyFile(read.file));
	} catch {
		// It would change what the file says: then it stays.
		return [];
	}
}

/** One edit over what differs, whole lines at both ends. */
function oneEdit(source: SourceFile, wanted: string): readonly TextEdit[] {
	const { text } = source;
	if (text === wanted) return [];
	let start = 0;
	while (start < text.length && text[start] === wanted[start]) start++;
	start = Math.max(text.lastIndexOf("\n", start - 1), -1) + 1;
	let kept = 0;
	const most = Math.min(text.length, wanted.length) - start;
	while (kept < most && text[text.length - 1 - kept] === wanted[wanted.length - 1 - kept]) kept++;
	const lineEnd = text.indexOf("\n", text.length - kept);
	const end = kept === 0 || lineEnd < 0 ? text.length : lineEnd + 1;
	const range = rangeOf(source, { start, end });
	return [{ range, newText: wanted.slice(start, wanted.length - (text.length - end)) }];
}

/** The edits of a fix; undefined where they speak of a file that is not there. */
export function fixEdit(fix: Fix, files: Files): WorkspaceEdit | undefined {
	const changes: Record<string, TextEdit[]> = {};
	for (const { span, text } of fix.edits) {
		const read = files.read(span.file);
		if (read === undefined || span.end > read.source.text.length) return undefined;
		const uri = files.uriOf(span.file);
		changes[uri] ??= [];
		changes[uri].push({ range: rangeOf(read.source, span), newText: text });
	}
	return { changes };
}
