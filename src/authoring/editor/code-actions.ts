/** What can be done about a finding: its fix, what its help promises, all safe fixes at once, a comment that says that it is meant. */
import type { CodeAction, Diagnostic as Shown, TextEdit, WorkspaceEdit } from "vscode-languageserver";
import type { Fix } from "../../language/diagnostic/diagnostic.js";
import { lints } from "../lint/lints.js";
import { fixEdit } from "./edits.js";
import type { EditorFinding } from "./findings.js";
import type { Files, Open } from "./reading/files.js";
import { placeAt, type Stretch } from "./reading/places.js";

/** What is found in a stretch of a file. */
export function findingsAt(stretch: Stretch, findings: readonly EditorFinding[]): readonly EditorFinding[] {
	return findings.filter(({ start, end }) => start <= stretch.end && stretch.start <= end);
}

/** Those whose help may promise what no fix does. Whoever marks so much that there are many is not after one of them. */
export function promisingOf(here: readonly EditorFinding[]): readonly EditorFinding[] {
	const promising = here.filter(({ fix, help }) => fix === undefined && help !== undefined);
	return promising.length > mostPromising ? [] : promising;
}
const mostPromising = 4;

/**
 * The actions for what is found in a stretch. `promised`: fixes that helps promise, with the finding of each. `shown`: how a finding looks in the editor.
 */
export function codeActions(
	open: Open,
	here: readonly EditorFinding[],
	promised: readonly { readonly finding: EditorFinding; readonly fix: Fix }[],
	findings: readonly EditorFinding[],
	shown: (finding: EditorFinding) => Shown,
	wants: (kind: string) => boolean,
	files: Files,
): readonly CodeAction[] {
	const fixes = here.flatMap((finding) => fixOf(finding, shown, files));
	const mends = promised.flatMap(({ finding, fix }): CodeAction[] => {
		const edit = fixEdit(fix, files);
		return edit === undefined
			? []
			: [{ title: fix.title, kind: "quickfix", diagnostics: [shown(finding)], isPreferred: false, edit }];
	});
	const ignores = here.filter(({ code }) => isLint(code)).map((finding) => ignore(finding, open, shown));
	return [
		...(wants("quickfix") ? [...fixes, ...mends, ...ignores] : []),
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
