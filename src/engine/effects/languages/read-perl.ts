/** Perl that only puts texts in the place of others: `s/a/b/g`, `y/a/b/`, one after the other. Everything else may do anything, and is not read. */
import { type CodeUse, codeUse, doubt } from "./code-use.js";

/** A pattern or a text with escapes, in which no variable and no code stands: `$1` and the end of a line are none. */
const part = (delimiter: string): string =>
	`(?:[^\\\\${delimiter}$@\\n]|\\\\[^\\n]|\\$(?:\\d|&)|\\$(?=[|)]|${delimiter}))*`;

const statements = ["/", "|", "#", ",", "!"].map((delimiter) => {
	const own = delimiter === "|" ? "\\|" : delimiter;
	// With `|` around it, a `$` before it is the end of the pattern, too.
	return new RegExp(
		`^\\s*(?:s${own}(?<pattern>${part(own)})${own}${part(own)}${own}[gimsx]*|(?:y|tr)${own}${part(own)}${own}${part(own)}${own}[cds]*)\\s*(?:;|$)`,
	);
});

/** What a Perl program does. */
export function readPerl(texts: readonly string[]): CodeUse {
	return codeUse(texts, () => {
		for (const text of texts) {
			let rest = text;
			do {
				const found = statements.map((form) => form.exec(rest)).find((one) => one !== null);
				if (!found) return doubt("Perl code that does more than put texts in the place of others");
				// `(?{ code })` and `(??{ code })`
				if (/\(\?+\{|\(\*/.test(found.groups?.pattern ?? "")) doubt("code in a pattern");
				rest = rest.slice(found[0].length);
			} while (rest.trim() !== "");
		}
	});
}
