/** Records as spans, with the real SDK of OpenTelemetry. */

import { beforeEach, expect, test } from "@jest/globals";
import { context, trace } from "@opentelemetry/api";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { openTelemetry } from "../../../src/runtime/audit/open-telemetry.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { guard } from "../../../src/runtime/tools/guard.js";

const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
const tracer = provider.getTracer("bylaw");
beforeEach(() => exporter.reset());

const policy = loadText(
	"policy.rules",
	'agent default {\n  default deny\n  allow echo, false, sleep, ./none\n  ask touch\n  deny git because "No." id no-git\n  limit timeout 100ms\n}\n',
);

test("a run is a span from the decision to its end", async () => {
	const guarded = guard(policy, { audit: openTelemetry(tracer) });
	await guarded.run({ argv: ["echo", "hi"] });
	await guarded.run({ argv: ["false"] });
	const [hi, no] = exporter.getFinishedSpans();
	expect(hi).toMatchObject({
		name: "execute_tool shell",
		kind: 0,
		attributes: {
			"gen_ai.operation.name": "execute_tool",
			"gen_ai.tool.name": "shell",
			"gen_ai.tool.type": "function",
			"gen_ai.agent.name": "default",
			"rules.decision": "allow",
			"process.exit.code": 0,
			"rules.output_bytes": 3,
		},
	});
	expect(hi?.ended).toBe(true);
	expect(JSON.stringify(hi?.attributes)).not.toContain("echo");
	expect(no?.attributes["process.exit.code"]).toBe(1);
	guarded.close();
});

test("what is refused, and what others run, is a span at once", async () => {
	const guarded = guard(policy, { audit: openTelemetry(tracer, { tool: "safe_shell", commands: true }) });
	await guarded.run({ argv: ["git", "push"] });
	guarded.decide({ script: "echo hi" });
	expect(exporter.getFinishedSpans()).toMatchObject([
		{
			name: "execute_tool safe_shell",
			attributes: {
				"rules.decision": "deny",
				"rules.rule_id": ["no-git"],
				"rules.message": "No.",
				"process.executable.name": "git",
				"process.command_args": ["git", "push"],
			},
		},
		{ attributes: { "rules.decision": "allow", "gen_ai.tool.call.arguments": '{"script":"echo hi"}' } },
	]);
	guarded.close();
});

test("a yes is an event; what runs out of time or does not start is an error", async () => {
	const guarded = guard(policy, { audit: openTelemetry(tracer) });
	await guarded.run({ argv: ["touch", "--version"] }, { approve: () => "ada" });
	await guarded.run({ argv: ["sleep", "60"] });
	const [asked, late] = exporter.getFinishedSpans();
	expect(asked?.events).toMatchObject([{ name: "rules.approval", attributes: { "rules.approved_by": "ada" } }]);
	expect(late).toMatchObject({ status: { code: 2 }, attributes: { "rules.timed_out": true, "error.type": "timeout" } });
	guarded.close();
});

test("a span lies within the one that is active", () => {
	const guarded = guard(policy, { audit: openTelemetry(tracer) });
	const parent = tracer.startSpan("turn");
	const around = trace.setSpan(context.active(), parent);
	// What keeps the active span is the application's; here it is told by hand.
	const inside = guard(policy, {
		audit: openTelemetry({ startSpan: (name, options) => tracer.startSpan(name, options, around) }),
	});
	inside.decide({ argv: ["echo"] });
	expect(exporter.getFinishedSpans()[0]?.parentSpanContext?.spanId).toBe(parent.spanContext().spanId);
	guarded.close();
	inside.close();
});

test("nothing of a command is in a span unless that is asked for: no message, no name of a program", async () => {
	const guarded = guard(policy, { audit: openTelemetry(tracer) });
	await guarded.run({ argv: ["unheard-of", "word-of-mine"] });
	await guarded.run({ argv: ["./none", "word-of-mine"] });
	const spans = exporter.getFinishedSpans();
	expect(spans).toMatchObject([
		{ attributes: { "rules.decision": "deny" } },
		{ status: { code: 2, message: "the program could not be started" } },
	]);
	expect(JSON.stringify(spans.map(({ attributes, status }) => [attributes, status]))).not.toMatch(
		/unheard-of|word-of-mine|none/,
	);
	guarded.close();
});
