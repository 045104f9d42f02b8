/** One request, the same decision and the same message through every surface. The guard of the library says what is expected of all others. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { questionText } from "../../../src/engine/decide/explain/question-text.js";
import { hookedHarnesses } from "../../../src/runtime/harnesses/harnesses.js";
import { answerHook, readHook } from "../../../src/runtime/harnesses/hooks/answer-hook.js";
import { load } from "../../../src/runtime/load/load.js";
import { serveSandbox } from "../../../src/runtime/servers/sandbox/serve-sandbox.js";
import { connect } from "../../../src/runtime/servers/socket/connect.js";
import { aiSdkTool } from "../../../src/runtime/tools/frameworks/ai-sdk.js";
import { aiSdkApproval } from "../../../src/runtime/tools/frameworks/ai-sdk-approval.js";
import { anthropicBash, NotRunError } from "../../../src/runtime/tools/frameworks/anthropic-bash.js";
import { openAiShell } from "../../../src/runtime/tools/frameworks/openai-agents.js";
import { guard } from "../../../src/runtime/tools/guard.js";
import { createExecuteCommand } from "../../../src/runtime/tools/shell-tools/execute-command.js";
import { createExecuteShell } from "../../../src/runtime/tools/shell-tools/execute-shell.js";
import { createRunCommand } from "../../../src/runtime/tools/shell-tools/run-command.js";
import { createRunShell } from "../../../src/runtime/tools/shell-tools/run-shell.js";
import { createSafeShell } from "../../../src/runtime/tools/shell-tools/safe-shell.js";
import type { Tool, ToolReply } from "../../../src/runtime/tools/tool.js";
import { folder, program, rules } from "../../cli/cli.js";
import { sides } from "../harnesses/hooks/harness-side.js";
import { policy } from "./asked-policy.js";

jest.setTimeout(240_000);

const place = folder({ "policy.rules": policy, "ws/notes": "hello\n", "ws/.env": "K=1\n" });
chmodSync(place, 0o700);
const file = join(place, "policy.rules");
const workspace = join(place, "ws");
const token = "a-token-that-nobody-guesses";

/** The commands, as a shell reads them; those that allow do no more than print. */
const scripts = [
	"echo one",
	"echo one; true",
	"git push --force",
	"git push; echo one",
	"npm publish",
	"grep -n x one",
	"cat .env",
	"cat ../policy.rules",
	"curl https://example.com",
	"echo one | cat",
	"echo $(git status)",
	'"$x" y',
	"X=1 echo one",
	"./notes",
	"echo one |",
] as const;
/** Those of them that are one program with its arguments. */
const argvs: Readonly<Record<string, readonly string[]>> = {
	"echo one": ["echo", "one"],
	"git push --force": ["git", "push", "--force"],
	"npm publish": ["npm", "publish"],
	"grep -n x one": ["grep", "-n", "x", "one"],
	"cat .env": ["cat", ".env"],
	"cat ../policy.rules": ["cat", "../policy.rules"],
	"curl https://example.com": ["curl", "https://example.com"],
	"./notes": ["./notes"],
};

interface Said {
	readonly effect: string;
	/** Begins with the decision's own. */
	readonly message: string;
}

const own = guard(load(file), { workspace });
const expected = (script: string): Said => {
	const { effect, message } = own.foresee({ script });
	return { effect, message };
};

/** Where nobody can be asked a question is a refusal, and so is advice. */
const isRun = ({ effect }: Said): boolean => effect === "allow";

const effects: Readonly<Record<ToolReply["status"], string>> = {
	completed: "allow",
	denied: "deny",
	nudged: "nudge",
	asked: "ask",
	invalid: "",
	failed: "",
	"timed-out": "",
	cancelled: "",
};
function expectReply(script: string, { status, error = "" }: ToolReply): void {
	const { effect, message } = expected(script);
	expect([script, effects[status]]).toEqual([script, effect]);
	if (effect !== "allow") expect([script, error.slice(0, message.length)]).toEqual([script, message]);
}

const closing: (() => void)[] = [];
afterAll(() => {
	for (const close of closing) close();
});
const kept = <Closed extends { readonly close: () => void }>(one: Closed): Closed => {
	closing.push(one.close);
	return one;
};

const tools: Readonly<Record<string, Tool>> = {
	safe_shell: kept(createSafeShell({ rules: file, workspace, name: "safe_shell" })),
	execute_command: kept(createExecuteCommand({ rules: file, workspace })),
	run_command: kept(createRunCommand({ rules: file, root: join(place, "jobs"), job: "1" })),
	run_shell: kept(createRunShell({ rules: file, workspace })),
	execute_shell: kept(createExecuteShell({ rules: file, root: join(place, "sandboxes") })),
};
const inputOf = (name: string, script: string): unknown => {
	const [command, ...args] = argvs[script] ?? [];
	return name === "safe_shell" ? { command, args } : { command: script };
};
const scriptsOf = (name: string): readonly string[] =>
	name === "safe_shell" ? scripts.filter((script) => argvs[script] !== undefined) : scripts;

test("the table holds every effect, for one program and for lines of a shell", () => {
	for (const some of [scripts, Object.keys(argvs)])
		expect(new Set(some.map((script) => expected(script).effect))).toEqual(new Set(["allow", "ask", "nudge", "deny"]));
});

test("from the library, by whatever the policy is named", () => {
	for (const one of [guard(file, { workspace }), guard([file], { workspace }), guard(own.tree, { workspace })])
		expect(scripts.map((script) => one.foresee({ script }))).toEqual(scripts.map((script) => own.foresee({ script })));
	for (const [script, argv] of Object.entries(argvs)) expect(own.foresee({ argv })).toMatchObject(expected(script));
});

describe("from the command line", () => {
	test("one by one and as a stream", () => {
		const input = scripts.map((script, id) => JSON.stringify({ id, script, cwd: workspace })).join("\n");
		const { out } = rules(["check", "--rules", file, "--workspace", workspace, "--jsonl"], { cwd: workspace, input });
		const answers = out
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line) as Said);
		expect(answers.map(({ effect, message }) => ({ effect, message }))).toEqual(scripts.map(expected));
		for (const script of ["git push --force", "npm publish"]) {
			const { out: one } = rules(["check", "--rules", file, "--json", "--script", script], { cwd: workspace });
			expect(JSON.parse(one)).toMatchObject(expected(script));
		}
	});

	test("from the decider at a socket", async () => {
		const socket = join(place, "s");
		const words = ["serve", "--rules", file, "--workspace", workspace, "--cwd", workspace, "--socket", socket];
		const child = started(words);
		await new Promise<void>((resolve, reject) => {
			let err = "";
			child.stderr.on("data", (chunk) => {
				err += String(chunk);
				if (err.includes("listening")) resolve();
			});
			child.on("close", () => reject(new Error(err)));
		});
		const decider = await connect(socket, { timeout: 60_000 });
		const answers = await Promise.all(scripts.map((script) => decider.decide({ script })));
		expect(answers.map(({ effect, message }) => ({ effect, message }))).toEqual(scripts.map(expected));
		decider.close();
	});

	test("from the MCP server", async () => {
		const child = started(["mcp", "--tool", "execute_command", "--rules", file, "--workspace", workspace]);
		const send = (message: object): void => {
			child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
		};
		const clientInfo = { name: "surfaces", version: "1" };
		send({
			id: "hello",
			method: "initialize",
			params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo },
		});
		send({ method: "notifications/initialized" });
		for (const [id, script] of scripts.entries())
			send({ id, method: "tools/call", params: { name: "execute_command", arguments: { command: script } } });
		const answers = new Map<unknown, McpAnswer>();
		for await (const line of createInterface({ input: child.stdout })) {
			const { id, result } = JSON.parse(line) as { readonly id: unknown; readonly result: McpAnswer };
			answers.set(id, result);
			if (scripts.every((_, one) => answers.has(one))) break;
		}
		for (const [id, script] of scripts.entries()) {
			const { isError, content, structuredContent } = answers.get(id) as McpAnswer;
			expectReply(script, structuredContent);
			expect([script, isError === true]).toEqual([script, !isRun(expected(script))]);
			if (!isRun(expected(script))) expect(content[0]?.text).toContain(expected(script).message);
		}
	});

	interface McpAnswer {
		readonly isError?: boolean;
		readonly content: readonly { readonly text: string }[];
		readonly structuredContent: ToolReply;
	}
});

const children: ChildProcessWithoutNullStreams[] = [];
afterAll(() => {
	for (const child of children) child.kill("SIGKILL");
});
// The first test would pay for bundling.
beforeAll(() => void program(), 60_000);

/** A server of the command line. */
function started(words: readonly string[]): ChildProcessWithoutNullStreams {
	const child = spawn(process.execPath, [program(), ...words], { cwd: workspace });
	children.push(child);
	return child;
}

describe("from a harness's hook", () => {
	const { tree } = load(file);
	const about = sides.map((side) => [side.name, side] as const);

	test.each(about)("%s", (name, side) => {
		const dialect = hookedHarnesses.find((one) => one.name === name)?.dialect;
		if (dialect === undefined || tree === undefined) throw new Error("there is no such hook");
		for (const script of scripts) {
			const question = Buffer.from(JSON.stringify(side.shell(script, workspace)));
			const read = readHook(dialect, question, {}, { variables: side.variables ?? {}, cwd: workspace });
			if ("code" in read) throw new Error(`no question: ${read.stdout}${read.stderr}`);
			if ("news" in read) throw new Error("no question");
			const decider = guard(tree, { workspace: read.workspace });
			const said = answerHook(dialect, read, tree, { decide: decider.foresee, record: (_, decision) => decision });
			const { effect, message } = expected(script);
			const wanted = effect === "allow" ? "runs" : effect === "ask" && side.asks ? "asks" : "stops";
			expect([script, side.outcome(said)]).toEqual([script, wanted]);
			// Standard output is JSON where it says anything.
			if (effect !== "allow") expect(textsIn(said).join("\n")).toContain(message);
		}
	});

	test("as a process", () => {
		for (const script of ["git push --force", "echo one"]) {
			const input = JSON.stringify({ tool: "bash", args: { command: script }, directory: workspace });
			const { out } = rules(["hook", "--harness", "opencode", "--rules", file], { input, cwd: workspace });
			const { effect, message = "" } = JSON.parse(out) as Partial<Said>;
			expect(effect).toBe(expected(script).effect);
			if (effect !== "allow") expect(message.startsWith(expected(script).message)).toBe(true);
		}
	});

	/** Every text of an answer. */
	function textsIn({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): readonly string[] {
		const texts: string[] = [stderr];
		if (stdout.startsWith("{"))
			JSON.parse(stdout, (_, value: unknown) => void (typeof value === "string" && texts.push(value)));
		return texts;
	}
});

test.each(Object.keys(tools))("from the tool %s, before it is called and when it is", async (name) => {
	const tool = tools[name] as Tool;
	for (const script of scriptsOf(name)) {
		expect([script, tool.decide(inputOf(name, script))]).toMatchObject([script, expected(script)]);
		expectReply(script, await tool.call(inputOf(name, script)));
	}
});

test("from the sandbox server", async () => {
	const served = createRunShell({ rules: file, workspace });
	const server = await serveSandbox({
		tool: { now: () => ({ tool: served }), close: served.close },
		folders: [workspace],
		token,
	});
	if ("fault" in server) throw new Error(server.fault);
	try {
		for (const script of scripts) {
			const response = await fetch(`${server.url}/shell`, {
				method: "POST",
				headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
				body: JSON.stringify({ command: script, workspace }),
			});
			expectReply(script, (await response.json()) as ToolReply);
		}
	} finally {
		await server.close();
	}
});

describe("from the adapter for", () => {
	test.each(Object.keys(tools))("the AI SDK, of the tool %s", async (name) => {
		const tool = tools[name] as Tool;
		const adapted = aiSdkTool<ToolReply, unknown>(tool);
		const approval = aiSdkApproval({ [name]: tool });
		for (const script of scriptsOf(name)) {
			const { effect, message } = expected(script);
			const input = inputOf(name, script);
			const reason = effect === "ask" ? questionText(own.foresee({ script })) : message;
			expect([script, adapted.needsApproval(input)]).toEqual([script, effect === "ask"]);
			const gate = await approval({ toolCall: { toolName: name, toolCallId: "1", input } });
			const types = { allow: "not-applicable", ask: "user-approval", nudge: "denied", deny: "denied" } as const;
			expect([script, gate]).toEqual([
				script,
				effect === "allow" ? { type: "not-applicable" } : { type: types[effect as "ask"], reason },
			]);
			let last: ToolReply | undefined;
			for await (const one of adapted.execute(input, { toolCallId: "1", messages: [] })) last = one as ToolReply;
			// Whoever was told of a nudge is told less of it the second time.
			if (effect === "nudge" && name === "safe_shell") expect(last?.status).toBe("nudged");
			else expectReply(script, last as ToolReply);
			const output = adapted.toModelOutput({ output: last as ToolReply });
			expect(output.type).toBe(effect === "allow" ? "text" : "execution-denied");
		}
	});

	test("the OpenAI Agents SDK", async () => {
		const shell = kept(openAiShell({ rules: file, workspace }));
		for (const script of scripts) {
			const { effect, message } = expected(script);
			const action = { commands: [script] };
			const { output } = await shell.shell.run(action);
			const [{ stderr, outcome }] = output as [(typeof output)[number]];
			expect([script, outcome]).toEqual([script, { type: "exit", exitCode: effect === "allow" ? 0 : 126 }]);
			if (effect !== "allow") expect([script, stderr.slice(0, message.length)]).toEqual([script, message]);
			expect([script, await shell.needsApproval({}, action)]).toEqual([script, effect === "ask"]);
		}
	});

	test("the Anthropic SDK", async () => {
		const bash = kept(anthropicBash({ rules: file, workspace }));
		for (const script of scripts) {
			const reply = await bash.run({ command: script }).then(
				(): ToolReply => ({ status: "completed" }),
				(error: unknown): ToolReply => {
					if (!(error instanceof NotRunError)) throw error;
					return { status: error.status, error: error.message };
				},
			);
			expectReply(script, reply);
		}
	});
});
