/**
 * The tool `run_command`: one shell for all agents, each job in a folder of its own. A policy decides, or agents' existing configurations on top of one.
 * A pure translation between a tool call and a guard.
 */

import { refusal } from "../../../engine/decide/decide.js";
import type { Decision } from "../../../engine/decide/decision.js";
import type { Request } from "../../../engine/request/request.js";
import { checkOptions, type OptionNames } from "../../../language/diagnostic/known-options.js";
import type { Outcome } from "../../execute/outcome.js";
import { folderInside, ownFolder } from "../../load/folder-inside.js";
import { type Guard, type GuardOptions, guard, guardOptions, type PolicySource } from "../guard.js";
import { readInput } from "../read-input.js";
import { type EndedReply, endedReply, refusedReply, replySchema, replyText, streamsOf } from "../replies.js";
import { type Misfit, runSettings, type Tool } from "../tool.js";
import { configPolicy } from "./config-policy.js";

/** A call as a model makes it. */
export interface RunCommandInput {
	readonly command: string;
	/** From the folder of the job. */
	readonly working_dir?: string;
	/** Seconds. */
	readonly timeout?: number;
}

export interface RunCommandReply extends EndedReply {
	readonly stdout?: string;
	readonly stderr?: string;
	readonly exit_code?: number;
}

/** Whose tool it is. */
export interface Job {
	/** Names the folder of the job, `job_<id>`: letters, digits and `-`, as a UUID has them. */
	readonly job: string;
	/** The agent by the name that its configuration or the policy has; `default` when absent. */
	readonly agent?: string;
	/** The agent's own tools, so that nobody is sent to one that is not there; absent: all are taken to exist. */
	readonly tools?: readonly string[];
}

export interface RunCommandOptions extends Job, Omit<GuardOptions, "workspace" | "agent"> {
	/** The folder that the folders of all jobs lie in. */
	readonly root: string;
	/** The policy; the shipped pack `universal` when absent. */
	readonly rules?: PolicySource;
	/** A folder of agents' YAML configurations, on top of the policy; `rules` are then names of files or packs. */
	readonly configs?: string;
	/** The tool's name; `run_command` when absent. */
	readonly name?: string;
}

export interface RunCommand extends Tool<RunCommandReply> {
	/** The folder of the job, without links. */
	readonly workspace: string;
	/** The same policy and the same log for another job or another agent. To close it closes nothing. */
	readonly forJob: (job: Job) => RunCommand;
}

const inputSchema = {
	type: "object",
	properties: {
		command: {
			type: "string",
			description: "The command line. Pipes and lists are fine: each command in them is decided.",
		},
		working_dir: {
			type: "string",
			minLength: 1,
			description: "A folder of the workspace to run in; the workspace itself when absent.",
		},
		timeout: {
			type: "number",
			exclusiveMinimum: 0,
			maximum: 600,
			description: "Seconds until the command and everything that it started are ended; 600 at most.",
		},
	},
	required: ["command"],
	additionalProperties: false,
} as const;

const outputSchema = replySchema({
	stdout: { type: "string" },
	stderr: { type: "string" },
	exit_code: { type: "integer" },
});

/** Milliseconds; where the policy says nothing of its own. */
const timeoutByDefault = 120_000;
const longestTimeout = 600_000;

const { workspace: _, ...inWorkspace } = guardOptions;
const known: OptionNames<RunCommandOptions> = {
	...inWorkspace,
	root: true,
	rules: true,
	configs: true,
	name: true,
	job: true,
	tools: true,
};

/** Makes the tool of one job. Throws a `PolicyError` when the policy or a configuration is broken, and when the folder of the job can't be made. */
export function createRunCommand(options: RunCommandOptions): RunCommand {
	checkOptions("createRunCommand", options, known);
	const { root, rules = "universal", configs, name = "run_command", job, agent, tools, ...others } = options;
	const { source, names } = policyOf(rules, configs);
	const guarded = guard(source, others);
	const forJob = (whose: Job, close: () => void): RunCommand => {
		const workspace = ownFolder(root, jobName(whose.job));
		const tool = toolOf(guarded.within(workspace), workspace, name, {
			...whose,
			agent: names?.get(whose.agent ?? "default") ?? whose.agent ?? "default",
		});
		return {
			...tool,
			forJob: (other) => {
				checkOptions("forJob", other, { job: true, agent: true, tools: true });
				return forJob(other, () => {});
			},
			close,
		};
	};
	const whose: Job = { job, ...(agent === undefined ? {} : { agent }), ...(tools === undefined ? {} : { tools }) };
	try {
		return forJob(whose, guarded.close);
	} catch (error) {
		guarded.close();
		throw error;
	}
}

interface Source {
	readonly source: PolicySource;
	/** Agents of configurations by the names that they have in the policy; absent: the policy's own. */
	readonly names?: ReadonlyMap<string, string>;
}

function policyOf(rules: PolicySource, configs: string | undefined): Source {
	if (configs === undefined) return { source: rules };
	if (typeof rules === "object" && ("sources" in rules || "agents" in rules))
		throw new TypeError("with `configs`, `rules` are the names of files or packs");
	const { loaded, agents } = configPolicy(configs, rules, process.cwd(), true);
	return { source: loaded, names: agents };
}

function jobName(job: string): string {
	if (typeof job === "string" && /^[0-9A-Za-z][0-9A-Za-z-]{0,63}$/.test(job)) return `job_${job}`;
	throw new TypeError("a job is named by letters, digits and `-`, as a UUID is");
}

interface Whose {
	readonly agent: string;
	readonly tools?: readonly string[];
}

function toolOf(
	guarded: Guard,
	workspace: string,
	name: string,
	{ agent, tools }: Whose,
): Omit<RunCommand, "forJob" | "close"> {
	const understood = ({ command, working_dir }: RunCommandInput): Understood => {
		const request: Request = { script: command, agent, ...(tools ? { tools } : {}) };
		if (command.trim() === "") return { request, fault: "the command is empty" };
		if (working_dir === undefined) return { request };
		const found = folderInside(workspace, working_dir);
		if ("fault" in found) return { request, fault: `this can't run there: ${found.fault}` };
		return { request: { ...request, cwd: found.folder } };
	};
	return {
		name,
		title: "Shell",
		description:
			"Runs shell commands in the workspace of this job: for processing files, compiling, transforming data, or whatever the task needs. It waits until the command ends or its time is up, and gives standard output, standard error and the exit code.",
		inputSchema,
		outputSchema,
		workspace,
		guard: guarded,
		decide: (input) => {
			const asked = read(input);
			if ("invalid" in asked) return asked;
			const { request, fault } = understood(asked);
			return fault === undefined ? guarded.foresee(request) : refusal(guarded.tree, request, "fault", fault);
		},
		call: async (input, context = {}) => {
			const asked = read(input);
			if ("invalid" in asked) return { status: "invalid", error: asked.invalid };
			const { request, fault } = understood(asked);
			if (fault !== undefined) return refusedReply(guarded.refuse(request, fault));
			const { decision, outcome, warnings } = await guarded.run(request, {
				...runSettings(context),
				outputMode: "separate",
				...timeoutOf(asked, guarded.foresee(request)),
			});
			return outcome === undefined ? refusedReply(decision, warnings) : replyOf(outcome, decision);
		},
		textOf: (reply) => replyText({ ...reply, output: [reply.stdout, reply.stderr], code: reply.exit_code }),
	};
}

interface Understood {
	readonly request: Request;
	/** Why it does not run, before any rule is asked. */
	readonly fault?: string;
}

function read(input: unknown): RunCommandInput | Misfit {
	const fields = readInput(input, inputSchema);
	return typeof fields === "string" ? { invalid: fields } : (fields as unknown as RunCommandInput);
}

/** The policy's time holds, unless the call asks for another; where the policy has none, this tool has. */
function timeoutOf({ timeout }: RunCommandInput, { limits }: Decision): { readonly timeout?: number } {
	if (timeout !== undefined) return { timeout: Math.min(timeout * 1000, longestTimeout) };
	return limits.timeout === undefined ? { timeout: timeoutByDefault } : {};
}

function replyOf(outcome: Outcome, decision: Decision): RunCommandReply {
	return {
		...endedReply(outcome, decision),
		...streamsOf(outcome),
		...(outcome.code === undefined ? {} : { exit_code: outcome.code }),
	};
}
