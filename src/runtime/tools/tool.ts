/** What a tool for agents is, whoever's model interface it is handed to: its name, its schemas, and a call that decides before anything runs. */
import type { Decision } from "../../engine/decide/decision.js";
import type { StreamName } from "../execute/outcome.js";
import type { Approve, Guard, GuardedRunSettings } from "./guard.js";

/** A JSON Schema (2020-12) of an object. */
export interface ObjectSchema {
	readonly type: "object";
	readonly properties: Readonly<Record<string, object>>;
	readonly required?: readonly string[];
	readonly additionalProperties: false;
}

/** What a call comes with, besides what the model wrote. */
export interface CallContext {
	/** Ends the run and everything that it started. */
	readonly signal?: AbortSignal;
	/** Every piece of output as it comes. */
	readonly onOutput?: (stream: StreamName, text: string) => void;
	/** The caller's own name for this call, told in events. */
	readonly id?: string;
	/** Puts a question (`ask`) to a person. Without it nothing runs that needs an answer. */
	readonly approve?: Approve;
}

/** How a call ended. `invalid`: it did not fit the schema, and was not decided. */
export const statuses = [
	"completed",
	"denied",
	"nudged",
	"asked",
	"invalid",
	"failed",
	"timed-out",
	"cancelled",
] as const;
export type Status = (typeof statuses)[number];

/** What all replies have. `error`: why nothing ran, or why it ended early; it begins with the decision's own message where there is a decision. */
export interface ToolReply {
	readonly status: Status;
	readonly error?: string;
	/** Tools to use instead, or advice after a run. */
	readonly use?: readonly string[];
	readonly warnings?: readonly string[];
}

/** A call that does not fit the tool's schema. */
export interface Misfit {
	readonly invalid: string;
}

export interface Tool<Reply extends ToolReply = ToolReply> {
	readonly name: string;
	/** For user interfaces. */
	readonly title: string;
	/** For the model. */
	readonly description: string;
	readonly inputSchema: ObjectSchema;
	readonly outputSchema: ObjectSchema;
	/** What a call would be answered, or what is wrong with it. Nothing runs, and nothing is recorded. */
	readonly decide: (input: unknown) => Decision | Misfit;
	/** Decides, records, and runs what was allowed. What a model wrote, a program did or a policy says is never thrown. */
	readonly call: (input: unknown, context?: CallContext) => Promise<Reply>;
	/** A reply as one text, for models that read nothing else. Written as a method, so that tools of all replies can stand in one list. */
	textOf(reply: Reply): string;
	readonly guard: Guard;
	readonly close: () => void;
}

/** A context as what a guard's run takes. */
export function runSettings({ signal, onOutput, approve }: CallContext): GuardedRunSettings {
	return {
		...(signal ? { signal } : {}),
		...(onOutput ? { onOutput } : {}),
		...(approve ? { approve } : {}),
	};
}
