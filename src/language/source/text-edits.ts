/** A text with edits put in, and the way back from its places to those of the text before. */
import type { Span } from "./span.js";

export interface TextEdit {
	readonly span: Span;
	readonly text: string;
}

/** A text with edits put in. They do not overlap. */
export function edited(text: string, edits: readonly TextEdit[]): string {
	let result = "";
	let done = 0;
	for (const { span, text: put } of inOrder(edits)) {
		result += text.slice(done, span.start) + put;
		done = span.end;
	}
	return result + text.slice(done);
}

/** Those that touch no other before them. */
export function apart<E extends TextEdit>(edits: readonly E[]): readonly E[] {
	const taken: E[] = [];
	for (const one of inOrder(edits)) {
		const last = taken.at(-1);
		if (last === undefined || last.span.end < one.span.start) taken.push(one);
	}
	return taken;
}

/** Where a place of the edited text stands in the text before; what an edit put in stands where that which it replaced stood. */
export function placeBefore(span: Span, edits: readonly TextEdit[]): Span {
	const sorted = inOrder(edits);
	return { ...span, start: offsetBefore(span.start, sorted, "start"), end: offsetBefore(span.end, sorted, "end") };
}

function offsetBefore(offset: number, edits: readonly TextEdit[], side: "start" | "end"): number {
	let shift = 0;
	for (const { span, text } of edits) {
		const from = span.start + shift;
		if (offset <= from) break;
		if (offset < from + text.length) return span[side];
		shift += text.length - (span.end - span.start);
	}
	return offset - shift;
}

/** Where a place of a text stands once the edits are put in. */
export function placeAfter(span: Span, edits: readonly TextEdit[]): Span {
	const sorted = inOrder(edits);
	return { ...span, start: offsetAfter(span.start, sorted), end: offsetAfter(span.end, sorted) };
}

function offsetAfter(offset: number, edits: readonly TextEdit[]): number {
	let shift = 0;
	for (const { span, text } of edits) {
		if (offset <= span.start) break;
		if (offset < span.end) return span.start + shift + text.length;
		shift += text.length - (span.end - span.start);
	}
	return offset + shift;
}

/** Does a place of the edited text hold something that an edit put in, or the place of what it took out? */
export function holdsEdit(span: Span, edits: readonly TextEdit[]): boolean {
	let shift = 0;
	for (const { span: old, text } of inOrder(edits)) {
		const from = old.start + shift;
		if (span.start < from + text.length && span.end > from) return true;
		shift += text.length - (old.end - old.start);
	}
	return false;
}

function inOrder<E extends TextEdit>(edits: readonly E[]): readonly E[] {
	return edits.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}
