/**
 * Every clause, by its keyword, in the order in which the formatter writes them. What a clause holds, where it stands and what it does is in its record.
 */
import { atClause } from "./clauses/at.js";
import { becauseClause } from "./clauses/because.js";
import type { ClauseForm } from "./clauses/clause.js";
import { exceptClause } from "./clauses/except.js";
import { grantingClause } from "./clauses/granting.js";
import { idClause } from "./clauses/id.js";
import { noteClause } from "./clauses/note.js";
import { onlyClause } from "./clauses/only.js";
import { reachingClause } from "./clauses/reaching.js";
import { toClause } from "./clauses/to.js";
import { touchingClause } from "./clauses/touching.js";
import { untilClause } from "./clauses/until.js";
import { useClause } from "./clauses/use.js";
import { usingClause } from "./clauses/using.js";
import { whenClause } from "./clauses/when.js";
import { withClause } from "./clauses/with.js";
import { withinClause } from "./clauses/within.js";
import { withoutClause } from "./clauses/without.js";
import type { RuleKeyword } from "./terms.js";

export const clauses = {
	with: withClause,
	without: withoutClause,
	only: onlyClause,
	within: withinClause,
	touching: touchingClause,
	to: toClause,
	at: atClause,
	reaching: reachingClause,
	granting: grantingClause,
	using: usingClause,
	except: exceptClause,
	when: whenClause,
	until: untilClause,
	use: useClause,
	because: becauseClause,
	note: noteClause,
	id: idClause,
} as const;

export type ClauseKeyword = keyof typeof clauses;

/** The clauses of one form. */
export type ClauseOfForm<Form extends ClauseForm> = {
	[Keyword in ClauseKeyword]: (typeof clauses)[Keyword]["form"] extends Form ? Keyword : never;
}[ClauseKeyword];

export const clauseKeywords = Object.keys(clauses) as readonly ClauseKeyword[];

export function isClauseKeyword(word: string): word is ClauseKeyword {
	return Object.hasOwn(clauses, word);
}

/** The clauses that may stand on a rule of this kind. */
export function clausesOn(kind: RuleKeyword): readonly ClauseKeyword[] {
	return clauseKeywords.filter((keyword) => (clauses[keyword].kinds as readonly RuleKeyword[]).includes(kind));
}
