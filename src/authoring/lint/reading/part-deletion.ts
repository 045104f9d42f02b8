/** How a part of a statement is taken out of a text: an element of a list, or a clause. Undefined where that can't be done without touching more. */
import type { Fix } from "../../../language/diagnostic/diagnostic.js";
import type { SourceFile } from "../../../language/source/source-file.js";
import type { Span } from "../../../language/source/span.js";
import type { LintContext } from "../lint-context.js";

type Edit = Fix["edits"][number];

/** One of several elements that are parted by commas, or that are items of a YAML list. */
export function elementDeletion(elements: readonly Span[], at: number, subject: LintContext): Edit | undefined {
	const [span, before, behind] = [elements[at], elements[at - 1], elements[at + 1]];
	const source = span && subject.sources.get(span.file);
	if (span === undefined || source === undefined) return undefined;
	const { text } = source;
	if (before === undefined && behind === undefined) return undefined;
	const [own, last, next] = [span, before, behind].map((one) => one && inQuotes(one, text)) as [Span, Span?, Span?];
	const range = last === undefined ? next && { ...own, end: next.start } : { ...own, start: last.end };
	if (range === undefined) return undefined;
	const between = last === undefined ? text.slice(own.end, range.end) : text.slice(range.start, own.start);
	if (/^\s*,\s*$/.test(between)) return { span: range, text: "" };
	return itemDeletion(own, source);
}

/** An element that is a YAML text of its own may stand in quotes. */
function inQuotes(span: Span, text: string): Span {
	const [open, close] = [text[span.start - 1], text[span.end]];
	return open === close && (open === "'" || open === '"')
		? { ...span, start: span.start - 1, end: span.end + 1 }
		: span;
}

/** `- git status` in a line of its own. */
function itemDeletion({ file, start, end }: Span, { text }: SourceFile): Edit | undefined {
	const [from, to] = [lineStart(text, start), lineEnd(text, end)];
	if (!/^[ \t]*-[ \t]+$/.test(text.slice(from, start)) || text.slice(end, to).trim() !== "") return undefined;
	return { span: { file, start: from, end: behindBreak(text, to) }, text: "" };
}

/** A clause: `without --force` in the DSL, a key with its value in YAML. */
export function clauseDeletion({ file, start, end }: Span, subject: LintContext): Edit | undefined {
	const source = subject.sources.get(file);
	if (source === undefined) return undefined;
	const { text } = source;
	if (subject.comments(file).some((one) => one.start >= start && one.start < end)) return undefined;
	const [from, to] = [lineStart(text, start), lineEnd(text, end)];
	const [before, behind] = [text.slice(from, start), text.slice(end, to)];
	const isYaml = file.endsWith(".yaml") || file.endsWith(".yml");
	if (before.trim() === "" && behind.trim() === "")
		return { span: { file, start: from, end: behindBreak(text, to) }, text: "" };
	if (!isYaml) {
		const blanks = before.trim() === "" ? /^[ \t]*/.exec(behind) : null;
		if (blanks) return { span: { file, start, end: end + blanks[0].length }, text: "" };
		return { span: { file, start: start - (/[ \t]*$/.exec(before)?.[0].length ?? 0), end }, text: "" };
	}
	// A mapping in braces: the comma before it goes, or the one behind it.
	const comma = /,[ \t]*$/.exec(before);
	if (comma) return { span: { file, start: start - comma[0].length, end }, text: "" };
	const next = /^[ \t]*,[ \t]*/.exec(behind);
	return next ? { span: { file, start, end: end + next[0].length }, text: "" } : undefined;
}

function lineStart(text: string, offset: number): number {
	return Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
}

function lineEnd(text: string, offset: number): number {
	const found = text.slice(offset).search(/[\r\n]/);
	return found < 0 ? text.length : offset + found;
}

function behindBreak(text: string, end: number): number {
	return text.startsWith("\r\n", end) ? end + 2 : Math.min(text.length, end + 1);
}
