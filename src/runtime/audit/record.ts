/**
 * What stands in the decision log: a line when something is decided, before anything runs, one when a
 * person said yes to it, and one that completes it when the program has ended.
 */
import type { RuleRef } from "../../engine/decide/decision.js";
import type { Demand, Effect } from "../../language/syntax/statements.js";
import type { Outcome } from "../execute/outcome.js";
import type { BundleState, RecordedBundle } from "../load/active-bundle.js";

interface Event {
	readonly version: 1;
	/** Tells decisions apart; an outcome has its decision's. */
	readonly id: string;
	/** ISO 8601, UTC. */
	readonly time: string;
	/** The machine on which it was written. Absent in records of older versions. */
	readonly machine?: string;
}

/** How a line of a file holds on to what stands before it. */
export interface Links {
	/** SHA-256 of the line before, in hexadecimal; zeros for the first. With a key, HMAC-SHA-256. */
	readonly prev: string;
	/** The number of this record in its log, from 1: a gap shows what is missing, wherever records are brought. Absent in records of older versions. */
	readonly seq?: number;
	/** The number of this file among those of the log, in its first line; absent: the first of them. */
	readonly part?: number;
	/** What stands between this line and the last whole one was torn: `prev` is the hash of both, and nothing was taken away. */
	readonly recovered?: true;
	/** The log had been longer, or had ended otherwise: so many bytes in this part, and a last line of this hash. */
	readonly lost?: { readonly part: number; readonly size: number; readonly hash: string };
	/** Nothing said how the log had ended: whether something had been taken off is not known. */
	readonly unguarded?: true;
}

/** By which entrance a request came. */
export type Surface = "run" | "decide" | "hook";

/** One command of a request, as it was read. */
export interface CommandFields {
	/** `null` where a word can't be known. */
	readonly argv: readonly (string | null)[];
	readonly effect: Effect;
	/** The wrapper that runs it, by its place among the commands. */
	readonly via?: number;
}

/** Whose request it was, where its harness tells it: the session, the one that it belongs to, and the agent within it that another one started. */
export interface Asker {
	readonly session?: string;
	readonly parent?: string;
	readonly subagent?: string;
	/** The version of the harness. */
	readonly harnessVersion?: string;
}

/** Of which bundle the rules are that decided, and how old it was. Absent where they are of none. */
export interface BundleFields {
	readonly bundle?: RecordedBundle;
	readonly state?: BundleState;
	/** How the bundle's machine is called, as its heartbeats say it. */
	readonly machine?: string;
	/** What a release that decides nothing yet would have said. */
	readonly shadow?: ShadowFields;
}

/** The answer of a release that is a shadow; without one it could not answer. */
export interface ShadowFields {
	/** The release, and the SHA-256 of its signed target. */
	readonly version: number;
	readonly digest: string;
	readonly effect?: Effect;
	readonly code?: string;
	/** The ids of its rules. */
	readonly rules?: readonly string[];
	/** Why it did not answer. */
	readonly fault?: string;
}

/** What was asked, and what was answered. */
export interface DecisionFields extends Asker, BundleFields {
	readonly agent: string;
	/** Absent in records of older versions. */
	readonly surface?: Surface;
	readonly cwd?: string;
	readonly argv?: readonly string[];
	readonly script?: string;
	/** A call of another tool than the shell, as the commands that it is. */
	readonly call?: readonly (readonly string[])[];
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
	/** The commands of the request, as they were read; none where it can't be read. */
	readonly commands?: readonly CommandFields[];
	/** Whether it is to run in a sandbox. Absent in records of older versions. */
	readonly sandbox?: Demand;
	/** The policy's digest. */
	readonly policy: string;
	/** The build of Bylaw that decided. Absent in records of older versions, like all that follows. */
	readonly engine?: string;
	/** The harness that asked, as it is known here. */
	readonly harness?: string;
	/** Where the checked out repository comes from, without credentials: `github.com/acme/app`. */
	readonly repository?: string;
	/** Microseconds from when the question came until it was decided; the start of a process is not in it. */
	readonly latency?: number;
	/** Secrets were taken out: words of the request may have been others. */
	readonly masked?: true;
	/** Fields that were left out, or of a message its end, since the record would have been longer than any that is kept. */
	readonly shortened?: readonly string[];
}

/** What came of a run. */
export interface OutcomeFields {
	readonly code?: number;
	readonly signal?: string;
	readonly failure?: string;
	readonly timedOut: boolean;
	readonly cancelled: boolean;
	/** What confined it; absent where the policy wants no sandbox. */
	readonly sandbox?: NonNullable<Outcome["sandbox"]>;
	/** Milliseconds. */
	readonly duration: number;
	/** Bytes of output. */
	readonly bytes: number;
	readonly spill?: readonly string[];
	/** Of `failure`, the end was left out: it would have been longer than any that is kept. */
	readonly shortened?: readonly string[];
}

/** A person's yes to a question, before what was asked about runs. */
export interface ApprovalFields {
	/** Who said it. */
	readonly by: string;
	/** What that person belongs to, where the question waits for people of a group. */
	readonly groups?: readonly string[];
}

export type DecisionEvent = Event & { readonly type: "decision" } & DecisionFields;
export type ApprovalEvent = Event & { readonly type: "approval" } & ApprovalFields;
export type OutcomeEvent = Event & { readonly type: "outcome" } & OutcomeFields;
/** What is recorded, as sinks get it. */
export type AuditEvent = DecisionEvent | ApprovalEvent | OutcomeEvent;

export type DecisionRecord = DecisionEvent & Links;
export type ApprovalRecord = ApprovalEvent & Links;
export type OutcomeRecord = OutcomeEvent & Links;
/** A line of a log. */
export type AuditRecord = DecisionRecord | ApprovalRecord | OutcomeRecord;
