/** What follows from the words of a command for its paths, as its tables say it. */
import type { Following } from "../../knowledge/program.js";
import type { NameFilters } from "./name-filters.js";
import type { Reach } from "./named-path.js";

export interface Followings extends NameFilters {
	/** How far its operands reach; absent where they are what they say. */
	readonly reach?: Reach;
	readonly saves: readonly Route[];
	/** One of them may not hold. */
	readonly maybe: boolean;
}

/** `implicit`: paths that it takes without being told. `becomes`: the last operand comes to be what the others are. */
export type Route = Following | "implicit" | "becomes";
