/**
 * The fifth seed system, row by row: the shipped pack `task-agent`, the real evaluator, real processes, the AI SDK with its own mock model.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { isStepCount, type ModelMessage, simulateReadableStream, streamText, tool } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { z } from "zod";
import { load, loadText } from "../../src/runtime/load/load.js";
import { aiSdkTool } from "../../src/runtime/tools/frameworks/ai-sdk.js";
import { type RequestContext, requestContext, withRequestContext } from "../../src/runtime/tools/request-context.js";
import {
	createExecuteShell,
	type ExecuteShell,
	type ExecuteShellInput,
	SandboxTimeoutError,
	type ShellEvent,
} from "../../src/runtime/tools/shell-tools/execute-shell.js";
import type { VirtualCommands } from "../../src/runtime/tools/virtual-commands.js";

// Node may take its time to start on a busy machine.
jest.setTimeout(240_000);

/** Read once: what the tool reads by itself when no rules are named. */
const pack = load("task-agent");

let root: string;
let events: (readonly [ShellEvent, RequestContext])[];
let handled: (readonly string[])[];
let shell: ExecuteShell;

/** Skills that are kept in the process. */
const skill: VirtualCommands[string] = ([, verb, ...words]) => {
	handled.push([verb as string, ...words]);
	switch (verb) {
		case "list":
			return "report\nplot\n";
		case "get":
			return words[0] === "report" ? "# Report\n" : { output: `no skill \`${words[0]}\`\n`, code: 1 };
		case "search":
			throw new Error("the index is away");
		default:
			return `${verb}: ${JSON.stringify(words)} for ${requestContext().conversationId ?? "nobody"}\n`;
	}
};

beforeEach(() => {
	root = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-s5-")));
	events = [];
	handled = [];
	shell = shellOf();
});
afterEach(() => {
	shell.close();
	rmSync(root, { recursive: true, force: true });
});

function shellOf(more: Partial<Parameters<typeof createExecuteShell>[0]> = {}): ExecuteShell {
	return createExecuteShell({
		root: join(root, "sandboxes"),
		rules: pack,
		audit: join(root, "audit.jsonl"),
		virtual: { skill },
		onEvent: (event, context) => events.push([event, context]),
		...more,
	});
}

const call = (command: string, more: Partial<ExecuteShellInput> = {}) => shell.call({ command, ...more });
const within = <T>(conversationId: string, act: () => T): T => withRequestContext({ conversationId }, act);
const types = () => events.map(([{ type }]) => type).filter((type) => type !== "output");
const announced = () => events.flatMap(([event]) => (event.type === "sandbox-created" ? [event.sandboxId] : []));

/** What a model says: calls of the tool, or a last word. */
type Turn = readonly string[] | string;

const usage = {
	inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
	outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A conversation of the AI SDK, in which the model says these turns. */
async function talk(turns: readonly Turn[], at: ExecuteShell = shell) {
	const left = [...turns];
	let calls = 0;
	const model = new MockLanguageModelV4({
		doStream: async () => {
			const turn = left.shift() ?? "nothing more";
			const parts =
				typeof turn === "string"
					? [
							{ type: "text-start" as const, id: "1" },
							{ type: "text-delta" as const, id: "1", delta: turn },
							{ type: "text-end" as const, id: "1" },
						]
					: turn.map((command) => ({
							type: "tool-call" as const,
							toolCallId: `call-${++calls}`,
							toolName: "execute_shell",
							input: JSON.stringify({ command }),
						}));
			const reason = typeof turn === "string" ? ("stop" as const) : ("tool-calls" as const);
			return {
				stream: simulateReadableStream({
					chunks: [...parts, { type: "finish" as const, finishReason: { unified: reason, raw: reason }, usage }],
				}),
			};
		},
	});
	const messages: ModelMessage[] = [{ role: "user", content: "Do it." }];
	const result = streamText({
		model,
		messages,
		tools: {
			execute_shell: aiSdkTool<Awaited<ReturnType<ExecuteShell["call"]>>, { command: string }>(at),
			clock: tool({ inputSchema: z.object({}), execute: () => "noon" }),
		},
		stopWhen: isStepCount(20),
	});
	const parts: { readonly type: string; readonly [key: string]: unknown }[] = [];
	for await (const part of result.stream) parts.push(part);
	return { parts, text: await result.text, turnsLeft: left.length };
}

describe("S5.1 a tool for the AI SDK", () => {
	test("S5.1 with a typed input schema, beside other tools", async () => {
		const { parts, text } = await talk([["echo one"], "done"]);
		expect(text).toBe("done");
		expect(parts.filter(({ type }) => type === "tool-result").at(-1)).toMatchObject({
			toolName: "execute_shell",
			input: { command: "echo one" },
			output: { status: "completed", output: "one\n", exit_code: 0 },
		});
	});
	test("S5.1 from its pack in one call, with JSON Schemas", async () => {
		const plain = createExecuteShell({ root });
		expect([plain.name, plain.guard.tree.digest]).toEqual(["execute_shell", shell.guard.tree.digest]);
		const input = new Ajv2020().compile(plain.inputSchema);
		expect([input({ command: "ls" }), input({}), input({ command: 1 }), input({ command: "ls", env: {} })]).toEqual([
			true,
			false,
			false,
			false,
		]);
		const output = new Ajv2020().compile(plain.outputSchema);
		for (const reply of [
			await call("echo a"),
			await call("sudo ls"),
			await shell.call({}),
			await call("exit 3"),
			await call("skill get x"),
		])
			expect([output(reply), output.errors]).toEqual([true, null]);
		expect(await call("  ")).toMatchObject({ status: "denied", error: "the command is empty" });
	});
});

describe("S5.2 a request context", () => {
	test("S5.2 reaches the tool without being an argument of it", async () => {
		const reply = await withRequestContext({ conversationId: "a", env: { JOB_NAME: "k-1" } }, () =>
			call('test "$JOB_NAME" = k-1 && echo "it is $JOB_NAME"'),
		);
		expect(reply).toMatchObject({ output: "it is k-1\n" });
		expect(await call('echo "[$JOB_NAME]"')).toMatchObject({ output: "[]\n" });
		expect(Object.keys(shell.inputSchema.properties)).toEqual(["command", "force"]);
	});
	test("S5.2 follows the request through the SDK, and requests at the same time do not mix", async () => {
		const talks = ["a", "b", "c"].map((conversationId) =>
			withRequestContext({ conversationId, env: { WHO: conversationId } }, () =>
				talk([['echo "$WHO" | tee who'], ["cat who"], "done"]),
			),
		);
		for (const [index, { parts }] of (await Promise.all(talks)).entries())
			expect(parts.filter(({ type }) => type === "tool-result").at(-1)).toMatchObject({
				output: { output: `${["a", "b", "c"][index]}\n` },
			});
	});
	test("S5.2 variables that change what runs are refused all the same", async () => {
		for (const name of ["LD_PRELOAD", "PATH", "BASH_ENV"])
			expect(await withRequestContext({ env: { [name]: "x" } }, () => call("echo a"))).toMatchObject({
				status: "denied",
			});
	});
	test("S5.2 is what its listeners are told, too", async () => {
		await within("a", () => call("echo one"));
		expect(events.every(([, context]) => context.conversationId === "a")).toBe(true);
		expect(requestContext()).toEqual({});
	});
	test("S5.2 names whose rules hold", async () => {
		const two = shellOf({
			rules: loadText("two.rules", "agent default { default deny }\nagent other { default deny allow echo }"),
		});
		expect(await two.call({ command: "echo a" })).toMatchObject({ status: "denied" });
		expect(await withRequestContext({ agent: "other" }, () => two.call({ command: "echo a" }))).toMatchObject({
			output: "a\n",
		});
	});
});

describe("S5.3 skill commands", () => {
	test.each([
		["skill list", ["list"], "report\nplot\n", 0],
		["skill get report", ["get", "report"], "# Report\n", 0],
		["skill get nothing", ["get", "nothing"], "no skill `nothing`\n", 1],
		["skill search pdf", ["search", "pdf"], "skill: the index is away\n", 1],
		[
			"skill copy-to-sandbox report build.py",
			["copy-to-sandbox", "report", "build.py"],
			'copy-to-sandbox: ["report","build.py"] for a\n',
			0,
		],
		[
			'skill suggest "make a report" --name="report one"',
			["suggest", "make a report", "--name=report one"],
			'suggest: ["make a report","--name=report one"] for a\n',
			0,
		],
	])("S5.3 %s goes to the handler", async (command, words, output, exit_code) => {
		expect(await within("a", () => call(command))).toMatchObject({ status: "completed", output, exit_code });
		expect(handled).toEqual([words]);
	});
	test.each(["skill delete report", "skill", "skill list-all", "skill --help", "skill -9 node"])(
		"S5.3 the same rules decide them: %s is refused",
		async (command) => {
			expect(await call(command)).toMatchObject({ status: "denied", error: expect.any(String) });
			expect(handled).toEqual([]);
		},
	);
	test.each([
		"skill list | grep report",
		"skill list > out",
		"skill list; skill get report",
		"skill list && echo a",
		"echo $(skill list)",
		"(skill list)",
		"if skill list; then echo a; fi",
		"env skill list",
		"echo report | xargs skill get",
		"find . -exec skill get report +",
		"sh -c 'skill list'",
		"X=1 skill list",
		"/usr/bin/skill list",
		"./skill list",
		"\n",
	])("S5.3 no shell is handed one: %j", async (command) => {
		const reply = await call(command);
		expect(["denied", "failed"]).toContain(
			reply.status === "completed" && reply.exit_code !== 0 ? "failed" : reply.status,
		);
		expect(handled).toEqual([]);
		expect(reply.output ?? "").not.toContain("report");
	});
	test("S5.3 quotes and blanks are read as a shell reads them", async () => {
		await call("  skill   suggest 'a \"b\"' c\\ d ''  ");
		expect(handled).toEqual([["suggest", 'a "b"', "c d", ""]]);
	});
	test("S5.3 a handler is bounded and can be cancelled, as a program is", async () => {
		const slow = shellOf({
			rules: loadText(
				"slow.rules",
				"agent default {\ndefault deny\nprogram_allowed\n}".replace(
					"program_allowed",
					"allow skill granting everything\nlimit timeout 200ms\nlimit output 1KiB",
				),
			),
			virtual: { skill: ([, verb]) => (verb === "long" ? "x".repeat(5000) : new Promise<string>(() => {})) },
		});
		expect((await slow.call({ command: "skill long" })).output?.length).toBeLessThan(2000);
		await expect(slow.call({ command: "skill wait" })).rejects.toThrow(SandboxTimeoutError);
		const away = new AbortController();
		away.abort();
		expect(await slow.call({ command: "skill wait" }, { signal: away.signal })).toMatchObject({ status: "cancelled" });
	});
	test("S5.3 what would be said beforehand is what is said", () => {
		for (const [command, effect] of [
			["skill list", "allow"],
			["skill delete x", "deny"],
			["skill list | cat", "deny"],
			["env skill list", "deny"],
		] as const)
			expect([command, shell.decide({ command })]).toMatchObject([command, { effect }]);
		expect(handled).toEqual([]);
	});
	test("S5.3 they are on record", async () => {
		await call("skill list");
		const lines = readFileSync(join(root, "audit.jsonl"), "utf8")
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line) as Record<string, unknown>);
		expect(lines).toMatchObject([
			{ type: "decision", script: "skill list", effect: "allow" },
			{ type: "outcome", code: 0 },
		]);
	});
});

describe("S5.4 events", () => {
	test("S5.4 each call is told, and its result", async () => {
		await within("a", () => shell.call({ command: "echo one" }, { id: "call-7" }));
		expect(events.map(([event]) => event)).toMatchObject([
			{ type: "tool-call", id: "call-7", name: "execute_shell", title: "Shell", input: { command: "echo one" } },
			{ type: "sandbox-created", id: "call-7", sandboxId: within("a", shell.sandboxId) },
			{ type: "output", id: "call-7", text: "one\n" },
			{ type: "tool-result", id: "call-7", reply: { status: "completed", output: "one\n" } },
		]);
	});
	test("S5.4 refused ones and those that do not fit are told as well", async () => {
		await call("sudo ls");
		await shell.call({ cmd: "ls" });
		expect(types()).toEqual(["tool-call", "tool-result", "tool-call", "tool-result"]);
	});
	test("S5.4 the sandbox is announced once, at the first command that really used it", async () => {
		await within("a", async () => {
			await call("skill list");
			await call("sudo ls");
			await call("echo $(");
			await shell.call({});
			expect(announced()).toEqual([]);
			await call("true");
			await call("echo one");
			await call("echo two");
		});
		expect(announced()).toEqual([within("a", shell.sandboxId)]);
		await within("b", () => call("echo one"));
		expect(announced()).toEqual([within("a", shell.sandboxId), within("b", shell.sandboxId)]);
	});
	test("S5.4 a program that could not be started has not used it", async () => {
		const absent = shellOf({
			rules: loadText("absent.rules", "agent default {\ndefault deny\nallow no-such-program\n}"),
		});
		expect(await absent.call({ command: "no-such-program" })).toMatchObject({ status: "failed" });
		expect(announced()).toEqual([]);
	});
	test("S5.4 of commands at the same time one announces it", async () => {
		await within("a", () => Promise.all(["echo one", "echo two", "echo three"].map((command) => call(command))));
		expect(announced()).toHaveLength(1);
	});
	test("S5.4 a sandbox that the client knows already is not announced", async () => {
		await within("a", () => call("echo one"));
		const [sandboxId = ""] = announced();
		events = [];
		expect(await withRequestContext({ conversationId: "a", sandboxId }, () => call("echo two"))).toMatchObject({
			output: "two\n",
		});
		expect(announced()).toEqual([]);
	});
	test("S5.4 a listener's fault stops no command", async () => {
		const faulty = shellOf({
			onEvent: () => {
				throw new Error("no");
			},
		});
		expect(await faulty.call({ command: "echo one" })).toMatchObject({ output: "one\n" });
	});
	test("S5.4 the SDK streams calls and results", async () => {
		const { parts } = await within("a", () => talk([["skill list"], ["echo one"], "done"]));
		const told = parts
			.filter(({ type, preliminary }) => type === "tool-call" || (type === "tool-result" && preliminary !== true))
			.map(({ type }) => type);
		expect(told).toEqual(["tool-call", "tool-result", "tool-call", "tool-result"]);
		expect(announced()).toHaveLength(1);
	});
});

describe("S5.5 the loop", () => {
	test("S5.5 goes on while the model calls, and ends when it answers without a call", async () => {
		const { text, turnsLeft } = await talk([["echo one"], ["echo two", "echo three"], "All done.", "never said"]);
		expect([text, turnsLeft]).toEqual(["All done.", 1]);
		expect(events.filter(([{ type }]) => type === "tool-result")).toHaveLength(3);
	});
	test("S5.5 no text is searched for tags", async () => {
		const { text } = await talk(["<shell>touch tagged</shell> echo `touch tagged`"]);
		expect([text, events]).toEqual(["<shell>touch tagged</shell> echo `touch tagged`", []]);
	});
	test("S5.5 a refusal is a result that the model reads, and the loop goes on", async () => {
		const { text, parts } = await talk([["sudo ls"], ["echo one"], "done"]);
		expect(text).toBe("done");
		expect(parts.find(({ type }) => type === "tool-result")).toMatchObject({ output: { status: "denied" } });
	});
});

describe("S5.6 a timeout", () => {
	const slow = loadText(
		"slow.rules",
		"agent default {\ndefault deny\nallow sleep, echo\nsyntax sequences\nlimit timeout 300ms\n}",
	);
	test("S5.6 is an error of its own, with what was printed", async () => {
		const late = shellOf({ rules: slow });
		const error: unknown = await within("a", () => late.call({ command: "sleep 60" })).catch(
			(reason: unknown) => reason,
		);
		expect(error).toBeInstanceOf(SandboxTimeoutError);
		expect(error).toMatchObject({
			name: "SandboxTimeoutError",
			kind: "command",
			sandboxId: within("a", late.sandboxId),
			reply: { status: "timed-out" },
		});
		expect(events.at(-1)?.[0]).toMatchObject({ type: "tool-result", reply: { status: "timed-out" } });
	});
	test("S5.6 comes through the SDK as that, and the model hears of it", async () => {
		const { parts, text } = await talk([["sleep 60"], "done"], shellOf({ rules: slow }));
		expect(parts.find(({ type }) => type === "tool-error")?.error).toBeInstanceOf(SandboxTimeoutError);
		expect(text).toBe("done");
	});
	test("S5.6 a sandbox that is gone is one, too, and runs nothing", async () => {
		for (const sandboxId of ["sandbox-gone", "..", "/etc", "a/b", "", "x".repeat(300)]) {
			const error: unknown = await withRequestContext({ sandboxId }, () => call("echo one")).catch(
				(reason: unknown) => reason,
			);
			expect(error).toMatchObject({ name: "SandboxTimeoutError", kind: "sandbox", sandboxId });
		}
	});
	test("S5.6 a command that fails is none", async () => {
		expect(await call("exit 3")).toMatchObject({ status: "completed", exit_code: 3 });
	});
});

describe("S5.7 files", () => {
	test("S5.7 persist across the calls of one conversation, and no other sees them", async () => {
		await within("a", () => call("mkdir -p out && echo mine | tee out/note"));
		expect(await within("a", () => call("cat out/note"))).toMatchObject({ output: "mine\n" });
		expect(await within("b", () => call("ls"))).toMatchObject({ output: "" });
	});
	test("S5.7 also when the server starts again", async () => {
		await within("a", () => call("echo mine | tee note"));
		shell.close();
		shell = shellOf();
		expect(await within("a", () => call("cat note"))).toMatchObject({ output: "mine\n" });
	});
	test("S5.7 without a conversation a tool is one of its own", async () => {
		await call("echo mine | tee note");
		expect(await call("cat note")).toMatchObject({ output: "mine\n" });
		expect(await shellOf().call({ command: "ls" })).toMatchObject({ output: "" });
	});
	test("S5.7 a conversation's name is no path", async () => {
		for (const conversationId of ["../x", "/etc", "a\0b", ""])
			expect((await within(conversationId, () => call("pwd"))).output).toMatch(/\/sandboxes\/sandbox-[0-9a-f]{32}\n$/);
		expect(readdirSync(root).filter((name) => !name.startsWith("audit."))).toEqual(["sandboxes"]);
	});
	test("S5.7 a link in place of a sandbox is refused", async () => {
		mkdirSync(join(root, "sandboxes"), { recursive: true });
		symlinkSync("/etc", join(root, "sandboxes", within("a", shell.sandboxId)));
		expect(await within("a", () => call("ls"))).toMatchObject({ status: "failed" });
	});
});

test("S5.8 has a display name for user interfaces", () => {
	expect(shell.title).toBe("Shell");
	expect(aiSdkTool(shell).title).toBe("Shell");
	expect(shellOf({ title: "Sandbox" }).title).toBe("Sandbox");
});
