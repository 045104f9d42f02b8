/**
 * The tool `execute_command`: one command line, for execution and not for looking. Two lists decide, or a policy. A pure translation between a tool
 * call and a guard.
 */

import { refusal } from "../../../engine/decide/decide.js";
import type { Decision } from "../../../engine/decide/decision.js";
import type { Request } from "../../../engine/request/request.js";
import { checkOptions, type OptionNames } from "../../../language/diagnostic/known-options.js";
import type { Outcome } from "../../execute/outcome.js";
import { isProgramName } from "../../load/agent-configs.js";
import { folderInside } from "../../load/folder-inside.js";
import { type Loaded, loadText } from "../../load/load.js";
import { type GuardOptions, guard, guardOptions, type PolicySource } from "../guard.js";
import { forceProperty, readInput } from "../read-input.js";
import { type EndedReply, endedReply, refusedReply, replySchema, replyText, streamsOf } from "../replies.js";
import { type CallContext, type Misfit, runSettings, type Tool } from "../tool.js";
import { listedRules } from "./listed-policy.js";

/** A call as a model makes it. */
export interface ExecuteCommandInput {
	/** The only operation there is. */
	readonly operation?: string;
	readonly command: string;
	readonly cwd?: string;
	readonly env?: Readonly<Record<string, string>>;
	/** Seconds. */
	readonly timeout?: number;
	/** Overrides advice, never a denial or a question. */
	readonly force?: boolean;
}

export interface ExecuteCommandReply extends EndedReply {
	readonly stdout?: string;
	readonly stderr?: string;
	readonly return_code?: number;
}

export interface ExecuteCommandOptions extends GuardOptions {
	/** The policy; the shipped pack `shell-contract` when absent. */
	readonly rules?: PolicySource;
	/** In place of a policy: the programs that may run, whatever their arguments. */
	readonly allowed_commands?: readonly string[];
	/** With `allowed_commands`: these never run, though they are allowed. */
	readonly restricted_commands?: readonly string[];
	/** The tool's name; `execute_command` when absent. */
	readonly name?: string;
	/** The agent's own tools, so that nobody is sent to one that is not there; absent: all are taken to exist. */
	readonly tools?: readonly string[];
}

export interface ExecuteCommand extends Tool<ExecuteCommandReply> {
	/** Answers a call with its envelope: `{tool: "shell", operation: "execute_command", arguments: {…}}`. */
	readonly operate: (envelope: unknown, context?: CallContext) => Promise<ExecuteCommandReply>;
}

/** Seconds: a day. No clock of the system counts without end. */
const longestTimeout = 86_400;
/** Seconds, when neither the policy nor the call says how long. */
const secondsByDefault = 30;

const inputSchema = {
	type: "object",
	properties: {
		operation: {
			type: "string",
			enum: ["execute_command"],
			default: "execute_command",
			description: "What to do; there is nothing else.",
		},
		command: {
			type: "string",
			description: "The command line, for example `npm run build`. What merely looks has tools of its own.",
		},
		cwd: { type: "string", minLength: 1, description: "The folder to run in, inside the workspace." },
		env: {
			type: "object",
			additionalProperties: { type: "string" },
			description: "Variables to set, where the policy accepts them.",
		},
		timeout: {
			type: "number",
			exclusiveMinimum: 0,
			maximum: longestTimeout,
			default: secondsByDefault,
			description: "Seconds until the command and everything that it started are ended.",
		},
		force: forceProperty,
	},
	required: ["command"],
	additionalProperties: false,
} as const;

const outputSchema = replySchema({
	stdout: { type: "string" },
	stderr: { type: "string" },
	return_code: { type: "integer" },
});

const known: OptionNames<ExecuteCommandOptions> = {
	...guardOptions,
	rules: true,
	allowed_commands: true,
	restricted_commands: true,
	name: true,
	tools: true,
};

/** Makes the tool out of a policy, or out of two lists. Throws a `PolicyError` when the policy is broken. */
export function createExecuteCommand(options: ExecuteCommandOptions = {}): ExecuteCommand {
	checkOptions("createExecuteCommand", options, known);
	const { rules, allowed_commands, restricted_commands = [], name = "execute_command", tools, ...others } = options;
	if (rules !== undefined && (allowed_commands !== undefined || restricted_commands.length > 0))
		throw new TypeError("there are both a policy and lists: write the lists into the policy");
	const workspace = others.workspace ?? process.cwd();
	const guarded = guard(
		allowed_commands === undefined ? (rules ?? "shell-contract") : policyOfLists(allowed_commands, restricted_commands),
		others,
	);
	const requestOf = (asked: ExecuteCommandInput, cwd: string | undefined): Request => ({
		script: asked.command,
		force: asked.force === true,
		...(cwd === undefined ? {} : { cwd }),
		...(asked.env === undefined ? {} : { env: asked.env }),
		...(tools ? { tools } : {}),
	});
	/** The request, or why there is none. */
	const understood = (asked: ExecuteCommandInput): Understood => {
		if (asked.command.trim() === "") return { request: requestOf(asked, undefined), fault: "the command is empty" };
		if (asked.cwd === undefined) return { request: requestOf(asked, undefined) };
		const found = folderInside(workspace, asked.cwd);
		if ("fault" in found)
			return { request: requestOf(asked, undefined), fault: `this can't run there: ${found.fault}` };
		return { request: requestOf(asked, found.folder) };
	};
	const call: ExecuteCommand["call"] = async (input, context = {}) => {
		const asked = read(input);
		if ("invalid" in asked) return { status: "invalid", error: asked.invalid };
		const { request, fault } = understood(asked);
		if (fault !== undefined) return refusedReply(guarded.refuse(request, fault));
		const timeout = timeoutOf(asked, guarded.foresee(request));
		const { decision, outcome, warnings } = await guarded.run(request, {
			...runSettings(context),
			outputMode: "separate",
			...(timeout === undefined ? {} : { timeout }),
		});
		return outcome === undefined ? refusedReply(decision, warnings) : replyOf(outcome, decision);
	};
	return {
		name,
		title: "Shell",
		description:
			"Runs one command line: builds, tests, programs and scripts. It waits until the command ends or its time is up, and gives standard output, standard error and the return code. Read files, list folders and ask for facts of the system with the tools made for that.",
		inputSchema,
		outputSchema,
		guard: guarded,
		decide: (input) => {
			const asked = read(input);
			if ("invalid" in asked) return asked;
			const { request, fault } = understood(asked);
			return fault === undefined ? guarded.foresee(request) : refusal(guarded.tree, request, "fault", fault);
		},
		call,
		operate: async (envelope, context) => {
			const asked = readEnvelope(envelope);
			return "invalid" in asked ? { status: "invalid", error: asked.invalid } : call(asked.input, context);
		},
		textOf: (reply) => replyText({ ...reply, output: [reply.stdout, reply.stderr], code: reply.return_code }),
		close: guarded.close,
	};
}

interface Understood {
	readonly request: Request;
	/** Why it does not run, before any rule is asked. */
	readonly fault?: string;
}

/** The policy of two lists: what is restricted wins, and what is in neither is refused. */
function policyOfLists(allow: readonly string[], deny: readonly string[]): Loaded {
	const strange = [...allow, ...deny].find((name) => !isProgramName(name));
	if (strange !== undefined) throw new TypeError(`\`${strange}\` is no program that a list can name`);
	return loadText(
		"lists.rules",
		`agent default {\n${listedRules({ allow, deny }, "default").join("\n")}\nlimit timeout 30s\n}\n`,
	);
}

function read(input: unknown): ExecuteCommandInput | Misfit {
	const fields = readInput(input, inputSchema);
	return typeof fields === "string" ? { invalid: fields } : (fields as unknown as ExecuteCommandInput);
}

/** The call inside an envelope. */
function readEnvelope(envelope: unknown): { readonly input: unknown } | Misfit {
	if (typeof envelope !== "object" || envelope === null)
		return { invalid: "a call has `tool`, `operation` and `arguments`" };
	const { tool = "shell", operation, arguments: input, ...rest } = envelope as Record<string, unknown>;
	const [strange] = Object.keys(rest);
	if (strange !== undefined) return { invalid: `a call has no \`${strange.slice(0, 100)}\`` };
	if (tool !== "shell") return { invalid: `this is the tool \`shell\`, and not \`${String(tool).slice(0, 100)}\`` };
	if (operation !== "execute_command")
		return { invalid: `the only operation is \`execute_command\`, and not \`${String(operation).slice(0, 100)}\`` };
	return { input };
}

/** Milliseconds; undefined where the policy's own time holds. */
function timeoutOf({ timeout }: ExecuteCommandInput, { limits }: Decision): number | undefined {
	if (timeout !== undefined) return timeout * 1000;
	return limits.timeout === undefined ? secondsByDefault * 1000 : undefined;
}

function replyOf(outcome: Outcome, decision: Decision): ExecuteCommandReply {
	return {
		...endedReply(outcome, decision),
		...streamsOf(outcome),
		...(outcome.code === undefined ? {} : { return_code: outcome.code }),
	};
}
