import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import * as seven from "ai";
import { MockLanguageModelV4, simulateReadableStream } from "ai/test";
import * as six from "ai-v6";
import { MockLanguageModelV3 } from "ai-v6/test";
import { z } from "zod";
import { loadText } from "../../../../src/runtime/load/load.js";
import { aiSdkTool } from "../../../../src/runtime/tools/frameworks/ai-sdk.js";
import { type AiSdkGateReport, aiSdkApproval } from "../../../../src/runtime/tools/frameworks/ai-sdk-approval.js";
import { guard } from "../../../../src/runtime/tools/guard.js";
import {
	createExecuteShell,
	type ExecuteShell,
	type ShellEvent,
} from "../../../../src/runtime/tools/shell-tools/execute-shell.js";
import { createSafeShell } from "../../../../src/runtime/tools/shell-tools/safe-shell.js";

// A loaded machine is slow; nothing here hangs on time.
jest.setTimeout(240_000);

const policy = loadText(
	"policy.rules",
	`agent default {
  default deny
  syntax sequences, redirects
  allow echo, cat
  allow echo granting write
  allow ./slow
  ask touch because "A person looks at new files." id new-files
  nudge ls use file.list because "There is a tool for that."
  deny git because "Use the version-control tools."
  limit timeout 60s
}
`,
);

const folders: string[] = [];
const folder = (): string => {
	const path = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-ai-")));
	folders.push(path);
	return path;
};
afterAll(() => {
	for (const path of folders) rmSync(path, { recursive: true, force: true });
});

/** What the model says in one turn: calls of tools, or a last word. */
type Turn = readonly { readonly tool: string; readonly input: unknown }[] | string;

/** What the model was told by the tools' results, turn by turn. */
interface Told {
	readonly prompts: unknown[][];
}

const usage = {
	inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
	outputTokens: { total: 1, text: 1, reasoning: 0 },
};
let calls = 0;
const contentOf = (turn: Turn) =>
	typeof turn === "string"
		? [{ type: "text" as const, text: turn }]
		: turn.map(({ tool, input }) => ({
				type: "tool-call" as const,
				toolCallId: `call-${++calls}`,
				toolName: tool,
				input: JSON.stringify(input),
			}));
const reasonOf = (turn: Turn) =>
	typeof turn === "string"
		? { unified: "stop" as const, raw: "stop" }
		: { unified: "tool-calls" as const, raw: "tool-calls" };

function answering(turns: readonly Turn[]) {
	const left = [...turns];
	const told: Told = { prompts: [] };
	const doGenerate = async ({ prompt }: { prompt: readonly { role: string; content: unknown }[] }) => {
		told.prompts.push(prompt.filter(({ role }) => role === "tool").flatMap(({ content }) => content as unknown[]));
		const turn = left.shift() ?? "There is nothing more to say.";
		return { content: contentOf(turn), finishReason: reasonOf(turn), usage, warnings: [] };
	};
	return { told, doGenerate };
}

interface Ended {
	readonly text: string;
	/** How many turns the model had. */
	readonly turns: number;
	/** Results of tools as the model read them in its last turn. */
	readonly results: readonly { readonly output: unknown; readonly toolName: string }[];
	/** The questions that are open. */
	readonly questions: readonly { readonly approvalId: string; readonly reason?: string }[];
	readonly errors: readonly unknown[];
	/** To go on with. */
	readonly messages: readonly object[];
}

interface Ask {
	readonly shell: ExecuteShell;
	readonly turns: readonly Turn[];
	readonly messages?: readonly object[];
	readonly signal?: AbortSignal;
}

type Result = {
	readonly text: string;
	readonly steps: readonly { readonly content: readonly { readonly type: string }[] }[];
	readonly content: readonly { readonly type: string }[];
	readonly response: { readonly messages: readonly object[] };
};

function ended(result: Result, told: Told, before: readonly object[]): Ended {
	const parts = result.steps.flatMap(({ content }) => content);
	return {
		text: result.text,
		turns: told.prompts.length,
		results: (told.prompts.at(-1) ?? []).filter(
			(part) => (part as { type: string }).type === "tool-result",
		) as Ended["results"],
		questions: result.content.filter(({ type }) => type === "tool-approval-request") as unknown as Ended["questions"],
		errors: parts
			.filter(({ type }) => type === "tool-error")
			.map((part) => (part as unknown as { error: unknown }).error),
		messages: [...before, ...result.response.messages],
	};
}

const start = [{ role: "user" as const, content: "Do it." }];
/** The SDK's other tools, written with its own means. */
const clock = z.object({ zone: z.string() });

const sdks = {
	"AI SDK 7": async ({ shell, turns, messages = start, signal }: Ask): Promise<Ended> => {
		const { told, doGenerate } = answering(turns);
		const result = await seven.generateText({
			model: new MockLanguageModelV4({ doGenerate }),
			tools: {
				execute_shell: aiSdkTool(shell),
				clock: seven.tool({ inputSchema: clock, execute: () => "noon" }),
			},
			messages: messages as seven.ModelMessage[],
			stopWhen: seven.isStepCount(10),
			...(signal ? { abortSignal: signal } : {}),
		});
		return ended(result as unknown as Result, told, messages);
	},
	"AI SDK 7 with toolApproval": async ({ shell, turns, messages = start, signal }: Ask): Promise<Ended> => {
		const { told, doGenerate } = answering(turns);
		const tools = {
			execute_shell: aiSdkTool(shell),
			clock: seven.tool({ inputSchema: clock, execute: () => "noon" }),
		};
		const result = await seven.generateText({
			model: new MockLanguageModelV4({ doGenerate }),
			tools,
			toolApproval: aiSdkApproval({ execute_shell: shell }),
			messages: messages as seven.ModelMessage[],
			stopWhen: seven.isStepCount(10),
			...(signal ? { abortSignal: signal } : {}),
		});
		return ended(result as unknown as Result, told, messages);
	},
	"AI SDK 6": async ({ shell, turns, messages = start, signal }: Ask): Promise<Ended> => {
		const { told, doGenerate } = answering(turns);
		const result = await six.generateText({
			model: new MockLanguageModelV3({ doGenerate }),
			tools: {
				execute_shell: aiSdkTool(shell),
				clock: six.tool({ inputSchema: clock, execute: () => "noon" }),
			},
			messages: messages as six.ModelMessage[],
			stopWhen: six.stepCountIs(10),
			...(signal ? { abortSignal: signal } : {}),
		});
		return ended(result as unknown as Result, told, messages);
	},
} satisfies Record<string, (ask: Ask) => Promise<Ended>>;

const run = (command: string): Turn => [{ tool: "execute_shell", input: { command } }];

describe.each(Object.entries(sdks))("%s", (_, loop) => {
	let root: string;
	let shell: ExecuteShell;
	let events: ShellEvent[];
	beforeEach(() => {
		root = folder();
		events = [];
		shell = createExecuteShell({
			root,
			rules: policy,
			audit: join(root, "log.jsonl"),
			onEvent: (event) => events.push(event),
		});
	});
	const file = (name: string): string => join(root, shell.sandboxId(), name);

	test("a loop of several turns ends when the model calls no tool, and each result reaches it", async () => {
		const { text, turns, results } = await loop({
			shell,
			turns: [run("echo one > a; cat a"), [{ tool: "clock", input: { zone: "UTC" } }], run("cat a"), "Done."],
		});
		expect([text, turns]).toEqual(["Done.", 4]);
		expect(results.map(({ toolName, output }) => [toolName, output])).toEqual([
			["execute_shell", { type: "text", value: "one" }],
			["clock", { type: "text", value: "noon" }],
			["execute_shell", { type: "text", value: "one" }],
		]);
		expect(events.filter(({ type }) => type === "sandbox-created").length).toBe(1);
	});

	test.each([
		["git push", "Use the version-control tools."],
		["ls", "There is a tool for that. Use file.list instead."],
		["rm -rf /", expect.stringContaining("rm")],
		["echo hi; git push", expect.stringContaining("version-control")],
		["", "the command is empty"],
	])("the model is told that `%s` was denied, and why", async (command, reason) => {
		const { results } = await loop({ shell, turns: [run(command), "I see."] });
		expect(results.map(({ output }) => output)).toEqual([{ type: "execution-denied", reason }]);
		// Refused once, on record once, and told once.
		expect(readFileSync(join(root, "log.jsonl"), "utf8").match(/"effect":"(deny|nudge)"/g)?.length).toBeGreaterThan(0);
		expect(events.map(({ type }) => type)).toEqual(["tool-call", "tool-result"]);
	});

	test.each([[{}], [{ command: 3 }], [{ command: "echo", sudo: true }], [[]]])(
		"the model is told what is wrong with %j",
		async (input) => {
			const { results } = await loop({ shell, turns: [[{ tool: "execute_shell", input }], "I see."] });
			const [{ output } = { output: undefined }] = results;
			expect(output).toMatchObject({ type: "error-text", value: expect.stringMatching(/^Error: /) });
			expect(JSON.stringify(output)).not.toMatch(/\bat \S+:\d+/);
		},
	);

	test("a question goes to the user, and runs when the user approves", async () => {
		const asked = await loop({ shell, turns: [run("touch new")] });
		expect([asked.turns, asked.questions.length, existsSync(file("new"))]).toEqual([1, 1, false]);
		const [question] = asked.questions;
		const answered = await loop({
			shell,
			turns: ["Made."],
			messages: [...asked.messages, answer(question?.approvalId, true)],
		});
		expect([answered.text, existsSync(file("new"))]).toEqual(["Made.", true]);
		expect(answered.results.map(({ output }) => output)).toEqual([{ type: "text", value: "It printed nothing." }]);
	});

	test("a question that the user declines runs nothing", async () => {
		const asked = await loop({ shell, turns: [run("touch new")] });
		const answered = await loop({
			shell,
			turns: ["As you like."],
			messages: [...asked.messages, answer(asked.questions[0]?.approvalId, false)],
		});
		expect([answered.text, existsSync(file("new"))]).toEqual(["As you like.", false]);
	});

	test("a user can't approve what has become a denial meanwhile", async () => {
		const asked = await loop({ shell, turns: [run("touch new")] });
		const stricter = createExecuteShell({
			root,
			rules: loadText("policy.rules", 'agent default {\n  default deny\n  deny touch because "Not any more."\n}\n'),
		});
		const answered = await loop({
			shell: stricter,
			turns: ["Oh."],
			messages: [...asked.messages, answer(asked.questions[0]?.approvalId, true)],
		});
		expect(existsSync(file("new"))).toBe(false);
		expect(answered.results.map(({ output }) => output)).toEqual([
			{ type: "execution-denied", reason: expect.stringMatching(/Not any more\.|does not require approval/) },
		]);
	});

	test("a command that ends at its time limit is an error of its own type", async () => {
		const quick = createExecuteShell({
			root,
			rules: loadText("policy.rules", "agent default {\n  default deny\n  allow sleep\n  limit timeout 50ms\n}\n"),
		});
		const { errors } = await loop({ shell: quick, turns: [run("sleep 600"), "I see."] });
		expect(errors).toEqual([expect.objectContaining({ name: "SandboxTimeoutError", kind: "command" })]);
	});

	test("when the whole is aborted, the command is ended", async () => {
		const abort = new AbortController();
		await loop({ shell, turns: [run("echo ready"), "."] });
		writeFileSync(file("slow"), "#!/bin/sh\necho $$ > own.pid\nexec /bin/sleep 600\n");
		chmodSync(file("slow"), 0o755);
		const over = loop({ shell, turns: [run("./slow"), "."], signal: abort.signal }).catch(() => undefined);
		await until(() => existsSync(file("own.pid")) && readFileSync(file("own.pid"), "utf8").endsWith("\n"));
		const pid = readFileSync(file("own.pid"), "utf8").trim();
		abort.abort();
		await over;
		await until(() => !existsSync(`/proc/${pid}`) || readFileSync(`/proc/${pid}/stat`, "latin1").includes(") Z "));
	});
});

const answer = (approvalId: string | undefined, approved: boolean): object => ({
	role: "tool",
	content: [{ type: "tool-approval-response", approvalId, approved }],
});

async function until(holds: () => boolean): Promise<void> {
	for (let left = 3000; !holds(); left--) {
		if (left === 0) throw new Error("it did not come about");
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
}

describe("streamed", () => {
	test("what a command prints comes while it runs, and the reply at the end", async () => {
		const root = folder();
		const shell = createSafeShell({ workspace: root, rules: policy });
		const go = join(root, "go");
		writeFileSync(
			join(root, "slow"),
			`#!/bin/sh\necho first\nwhile ! [ -e go ]; do /bin/sleep 0.02; done\necho second\n`,
		);
		chmodSync(join(root, "slow"), 0o755);
		const turns: Turn[] = [[{ tool: "safe_shell", input: { command: "./slow", timeout_millis: 30_000 } }], "Done."];
		const result = seven.streamText({
			model: new MockLanguageModelV4({
				doStream: async () => {
					const turn = turns.shift() as Turn;
					const chunks =
						typeof turn === "string"
							? [
									{ type: "text-start" as const, id: "t" },
									{ type: "text-delta" as const, id: "t", delta: turn },
									{ type: "text-end" as const, id: "t" },
								]
							: contentOf(turn).filter((part) => part.type === "tool-call");
					return {
						stream: simulateReadableStream({
							chunks: [
								{ type: "stream-start" as const, warnings: [] },
								...chunks,
								{ type: "finish" as const, finishReason: reasonOf(turn), usage },
							],
						}),
					};
				},
			}),
			tools: { safe_shell: aiSdkTool(shell) },
			prompt: "Do it.",
			stopWhen: seven.isStepCount(3),
		});
		const outputs: unknown[] = [];
		for await (const part of result.fullStream) {
			if (part.type !== "tool-result") continue;
			outputs.push([part.preliminary === true, part.output]);
			// It prints the rest when somebody has read its beginning.
			writeFileSync(go, "");
		}
		expect(outputs[0]).toEqual([true, { status: "running", output: "first\n" }]);
		expect(outputs.at(-1)).toEqual([
			false,
			expect.objectContaining({ status: "completed", output: "first\nsecond\n" }),
		]);
		expect(await result.text).toBe("Done.");
	});

	test("whoever stops listening ends the command", async () => {
		const root = folder();
		const shell = createSafeShell({ workspace: root, rules: policy });
		writeFileSync(join(root, "slow"), "#!/bin/sh\necho $$\nexec /bin/sleep 600\n");
		chmodSync(join(root, "slow"), 0o755);
		const tool = aiSdkTool(shell);
		let pid = "";
		const call = { toolCallId: "1", messages: [] };
		for await (const part of tool.execute({ command: "./slow", timeout_millis: 30_000 }, call)) {
			if (part.status !== "running") throw new Error(part.error);
			pid = String(part.output).trim();
			break;
		}
		await until(() => !existsSync(`/proc/${pid}`) || readFileSync(`/proc/${pid}/stat`, "latin1").includes(") Z "));
	});
});

describe("a gate before a tool that somebody else wrote", () => {
	const guarded = guard(policy);
	const play = async (
		command: unknown,
		options: Parameters<typeof aiSdkApproval>[1],
		gate: (input: { command: string }) => ReturnType<typeof guarded.decide> = (input) =>
			guarded.decide({ script: input.command }),
	) => {
		const ran: string[] = [];
		const { told, doGenerate } = answering([[{ tool: "bash", input: { command } }], "Done."]);
		const result = await seven.generateText({
			model: new MockLanguageModelV4({ doGenerate }),
			tools: {
				bash: seven.tool({
					inputSchema: z.object({ command: z.string() }),
					execute: (input) => {
						ran.push(input.command);
						return "it ran";
					},
				}),
			},
			toolApproval: aiSdkApproval({ bash: gate }, options),
			prompt: "Do it.",
			stopWhen: seven.isStepCount(3),
		});
		return { ran, ...ended(result as unknown as Result, told, []) };
	};

	test("lets through what is allowed, stops what is denied or nudged, and asks about a question", async () => {
		expect((await play("echo hi", {})).ran).toEqual(["echo hi"]);
		const denied = await play("git push", {});
		expect(denied.ran).toEqual([]);
		expect(denied.results.map(({ output }) => output)).toEqual([
			{ type: "execution-denied", reason: "Use the version-control tools." },
		]);
		expect((await play("ls", {})).ran).toEqual([]);
		const asked = await play("touch x", {});
		expect([asked.ran, asked.questions]).toEqual([
			[],
			[expect.objectContaining({ reason: "A person looks at new files. The worst of a yes: `x` is changed." })],
		]);
	});

	test.each<[string, () => never]>([
		[
			"throws",
			() => {
				throw new Error("broken");
			},
		],
		["says nothing", () => undefined as never],
		["says what is no decision", () => ({ effect: "maybe" }) as never],
		["says what only seems to be one", () => "allow" as never],
	])("denies when it %s", async (_, gate) => {
		const { ran, results } = await play("echo hi", {}, gate);
		expect([ran, results.map(({ output }) => output)]).toEqual([
			[],
			[{ type: "execution-denied", reason: expect.stringMatching(/^this can't be decided: /) }],
		]);
	});

	test("in its shadow mode it reports, and stops nothing", async () => {
		const reports: AiSdkGateReport[] = [];
		for (const command of ["echo hi", "git push", "touch x"]) {
			const { ran } = await play(command, { shadow: true, onDecision: (report) => reports.push(report) });
			expect(ran).toEqual([command]);
		}
		expect(
			reports.map(({ toolName, decision, enforced }) => [toolName, "effect" in decision && decision.effect, enforced]),
		).toEqual([
			["bash", "allow", false],
			["bash", "deny", false],
			["bash", "ask", false],
		]);
	});

	test("a listener that throws opens nothing", async () => {
		const onDecision = (): never => {
			throw new Error("full disk");
		};
		expect((await play("git push", { onDecision })).ran).toEqual([]);
	});

	test("leaves tools alone that it has no word on", async () => {
		const approve = aiSdkApproval({ bash: () => guarded.decide({ script: "git push" }) });
		const call = (toolName: string) => approve({ toolCall: { toolName, toolCallId: "1", input: {} } });
		expect([(await call("clock")).type, (await call("toString")).type, (await call("bash")).type]).toEqual([
			"not-applicable",
			"not-applicable",
			"denied",
		]);
	});
});

test("an approval counts for its own call, and only as the last message", async () => {
	const root = folder();
	const shell = createSafeShell({ workspace: root, rules: policy });
	const tool = aiSdkTool(shell);
	const request = (more: object = {}) => ({
		role: "assistant",
		content: [{ type: "tool-approval-request", approvalId: "a", toolCallId: "1", ...more }],
	});
	const last = async (messages: readonly unknown[]): Promise<unknown> => {
		let status: unknown;
		for await (const part of tool.execute({ command: "touch", args: ["x"] }, { toolCallId: "1", messages }))
			status = part.status;
		return status;
	};
	for (const messages of [
		[],
		[answer("a", true)],
		[request({ toolCallId: "2" }), answer("a", true)],
		[request({ isAutomatic: true }), answer("a", true)],
		[request(), answer("b", true)],
		[request(), answer("a", false)],
		[request(), answer("a", true), { role: "user", content: "No!" }],
		[request(), { ...answer("a", true), role: "user" }],
		[request(), { role: "tool", content: [{ type: "tool-approval-response", approvalId: "a", approved: "yes" }] }],
		[null, request(), { role: "tool", content: "yes" }],
	])
		expect(await last(messages)).toBe("asked");
	expect(existsSync(join(root, "x"))).toBe(false);
	expect(await last([request(), answer("a", true)])).toBe("completed");
});

test("an input's type is known, and that of a reply", async () => {
	const tool = aiSdkTool(createExecuteShell({ root: folder(), rules: policy }));
	const input: Parameters<typeof tool.execute>[0] = { command: "echo hi" };
	// @ts-expect-error: a command is a text.
	const wrong: typeof input = { command: 3 };
	for (const asked of [input, wrong])
		for await (const part of tool.execute(asked, { toolCallId: "1", messages: [] }))
			if (part.status === "completed") expect(part.exit_code).toBe(0);
			else expect(["running", "invalid"]).toContain(part.status);
});
