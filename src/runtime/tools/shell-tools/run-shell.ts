/**
 * The tool `run_shell`: commands that look, one at a time, in one workspace. It runs them here, or sends them to a sandbox server, which decides
 * again by its own policy. A pure translation between a tool call and a guard.
 */

import { refusal } from "../../../engine/decide/decide.js";
import type { Decision } from "../../../engine/decide/decision.js";
import type { Request } from "../../../engine/request/request.js";
import { checkOptions, type OptionNames } from "../../../language/diagnostic/known-options.js";
import type { Outcome } from "../../execute/outcome.js";
import { folderInside } from "../../load/folder-inside.js";
import { type Guard, type GuardOptions, guard, guardOptions, type PolicySource } from "../guard.js";
import { readInput } from "../read-input.js";
import { endedReply, refusedReply, replySchema, replyText, streamsOf } from "../replies.js";
import { type CallContext, type Misfit, runSettings, type Tool } from "../tool.js";
import { askSandbox, type SandboxAddress } from "./ask-sandbox.js";
import { firstMetacharacter, hasOpenQuote } from "./metacharacters.js";
import type { RunShellReply } from "./run-shell-reply.js";

/** A call as a model makes it. */
export interface RunShellInput {
	readonly command: string;
}

export interface RunShellContext extends CallContext {
	/** Milliseconds; the policy's maximum stands. */
	readonly timeout?: number;
}

export interface RunShellOptions extends Omit<GuardOptions, "workspace"> {
	/** The folder that commands run in. */
	readonly workspace: string;
	/** The policy; the shipped pack `read-only-chat` when absent. */
	readonly rules?: PolicySource;
	/** The server that runs what this side allows, and decides by itself; absent: it runs here. */
	readonly sandbox?: SandboxAddress;
	/** The tool's name; `run_shell` when absent. */
	readonly name?: string;
	/** The agent's own tools, so that nobody is sent to one that is not there; absent: all are taken to exist. */
	readonly tools?: readonly string[];
}

export interface RunShell extends Tool<RunShellReply> {
	readonly call: (input: unknown, context?: RunShellContext) => Promise<RunShellReply>;
	/** The same policy and the same log in another folder. To close it closes nothing. */
	readonly inWorkspace: (workspace: string) => RunShell;
	/** Answers a call for a workspace that is not to be had, and puts that on record. */
	readonly refuse: (input: unknown, message: string) => RunShellReply;
}

/** Milliseconds, where the policy says nothing of its own. */
const timeoutByDefault = 30_000;

const inputSchema = {
	type: "object",
	properties: {
		command: {
			type: "string",
			description:
				"One command that looks, such as `ls -la` or `grep -rn TODO .`. No pipes, redirections or variables.",
		},
	},
	required: ["command"],
	additionalProperties: false,
} as const;

const outputSchema = replySchema(
	{
		success: { type: "boolean" },
		stdout: { type: "string" },
		stderr: { type: "string" },
		returncode: { type: "integer" },
	},
	["success"],
);

const known: OptionNames<RunShellOptions> = {
	...guardOptions,
	workspace: true,
	rules: true,
	sandbox: true,
	name: true,
	tools: true,
};

/** Makes the tool out of a policy. Throws a `PolicyError` when the policy is broken. */
export function createRunShell(options: RunShellOptions): RunShell {
	checkOptions("createRunShell", options, known);
	const { workspace, rules = "read-only-chat", sandbox, name = "run_shell", tools, ...others } = options;
	const guarded = guard(rules, others);
	const inWorkspace = (folder: string, close: () => void): RunShell => {
		const tool = toolIn(folder, guarded.within(folder), { name, sandbox, tools });
		return { ...tool, inWorkspace: (other) => inWorkspace(other, () => {}), close };
	};
	return inWorkspace(workspace, guarded.close);
}

interface Ways {
	readonly name: string;
	readonly sandbox: SandboxAddress | undefined;
	readonly tools: readonly string[] | undefined;
}

function toolIn(
	workspace: string,
	guarded: Guard,
	{ name, sandbox, tools }: Ways,
): Omit<RunShell, "inWorkspace" | "close"> {
	const requestOf = ({ command }: RunShellInput): Request => ({ script: command, ...(tools ? { tools } : {}) });
	return {
		name,
		title: "Shell",
		description:
			"Runs one read-only command in the workspace: listing, reading, searching and comparing files. No shell reads the command.",
		inputSchema,
		outputSchema,
		guard: guarded,
		decide: (input) => {
			const asked = read(input);
			if ("invalid" in asked) return asked;
			const fault = commandFault(asked, workspace);
			if (fault !== undefined) return refusal(guarded.tree, requestOf(asked), "fault", fault);
			return guarded.foresee(requestOf(asked));
		},
		call: async (input, context = {}) => {
			const asked = read(input);
			if ("invalid" in asked) return { status: "invalid", success: false, error: asked.invalid };
			const request = requestOf(asked);
			const fault = commandFault(asked, workspace);
			if (fault !== undefined) return refusedReplyOf(guarded.refuse(request, fault), asked);
			if (sandbox !== undefined) {
				const decision = guarded.decide(request);
				if (decision.effect !== "allow") return refusedReplyOf(decision, asked);
				const timeout = timeoutOf(context, decision) ?? decision.limits.timeout ?? timeoutByDefault;
				const question = { command: asked.command, workspace, timeout, policy: guarded.tree.digest };
				return askSandbox(sandbox, question, context.signal);
			}
			const timeout = timeoutOf(context, guarded.foresee(request));
			const { decision, outcome, warnings } = await guarded.run(request, {
				...runSettings(context),
				outputMode: "separate",
				...(timeout === undefined ? {} : { timeout }),
			});
			return outcome === undefined ? refusedReplyOf(decision, asked, warnings) : replyOf(outcome, decision);
		},
		refuse: (input, message) => {
			const asked = read(input);
			if ("invalid" in asked) return { status: "invalid", success: false, error: asked.invalid };
			return refusedReplyOf(guarded.refuse(requestOf(asked), message), asked);
		},
		textOf: (reply) => replyText({ ...reply, output: [reply.stdout, reply.stderr], code: reply.returncode }),
	};
}

function read(input: unknown): RunShellInput | Misfit {
	const fields = readInput(input, inputSchema);
	return typeof fields === "string" ? { invalid: fields } : (fields as unknown as RunShellInput);
}

/** What is wrong before any rule is asked. The message names no path. */
function commandFault({ command }: RunShellInput, workspace: string): string | undefined {
	if (command.trim() === "") return "the command is empty";
	if (hasOpenQuote(command)) return "the command has a quote that does not end";
	const found = folderInside(workspace, ".");
	return "fault" in found ? "the workspace is not there" : undefined;
}

/** What a shell would act on is named in front of the rules' own words. */
function refusedReplyOf(decision: Decision, { command }: RunShellInput, warnings?: readonly string[]): RunShellReply {
	const refused = refusedReply(decision, warnings);
	const isAboutSyntax = decision.code === "syntax" || decision.code === "unreadable";
	const sign = isAboutSyntax ? firstMetacharacter(command) : undefined;
	if (sign === undefined) return { ...refused, success: false };
	const shown = sign === "\n" ? "a line break" : `\`${sign}\``;
	return { ...refused, success: false, error: `${refused.error}: ${shown} is a shell metacharacter` };
}

/** Milliseconds; undefined where the policy's own time holds. */
function timeoutOf({ timeout }: RunShellContext, { limits }: Decision): number | undefined {
	return timeout ?? (limits.timeout === undefined ? timeoutByDefault : undefined);
}

function replyOf(outcome: Outcome, decision: Decision): RunShellReply {
	return {
		...endedReply(outcome, decision),
		success: outcome.code === 0 && !outcome.timedOut && !outcome.cancelled,
		...streamsOf(outcome),
		...(outcome.code === undefined ? {} : { returncode: outcome.code }),
	};
}
