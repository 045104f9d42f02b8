/**
 * Collects what is wrong with a policy while it is lowered and resolved.
 */
import type { Diagnostic, Severity } from "../diagnostic/diagnostic.js";
import type { Span } from "../source/span.js";

export class Faults {
	readonly diagnostics: Diagnostic[] = [];

	error(code: string, span: Span, message: string, help?: string): void {
		this.add("error", code, span, message, help);
	}

	warning(code: string, span: Span, message: string, help?: string): void {
		this.add("warning", code, span, message, help);
	}

	private add(severity: Severity, code: string, span: Span, message: string, help: string | undefined): void {
		const known = this.diagnostics.some(
			(one) =>
				one.code === code && one.message === message && one.span.start === span.start && one.span.file === span.file,
		);
		if (!known) this.diagnostics.push({ code, severity, message, span, ...(help === undefined ? {} : { help }) });
	}
}
