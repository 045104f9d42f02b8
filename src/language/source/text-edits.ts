/** A text with edits put in. */
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

/** Edits as they stand in the text. */
export function inOrder<E extends TextEdit>(edits: readonly E[]): readonly E[] {
	return edits.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}
