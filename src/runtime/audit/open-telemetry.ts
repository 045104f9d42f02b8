/** Records as spans of OpenTelemetry: one a request, with the attributes that its conventions name for tools and processes. */

import { basename } from "node:path";
import { checkOptions } from "../../language/diagnostic/known-options.js";
import type { DecisionEvent, OutcomeEvent } from "./record.js";
import type { AuditSink } from "./sinks.js";

/** As much of a `Tracer` of `@opentelemetry/api` as is used here: the package itself is the caller's. */
export interface SpanTracer {
	readonly startSpan: (
		name: string,
		options: { readonly kind?: number; readonly startTime?: number; readonly attributes?: SpanAttributes },
	) => RecordedSpan;
}

/** As much of a `Span` as is used here. */
export interface RecordedSpan {
	readonly setAttributes: (attributes: SpanAttributes) => unknown;
	readonly setStatus: (status: { readonly code: number; readonly message?: string }) => unknown;
	readonly addEvent: (name: string, attributes: SpanAttributes, time: number) => unknown;
	readonly end: (time?: number) => unknown;
}

type SpanAttributes = Record<string, string | number | boolean | string[]>;

/** What the spans say. */
export interface TelemetryOptions {
	/** The tool's name; `shell` when absent. */
	readonly tool?: string;
	/** Commands are sensitive, and left out unless this says otherwise, with all that may speak of them: messages, and why a program did not start. Secrets in them are masked either way. */
	readonly commands?: boolean;
}

/**
 * A sink that makes a span `execute_tool` of each request, out of a tracer: `trace.getTracer("bylaw")`. A span begins with the decision, within the
 * span that is active there, and ends with the run; at once where nothing is run.
 */
export function openTelemetry(tracer: SpanTracer, options: TelemetryOptions = {}): AuditSink {
	checkOptions("openTelemetry", options, { tool: true, commands: true });
	const { tool = "shell", commands = false } = options;
	const open = new Map<string, RecordedSpan>();
	return (event) => {
		const time = Date.parse(event.time);
		switch (event.type) {
			case "decision": {
				const span = tracer.startSpan(`execute_tool ${tool}`, {
					kind: internal,
					startTime: time,
					attributes: {
						...attributesOf(event, tool),
						...(commands ? { ...messageOf(event), ...commandOf(event) } : {}),
					},
				});
				if (mayRun(event)) {
					open.set(event.id, span);
					if (open.size > mostOpen) endOldest();
				} else span.end(time);
				break;
			}
			case "approval":
				open
					.get(event.id)
					?.addEvent(
						"rules.approval",
						{ "rules.approved_by": event.by, ...(event.groups ? { "rules.approver_groups": [...event.groups] } : {}) },
						time,
					);
				break;
			case "outcome": {
				const span = open.get(event.id);
				open.delete(event.id);
				if (span !== undefined) ended(span, event, time, commands);
				break;
			}
		}
	};

	/** What never ended, such as a question to which nobody said yes. */
	function endOldest(): void {
		const [oldest] = open;
		if (oldest === undefined) return;
		open.delete(oldest[0]);
		oldest[1].end();
	}
}

/** `SpanKind.INTERNAL`, `SpanStatusCode.ERROR` */
const internal = 0;
const error = 2;
const mostOpen = 1_000;

function mayRun({ surface, effect }: DecisionEvent): boolean {
	return surface === "run" && (effect === "allow" || effect === "ask");
}

function attributesOf(
	{ id, agent, effect, code, rules, policy, force, cwd, bundle, state }: DecisionEvent,
	tool: string,
): SpanAttributes {
	return {
		"gen_ai.operation.name": "execute_tool",
		"gen_ai.tool.name": tool,
		"gen_ai.tool.type": "function",
		"gen_ai.tool.call.id": id,
		"gen_ai.agent.name": agent,
		"rules.decision": effect,
		"rules.code": code,
		"rules.rule_id": rules.map((rule) => rule.id),
		"rules.policy.revision": policy,
		"rules.force": force,
		...(bundle === undefined ? {} : { "rules.bundle.channel": bundle.channel, "rules.bundle.version": bundle.version }),
		...(state === undefined ? {} : { "rules.bundle.state": state }),
		...(cwd === undefined ? {} : { "process.working_directory": cwd }),
	};
}

function messageOf({ effect, message }: DecisionEvent): SpanAttributes {
	return effect === "allow" ? {} : { "rules.message": message };
}

function commandOf({ argv, script, call, commands = [] }: DecisionEvent): SpanAttributes {
	const [first] = commands;
	const words = argv ?? first?.argv ?? [];
	const [program] = words;
	return {
		...(typeof program === "string" ? { "process.executable.name": basename(program) } : {}),
		...(argv === undefined ? {} : { "process.command_args": [...argv] }),
		"gen_ai.tool.call.arguments": JSON.stringify(
			call !== undefined ? { call } : script === undefined ? { argv } : { script },
		),
	};
}

function ended(span: RecordedSpan, outcome: OutcomeEvent, time: number, commands: boolean): void {
	const { code, signal, failure, timedOut, cancelled, bytes } = outcome;
	span.setAttributes({
		...(code === undefined ? {} : { "process.exit.code": code }),
		...(signal === undefined ? {} : { "rules.signal": signal }),
		"rules.timed_out": timedOut,
		"rules.cancelled": cancelled,
		"rules.output_bytes": bytes,
	});
	const unstarted = failure === undefined || commands ? failure : "the program could not be started";
	const why = unstarted ?? (timedOut ? "the time was up" : undefined);
	if (why !== undefined) {
		span.setAttributes({ "error.type": failure === undefined ? "timeout" : "not_started" });
		span.setStatus({ code: error, message: why });
	}
	span.end(time);
}
