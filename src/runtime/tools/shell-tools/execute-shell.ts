/**
 * The tool `execute_shell`: one shell in a sandbox of each conversation, beside an agent's other tools. Who asks is not an argument but the request's
 * context. It needs no model interface; what hands it to one wraps it.
 */

import { createHash, randomUUID } from "node:crypto";
import { refusal } from "../../../engine/decide/decide.js";
import type { Decision } from "../../../engine/decide/decision.js";
import type { Request } from "../../../engine/request/request.js";
import { checkOptions, type OptionNames } from "../../../language/diagnostic/known-options.js";
import type { Outcome, StreamName } from "../../execute/outcome.js";
import { folderInside, ownFolder } from "../../load/folder-inside.js";
import { type Guard, type GuardOptions, guard, guardOptions, type PolicySource } from "../guard.js";
import { forceProperty, readInput } from "../read-input.js";
import { type EndedReply, endedReply, faultReply, refusedReply, replySchema, replyText } from "../replies.js";
import { type RequestContext, requestContext } from "../request-context.js";
import { type CallContext, type Misfit, runSettings, type Tool } from "../tool.js";
import { mixedUse, type VirtualCommands } from "../virtual-commands.js";

/** A call as a model makes it. */
export interface ExecuteShellInput {
	readonly command: string;
	/** Overrides advice, never a denial or a question. */
	readonly force?: boolean;
}

export interface ExecuteShellReply extends EndedReply {
	/** Standard output and error as one text. */
	readonly output?: string;
	readonly exit_code?: number;
}

/** What happens, for user interfaces. `id`: the call's. */
export type ShellEvent =
	| {
			readonly type: "tool-call";
			readonly id: string;
			readonly name: string;
			readonly title: string;
			readonly input: unknown;
	  }
	| { readonly type: "output"; readonly id: string; readonly stream: StreamName; readonly text: string }
	/** The first command of the conversation has really run in its sandbox. Told once. */
	| { readonly type: "sandbox-created"; readonly id: string; readonly sandboxId: string }
	| { readonly type: "tool-result"; readonly id: string; readonly name: string; readonly reply: ExecuteShellReply };

export interface ExecuteShellOptions extends Omit<GuardOptions, "workspace"> {
	/** The folder that the sandboxes of all conversations lie in. */
	readonly root: string;
	/** The policy; the shipped pack `task-agent` when absent. */
	readonly rules?: PolicySource;
	/** Commands that are done in this process, by their names. The same rules decide them. */
	readonly virtual?: VirtualCommands;
	/** Told everything that happens. What it throws is ignored: a listener stops no command. */
	readonly onEvent?: (event: ShellEvent, context: RequestContext) => void;
	/** The tool's name; `execute_shell` when absent. */
	readonly name?: string;
	/** For user interfaces; `Shell` when absent. */
	readonly title?: string;
	/** The agent's own tools, so that nobody is sent to one that is not there; absent: all are taken to exist. */
	readonly tools?: readonly string[];
	/** Told to the model behind the tool's own description: what the virtual commands are, for instance. */
	readonly about?: string;
}

export interface ExecuteShell extends Tool<ExecuteShellReply> {
	/** The sandbox of the request's conversation. */
	readonly sandboxId: () => string;
}

/**
 * The sandbox did not answer in time, or is no longer there. The one thing that a call throws, so that a server can tell it from what a command did.
 */
export class SandboxTimeoutError extends Error {
	readonly sandboxId: string;
	/** `command`: a command was ended at its time limit. `sandbox`: the sandbox to go on with is gone. */
	readonly kind: "command" | "sandbox";
	/** What is known of the command, with its output up to then. */
	readonly reply: ExecuteShellReply;
	constructor(kind: "command" | "sandbox", sandboxId: string, reply: ExecuteShellReply) {
		super(reply.error ?? "the sandbox did not answer in time");
		this.name = "SandboxTimeoutError";
		this.kind = kind;
		this.sandboxId = sandboxId;
		this.reply = reply;
	}
}

const inputSchema = {
	type: "object",
	properties: {
		command: { type: "string", description: "The shell command to run." },
		force: forceProperty,
	},
	required: ["command"],
	additionalProperties: false,
} as const;

const outputSchema = replySchema({
	output: { type: "string" },
	exit_code: { type: "integer" },
});

/** Of how many conversations it is remembered that their sandbox was announced. */
const mostAnnounced = 10_000;

const { workspace: _, ...inWorkspace } = guardOptions;
const known: OptionNames<ExecuteShellOptions> = {
	...inWorkspace,
	root: true,
	rules: true,
	virtual: true,
	onEvent: true,
	name: true,
	title: true,
	tools: true,
	about: true,
};

/** Makes the tool out of a policy. Throws a `PolicyError` when the policy is broken. */
export function createExecuteShell(options: ExecuteShellOptions): ExecuteShell {
	checkOptions("createExecuteShell", options, known);
	const {
		root,
		rules = "task-agent",
		virtual = {},
		onEvent,
		name = "execute_shell",
		title = "Shell",
		tools,
		about,
		...others
	} = options;
	const guarded = guard(rules, others);
	/** Calls outside of any conversation are one of their own. */
	const ownConversation = randomUUID();
	const announced = new Set<string>();
	const sandboxId = (): string => sandboxOf(requestContext(), ownConversation);
	const requestOf = ({ command, force = false }: ExecuteShellInput): Request => {
		const { env, agent } = requestContext();
		return {
			script: command,
			force,
			...(env === undefined ? {} : { env }),
			...(agent === undefined ? {} : { agent }),
			...(tools ? { tools } : {}),
		};
	};
	const answered = async (
		input: unknown,
		context: CallContext,
		tell: (event: ShellEvent) => void,
		id: string,
	): Promise<ExecuteShellReply> => {
		const asked = read(input);
		if ("invalid" in asked) return { status: "invalid", error: asked.invalid };
		const request = requestOf(asked);
		if (asked.command.trim() === "") return refusedReply(guarded.refuse(request, "the command is empty"));
		const sandbox = sandboxId();
		const place = sandboxFolder(root, sandbox, requestContext());
		if (place === undefined) {
			const error = "this sandbox is no longer there";
			guarded.refuse(request, error);
			throw new SandboxTimeoutError("sandbox", sandbox, { status: "failed", error });
		}
		const within = guarded.within(place);
		const announce = (): void => {
			if (requestContext().sandboxId !== undefined || announced.has(sandbox)) return;
			const [oldest] = announced;
			if (announced.size >= mostAnnounced && oldest !== undefined) announced.delete(oldest);
			announced.add(sandbox);
			tell({ type: "sandbox-created", id, sandboxId: sandbox });
		};
		const { decision, outcome, warnings } = await within.run(request, {
			...runSettings(context),
			virtual,
			onStart: announce,
			onOutput: (stream, text) => {
				tell({ type: "output", id, stream, text });
				context.onOutput?.(stream, text);
			},
		});
		if (outcome === undefined) return refusedReply(decision, warnings);
		const reply = replyOf(outcome, decision);
		if (outcome.timedOut) throw new SandboxTimeoutError("command", sandbox, reply);
		return reply;
	};
	return {
		name,
		title,
		description: [
			"Runs a shell command in the sandbox of this conversation: files, scripts, calls to APIs. Files stay there for later commands. It waits until the command ends or its time is up, and gives what it printed as text.",
			...(about === undefined ? [] : [about]),
		].join("\n\n"),
		inputSchema,
		outputSchema,
		guard: guarded,
		sandboxId,
		decide: (input) => {
			const asked = read(input);
			if ("invalid" in asked) return asked;
			const request = requestOf(asked);
			if (asked.command.trim() === "") return refusal(guarded.tree, request, "fault", "the command is empty");
			const place = sandboxFolder(root, sandboxId(), requestContext());
			if (place === undefined) return refusal(guarded.tree, request, "fault", "this sandbox is no longer there");
			return foreseen(guarded.within(place), request, virtual);
		},
		call: async (input, context = {}) => {
			const id = context.id ?? randomUUID();
			const tell = telling(onEvent);
			tell({ type: "tool-call", id, name, title, input });
			try {
				const reply = await answered(input, context, tell, id);
				tell({ type: "tool-result", id, name, reply });
				return reply;
			} catch (error) {
				const isTimeout = error instanceof SandboxTimeoutError;
				const reply: ExecuteShellReply = isTimeout ? error.reply : faultReply(error);
				tell({ type: "tool-result", id, name, reply });
				if (isTimeout) throw error;
				return reply;
			}
		},
		textOf: (reply) => replyText({ ...reply, output: [reply.output], code: reply.exit_code }),
		close: guarded.close,
	};
}

/** The one that the client goes on with, or the conversation's own: the same for the same conversation, also after a restart. */
function sandboxOf({ sandboxId, conversationId }: RequestContext, ownConversation: string): string {
	if (sandboxId !== undefined) return sandboxId;
	const hash = createHash("sha256").update(conversationId ?? ownConversation);
	return `sandbox-${hash.digest("hex").slice(0, 32)}`;
}

/** The folder of a sandbox. One that a client goes on with must be there; undefined where it is not. */
function sandboxFolder(root: string, sandbox: string, { sandboxId }: RequestContext): string | undefined {
	if (sandboxId === undefined) return ownFolder(root, sandbox);
	if (!/^[0-9A-Za-z][0-9A-Za-z-]{0,99}$/.test(sandbox)) return undefined;
	const found = folderInside(root, sandbox);
	return "folder" in found ? found.folder : undefined;
}

function foreseen(guarded: Guard, request: Request, virtual: VirtualCommands): Decision {
	const decision = guarded.foresee(request);
	const fault = mixedUse(decision, virtual);
	return fault === undefined ? decision : refusal(guarded.tree, request, "fault", fault);
}

function telling(onEvent: ExecuteShellOptions["onEvent"]): (event: ShellEvent) => void {
	return (event) => {
		try {
			onEvent?.(event, requestContext());
		} catch {
			// A listener's fault is its own.
		}
	};
}

function read(input: unknown): ExecuteShellInput | Misfit {
	const fields = readInput(input, inputSchema);
	return typeof fields === "string" ? { invalid: fields } : (fields as unknown as ExecuteShellInput);
}

function replyOf(outcome: Outcome, decision: Decision): ExecuteShellReply {
	return {
		...endedReply(outcome, decision),
		...(outcome.merged ? { output: outcome.merged.text } : {}),
		...(outcome.code === undefined ? {} : { exit_code: outcome.code }),
	};
}
