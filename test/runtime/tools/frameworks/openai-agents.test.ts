import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, jest, test } from "@jest/globals";
import {
	Agent,
	type Model,
	type ModelRequest,
	type ModelResponse,
	RunState,
	run,
	setTracingDisabled,
	shellTool,
	Usage,
} from "@openai/agents";
import { loadText } from "../../../../src/runtime/load/load.js";
import {
	type OpenAiShell,
	type OpenAiShellOptions,
	openAiShell,
} from "../../../../src/runtime/tools/frameworks/openai-agents.js";
import { oddSeconds, processesWith } from "../../execute/run.js";

// A loaded machine is slow; nothing here hangs on time.
jest.setTimeout(240_000);

setTracingDisabled(true);

const text = `agent default {
  default deny
  syntax sequences, redirects, pipes
  allow echo, cat, false, sleep, printf
  allow echo granting write
  ask touch because "A person looks at new files." id new-files
  nudge ls use file.list because "There is a tool for that."
  deny git because "Use the version-control tools."
}
`;
const policy = loadText("policy.rules", text);

const folders: string[] = [];
const made = (options: Partial<OpenAiShellOptions> = {}): OpenAiShell & { readonly workspace: string } => {
	const workspace = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-openai-")));
	folders.push(workspace);
	return { workspace, ...openAiShell({ rules: policy, workspace, audit: join(workspace, "log.jsonl"), ...options }) };
};
afterAll(() => {
	for (const path of folders) rmSync(path, { recursive: true, force: true });
});

interface Action {
	readonly commands: string[];
	readonly timeoutMs?: number;
	readonly maxOutputLength?: number;
}

let calls = 0;

/** A model that calls the shell, and then says its last word. */
function agentOf(shell: OpenAiShell, actions: readonly Action[]) {
	const left = [...actions];
	const results: unknown[] = [];
	const model: Model = {
		getResponse: async ({ input }: ModelRequest): Promise<ModelResponse> => {
			if (Array.isArray(input)) for (const item of input) if (item.type === "shell_call_output") results.push(item);
			const action = left.shift();
			return {
				usage: new Usage(),
				responseId: "r",
				output: [
					action === undefined
						? {
								type: "message",
								role: "assistant",
								status: "completed",
								content: [{ type: "output_text", text: "Done." }],
							}
						: { type: "shell_call", callId: `call-${++calls}`, status: "completed", action },
				],
			};
		},
		getStreamedResponse: () => {
			throw new Error("this model does not stream");
		},
	};
	const agent = new Agent({ name: "coder", model, tools: [shellTool({ ...shell })] });
	return { agent, results: results as { output: unknown[]; maxOutputLength?: number }[] };
}

async function play(shell: OpenAiShell, ...actions: Action[]) {
	const { agent, results } = agentOf(shell, actions);
	const { finalOutput, interruptions } = await run(agent, "Do it.");
	return { finalOutput, interruptions, results, outputs: results.at(-1)?.output };
}

const exited = (stdout: string, stderr: unknown, exitCode: number | null) => ({
	stdout,
	stderr,
	outcome: { type: "exit", exitCode },
});

describe("the agents' loop", () => {
	test("runs what is allowed, command by command, and ends when the model calls no tool", async () => {
		const { finalOutput, results } = await play(
			made(),
			{ commands: ["echo one > a; cat a", "false", "echo two | cat"] },
			{ commands: ["cat a b"] },
		);
		expect(finalOutput).toBe("Done.");
		expect(results[0]?.output).toEqual([exited("one\n", "", 0), exited("", "", 1), exited("two\n", "", 0)]);
		expect(results.at(-1)?.output).toEqual([exited("one\n", expect.stringContaining("b"), 1)]);
	});

	test.each([
		["git push", "Use the version-control tools."],
		["ls -l", "There is a tool for that. Use file.list instead."],
		["echo a; git push", expect.stringContaining("version-control")],
		["echo 'unclosed", expect.any(String)],
		["", expect.any(String)],
	])("tells the model why `%s` was not run", async (command, reason) => {
		const { outputs, interruptions } = await play(made(), { commands: [command] });
		expect([outputs, interruptions]).toEqual([[exited("", reason, 126)], []]);
	});

	test("runs nothing of a list in which one command is denied, and nobody is asked", async () => {
		const shell = made();
		const { outputs, interruptions } = await play(shell, { commands: ["echo x > a", "touch b", "git push"] });
		expect(interruptions).toEqual([]);
		expect(outputs).toEqual([
			exited("", expect.stringMatching(/another command/), 126),
			exited("", "A person looks at new files.", 126),
			exited("", "Use the version-control tools.", 126),
		]);
		expect([existsSync(join(shell.workspace, "a")), existsSync(join(shell.workspace, "b"))]).toEqual([false, false]);
		expect(readFileSync(join(shell.workspace, "log.jsonl"), "utf8")).toContain("version-control");
	});

	test("ends a command at its time limit, and does not go on", async () => {
		const { outputs } = await play(made(), { commands: ["echo a; sleep 600", "echo never"], timeoutMs: 300 });
		expect(outputs).toEqual([
			{
				stdout: expect.any(String),
				stderr: expect.stringContaining("did not end in time"),
				outcome: { type: "timeout" },
			},
		]);
	});

	test("gives no more output than the model wants", async () => {
		const { outputs, results } = await play(made(), {
			commands: [`echo ${"ab".repeat(2000)}`, "echo short"],
			maxOutputLength: 300,
		});
		const [long, short] = outputs as { stdout: string; stderr: string }[];
		expect((long?.stdout.length ?? 0) + (long?.stderr.length ?? 0)).toBeLessThanOrEqual(300);
		expect(long?.stdout).toMatch(/^abab[\s\S]*left out[\s\S]*abab\n$/);
		expect(short?.stdout).toBe("short\n");
		expect(results.at(-1)?.maxOutputLength).toBe(300);
	});
});

describe("a question", () => {
	const asking = async (shell = made()) => {
		const { agent, results } = agentOf(shell, [{ commands: ["echo first", "touch new"] }]);
		const asked = await run(agent, "Do it.");
		expect(asked.interruptions.length).toBe(1);
		expect(existsSync(join(shell.workspace, "new"))).toBe(false);
		return { shell, agent, results, asked, made: () => existsSync(join(shell.workspace, "new")) };
	};

	test("goes to the user, and everything runs when the user approves", async () => {
		const { agent, asked, results, made } = await asking();
		asked.state.approve(asked.interruptions[0] as never);
		const { finalOutput } = await run(agent, asked.state);
		expect([finalOutput, made()]).toEqual(["Done.", true]);
		expect(results.at(-1)?.output).toEqual([exited("first\n", "", 0), exited("", "", 0)]);
	});

	test("runs nothing when the user declines", async () => {
		const { agent, asked, made } = await asking();
		asked.state.reject(asked.interruptions[0] as never);
		await run(agent, asked.state);
		expect(made()).toBe(false);
	});

	test("that is denied when the answer comes is not run", async () => {
		const shell = made();
		const { asked } = await asking(shell);
		const { agent } = agentOf(
			openAiShell({
				rules: loadText("policy.rules", text.replace("ask touch", "deny touch")),
				workspace: shell.workspace,
			}),
			[],
		);
		const state = await RunState.fromString(agent, asked.state.toString());
		state.approve(state.getInterruptions()[0] as never);
		await run(agent, state);
		expect(existsSync(join(shell.workspace, "new"))).toBe(false);
	});

	test("that was approved in another process is put again, to whoever the program names", async () => {
		const { asked } = await asking();
		for (const [approve, runs] of [
			[undefined, false],
			[() => undefined, false],
			[() => "Ada", true],
		] as const) {
			const other = made(approve === undefined ? {} : { approve });
			const { agent } = agentOf(other, []);
			const state = await RunState.fromString(agent, asked.state.toString());
			state.approve(state.getInterruptions()[0] as never);
			await run(agent, state);
			expect(existsSync(join(other.workspace, "new"))).toBe(runs);
		}
	});

	test("is no approval of anything else", async () => {
		const shell = made();
		const touch = (name: string) => ({ commands: [`touch ${name}`] });
		expect(await shell.needsApproval(undefined, touch("a"))).toBe(true);
		expect((await shell.shell.run(touch("b"))).output).toEqual([exited("", "A person looks at new files.", 126)]);
		expect((await shell.shell.run(touch("a"))).output).toEqual([exited("", "", 0)]);
		// Once.
		expect((await shell.shell.run(touch("a"))).output).toEqual([exited("", "A person looks at new files.", 126)]);
	});
});

test.each([
	[undefined],
	[null],
	[{}],
	[{ commands: "echo hi" }],
	[{ commands: [] }],
	[{ commands: ["echo", 3] }],
	[{ commands: ["echo hi"], timeoutMs: "soon" }],
	[{ commands: ["echo hi"], timeoutMs: 0 }],
	[{ commands: ["echo hi"], timeoutMs: Number.POSITIVE_INFINITY }],
	[{ commands: ["echo hi"], maxOutputLength: -1 }],
])("what is no list of commands is refused: %j", async (action) => {
	const shell = made();
	expect(await shell.needsApproval(undefined, action as never)).toBe(false);
	expect((await shell.shell.run(action as never)).output).toEqual([
		exited("", expect.stringMatching(/^`\w+` is /), 126),
	]);
});

test("when the program ends it, a command that runs is ended", async () => {
	const over = new AbortController();
	const shell = made({ signal: over.signal });
	const seconds = oddSeconds();
	const running = shell.shell.run({ commands: [`sleep ${seconds}`, "echo never"] });
	while (processesWith(seconds).length === 0) await sleep(5);
	over.abort();
	expect((await running).output.length).toBe(1);
});
