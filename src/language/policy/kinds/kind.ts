/**
 * What a rule kind is: one record that drives reading, messages, formatting, the schema and the docs table.
 * `lower` turns its subject and clauses into tests; behind it nothing knows that kinds exist.
 */
import type { ClauseKeyword } from "../clauses.js";
import type { Effect, RuleKeyword } from "../terms.js";
import type { Test } from "../test.js";

/** The parts of a rule, lowered the same for all kinds; most kinds ask for one of the first two. */
export interface Parts {
	/** The command fits one of the patterns and every clause, with the names read as a granting rule reads them, and uses no power but those granted. */
	readonly granting: () => Test;
	/** The command fits, with the names read as a restricting rule reads them. */
	readonly restricting: () => Test;
	/** Every path lies inside `to`, for the access that is said. */
	readonly inside: Test;
	/** Enough people said yes; never where the rule names none. */
	readonly consent: Test;
	/** The names behind `use`. */
	readonly use: readonly string[];
}

export interface Kind {
	readonly keyword: RuleKeyword;
	readonly effect: Effect;
	/** One sentence for the docs table, completion and hover. */
	readonly summary: string;
	/** Clauses that it must have; which it may have, the records of clauses say. */
	readonly required: readonly ClauseKeyword[];
	/** `locked` may stand before it. */
	readonly lockable: boolean;
	/** It takes `reads of` and `writes of`. */
	readonly access: boolean;
	/** It takes `2 of release for this session`. */
	readonly people: boolean;
	readonly example: string;
	readonly lower: (parts: Parts) => { readonly grants?: Test; readonly restricts?: Test };
}
