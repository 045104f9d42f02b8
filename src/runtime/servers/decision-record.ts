/** Decisions for programs; schemas/decision.schema.json describes them. */

import { refusal } from "../../engine/decide/decide.js";
import type { AskedPeople, CommandDecision, Decision, DecisionCode, RuleRef } from "../../engine/decide/decision.js";
import type { Request } from "../../engine/request/request.js";
import { type DiagnosticRecord, diagnosticRecord } from "../../language/diagnostic/render-json.js";
import { countLine } from "../../language/diagnostic/render-text.js";
import type { Limits } from "../../language/policy/settings/limits.js";
import type { Demand, Effect } from "../../language/syntax/statements.js";
import type { Loaded } from "../load/load.js";

export interface CommandRecord {
	/** `null` where a word can't be known. */
	readonly argv: readonly (string | null)[];
	readonly effect: Effect;
	readonly start: number;
	readonly end: number;
	readonly code: DecisionCode;
	readonly message: string;
	readonly note?: string;
	readonly use: readonly string[];
	readonly rules: readonly RuleRef[];
	readonly doubt: boolean;
	readonly via?: number;
	readonly approvals?: readonly AskedPeople[];
}

export interface DecisionRecord {
	readonly effect: Effect;
	readonly message: string;
	readonly use: readonly string[];
	readonly rules: readonly RuleRef[];
	readonly commands: readonly CommandRecord[];
	readonly code: DecisionCode;
	readonly agent: string;
	readonly note?: string;
	readonly limits: Limits;
	readonly sandbox: Demand;
	readonly audit: Demand;
	readonly policy: string;
	/** Of a question: the people who must say yes. */
	readonly approvals?: readonly AskedPeople[];
	/** Of a question: the worst that may follow from a yes. */
	readonly worst?: string;
	readonly span?: { readonly start: number; readonly end: number };
	/** That what was decided and run is not on record, or not where it should be: why, and where the log went. Of `rules run --json`. */
	readonly warnings?: readonly string[];
	/** Why a broken policy is broken. */
	readonly diagnostics?: readonly DiagnosticRecord[];
}

/** A decision as plain data, its fields in a fixed order. */
export function decisionRecord(decision: Decision): DecisionRecord {
	const { effect, message, use, commands, code, agent, note, limits, sandbox, audit, policy, span, approvals, worst } =
		decision;
	return {
		effect,
		message,
		use,
		rules: decision.rules.map(ruleRecord),
		commands: commands.map(commandRecord),
		code,
		agent,
		...(note === undefined ? {} : { note }),
		limits,
		sandbox,
		audit,
		policy,
		...(approvals === undefined ? {} : { approvals }),
		...(worst === undefined ? {} : { worst }),
		...(span === undefined ? {} : { span: { start: span.start, end: span.end } }),
	};
}

/** What a request is answered while the policy is broken: a denial with every error. */
export function brokenRecord(loaded: Loaded, request: Request): DecisionRecord {
	const errors = loaded.diagnostics.filter((diagnostic) => diagnostic.severity === "error");
	const decision = refusal(
		undefined,
		request,
		"broken-policy",
		`the policy can't be used, so nothing is allowed: ${countLine(errors)}`,
	);
	return {
		...decisionRecord(decision),
		diagnostics: errors.map((diagnostic) => diagnosticRecord(diagnostic, loaded.sources)),
	};
}

/** The first fault of a broken policy, with its place: a line, where the file could be read. */
export function firstFault(loaded: Loaded): string {
	const first = brokenRecord(loaded, { argv: [""] }).diagnostics?.[0];
	if (first === undefined) return "it is broken";
	const { message, file, line } = first;
	return `${message} (${line === undefined ? file : `${file}:${line}`})`;
}

function commandRecord(command: CommandDecision): CommandRecord {
	const { argv, effect, start, end, code, message, note, use, rules, doubt, via, approvals } = command;
	return {
		argv,
		effect,
		start,
		end,
		code,
		message,
		...(note === undefined ? {} : { note }),
		use,
		rules: rules.map(ruleRecord),
		doubt,
		...(via === undefined ? {} : { via }),
		...(approvals === undefined ? {} : { approvals }),
	};
}

function ruleRecord({ id, file, line }: RuleRef): RuleRef {
	return { id, file, line };
}
