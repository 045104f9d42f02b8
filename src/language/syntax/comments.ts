/**
 * Which comment belongs to which statement. The same for both notations: by position alone.
 */
import type { AgentStatement, Comments, GroupStatement, ProgramStatement, Statement } from "./statements.js";

/** A comment as found: its text with the `#`, and where it stands. */
export interface FoundComment {
	readonly text: string;
	readonly start: number;
}

interface TextRange {
	readonly start: number;
	readonly end: number;
}

/**
 * Gives every comment to a statement: one on a line of its own to the statement that begins next in its block,
 * one behind a statement to that statement, the rest to the end of the block. Blank lines before a statement or a comment are kept as one.
 */
export function attachComments(
	text: string,
	statements: readonly Statement[],
	comments: readonly FoundComment[],
	headEnd: HeadEnd = bracedHeadEnd,
): { readonly statements: readonly Statement[]; readonly closing: readonly string[] } {
	return attachIn(new Queue(text, comments, headEnd), statements, text.length);
}

type Block = AgentStatement | GroupStatement | ProgramStatement;
/** Where the head of a block ends: comments before that belong to the whole. */
export type HeadEnd = (statement: Block, text: string) => number;

function attachIn(
	queue: Queue,
	statements: readonly Statement[],
	end: number,
): { readonly statements: readonly Statement[]; readonly closing: readonly string[] } {
	let last = -1;
	const done = statements.map((statement, index) => {
		const before = queue.linesBefore(statement.span.start, index === 0);
		const inside = withInner(queue, statement);
		const found = inside.own;
		const after = queue.sameLine(statement.span.end, statements[index + 1]?.span.start ?? end);
		const trailing = after ?? found.pop();
		last = statement.span.end;
		const comments: Comments = {
			before: [...before, ...found],
			...(trailing === undefined ? {} : { after: trailing }),
		};
		return comments.before.length === 0 && comments.after === undefined
			? inside.statement
			: { ...inside.statement, comments };
	});
	return { statements: done, closing: trimBlank(queue.linesBefore(end, last < 0)) };
}

/** The statement with its block's comments in place, and the comments inside it that belong to no inner statement. */
function withInner(queue: Queue, statement: Statement): { statement: Statement; own: string[] } {
	if (statement.kind === "agent" || statement.kind === "group") {
		const head = queue.head(statement, statement.body[0]);
		const inner = attachIn(queue, statement.body, statement.span.end);
		return {
			statement: { ...statement, body: inner.statements, ...(inner.closing.length ? { closing: inner.closing } : {}) },
			own: head,
		};
	}
	if (statement.kind === "program") {
		const head = queue.head(statement, statement.options[0]);
		const options = statement.options.map((option, index) => {
			const before = queue.linesBefore(option.span.start, index === 0);
			const own = queue.within(option.span.end);
			const after =
				queue.sameLine(option.span.end, statement.options[index + 1]?.span.start ?? statement.span.end) ?? own.pop();
			if (before.length === 0 && own.length === 0 && after === undefined) return option;
			return { ...option, comments: { before: [...before, ...own], ...(after === undefined ? {} : { after }) } };
		});
		const closing = trimBlank(queue.linesBefore(statement.span.end, options.length === 0));
		return { statement: { ...statement, options, ...(closing.length ? { closing } : {}) }, own: head };
	}
	return { statement, own: queue.within(statement.span.end) };
}

/** In the DSL a head ends with the line of the opening brace. */
function bracedHeadEnd(statement: Block, text: string): number {
	const names = statement.kind === "program" ? statement.can : statement.extends;
	const behind = Math.max(statement.name.span.end, ...names.map((name) => name.span.end));
	const brace = text.slice(behind, statement.span.end).indexOf("{");
	return brace < 0 ? behind : Math.min(endOfLine(text, behind + brace), statement.span.end);
}

/** The offset of the next line break, or of the end. */
export function endOfLine(text: string, offset: number): number {
	let at = offset;
	while (at < text.length && text[at] !== "\n" && text[at] !== "\r") at++;
	return at;
}

function trimBlank(lines: string[]): string[] {
	while (lines[lines.length - 1] === "") lines.pop();
	return lines;
}

class Queue {
	private next = 0;
	constructor(
		readonly text: string,
		private readonly comments: readonly FoundComment[],
		private readonly headEnd: HeadEnd,
	) {}

	/** The comments in the head of a block, before the first of what it holds. */
	head(statement: Block, first: { readonly span: TextRange } | undefined): string[] {
		const end = this.headEnd(statement, this.text);
		return this.within(first === undefined ? end : Math.min(end, first.span.start));
	}

	/** The comments before an offset, with an empty string for each gap of blank lines, the one before the offset included. */
	linesBefore(offset: number, first: boolean): string[] {
		const lines: string[] = [];
		let comment = this.comments[this.next];
		while (comment !== undefined && comment.start < offset) {
			if (this.blankBefore(comment.start) && !(first && lines.length === 0)) lines.push("");
			lines.push(comment.text);
			comment = this.comments[++this.next];
		}
		if (offset < this.text.length && this.blankBefore(offset) && !(first && lines.length === 0)) lines.push("");
		return lines;
	}

	/** The comments up to an offset, without blank lines. */
	within(offset: number): string[] {
		const found: string[] = [];
		let comment = this.comments[this.next];
		while (comment !== undefined && comment.start < offset) {
			found.push(comment.text);
			comment = this.comments[++this.next];
		}
		return found;
	}

	/** The comment behind an offset in its line, if nothing else stands between. */
	sameLine(offset: number, limit: number): string | undefined {
		const comment = this.comments[this.next];
		if (comment === undefined || comment.start >= limit || /[\r\n]/.test(this.text.slice(offset, comment.start)))
			return undefined;
		this.next++;
		return comment.text;
	}

	/** Is the line before the one of this offset blank? */
	private blankBefore(offset: number): boolean {
		let at = offset - 1;
		let breaks = 0;
		for (; at >= 0; at--) {
			const character = this.text[at];
			if (character === "\n" || (character === "\r" && this.text[at + 1] !== "\n")) breaks++;
			else if (character !== " " && character !== "\t" && character !== "\r") break;
			if (breaks > 1) return true;
		}
		return at < 0 && breaks > 0;
	}
}
