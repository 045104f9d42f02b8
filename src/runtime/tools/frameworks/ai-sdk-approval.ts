/**
 * A gate before tool calls of the AI SDK 7 (`toolApproval`): tools of ours, and tools that others wrote. What is denied never reaches a tool, and what
 * is a question goes to the user. In its shadow mode it decides and reports, and enforces nothing.
 */

import { isOpenQuestion } from "../../../engine/decide/asked-people.js";
import type { Decision } from "../../../engine/decide/decision.js";
import { questionText } from "../../../engine/decide/explain/question-text.js";
import { checkOptions } from "../../../language/diagnostic/known-options.js";
import type { Effect } from "../../../language/syntax/statements.js";
import type { Misfit, Tool } from "../tool.js";
import { undecidable } from "../undecidable.js";

/** What decides calls of a tool: a tool of ours, or a function of the call's input, such as `({ command }) => guarded.decide({ script: command })`. */
export type AiSdkGate = Pick<Tool, "decide" | "call"> | ((input: never) => Decision | Misfit);

/** A tool call, as far as it matters here. */
export interface AiSdkToolCall {
	readonly toolName: string;
	readonly toolCallId: string;
	readonly input: unknown;
}

/** What the gate says of a call. */
export interface AiSdkGateReport extends AiSdkToolCall {
	/** Why there is no decision, where there is none: that is a denial too. */
	readonly decision: Decision | Misfit;
	/** In the shadow mode: false. */
	readonly enforced: boolean;
}

export interface AiSdkApprovalOptions {
	/** Decides and reports, and lets everything through. Tools of ours still refuse by themselves. */
	readonly shadow?: boolean;
	/** Told of every decision. What it throws is ignored. */
	readonly onDecision?: (report: AiSdkGateReport) => void;
}

/** What the SDK does with a call. */
export type AiSdkApprovalStatus =
	| { type: "not-applicable" }
	| { type: "denied"; reason: string }
	| { type: "user-approval"; reason: string };

/** Makes a `toolApproval` out of gates by the names of tools. Tools that are not named pass. */
export function aiSdkApproval(
	gates: Readonly<Record<string, AiSdkGate>>,
	options: AiSdkApprovalOptions = {},
): (options: { readonly toolCall: AiSdkToolCall }) => Promise<AiSdkApprovalStatus> {
	checkOptions("aiSdkApproval", options, { shadow: true, onDecision: true });
	const { shadow = false, onDecision } = options;
	return async ({ toolCall }) => {
		const { toolName, toolCallId, input } = toolCall;
		if (!Object.hasOwn(gates, toolName)) return { type: "not-applicable" };
		const gate = gates[toolName] as AiSdkGate;
		const decision = decided(gate, input);
		try {
			onDecision?.({ toolName, toolCallId, input, decision, enforced: !shadow });
		} catch {
			// Whoever listens stops no call and lets none through.
		}
		if (shadow) return { type: "not-applicable" };
		const status = statusOf(decision, gate);
		if (status.type === "denied") await recorded(gate, input, toolCallId);
		return status;
	};
}

function decided(gate: AiSdkGate, input: unknown): Decision | Misfit {
	try {
		const decision: unknown = typeof gate === "function" ? gate(input as never) : gate.decide(input);
		// For gates in JavaScript, such as one that forgets to return.
		return isAnswer(decision) ? decision : { invalid: undecidable(new Error("the gate gave no decision")) };
	} catch (error) {
		return { invalid: undecidable(error) };
	}
}

function isAnswer(value: unknown): value is Decision | Misfit {
	if (typeof value !== "object" || value === null) return false;
	const { effect, invalid } = value as { readonly effect?: unknown; readonly invalid?: unknown };
	return typeof invalid === "string" || (effects as readonly unknown[]).includes(effect);
}

const effects: readonly Effect[] = ["allow", "ask", "nudge", "deny"];

function statusOf(decision: Decision | Misfit, gate: AiSdkGate): AiSdkApprovalStatus {
	// A tool of ours says itself what is wrong with its input.
	if ("invalid" in decision)
		return typeof gate === "function" ? { type: "denied", reason: decision.invalid } : { type: "not-applicable" };
	switch (decision.effect) {
		case "allow":
			return { type: "not-applicable" };
		case "ask":
			return isOpenQuestion(decision)
				? { type: "user-approval", reason: questionText(decision) }
				: { type: "denied", reason: decision.message };
		case "nudge":
		case "deny":
			return { type: "denied", reason: decision.message };
	}
}

/** A tool of ours puts what it refuses on record, and tells it as an event, when it is called. What is cancelled beforehand is never started. */
async function recorded(gate: AiSdkGate, input: unknown, id: string): Promise<void> {
	if (typeof gate === "function") return;
	try {
		await gate.call(input, { id, signal: AbortSignal.abort() });
	} catch {
		// It is denied all the same.
	}
}
