/** Where a piece of text stands: UTF-16 offsets into its file, `end` exclusive. */
export interface Span {
	readonly file: string;
	readonly start: number;
	readonly end: number;
}

/** The smallest span that holds both; the file is the first one's. */
export function spanning(first: Span, last: Span): Span {
	return { file: first.file, start: Math.min(first.start, last.start), end: Math.max(first.end, last.end) };
}
