/** `unusual-space`: blanks that look like spaces and part no words. */
import type { Span } from "../../../language/source/span.js";
import type { LintContext } from "../lint-context.js";
import type { Finding, TextLint } from "../lint-record.js";
import { messageSpans } from "../reading/message-spans.js";

export const unusualSpace: TextLint = {
	name: "unusual-space",
	family: "text",
	severity: "warning",
	summary: "a blank looks like a space and is none: it parts no words",
	fixes: "unsafe",
	looksAt: "text",
	check: (subject) =>
		subject.roots.flatMap((file) => {
			const text = subject.sources.get(file)?.text ?? "";
			const found = [...text.matchAll(unusual)];
			if (found.length === 0) return [];
			const isSpoken = messageSpans(file, subject);
			return found.flatMap(({ 0: run, index }) => {
				const span = { file, start: index, end: index + run.length };
				// In comments and messages it is typography.
				return subject.inComment(span) || isSpoken(span) ? [] : [unusualSpaceFinding(run, span, subject)];
			});
		}),
};

const unusual = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+/g;

function unusualSpaceFinding(run: string, span: Span, { tree }: LintContext): Finding {
	const names = [...new Set(run)].map(
		(one) => `U+${(one.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")}`,
	);
	return {
		message: `${names.join(", ")} looks like a space and parts no words`,
		span,
		help: "write a space",
		fix: {
			// A policy that can't be read decides nothing: there the fix loosens what it lets be read.
			title: tree === undefined ? "write a space" : "write a space: the rule then speaks of other words",
			edits: [{ span, text: " ".repeat(run.length) }],
			safe: false,
		},
	};
}
