/**
 * Diagnostics for programs; schemas/diagnostic.schema.json describes them.
 */
import { positionAt, type SourceFile } from "../source/source-file.js";
import type { Span } from "../source/span.js";
import type { Diagnostic, Severity } from "./diagnostic.js";

/** A place in a file. Offsets and columns count UTF-16 units; lines and columns begin at 1 and are absent for a file that could not be read. */
export interface PlaceRecord {
	readonly file: string;
	readonly line?: number;
	readonly column?: number;
	readonly endLine?: number;
	readonly endColumn?: number;
	readonly start: number;
	readonly end: number;
}

export interface DiagnosticRecord extends PlaceRecord {
	readonly code: string;
	readonly severity: Severity;
	readonly message: string;
	readonly help?: string;
	readonly labels: readonly (PlaceRecord & { readonly message: string })[];
	readonly fix?: {
		readonly title: string;
		readonly safe: boolean;
		readonly edits: readonly (PlaceRecord & { readonly text: string })[];
	};
	readonly witness?: string;
}

/** What a lint run found. */
export interface DiagnosticReport {
	readonly diagnostics: readonly DiagnosticRecord[];
	readonly errors: number;
	readonly warnings: number;
	readonly remarks: number;
}

/** The report as JSON text. */
export function renderJson(diagnostics: readonly Diagnostic[], sources: ReadonlyMap<string, SourceFile>): string {
	return `${JSON.stringify(reportOf(diagnostics, sources), null, 2)}\n`;
}

export function reportOf(
	diagnostics: readonly Diagnostic[],
	sources: ReadonlyMap<string, SourceFile>,
): DiagnosticReport {
	const count = (severity: Severity): number =>
		diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
	return {
		diagnostics: diagnostics.map((diagnostic) => diagnosticRecord(diagnostic, sources)),
		errors: count("error"),
		warnings: count("warning"),
		remarks: count("info"),
	};
}

/** One diagnostic as plain data, its places in lines and columns. */
export function diagnosticRecord(diagnostic: Diagnostic, sources: ReadonlyMap<string, SourceFile>): DiagnosticRecord {
	const { code, severity, message, help, fix, witness, labels = [] } = diagnostic;
	return {
		...placeRecord(diagnostic.span, sources),
		code,
		severity,
		message,
		...(help === undefined ? {} : { help }),
		labels: labels.map((label) => ({ ...placeRecord(label.span, sources), message: label.message })),
		...(fix === undefined
			? {}
			: {
					fix: {
						title: fix.title,
						safe: fix.safe,
						edits: fix.edits.map((edit) => ({ ...placeRecord(edit.span, sources), text: edit.text })),
					},
				}),
		...(witness === undefined ? {} : { witness }),
	};
}

/** A span in lines and columns. */
export function placeRecord(span: Span, sources: ReadonlyMap<string, SourceFile>): PlaceRecord {
	const { file, start, end } = span;
	const source = sources.get(file);
	if (source === undefined) return { file, start, end };
	const from = positionAt(source, start);
	const to = positionAt(source, end);
	return { file, line: from.line, column: from.column, endLine: to.line, endColumn: to.column, start, end };
}
