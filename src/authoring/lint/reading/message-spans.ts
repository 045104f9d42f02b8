/** Where a file holds texts for readers, which typography may stand in: the messages and notes of rules. */

import { lexer } from "../../../../grammar/tokens.js";
import { clauses, isClauseKeyword } from "../../../language/policy/clauses.js";
import type { Span } from "../../../language/source/span.js";
import { notationOf } from "../../../language/syntax/read-policy-file.js";
import type { LintContext } from "../lint-context.js";

/** Is a place inside of such a text? Of a file with errors it is asked of its tokens: statements may be missing. */
export function messageSpans(file: string, subject: LintContext): (place: Span) => boolean {
	const found = [...spokenIn(file, subject), ...quotedIn(file, subject)];
	return ({ start }) => found.some((one) => start >= one.start && start < one.end);
}

function spokenIn(file: string, subject: LintContext): readonly Span[] {
	return subject
		.statements()
		.flatMap(({ statement, file: own }) =>
			own.file === file && (statement.kind === "rule" || statement.kind === "claim")
				? statement.clauses.flatMap((clause) => (clause.form === "text" ? [clause.text.span] : []))
				: [],
		);
}

/** Texts in quotes behind `because` and `note`. */
function quotedIn(file: string, subject: LintContext): readonly Omit<Span, "file">[] {
	const text = subject.sources.get(file)?.text;
	if (text === undefined || notationOf(file) !== "rules") return [];
	const { tokens } = lexer.tokenize(text);
	return tokens.flatMap(({ tokenType, image, startOffset }, at) => {
		const before = tokens[at - 1]?.image ?? "";
		const isText = tokenType.name === "QuotedText" && isClauseKeyword(before) && clauses[before].form === "text";
		return isText ? [{ start: startOffset, end: startOffset + image.length }] : [];
	});
}
