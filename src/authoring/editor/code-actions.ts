/** What can be done about a finding: its fix, the name that was probably meant, all safe fixes at once, a comment that says that it is meant. */
import type { CodeAction, Diagnostic as Shown, TextEdit, WorkspaceEdit } from "vscode-languageserver";
import { lints } from "../lint/lints.js";
import { fixEdit } from "./edits.js";
import type { EditorFinding } from "./findings.js";
import type { Files, Open } from "./reading/files.js";
import { marksOf } from "./reading/marks.js";
import { placeAt, rangeOf, type Stretch } from "./reading/places.js";
import type { ReadFile } from "./reading/read-file.js";

/** The actions for a stretch of a file. `shown`: how a finding looks in the editor. */
export function codeActions(
	read: ReadFile,
	open: Open,
	stretch: Stretch,
	findings: readonly EditorFinding[],
	shown: (finding: EditorFinding) => Shown,
	wants: (kind: string) => boolean,
	files: Files,
): readonly CodeAction[] {
	const here = findings.filter(({ start, end }) => start <= stretch.end && stretch.start <= end);
	const fixes = here.flatMap((finding) => fixOf(finding, shown, files));
	const names = here.flatMap((finding) => meantName(finding, read, open, shown));
	const ignores = here.filter(({ code }) => isLint(code)).map((finding) => ignore(finding, open, shown));
	return [
		...(wants("quickfix") ? [...fixes, ...names, ...ignores] : []),
		...(wants("source.fixAll") ? allFixes(findings, files) : []),
	];
}

function isLint(code: string): boolean {
	return lints.some((lint) => lint.name === code);
}

function fixOf(finding: EditorFinding, shown: (finding: EditorFinding) => Shown, files: Files): readonly CodeAction[] {
	const { fix } = finding;
	const edit = fix && fixEdit(fix, files);
	if (fix === undefined || edit === undefined) return [];
	return [
		{
			// A policy with an error of reading decides nothing.
			title: fix.safe || !isLint(finding.code) ? fix.title : `${fix.title} (changes what is decided)`,
			kind: "quickfix",
			diagnostics: [shown(finding)],
			isPreferred: fix.safe,
			edit,
		},
	];
}

/** Where the help asks "did you mean `x`?" of a single word, `x` in its place. */
function meantName(
	{ fix, help, ...finding }: EditorFinding,
	read: ReadFile,
	{ uri, source }: Open,
	shown: (finding: EditorFinding) => Shown,
): readonly CodeAction[] {
	const meant = /^did you mean `([^`\s]+)`\?(?: |$)/.exec(help ?? "")?.[1];
	if (fix !== undefined || meant === undefined) return [];
	const word = source.text.slice(finding.start, finding.end);
	const mark = marksOf(read).find(({ start, end }) => finding.start <= start && end <= finding.end);
	const place = mark?.exact ? mark : /^[^\s"']+$/.test(word) ? finding : undefined;
	if (place === undefined) return [];
	const edit = { range: rangeOf(source, place), newText: meant };
	return [
		{
			title: `change to \`${meant}\``,
			kind: "quickfix",
			diagnostics: [shown({ ...finding, ...(help === undefined ? {} : { help }) })],
			edit: { changes: { [uri]: [edit] } },
		},
	];
}

function ignore(finding: EditorFinding, { uri, source }: Open, shown: (finding: EditorFinding) => Shown): CodeAction {
	const { line } = placeAt(source, finding.start);
	const lineStart = source.lineStarts[line] ?? 0;
	const indent = /^[ \t]*/.exec(source.text.slice(lineStart))?.[0] ?? "";
	const place = { line, character: 0 };
	return {
		title: `ignore \`${finding.code}\` here, with a reason`,
		kind: "quickfix",
		diagnostics: [shown(finding)],
		edit: {
			changes: {
				[uri]: [{ range: { start: place, end: place }, newText: `${indent}# lint-ignore ${finding.code}: \n` }],
			},
		},
	};
}

/** Do two changes touch the same text? Two that only adjoin do not, unless one of them inserts just there. */
function meet(a: Stretch, b: Stretch): boolean {
	const inserts = a.start === a.end || b.start === b.end;
	return inserts ? a.start <= b.end && b.start <= a.end : a.start < b.end && b.start < a.end;
}

/** Every safe fix of the file that no other one stands in the way of. */
function allFixes(findings: readonly EditorFinding[], files: Files): readonly CodeAction[] {
	const taken: (Stretch & { readonly file: string })[] = [];
	const changes: Record<string, TextEdit[]> = {};
	for (const { fix } of findings) {
		if (fix === undefined || !fix.safe) continue;
		const spans = fix.edits.map(({ span }) => span);
		const meets = spans.some((span) => taken.some((other) => other.file === span.file && meet(other, span)));
		const edit: WorkspaceEdit | undefined = meets ? undefined : fixEdit(fix, files);
		if (edit?.changes === undefined) continue;
		taken.push(...spans);
		for (const [uri, edits] of Object.entries(edit.changes)) changes[uri] = [...(changes[uri] ?? []), ...edits];
	}
	if (Object.keys(changes).length === 0) return [];
	return [{ title: "apply all safe fixes", kind: "source.fixAll", edit: { changes } }];
}
