/**
 * The tool `bash` of Anthropic's API (`bash_20250124`), for the tool runners of its SDK. A pure translation between a call and a guard, without the
 * SDK. Every command line is decided, and runs in a shell of its own; of what one leaves behind for the next, only the folder is kept.
 */

import { isAbsolute } from "node:path";
import type { Request } from "../../../engine/request/request.js";
import { checkOptions, type OptionNames } from "../../../language/diagnostic/known-options.js";
import { folderInside } from "../../load/folder-inside.js";
import { type Approve, type GuardOptions, guard, guardOptions, type PolicySource } from "../guard.js";
import { readInput } from "../read-input.js";
import { endedReply, refusedReply, replyText } from "../replies.js";
import type { Status } from "../tool.js";
import { undecidable } from "../undecidable.js";

/** A call as a model makes it. */
export interface AnthropicBashInput {
	readonly command?: string;
	/** Forgets the folder. */
	readonly restart?: boolean;
}

/** The tool as tool runners take it. */
export interface AnthropicBash {
	readonly type: "bash_20250124";
	readonly name: "bash";
	/** The call, checked. Throws what the model is told of a call that is none. */
	readonly parse: (input: unknown) => AnthropicBashInput;
	/** What was printed. Throws a `NotRunError` for what was not run, or not to its end: the SDK tells the model its message, as an error. */
	readonly run: (
		input: AnthropicBashInput,
		context?: { readonly signal?: AbortSignal | null | undefined },
	) => Promise<string>;
	readonly close: () => void;
}

export interface AnthropicBashOptions extends GuardOptions {
	readonly rules: PolicySource;
	/** The agent's own tools, so that nobody is sent to one that is not there; absent: all are taken to exist. */
	readonly tools?: readonly string[];
	/** Puts a question (`ask`) to a person. Without it nothing runs that needs an answer. */
	readonly approve?: Approve;
	/** Milliseconds that a command may take, where the policy says nothing; two minutes when absent. */
	readonly timeout?: number;
}

/** Why a call was not run, or not to its end. The message is for the model. */
export class NotRunError extends Error {
	readonly status: Status;
	constructor(status: Status, message: string) {
		super(message);
		this.name = "NotRunError";
		this.status = status;
	}
}

const inputSchema = {
	type: "object",
	properties: { command: { type: "string" }, restart: { type: "boolean" } },
	additionalProperties: false,
} as const;

const known: OptionNames<AnthropicBashOptions> = {
	...guardOptions,
	rules: true,
	tools: true,
	approve: true,
	timeout: true,
};

/** Makes the tool out of a policy. Throws a `PolicyError` when the policy is broken. */
export function anthropicBash(options: AnthropicBashOptions): AnthropicBash {
	checkOptions("anthropicBash", options, known);
	const { rules, tools, approve, timeout = 120_000, ...others } = options;
	const workspace = others.workspace ?? process.cwd();
	const guarded = guard(rules, others);
	/** Where commands start, below the workspace; absent: there. */
	let folder: string | undefined;
	const requestOf = (command: string): Request => ({
		script: command,
		...(folder === undefined ? {} : { cwd: folder }),
		...(tools ? { tools } : {}),
	});

	const ran = async (command: string, signal: AbortSignal | undefined): Promise<string> => {
		const request = requestOf(command);
		if (command.trim() === "") throw new NotRunError("denied", guarded.refuse(request, "the command is empty").message);
		const { limits } = guarded.foresee(request);
		const {
			decision,
			outcome,
			warnings = [],
		} = await guarded.run(request, {
			...(signal === undefined ? {} : { signal }),
			...(approve === undefined ? {} : { approve }),
			...(limits.timeout === undefined ? { timeout } : {}),
		});
		if (outcome === undefined) {
			const { status, error } = refusedReply(decision);
			throw new NotRunError(status, [error, ...warnings.map((warning) => `Warning: ${warning}`)].join("\n"));
		}
		const reply = endedReply(outcome, decision);
		const output = outcome.merged?.text;
		if (reply.status !== "completed") {
			const why = reply.error ?? "the call was cancelled, and what it had started was ended";
			const said = [why, ...warnings.map((warning) => `Warning: ${warning}`), ...(output ? [output] : [])];
			throw new NotRunError(reply.status, said.join("\n"));
		}
		const text = replyText({ ...reply, output: [output], code: outcome.code });
		const gone = outcome.code === 0 ? goneTo(command) : undefined;
		if (gone === undefined) return leavesBehind(command) ? `${text}\n${onlyHere}` : text;
		const found = folderInside(workspace, isAbsolute(gone) ? gone : `${folder ?? workspace}/${gone}`);
		if ("fault" in found) return `${text}\nNote: ${found.fault}, so the next command does not start there.`;
		folder = found.folder;
		return text;
	};

	const answered = async (input: AnthropicBashInput, signal: AbortSignal | undefined): Promise<string> => {
		const { command, restart = false } = parsed(input);
		if (restart) folder = undefined;
		if (command !== undefined) return ran(command, signal);
		if (restart) return "The shell begins anew.";
		throw new NotRunError("invalid", "there is neither `command` nor `restart`");
	};

	/** Calls of one turn may come at once: each meets the folder that the one before it left. */
	let last: Promise<unknown> = Promise.resolve();
	return {
		type: "bash_20250124",
		name: "bash",
		parse: parsed,
		run: (input, { signal } = {}) => {
			const answer = last.then(() => answered(input, signal ?? undefined)).catch(asNotRun);
			last = answer.catch(() => {});
			return answer;
		},
		close: guarded.close,
	};
}

/** Told where a model may believe that more is kept. */
const onlyHere = "Note: variables, functions and options of a shell hold for one call; `cd` alone is kept.";

function parsed(input: unknown): AnthropicBashInput {
	const fields = readInput(input, inputSchema);
	if (typeof fields === "string") throw new NotRunError("invalid", fields);
	return fields;
}

function asNotRun(error: unknown): never {
	throw error instanceof NotRunError ? error : new NotRunError("denied", undecidable(error));
}

/** The folder of a command line that is nothing but `cd FOLDER`, where it can be read off. */
function goneTo(command: string): string | undefined {
	const [, bare, single, double] =
		/^\s*cd\s+(?:--\s+)?(?:([\w./+@%,=:-]+)|'([^']*)'|"([^"$`\\!]*)")\s*;?\s*$/.exec(command) ?? [];
	const name = bare ?? single ?? double;
	// `cd -` and options are the shell's own business.
	return name === undefined || name.startsWith("-") ? undefined : name;
}

/** Does it set what a shell would still have in the next call? */
function leavesBehind(command: string): boolean {
	return /(^|[\s;&|(])(cd|pushd|popd|export|declare|alias|source|\.|set|unset|shopt|function)(\s|$)/.test(command);
}
