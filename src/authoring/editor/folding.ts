/** What can be folded: blocks, statements of several lines, runs of comments and of imports. */
import type { FoldingRange } from "vscode-languageserver";
import { piecesOf } from "./reading/keyword-places.js";
import { allStatements } from "./reading/marks.js";
import { placeAt } from "./reading/places.js";
import type { ReadFile } from "./reading/read-file.js";

export function foldingRanges(read: ReadFile): readonly FoldingRange[] {
	const { source } = read;
	const lineOf = (offset: number): number => placeAt(source, offset).line;
	const found: FoldingRange[] = [];
	const add = (startLine: number, endLine: number, kind?: string): void => {
		if (endLine > startLine) found.push({ startLine, endLine, ...(kind === undefined ? {} : { kind }) });
	};
	for (const { statement } of allStatements(read.file.statements)) {
		const first = lineOf(statement.span.start);
		const last = lineOf(Math.max(statement.span.start, statement.span.end - 1));
		// The line of a closing brace stays in sight.
		add(first, source.text[statement.span.end - 1] === "}" ? last - 1 : last);
	}
	const runs = (lines: readonly number[], kind: string): void => {
		let begin = lines[0];
		lines.forEach((line, index) => {
			if (lines[index + 1] === line + 1) return;
			add(begin as number, line, kind);
			begin = lines[index + 1];
		});
	};
	const aloneInLine = (start: number): boolean => {
		const { line } = placeAt(source, start);
		return source.text.slice(source.lineStarts[line], start).trim() === "";
	};
	runs(
		piecesOf(read)
			.filter((piece) => piece.kind === "comment" && aloneInLine(piece.start))
			.map((piece) => lineOf(piece.start)),
		"comment",
	);
	runs(
		read.file.statements.filter((one) => one.kind === "import").map((one) => lineOf(one.span.start)),
		"imports",
	);
	return found.sort((a, b) => a.startLine - b.startLine || b.endLine - a.endLine);
}
