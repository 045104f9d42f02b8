/**
 * Diagnostics as a code quality report of GitLab, which shows them in merge requests.
 */
import { createHash } from "node:crypto";
import { positionAt, type SourceFile } from "../source/source-file.js";
import type { Diagnostic } from "./diagnostic.js";
import { fingerprint } from "./render-sarif.js";

/** The report as JSON text: a list, empty where there is nothing to tell. */
export function renderGitlab(diagnostics: readonly Diagnostic[], sources: ReadonlyMap<string, SourceFile>): string {
	const seen = new Map<string, number>();
	const issues = diagnostics.map((diagnostic) => {
		const { code, severity, message, help, span } = diagnostic;
		const print = fingerprint(diagnostic, sources);
		const before = seen.get(print) ?? 0;
		seen.set(print, before + 1);
		const source = sources.get(span.file);
		const from = source === undefined ? { line: 1, column: 1 } : positionAt(source, span.start);
		const to = source === undefined ? from : positionAt(source, span.end);
		return {
			description: help === undefined ? message : `${message}; ${help}`,
			check_name: code,
			// Of equal findings each has a mark of its own, or GitLab shows one.
			fingerprint: before === 0 ? print : createHash("sha256").update(`${print} ${before}`).digest("hex"),
			severity: { error: "major", warning: "minor", info: "info" }[severity],
			location: { path: span.file, positions: { begin: from, end: to } },
		};
	});
	return `${JSON.stringify(issues, null, 2)}\n`;
}
