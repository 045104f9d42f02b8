/**
 * Diagnostics for people: each with its place, the line that it speaks of, and what to do.
 *
 *	error[unknown-set]: no set is called `shels`
 *	  --> policy.rules:12:15
 *	   |
 *	12 |   locked deny @shels because "No shells."
 *	   |               ^^^^^^
 *	   = help: did you mean `shells`?
 */
import pc from "picocolors";
import { positionAt, type SourceFile } from "../source/source-file.js";
import type { Span } from "../source/span.js";
import type { Diagnostic, Severity } from "./diagnostic.js";
import { cellsOf, visible } from "./render-visible.js";

export interface TextOptions {
	/** For a terminal; the text is plain when absent. */
	readonly colour?: boolean;
}

/** The frames of diagnostics, a blank line between them, and a line that counts them. */
export function renderText(
	diagnostics: readonly Diagnostic[],
	sources: ReadonlyMap<string, SourceFile>,
	options: TextOptions = {},
): string {
	if (diagnostics.length === 0) return "";
	const frames = diagnostics.map((diagnostic) => renderFrame(diagnostic, sources, options));
	return `${[...frames, `${countLine(diagnostics)}\n`].join("\n")}`;
}

/** One diagnostic, in lines that end in a line break. A file that could not be read has a name and no lines. */
export function renderFrame(
	diagnostic: Diagnostic,
	sources: ReadonlyMap<string, SourceFile>,
	options: TextOptions = {},
): string {
	const paint = pc.createColors(options.colour === true);
	const mark = { error: paint.red, warning: paint.yellow, info: paint.cyan }[diagnostic.severity];
	const labels = diagnostic.labels ?? [];
	const gutter = Math.max(1, ...[diagnostic, ...labels].map(({ span }) => lineNumber(span, sources).length));
	const blank = " ".repeat(gutter);
	const bar = paint.blue(`${blank} |`);

	const place = (arrow: string, span: Span): string => `${blank}${paint.blue(arrow)} ${placeName(span, sources)}`;
	const excerpt = (span: Span, sign: string, colour: (text: string) => string, note = ""): string[] => {
		const source = sources.get(span.file);
		if (source === undefined) return [];
		const { line, under } = excerptOf(source, span, sign);
		const number = lineNumber(span, sources).padStart(gutter);
		return [
			bar,
			`${paint.blue(`${number} |`)} ${line}`.trimEnd(),
			`${bar} ${under.blank}${colour(under.signs)}${note && colour(` ${note}`)}`,
		];
	};

	const lines = [
		`${mark(paint.bold(`${diagnostic.severity}[${visible(diagnostic.code)}]`))}${paint.bold(`: ${visible(diagnostic.message)}`)}`,
		place("-->", diagnostic.span),
		...excerpt(diagnostic.span, "^", mark),
		...labels.flatMap((label) => [
			place(":::", label.span),
			...excerpt(label.span, "-", paint.blue, visible(label.message)),
		]),
	];
	const remark = (name: string, text: string): void =>
		void lines.push(`${blank} ${paint.blue("=")} ${paint.bold(`${name}:`)} ${visible(text)}`);
	if (diagnostic.help !== undefined) remark("help", diagnostic.help);
	if (diagnostic.witness !== undefined) remark("example", diagnostic.witness);
	return `${lines.join("\n")}\n`;
}

/** `2 errors, 1 warning`; empty when there is nothing to count. */
export function countLine(diagnostics: readonly Diagnostic[]): string {
	const count = (severity: Severity, one: string, many: string): string[] => {
		const found = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
		return found === 0 ? [] : [`${found} ${found === 1 ? one : many}`];
	};
	return [
		...count("error", "error", "errors"),
		...count("warning", "warning", "warnings"),
		...count("info", "remark", "remarks"),
	].join(", ");
}

/** The columns of a line that are shown at most, and what stands before a fault in a longer one. */
const widest = 120;
const before = 40;

/** The line of a span, cut around it, and the signs under it. Of a span over several lines, the first line. */
export function excerptOf(
	source: SourceFile,
	span: Span,
	sign: string,
): { readonly line: string; readonly under: { readonly blank: string; readonly signs: string } } {
	const { line: number } = positionAt(source, span.start);
	const lineStart = source.lineStarts[number - 1] as number;
	const lineEnd = endOfLine(source, number);
	const start = Math.min(Math.max(span.start, lineStart), lineEnd);
	const end = Math.min(Math.max(span.end, start), lineEnd);

	// Only the neighbourhood is looked at: a line may be as long as a file.
	const from = wholeCharacter(source.text, Math.max(lineStart, start - 4 * widest));
	const to = wholeCharacter(source.text, Math.min(lineEnd, start + 4 * widest));
	const cells = cellsOf(source.text.slice(from, to));
	let column = 0;
	let startColumn: number | undefined;
	let endColumn: number | undefined;
	const placed = cells.map((cell) => {
		if (startColumn === undefined && from + cell.offset >= start) startColumn = column;
		if (endColumn === undefined && from + cell.offset >= end) endColumn = column;
		const at = column;
		column += cell.width;
		return { ...cell, at };
	});
	startColumn ??= column;
	endColumn = Math.max(endColumn ?? column, startColumn + 1);

	const fits = from === lineStart && to === lineEnd && column <= widest;
	const left = fits || (from === lineStart && endColumn < widest) ? 0 : Math.max(0, startColumn - before);
	const right = fits ? column : left + widest;
	const shown = placed.filter((cell) => cell.at >= left && cell.at + cell.width <= right);
	const first = shown[0]?.at ?? left;
	const cutLeft = left > 0 || from > lineStart;
	const cutRight = !fits && (column > right || to < lineEnd);
	const line = `${cutLeft ? "…" : ""}${shown.map((cell) => cell.shown).join("")}${cutRight ? "…" : ""}`;
	const blank = " ".repeat(startColumn - first + (cutLeft ? 1 : 0));
	return { line, under: { blank, signs: sign.repeat(Math.max(1, Math.min(endColumn, right) - startColumn)) } };
}

/** The offset at which a line's text ends, its line break left out. */
function endOfLine(source: SourceFile, line: number): number {
	let end = source.lineStarts[line] ?? source.text.length;
	const start = source.lineStarts[line - 1] as number;
	if (line < source.lineStarts.length) {
		while (end > start && "\r\n".includes(source.text[end - 1] as string)) end--;
	}
	return end;
}

/** An offset that does not part a character of two units. */
function wholeCharacter(text: string, offset: number): number {
	const unit = text.charCodeAt(offset);
	return unit >= 0xdc00 && unit <= 0xdfff && offset > 0 ? offset - 1 : offset;
}

function lineNumber(span: Span, sources: ReadonlyMap<string, SourceFile>): string {
	const source = sources.get(span.file);
	return source === undefined ? "" : String(positionAt(source, span.start).line);
}

/** `policy.rules:12:15` */
function placeName(span: Span, sources: ReadonlyMap<string, SourceFile>): string {
	const source = sources.get(span.file);
	if (source === undefined) return visible(span.file);
	const { line, column } = positionAt(source, span.start);
	return `${visible(span.file)}:${line}:${column}`;
}
