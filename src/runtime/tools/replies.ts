/** What tools answer, out of decisions and outcomes. */
import type { Decision } from "../../engine/decide/decision.js";
import type { Outcome } from "../execute/outcome.js";
import { type ObjectSchema, statuses, type ToolReply } from "./tool.js";

/** What all tools say of a run that has ended. */
export function endedReply(outcome: Outcome, { use }: Pick<Decision, "use">): EndedReply {
	const error = endingOf(outcome);
	return {
		status: statusOf(outcome),
		...(error === undefined ? {} : { error }),
		...(outcome.signal === undefined ? {} : { signal: outcome.signal }),
		...(use.length > 0 ? { use } : {}),
		...(outcome.warnings.length > 0 ? { warnings: outcome.warnings } : {}),
	};
}

export interface EndedReply extends ToolReply {
	/** The signal that ended the program. */
	readonly signal?: string;
}

function statusOf({ failure, timedOut, cancelled }: Outcome): ToolReply["status"] {
	if (failure !== undefined) return "failed";
	if (timedOut) return "timed-out";
	return cancelled ? "cancelled" : "completed";
}

/** Why a run ended early, or could not begin. */
function endingOf({ failure, timedOut }: Outcome): string | undefined {
	const late = "the program did not end in time and was ended, with everything that it started";
	return failure ?? (timedOut ? late : undefined);
}

/** What is said of what was not run. `warnings`: what there is to be said of its record. */
export function refusedReply(
	{ effect, message, use }: Decision,
	warnings: readonly string[] = [],
): ToolReply & { readonly error: string } {
	const instead = { ...(use.length > 0 ? { use } : {}), ...(warnings.length > 0 ? { warnings } : {}) };
	switch (effect) {
		case "nudge":
			return { status: "nudged", error: message, ...instead };
		case "ask":
			return { status: "asked", error: message, ...instead };
		case "deny":
			return { status: "denied", error: message, ...instead };
		case "allow":
			return { status: "denied", error: "this was allowed, but it can't be run from here" };
	}
}

/** What is said where something went wrong beside the rules and the program: a log or a folder that can't be written. Nothing more happens. */
export function faultReply(error: unknown): ToolReply {
	const why = error instanceof Error ? error.message : String(error);
	return { status: "failed", error: `this could not be done: ${why}` };
}

/** What a program wrote, each stream in its field, where they were kept apart. */
export function streamsOf({ stdout, stderr }: Outcome): { readonly stdout?: string; readonly stderr?: string } {
	return { ...(stdout ? { stdout: stdout.text } : {}), ...(stderr ? { stderr: stderr.text } : {}) };
}

/** The schema of a tool's replies: what all of them have, and fields of its own. `always`: those of them that are never missing. */
export function replySchema(own: ObjectSchema["properties"], always: readonly string[] = []): ObjectSchema {
	return {
		type: "object",
		properties: { ...replyProperties, ...own, signal: { type: "string" } },
		required: ["status", ...always],
		additionalProperties: false,
	};
}

const replyProperties = {
	status: { type: "string", enum: statuses },
	error: { type: "string", description: "Why nothing ran, or why it ended early." },
	use: { type: "array", items: { type: "string" }, description: "Tools to use instead, or advice after a run." },
	warnings: { type: "array", items: { type: "string" } },
} as const;

/** What a text for a model is made of. */
export interface ReplyParts extends ToolReply {
	/** What the program wrote, stream by stream. */
	readonly output: readonly (string | undefined)[];
	/** The exit code; zero goes without saying. */
	readonly code: number | undefined;
	readonly signal?: string;
}

/** A reply as one text: what the program printed, then what is to be said about it. */
export function replyText({ output, error, code = 0, signal, warnings = [], use = [] }: ReplyParts): string {
	const printed = output.flatMap((text) => (text === undefined || text === "" ? [] : [text.replace(/\n$/, "")]));
	const said = [
		...(error === undefined ? [] : [`Error: ${error}`]),
		...(signal === undefined ? [] : [`Ended by ${signal}.`]),
		...(code === 0 ? [] : [`Exit code ${code}.`]),
		...warnings.map((warning) => `Warning: ${warning}`),
		// A refusal's message names them already.
		...(use.length > 0 && error === undefined ? [`There is also ${use.join(", ")}.`] : []),
	];
	const lines = [...printed, ...said];
	return lines.length === 0 ? "It printed nothing." : lines.join("\n");
}
