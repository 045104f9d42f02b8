/**
 * The shell of OpenAI's Agents SDK (`shellTool`): a list of commands, run one after the other. A pure translation between its calls and a guard,
 * without the SDK: what it takes and gives is told by its shape.
 */

import { isOpenQuestion } from "../../../engine/decide/asked-people.js";
import type { Decision } from "../../../engine/decide/decision.js";
import { questionKey } from "../../../engine/decide/explain/question-text.js";
import type { Request } from "../../../engine/request/request.js";
import { checkOptions, type OptionNames } from "../../../language/diagnostic/known-options.js";
import type { Outcome } from "../../execute/outcome.js";
import { type Approve, type Guard, type GuardOptions, guard, guardOptions, type PolicySource } from "../guard.js";
import { endedReply, refusedReply } from "../replies.js";
import { undecidable } from "../undecidable.js";
import { cutText } from "./cut-text.js";

/** What the model wants to run. */
export interface OpenAiShellAction {
	commands: string[];
	timeoutMs?: number | undefined;
	/** Characters that the model wants to read of one command, both streams together. */
	maxOutputLength?: number | undefined;
}

/** What came of one command. What was not run has the reason in `stderr`. A type and no interface: the SDK's own lets any field in. */
export type OpenAiShellOutput = {
	stdout: string;
	stderr: string;
	outcome: { type: "timeout" } | { type: "exit"; exitCode: number | null };
};

/** What `shellTool` takes: `shellTool({ ...openAiShell({ rules }) })`. */
export interface OpenAiShell {
	shell: {
		run: (action: OpenAiShellAction) => Promise<{ output: OpenAiShellOutput[]; maxOutputLength?: number }>;
	};
	/** Is one of the commands a question, and none of them denied? The SDK then asks, and runs what was approved. */
	needsApproval: (context: unknown, action: OpenAiShellAction, callId?: string) => Promise<boolean>;
	readonly guard: Guard;
	readonly close: () => void;
}

export interface OpenAiShellOptions extends GuardOptions {
	readonly rules: PolicySource;
	/** The agent's own tools, so that nobody is sent to one that is not there; absent: all are taken to exist. */
	readonly tools?: readonly string[];
	/** Ends what runs. */
	readonly signal?: AbortSignal;
	/**
	 * Puts a question to a person where the SDK's own approval can't be seen: a state that was stored, approved elsewhere, and is gone on with in
	 * another process. Without it nothing runs then.
	 */
	readonly approve?: Approve;
}

/** Exit codes of what was not run, as shells have them. */
const exitCodes = { refused: 126, failed: 127 } as const;

const known: OptionNames<OpenAiShellOptions> = {
	...guardOptions,
	rules: true,
	tools: true,
	signal: true,
	approve: true,
};

/** Makes the shell out of a policy. Throws a `PolicyError` when the policy is broken. */
export function openAiShell(options: OpenAiShellOptions): OpenAiShell {
	checkOptions("openAiShell", options, known);
	const { rules, tools, signal, approve, ...others } = options;
	const guarded = guard(rules, others);
	const asked = askedActions();
	const requestOf = (script: string): Request => ({ script, ...(tools ? { tools } : {}) });
	const foreseen = ({ commands }: OpenAiShellAction): readonly Decision[] =>
		commands.map((command) => guarded.foresee(requestOf(command)));

	const runAll = async (action: OpenAiShellAction): Promise<OpenAiShellOutput[]> => {
		const fault = actionFault(action);
		if (fault !== undefined) return [refused(fault)];
		const approved = asked.take(action);
		// A list is like a script: it runs if all of it may.
		if (foreseen(action).some(({ effect }) => effect === "deny" || effect === "nudge"))
			return action.commands.map((command) => refusedOrIdle(guarded.decide(requestOf(command))));
		const outputs: OpenAiShellOutput[] = [];
		for (const command of action.commands) {
			const { decision, outcome, warnings } = await guarded.run(requestOf(command), {
				outputMode: "separate",
				approve: (question) => (approved.includes(questionKey(question)) ? "the user" : approve?.(question)),
				...(signal ? { signal } : {}),
				...(typeof action.timeoutMs === "number" ? { timeout: action.timeoutMs } : {}),
			});
			const output =
				outcome === undefined ? refusedOutput(decision, warnings) : outputOf(outcome, decision, action.maxOutputLength);
			outputs.push(output);
			if (outcome === undefined || outcome.timedOut || outcome.cancelled) break;
		}
		return outputs;
	};

	return {
		shell: {
			run: async (action) => {
				const output = await runAll(action).catch((error: unknown) => [refused(undecidable(error))]);
				return typeof action?.maxOutputLength === "number"
					? { output, maxOutputLength: action.maxOutputLength }
					: { output };
			},
		},
		needsApproval: async (_, action) => {
			try {
				if (actionFault(action) !== undefined) return false;
				const decisions = foreseen(action);
				const effects = decisions.map(({ effect }) => effect);
				// What is denied is not worth a person's time: it is refused when it is run.
				const isRefused = decisions.some((one) => one.effect !== "allow" && !isOpenQuestion(one));
				if (!effects.includes("ask") || isRefused) return false;
				asked.keep(action, decisions.filter(({ effect }) => effect === "ask").map(questionKey));
				return true;
			} catch {
				return false;
			}
		},
		guard: guarded,
		close: guarded.close,
	};
}

/** What is wrong with a call that the SDK let through. */
function actionFault(action: unknown): string | undefined {
	const { commands, timeoutMs, maxOutputLength } = (action ?? {}) as Readonly<Record<string, unknown>>;
	if (!Array.isArray(commands) || commands.length === 0 || !commands.every((command) => typeof command === "string"))
		return "`commands` is a list of command lines";
	const isGiven = (value: unknown): boolean => value !== undefined && value !== null;
	if (isGiven(timeoutMs) && !(Number.isFinite(timeoutMs) && (timeoutMs as number) > 0))
		return "`timeoutMs` is a number of milliseconds, more than 0";
	if (isGiven(maxOutputLength) && !(Number.isFinite(maxOutputLength) && (maxOutputLength as number) >= 0))
		return "`maxOutputLength` is a number of characters";
	return undefined;
}

interface AskedActions {
	/** Remembers that the SDK was told to ask, and what the questions are. */
	readonly keep: (action: OpenAiShellAction, questions: readonly string[]) => void;
	/** The questions that the SDK was told to put before this: it runs an action that it had to ask about only when it was approved. */
	readonly take: (action: OpenAiShellAction) => readonly string[];
}

/** Older ones are forgotten, and not run. */
const mostAsked = 256;

function askedActions(): AskedActions {
	const open = new Map<string, readonly string[]>();
	const nameOf = ({ commands, timeoutMs, maxOutputLength }: OpenAiShellAction): string =>
		JSON.stringify([commands, timeoutMs, maxOutputLength]);
	return {
		keep: (action, questions) => {
			const [oldest] = open.keys();
			if (open.size >= mostAsked && oldest !== undefined) open.delete(oldest);
			open.set(nameOf(action), questions);
		},
		take: (action) => {
			const name = nameOf(action);
			const questions = open.get(name) ?? [];
			open.delete(name);
			return questions;
		},
	};
}

function refused(reason: string): OpenAiShellOutput {
	return { stdout: "", stderr: reason, outcome: { type: "exit", exitCode: exitCodes.refused } };
}

function refusedOutput(decision: Decision, warnings: readonly string[] = []): OpenAiShellOutput {
	const { error } = refusedReply(decision);
	return refused([error, ...warnings.map((warning) => `Warning: ${warning}`)].join("\n"));
}

/** What is said of a command beside one that was refused. */
function refusedOrIdle(decision: Decision): OpenAiShellOutput {
	switch (decision.effect) {
		case "allow":
			return refused("this was not run, for another command of the same call was refused");
		case "ask":
		case "nudge":
		case "deny":
			return refusedOutput(decision);
	}
}

function outputOf(outcome: Outcome, decision: Decision, most: number | undefined): OpenAiShellOutput {
	const { error, warnings = [], use = [] } = endedReply(outcome, decision);
	const said = [
		...(error === undefined ? [] : [error]),
		...warnings.map((warning) => `Warning: ${warning}`),
		...(use.length > 0 ? [`There is also ${use.join(", ")}.`] : []),
	];
	const printed = outcome.stderr?.text ?? "";
	const stderr =
		said.length === 0
			? printed
			: `${printed}${printed === "" || printed.endsWith("\n") ? "" : "\n"}${said.join("\n")}\n`;
	return {
		...cutBoth(outcome.stdout?.text ?? "", stderr, most),
		outcome: outcome.timedOut
			? { type: "timeout" }
			: { type: "exit", exitCode: outcome.failure === undefined ? (outcome.code ?? null) : exitCodes.failed },
	};
}

/** Both streams within so many characters: the shorter one whole, if it takes no more than half. */
function cutBoth(
	stdout: string,
	stderr: string,
	most: number | undefined,
): Pick<OpenAiShellOutput, "stdout" | "stderr"> {
	if (typeof most !== "number" || stdout.length + stderr.length <= most) return { stdout, stderr };
	const half = Math.floor(most / 2);
	const forErrors = Math.min(stderr.length, Math.max(half, most - stdout.length));
	return { stdout: cutText(stdout, most - forErrors), stderr: cutText(stderr, forErrors) };
}
