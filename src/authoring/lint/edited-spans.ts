/** Where the places of an edited text stand in the text before, and where those of that text stand once it is edited. */
import type { Span } from "../../language/source/span.js";
import { inOrder, type TextEdit } from "../../language/source/text-edits.js";

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
