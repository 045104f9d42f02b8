/** The fix that writes a word of a pattern otherwise: where the text has just this word. */
import type { Fix } from "../../../../language/diagnostic/diagnostic.js";
import type { LintContext } from "../../lint-context.js";
import type { KnownWord } from "./known-words.js";

/** Another program, subcommand or option is meant then: decisions change. */
export function respelling({ text, span }: KnownWord, meant: string, subject: LintContext): { readonly fix?: Fix } {
	const source = subject.sources.get(span.file)?.text;
	if (source?.slice(span.start, span.end) !== text) return {};
	return {
		fix: { title: `write \`${meant}\`: the rule then speaks of that`, edits: [{ span, text: meant }], safe: false },
	};
}
