/** How a statement is taken out of a text: with its lines where it has them for itself, and with the comment behind it. */
import type { Fix } from "../../../language/diagnostic/diagnostic.js";
import { positionAt, type SourceFile } from "../../../language/source/source-file.js";
import type { LintContext, StatedStatement } from "../lint-context.js";

/**
 * The edit that takes a statement out; undefined where what is left could not be read. Comments above it stay: they may speak of what follows as well.
 * A `lint-ignore` right above goes with it.
 */
export function deletion(stated: StatedStatement, subject: LintContext): Fix["edits"][number] | undefined {
	const { file, statement, siblings } = stated;
	const source = subject.sources.get(file.file);
	if (source === undefined) return undefined;
	// In YAML an empty list is no list.
	if (file.notation === "yaml" && siblings.length < 2) return undefined;
	const { start, end } = statement.span;
	const { text } = source;
	const lineStart = startOfLine(source, start);
	const lineEnd = endOfLine(text, end);
	const before = text.slice(lineStart, start);
	const comment = subject.comments(file.file).find((one) => one.start >= end && one.start < lineEnd);
	const behind = text.slice(end, comment?.start ?? lineEnd);
	const lead = file.notation === "yaml" ? /^[ \t]*(?:-[ \t]+)?$/ : /^[ \t]*$/;
	if (lead.test(before) && behind.trim() === "") {
		return {
			span: { file: file.file, start: withIgnores(lineStart, source), end: behindBreak(text, lineEnd) },
			text: "",
		};
	}
	if (file.notation === "yaml") return undefined;
	const blanks = /^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0;
	return { span: { file: file.file, start, end: end + blanks }, text: "" };
}

/** The start of the first of the lines right above that hold nothing but a `lint-ignore`. */
function withIgnores(lineStart: number, source: SourceFile): number {
	let start = lineStart;
	while (start > 0) {
		const above = startOfLine(source, start - 1);
		if (!/^[ \t]*#+[ \t]*lint-ignore(?![\w-])/.test(source.text.slice(above, start))) break;
		start = above;
	}
	return start;
}

function startOfLine(source: SourceFile, offset: number): number {
	return source.lineStarts[positionAt(source, offset).line - 1] as number;
}

function endOfLine(text: string, offset: number): number {
	let at = offset;
	while (at < text.length && text[at] !== "\n" && text[at] !== "\r") at++;
	return at;
}

function behindBreak(text: string, lineEnd: number): number {
	if (text[lineEnd] === "\r" && text[lineEnd + 1] === "\n") return lineEnd + 2;
	return Math.min(text.length, lineEnd + 1);
}
