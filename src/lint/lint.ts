/**
 * Lints: checks on policies. A lint reads a policy and reports; it changes nothing and decides nothing.
 */
import type { Tree } from "../decide/tree.js";
import type { Diagnostic, Severity } from "../diagnostic/diagnostic.js";
import type { Policy } from "../policy/policy.js";
import type { PolicyFile } from "../syntax/statements.js";
import { lints } from "./lints.js";

/** What a lint looks at. Without a tree the policy is broken, and only its files can be looked at. */
export interface LintSubject {
	readonly policy: Policy;
	readonly tree?: Tree;
	readonly files: readonly PolicyFile[];
	/** Names of the files that were asked for: what is only imported is its author's business. */
	readonly roots: readonly string[];
	/** What reading and resolving found. */
	readonly diagnostics: readonly Diagnostic[];
}

export interface Lint {
	/** Names the fault: `missing-default`. */
	readonly name: string;
	readonly severity: Severity;
	/** One sentence for lists. */
	readonly summary: string;
	readonly check: (subject: LintSubject & { readonly tree: Tree }) => readonly Diagnostic[];
}

/** Everything that is wrong with a policy, in the order of its files. */
export function lint(subject: LintSubject): readonly Diagnostic[] {
	const { tree } = subject;
	const found = tree === undefined ? [] : lints.flatMap((one) => one.check({ ...subject, tree }));
	const order = new Map(subject.files.map((file, index) => [file.file, index]));
	const place = (diagnostic: Diagnostic): number => order.get(diagnostic.span.file) ?? -1;
	return [...subject.diagnostics, ...found].sort(
		(a, b) => place(a) - place(b) || a.span.start - b.span.start || a.span.end - b.span.end,
	);
}
