/**
 * A tool of ours for the AI SDK, versions 6 and 7. A pure translation, without the SDK: what it takes and gives is told by its shape.
 */

import { isOpenQuestion } from "../../../engine/decide/asked-people.js";
import type { ExecuteCommand, ExecuteCommandInput, ExecuteCommandReply } from "../shell-tools/execute-command.js";
import {
	type ExecuteShell,
	type ExecuteShellInput,
	type ExecuteShellReply,
	SandboxTimeoutError,
} from "../shell-tools/execute-shell.js";
import type { SafeShell, SafeShellInput, SafeShellReply } from "../shell-tools/safe-shell.js";
import type { Status, Tool, ToolReply } from "../tool.js";
import { undecidable } from "../undecidable.js";
import { isApproved } from "./ai-sdk-messages.js";
import { type StandardSchema, standardSchema } from "./ai-sdk-schema.js";

/** What a tool has printed so far, while it runs: the last part of it, where it is long. */
export interface Running {
	readonly status: "running";
	readonly output: string;
}

/** What an output is to the model. */
export type AiSdkModelOutput =
	| { type: "text"; value: string }
	| { type: "error-text"; value: string }
	| { type: "execution-denied"; reason: string };

/** What the SDK says of a call. */
export interface AiSdkCall {
	readonly toolCallId: string;
	readonly abortSignal?: AbortSignal | undefined;
	readonly messages: readonly unknown[];
}

/** A tool as the SDK takes it, in `tools`. */
export interface AiSdkTool<Input, Reply extends ToolReply> {
	/** For user interfaces. */
	title: string;
	description: string;
	inputSchema: StandardSchema<Input>;
	/** Yields what is printed as it comes, and the reply at the end. */
	execute: (input: Input, call: AiSdkCall) => AsyncGenerator<Reply | Running, void, undefined>;
	toModelOutput: (result: { output: Reply | Running }) => AiSdkModelOutput;
	/** Is it a question for a person? The SDK asks it; `execute` runs what was approved. */
	needsApproval: (input: Input) => boolean;
}

/** Hands a tool to the AI SDK: `tools: { execute_shell: aiSdkTool(shell) }`. */
export function aiSdkTool(tool: ExecuteShell): AiSdkTool<ExecuteShellInput, ExecuteShellReply>;
export function aiSdkTool(tool: SafeShell): AiSdkTool<SafeShellInput, SafeShellReply>;
export function aiSdkTool(tool: ExecuteCommand): AiSdkTool<ExecuteCommandInput, ExecuteCommandReply>;
export function aiSdkTool<Reply extends ToolReply, Input = Readonly<Record<string, unknown>>>(
	tool: Tool<Reply>,
): AiSdkTool<Input, Reply>;
export function aiSdkTool<Reply extends ToolReply, Input>(tool: Tool<Reply>): AiSdkTool<Input, Reply> {
	return {
		title: tool.title,
		description: tool.description,
		inputSchema: standardSchema(tool.inputSchema),
		execute: (input, call) => answers(tool, input, call),
		toModelOutput: ({ output }) => modelOutput(tool, output),
		needsApproval: (input) => {
			try {
				const decision = tool.decide(input);
				return "effect" in decision && isOpenQuestion(decision);
			} catch {
				// It is refused when it is called.
				return false;
			}
		},
	};
}

/** Characters of what was printed so far. */
const mostRunning = 16_384;

async function* answers<Reply extends ToolReply>(
	tool: Tool<Reply>,
	input: unknown,
	{ toolCallId, abortSignal, messages }: AiSdkCall,
): AsyncGenerator<Reply | Running, void, undefined> {
	const left = new AbortController();
	let output = "";
	let isNew = false;
	let wake = (): void => {};
	const reply = called(tool, input, {
		id: toolCallId,
		signal: abortSignal === undefined ? left.signal : AbortSignal.any([abortSignal, left.signal]),
		approve: () => (isApproved(messages, toolCallId) ? "the user" : undefined),
		onOutput: (_, text) => {
			output = (output + text).slice(-mostRunning);
			isNew = true;
			wake();
		},
	});
	let isOver = false;
	const over = (): void => {
		isOver = true;
		wake();
	};
	reply.then(over, over);
	try {
		while (!isOver) {
			if (!isNew)
				await new Promise<void>((resolve) => {
					wake = resolve;
				});
			if (isNew && !isOver) {
				isNew = false;
				yield { status: "running", output };
			}
		}
		yield await reply;
	} finally {
		// Whoever stops listening ends the run.
		left.abort();
	}
}

/** Calls the tool. Whatever goes wrong is a refusal; a sandbox that does not answer is the caller's to know. */
async function called<Reply extends ToolReply>(
	tool: Tool<Reply>,
	input: unknown,
	context: Parameters<Tool<Reply>["call"]>[1],
): Promise<Reply> {
	try {
		return await tool.call(input, context);
	} catch (error) {
		if (error instanceof SandboxTimeoutError) throw error;
		const refused: ToolReply = { status: "denied", error: undecidable(error) };
		return refused as Reply;
	}
}

function modelOutput<Reply extends ToolReply>(tool: Tool<Reply>, output: Reply | Running): AiSdkModelOutput {
	if (output.status === "running") return { type: "text", value: (output as Running).output };
	const reply = output as Reply;
	const kind = modelKinds[reply.status];
	switch (kind) {
		case "execution-denied":
			return { type: kind, reason: [reply.error ?? "", ...(reply.warnings ?? [])].join("\n") };
		case "text":
		case "error-text":
			return { type: kind, value: tool.textOf(reply) };
	}
}

const modelKinds: Readonly<Record<Status, AiSdkModelOutput["type"]>> = {
	completed: "text",
	denied: "execution-denied",
	nudged: "execution-denied",
	asked: "execution-denied",
	invalid: "error-text",
	failed: "error-text",
	"timed-out": "error-text",
	cancelled: "error-text",
};
