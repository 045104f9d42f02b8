/**
 * What stands in the decision log: a line when something is decided, before anything runs, and a line that completes it when the program has ended.
 */
import type { RuleRef } from "../decide/decision.js";
import type { Effect } from "../syntax/statements.js";

interface Line {
	readonly version: 1;
	/** Tells decisions apart; an outcome has its decision's. */
	readonly id: string;
	/** ISO 8601, UTC. */
	readonly time: string;
	/** SHA-256 of the line before, in hexadecimal; zeros for the first. */
	readonly prev: string;
	/** The line before was torn: the chain begins anew behind it, and nothing was taken away. */
	readonly recovered?: true;
}

/** What was asked, and what was answered. */
export interface DecisionFields {
	readonly agent: string;
	readonly cwd?: string;
	readonly argv?: readonly string[];
	readonly script?: string;
	readonly force: boolean;
	/** Names of the variables that the request sets; their values are nobody's business. */
	readonly env?: readonly string[];
	/** The agent's own tools, where the request lists them. */
	readonly tools?: readonly string[];
	/** The folder that paths of the policy were relative to. */
	readonly workspace?: string;
	/** Where `~` led, unless a variable said otherwise. Absent beside a `workspace`: it was not known. */
	readonly home?: string;
	readonly effect: Effect;
	readonly code: string;
	readonly rules: readonly RuleRef[];
	readonly message: string;
	/** The policy's digest. */
	readonly policy: string;
}

/** What came of a run. */
export interface OutcomeFields {
	readonly code?: number;
	readonly signal?: string;
	readonly failure?: string;
	readonly timedOut: boolean;
	readonly cancelled: boolean;
	/** Milliseconds. */
	readonly duration: number;
	/** Bytes of output. */
	readonly bytes: number;
	readonly spill?: readonly string[];
}

export type DecisionRecord = Line & { readonly type: "decision" } & DecisionFields;
export type OutcomeRecord = Line & { readonly type: "outcome" } & OutcomeFields;
export type AuditRecord = DecisionRecord | OutcomeRecord;
