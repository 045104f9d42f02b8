/**
 * Collects what is wrong with a policy while it is lowered and resolved.
 */
import type { Diagnostic, Severity } from "../diagnostic/diagnostic.js";
import type { Span } from "../source/span.js";

/** The fix that writes another name at a place; none where none is near. */
export function respelt(span: Span, name: string | undefined): Pick<Diagnostic, "fix"> {
	if (name === undefined) return {};
	return { fix: { title: `write \`${name}\``, edits: [{ span, text: name }], safe: false } };
}

export class Faults {
	readonly diagnostics: Diagnostic[] = [];
	/** How many of them are errors. */
	errors = 0;
	/** Expressions that were read without a fault: sets put the same ones into many rules. */
	readonly soundRegexes = new Set<string>();
	/** Globs that were read before, and are sound. */
	readonly soundGlobs = new Set<string>();
	/** What was said, and where: once is enough. */
	private readonly said = new Set<string>();

	error(code: string, span: Span, message: string, help?: string, more: Pick<Diagnostic, "fix" | "labels"> = {}): void {
		this.add("error", code, span, message, help, more);
	}

	warning(code: string, span: Span, message: string, help?: string): void {
		this.add("warning", code, span, message, help);
	}

	private add(
		severity: Severity,
		code: string,
		span: Span,
		message: string,
		help: string | undefined,
		more: Pick<Diagnostic, "fix" | "labels"> = {},
	): void {
		const key = [code, span.file, span.start, message].join("\0");
		if (this.said.has(key)) return;
		this.said.add(key);
		if (severity === "error") this.errors++;
		this.diagnostics.push({ code, severity, message, span, ...(help === undefined ? {} : { help }), ...more });
	}
}
