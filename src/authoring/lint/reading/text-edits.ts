/** How a word of a policy is replaced, or taken away: in `.rules`, and in the texts of YAML. */
import type { Fix } from "../../../language/diagnostic/diagnostic.js";
import type { Span } from "../../../language/source/span.js";
import type { LintContext } from "../lint-context.js";

type Edit = Fix["edits"][number];

/** The edit that writes another word; undefined where the word does not stand there as it is read, or the new one would be read as something else. */
export function replacement(span: Span, written: string, text: string, subject: LintContext): Edit | undefined {
	const source = subject.sources.get(span.file)?.text;
	if (source === undefined || source.slice(span.start, span.end) !== written) return undefined;
	if (isYaml(span.file) && !staysScalar(source, span.start, written, text)) return undefined;
	return { span, text };
}

/** The edit that takes a word away from the one before it, with the blanks between them. */
export function wordRemoval(before: Span, own: Span, subject: LintContext): Edit | undefined {
	const between = subject.sources.get(own.file)?.text.slice(before.end, own.start) ?? "";
	return /^[ \t]+$/.test(between) ? { span: { ...own, start: before.end }, text: "" } : undefined;
}

function isYaml(file: string): boolean {
	return /\.ya?ml$/.test(file);
}

/** Is the text of YAML that a word stands in still one text with the other word in its place? */
function staysScalar(source: string, at: number, written: string, text: string): boolean {
	const isNew = (signs: RegExp): boolean => [...text].some((sign) => signs.test(sign) && !written.includes(sign));
	if (isNew(/["'\\]/)) return false;
	const isQuoted = /["']/.test(source[at - 1] ?? "");
	if (isQuoted) return true;
	const begins = /(?:^|[:\-[,{\r\n])[ \t]*$/.test(source.slice(Math.max(0, at - 200), at));
	return !isNew(/[,[\]{}#:]/) && !(begins && !/^[\w./~]/.test(text));
}
