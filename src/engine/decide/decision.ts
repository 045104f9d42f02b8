/**
 * A decision: the answer for a request, with what decided it. Plain data that can't be changed: who wants to add to it copies it.
 */
import type { Limits } from "../../language/policy/settings/limits.js";
import type { Span } from "../../language/source/span.js";
import type { Demand, Effect } from "../../language/syntax/statements.js";
import { emptyRecords } from "../records/empty-records.js";
import { lateField } from "../records/late-field.js";
import type { Mutable } from "../request/request.js";

/** What kind of reason an answer has. */
export type DecisionCode =
	/** A rule says so. */
	| "rule"
	/** No rule grants it: the agent's default. */
	| "default"
	/** The request can't be read for certain. */
	| "unreadable"
	/** It runs nothing: a script of assignments and conditions. */
	| "nothing"
	/** A call of a tool that the agent's rules do not govern: it is the harness's affair. */
	| "ungoverned"
	/** It uses syntax that the policy does not list. */
	| "syntax"
	/** It sets a variable that the policy does not accept. */
	| "environment"
	/** The policy has no such agent. */
	| "unknown-agent"
	/** The policy itself is broken. */
	| "broken-policy"
	/** Something went wrong inside. */
	| "fault";

/** A rule that decided, as people find it. Lines count from 1. */
export interface RuleRef {
	readonly id: string;
	readonly file: string;
	readonly line: number;
}

/** The people that a question waits for. */
export interface AskedPeople {
	readonly group: string;
	readonly needed: number;
	readonly missing: number;
}

/** One command's answer. */
export interface CommandDecision {
	/** `null` where a word can't be known. */
	readonly argv: readonly (string | null)[];
	readonly effect: Effect;
	readonly code: DecisionCode;
	readonly rules: readonly RuleRef[];
	readonly message: string;
	readonly note?: string;
	readonly use: readonly string[];
	/** It is not known whether the deciding rule fits; a doubt never opens the gate. */
	readonly doubt: boolean;
	/** Offsets into the script, or into the argv joined by blanks. */
	readonly start: number;
	readonly end: number;
	/** The wrapper that runs it, by its place among the commands. */
	readonly via?: number;
	/** Of a question: the people who must say yes. Nobody else's answer counts. */
	readonly approvals?: readonly AskedPeople[];
	/** Of a question: the worst that may follow from a yes, as its effects say. Absent where nothing bad is known. */
	readonly worst?: string | undefined;
}

export interface Decision {
	readonly effect: Effect;
	readonly code: DecisionCode;
	readonly agent: string;
	readonly commands: readonly CommandDecision[];
	readonly rules: readonly RuleRef[];
	/** For the agent. */
	readonly message: string;
	/** For people. */
	readonly note?: string;
	/** What to use instead. On an allow it is advice, told after the run. */
	readonly use: readonly string[];
	readonly limits: Limits;
	/** Whether what runs is confined. */
	readonly sandbox: Demand;
	/** Whether it is on record. */
	readonly audit: Demand;
	/** The policy's digest. */
	readonly policy: string;
	/** Of a question: the people who must say yes. Nobody else's answer counts. */
	readonly approvals?: readonly AskedPeople[];
	/** Of a question: the worst that may follow from a yes, in one line, as the effects of the commands say. Absent where nothing bad is known. */
	readonly worst?: string | undefined;
	/** The place in a script that can't be read. */
	readonly span?: Span;
}

/** What an answer says, and of a question the worst that may follow: to write them costs more than the rest, and of most answers nobody reads them. */
export const lateMessage = lateField<string>("message");
export const lateWorst = lateField<string | undefined>("worst");

const emptyAnswer = emptyRecords<Mutable<CommandDecision>>();

/** What is the command's in its answer, whatever that is. */
export interface AnswerBase {
	readonly argv: CommandDecision["argv"];
	readonly span: Span;
	readonly via: number | undefined;
}

/** Made for every command of every request: without copies, and all of one shape. */
export function answered(
	{ argv, span, via }: AnswerBase,
	effect: Effect,
	code: DecisionCode,
	rules: CommandDecision["rules"],
	say: () => string,
	use: CommandDecision["use"],
	doubt: boolean,
): Mutable<CommandDecision> {
	const answer = emptyAnswer();
	answer.argv = argv;
	answer.effect = effect;
	answer.code = code;
	answer.rules = rules;
	lateMessage.give(answer, say);
	answer.use = use;
	answer.doubt = doubt;
	answer.start = span.start;
	answer.end = span.end;
	if (via !== undefined) answer.via = via;
	return answer;
}
