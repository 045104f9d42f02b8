/**
 * The tool `safe.shell`: one program with its arguments, no shell between. A pure translation between a tool call and a guard.
 */

import type { Decision } from "../../../engine/decide/decision.js";
import type { Request } from "../../../engine/request/request.js";
import { checkOptions, type OptionNames } from "../../../language/diagnostic/known-options.js";
import type { Outcome, OutputMode } from "../../execute/outcome.js";
import { type GuardOptions, guard, guardOptions, type PolicySource } from "../guard.js";
import { forceProperty, readInput } from "../read-input.js";
import { type EndedReply, endedReply, refusedReply, replySchema, replyText, streamsOf } from "../replies.js";
import { runSettings, type Tool } from "../tool.js";

/** A call as a model makes it. */
export interface SafeShellInput {
	readonly command: string;
	readonly args?: readonly string[];
	readonly input?: string;
	readonly output_mode?: OutputMode;
	readonly force?: boolean;
	readonly timeout_millis?: number;
}

/** The reply. `error` says why nothing ran, or why it ended early; output fields as `output_mode` asked. */
export interface SafeShellReply extends EndedReply {
	readonly output?: string;
	readonly stdout?: string;
	readonly stderr?: string;
	readonly exit_code?: number;
}

export interface SafeShellOptions extends GuardOptions {
	/** The policy; the shipped pack `safe-shell` when absent. */
	readonly rules?: PolicySource;
	/** The tool's name; `safe.shell` when absent. Some model interfaces allow no dots: `safe_shell`. */
	readonly name?: string;
	/** The agent's own tools, so that nobody is sent to one that is not there; absent: all are taken to exist. */
	readonly tools?: readonly string[];
	readonly spillFolder?: string;
}

export interface SafeShell extends Tool<SafeShellReply> {
	/** JSON Schema of the input. */
	readonly parameters: typeof parameters;
	readonly inputSchema: typeof parameters;
	/** The same as `call`. */
	readonly execute: SafeShell["call"];
}

const parameters = {
	type: "object",
	properties: {
		command: {
			type: "string",
			minLength: 1,
			description:
				"The program to run: its name or a relative path. No shell reads it: no pipes, redirections or variables.",
		},
		args: {
			type: "array",
			items: { type: "string" },
			default: [],
			description: "Its arguments, one string each, passed as they are.",
		},
		input: {
			type: "string",
			description: "What the program reads from its standard input. Use this instead of a pipe.",
		},
		output_mode: {
			type: "string",
			enum: ["merged", "stdout", "stderr", "separate"],
			default: "merged",
			description:
				"`merged`: standard output and error as one text. `stdout`, `stderr`: one of them. `separate`: both, each in its own field.",
		},
		force: forceProperty,
		timeout_millis: {
			type: "integer",
			minimum: 1,
			maximum: 30000,
			default: 5000,
			description: "Milliseconds until the program and everything that it started are ended.",
		},
	},
	required: ["command"],
	additionalProperties: false,
} as const;

const outputSchema = replySchema({
	output: { type: "string" },
	stdout: { type: "string" },
	stderr: { type: "string" },
	exit_code: { type: "integer" },
});

const known: OptionNames<SafeShellOptions> = {
	...guardOptions,
	rules: true,
	name: true,
	tools: true,
	spillFolder: true,
};

/** Makes the tool out of a policy. Throws a `PolicyError` when the policy is broken. */
export function createSafeShell(options: SafeShellOptions = {}): SafeShell {
	checkOptions("createSafeShell", options, known);
	const { rules = "safe-shell", name = "safe.shell", tools, spillFolder, ...others } = options;
	const guarded = guard(rules, others);
	/** Nudges told already: a tool is one session. */
	const told = new Set<string>();
	const requestOf = (call: SafeShellInput): Request => ({
		argv: [call.command, ...(call.args ?? [])],
		force: call.force === true,
		...(tools ? { tools } : {}),
	});
	const call: SafeShell["call"] = async (input, context = {}) => {
		const asked = read(input);
		if (typeof asked === "string") return { status: "invalid", error: asked };
		const { decision, outcome, warnings } = await guarded.run(requestOf(asked), {
			...runSettings(context),
			...(asked.input === undefined ? {} : { input: asked.input }),
			...(asked.output_mode === undefined ? {} : { outputMode: asked.output_mode }),
			...(asked.timeout_millis === undefined ? {} : { timeout: asked.timeout_millis }),
			...(spillFolder === undefined ? {} : { spillFolder }),
		});
		if (outcome !== undefined) return replyOf(outcome, decision);
		const refused = refusedReply(decision, warnings);
		if (refused.status !== "nudged") return refused;
		const rule = decision.rules[0]?.id ?? "";
		const again = told.has(rule);
		told.add(rule);
		const { use } = decision;
		const error = again
			? `Again: ${use.length > 0 ? `use ${use.join(" or ")}, or ` : ""}set \`force\`.`
			: `${refused.error} Set \`force\` to run it all the same.`;
		return { ...refused, error };
	};
	return {
		name,
		title: "Safe shell",
		description:
			"Runs one program with its arguments, for building, testing and running code. It waits until the program ends or its time is up. Standard output and error come back as one text unless you ask otherwise; long output is cut and kept in a file.",
		parameters,
		inputSchema: parameters,
		outputSchema,
		guard: guarded,
		decide: (input) => {
			const asked = read(input);
			return typeof asked === "string" ? { invalid: asked } : guarded.foresee(requestOf(asked));
		},
		call,
		execute: call,
		textOf: safeShellText,
		close: guarded.close,
	};
}

/** The call, or what is wrong with it. */
function read(input: unknown): SafeShellInput | string {
	const fields = readInput(input, parameters);
	return typeof fields === "string" ? fields : (fields as unknown as SafeShellInput);
}

function replyOf(outcome: Outcome, decision: Decision): SafeShellReply {
	return {
		...endedReply(outcome, decision),
		...(outcome.merged ? { output: outcome.merged.text } : {}),
		...streamsOf(outcome),
		...(outcome.code === undefined ? {} : { exit_code: outcome.code }),
	};
}

function safeShellText(reply: SafeShellReply): string {
	return replyText({ ...reply, output: [reply.output ?? reply.stdout, reply.stderr], code: reply.exit_code });
}
