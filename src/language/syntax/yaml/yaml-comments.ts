/**
 * What YAML's layout means for comments: keys of sections and dashes are no more than blanks between statements,
 * and a comment indented deeper than a block's name belongs to the block.
 */
import { endOfLine, type FoundComment, type HeadEnd } from "../comments.js";
import type { Statement } from "../statements.js";
import type { TextNode, YamlNode } from "./yaml-tree.js";

/** Collects, while statements are read, what their layout says. */
export class Layout {
	private readonly masks: { readonly start: number; readonly end: number }[] = [];
	private readonly heads = new Map<number, number>();

	constructor(
		private readonly text: string,
		private readonly comments: readonly FoundComment[],
	) {}

	/** The text with keys of sections and dashes blanked out: what comments are placed by. */
	masked(): string {
		let masked = "";
		let done = 0;
		for (const { start, end } of this.masks.sort((a, b) => a.start - b.start)) {
			if (start < done) continue;
			masked += this.text.slice(done, start) + " ".repeat(end - start);
			done = end;
		}
		return masked + this.text.slice(done);
	}

	/** A key that leads to statements: `agents:`, `rules: [`. A line that holds nothing else is no line at all. */
	section(key: TextNode, value: YamlNode): void {
		if ((value.kind === "list" || value.kind === "mapping") && value.flow) {
			const between = this.text.slice(key.span.end, value.span.start);
			if (/^[ \t]*:[ \t]*$/.test(between)) {
				this.mask(key.span.start, value.span.start + 1);
				return;
			}
		}
		const colon = /^[ \t]*:/.exec(this.text.slice(key.span.end, key.span.end + 1000))?.[0].length ?? 0;
		this.mask(key.span.start, key.span.end + colon);
	}

	/** The dash before an item, if it stands in the item's line. */
	dash(start: number): void {
		let at = start - 1;
		while (this.text[at] === " " || this.text[at] === "\t") at--;
		if (this.text[at] === "-") this.mask(at, at + 1);
	}

	private mask(start: number, end: number): void {
		const rest = /^[ \t]*(?:\r\n|\n)/.exec(this.text.slice(end, end + 1000))?.[0].length ?? 0;
		const opensLine = /(?:^|\n)[ \t-]*$/.test(this.text.slice(Math.max(0, start - 1000), start));
		this.masks.push({ start, end: opensLine ? end + rest : end });
	}

	/** Where a block ends: behind the comments that follow it and are indented deeper than its name. */
	blockEnd(start: number, end: number, flow: boolean): number {
		const column = this.columnOf(start);
		let last = end;
		for (let index = this.firstBehind(end); index < this.comments.length; index++) {
			const comment = this.comments[index] as FoundComment;
			const between = this.text.slice(last, comment.start);
			const sameLine = !between.includes("\n");
			if (!/^[\s,\]}]*$/.test(between) || (sameLine ? flow : this.columnOf(comment.start) <= column)) break;
			last = comment.start + comment.text.length;
		}
		return last;
	}

	/** The first comment at or behind an offset. */
	private firstBehind(offset: number): number {
		let low = 0;
		let high = this.comments.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((this.comments[middle] as FoundComment).start < offset) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	/** The column of a name; of what a dash leads, the dash's. */
	private columnOf(offset: number): number {
		const lineStart = this.text.lastIndexOf("\n", offset - 1) + 1;
		const lead = /^[ \t]*-/.exec(this.text.slice(lineStart, offset));
		return lead ? lead[0].length - 1 : offset - lineStart;
	}

	/** The head of a block goes to the end of the line of this offset. */
	head(statementStart: number, lastOfHead: number): void {
		this.heads.set(statementStart, endOfLine(this.text, lastOfHead));
	}

	readonly headEnd: HeadEnd = (statement: Statement) => this.heads.get(statement.span.start) ?? statement.span.start;
}
