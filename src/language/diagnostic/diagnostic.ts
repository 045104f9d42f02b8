/**
 * What is wrong with a policy, as data: code, place, message, way out.
 * This folder describes and renders faults; it never finds one.
 */
import type { Span } from "../source/span.js";

export type Severity = "error" | "warning" | "info";

/** A second place that belongs to a fault, with a word on why. */
export interface Label {
	readonly span: Span;
	readonly message: string;
}

/** A change of text that takes a fault away. `safe`: no decision changes. */
export interface Fix {
	readonly title: string;
	readonly edits: readonly { readonly span: Span; readonly text: string }[];
	readonly safe: boolean;
}

/** One fault. `message` is one lower-case sentence; `help` says what to do. */
export interface Diagnostic {
	readonly code: string;
	readonly severity: Severity;
	readonly message: string;
	readonly span: Span;
	readonly labels?: readonly Label[];
	readonly help?: string;
	readonly fix?: Fix;
	/** A command that shows the fault. */
	readonly witness?: string;
}

/** A value with what is wrong about it. An author's faults are returned, never thrown. */
export interface Checked<T> {
	readonly value: T;
	readonly diagnostics: readonly Diagnostic[];
}

/** Is there an error among them? Warnings do not count. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
	return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}
