/** A comment that takes findings back, and what it took. */
import type { Span } from "../../../language/source/span.js";
import type { Text } from "../../../language/syntax/statements.js";

/** An ignore as it is written. */
export interface Ignore {
	/** What it speaks of; `end`: the end of what a `begin` speaks of. */
	readonly sort: IgnoreSort;
	/** A `begin` that nothing ends, which takes nothing back, or an `end` of nothing. */
	readonly unpaired: boolean;
	/** The whole comment. */
	readonly span: Span;
	readonly names: readonly Text[];
	readonly reason?: string;
	/** What stands behind `until`, a day or not. */
	readonly until?: Text;
	/** Where findings begin that it takes back. */
	readonly places: readonly Span[];
}

export type IgnoreSort = "line" | "file" | "begin" | "end";

/** An ignore, and the findings that each of its names takes back. */
export interface Applied extends Ignore {
	readonly expired: boolean;
	readonly took: Map<string, number>;
}
