import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { Client as NewClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as NewTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import { folder, program, rules } from "../cli.js";

// A loaded machine is slow; nothing here hangs on time.
jest.setTimeout(240_000);

const policy = `agent default {
  default deny
  allow echo, cat, false
  allow ./tree
  ask touch because "A person looks at new files." note "Files stay." id new-files
  nudge ls use file.list because "There is a tool for that." id no-ls
  deny git because "Use the version-control tools." id no-git
  limit timeout 60s
}
`;

/** Starts a child of its own, says that it has, and waits. */
const tree = `#!/bin/sh
/bin/sleep 600 &
echo $! > child.pid
echo $$ > own.pid
echo started
wait
`;

/** A reply as clients get it. */
interface Got {
	readonly isError: boolean;
	readonly text: string;
	readonly reply: Readonly<Record<string, unknown>>;
}

interface Connected {
	readonly tools: () => Promise<readonly Readonly<Record<string, unknown>>[]>;
	readonly call: (input: unknown, options?: CallOptions, name?: string) => Promise<Got>;
	readonly close: () => Promise<void>;
}

interface CallOptions {
	readonly signal?: AbortSignal;
	readonly onprogress?: (progress: { readonly progress: number; readonly message?: string }) => void;
	readonly timeout?: number;
	readonly resetTimeoutOnProgress?: boolean;
}

/** What a person does with a question. */
type Person = (message: string) => { action: "accept" | "decline" | "cancel"; content?: Record<string, boolean> };

const closing: (() => Promise<void> | void)[] = [];
afterAll(async () => {
	for (const close of closing.splice(0)) await close();
});

// The first of all tests pays for bundling.
beforeAll(() => void program(), 240_000);

const workspace = (text = policy): string => {
	const cwd = folder({ "policy.rules": text, tree });
	chmodSync(join(cwd, "tree"), 0o755);
	return cwd;
};

const server = (cwd: string, words: readonly string[]) => ({
	command: process.execPath,
	args: [program(), "mcp", ...words],
	cwd,
	stderr: "pipe" as const,
});

/** The clients that there are: the old one, the new one as it speaks to old servers, and as it speaks to new ones. */
const clients = {
	old: async (cwd: string, person: Person | undefined, ...words: string[]): Promise<Connected> => {
		const client = new OldClient({ name: "old", version: "1" }, { capabilities: person ? { elicitation: {} } : {} });
		if (person) client.setRequestHandler(ElicitRequestSchema, ({ params }) => person(params.message));
		await client.connect(new OldTransport(server(cwd, words)));
		return connected({
			tools: async () => (await client.listTools()).tools,
			call: (input, options, name) => client.callTool({ name, arguments: input }, undefined, options as object),
			close: () => client.close(),
		});
	},
	"new, to an old server": (cwd: string, person: Person | undefined, ...words: string[]) =>
		newClient("legacy", cwd, person, words),
	new: (cwd: string, person: Person | undefined, ...words: string[]) =>
		newClient({ pin: "2026-07-28" }, cwd, person, words),
};

async function newClient(
	mode: "legacy" | { pin: string },
	cwd: string,
	person: Person | undefined,
	words: readonly string[],
): Promise<Connected> {
	const client = new NewClient(
		{ name: "new", version: "1" },
		{ versionNegotiation: { mode }, capabilities: person ? { elicitation: { form: {} } } : {} },
	);
	if (person) client.setRequestHandler("elicitation/create", ({ params }) => person(params.message));
	await client.connect(new NewTransport(server(cwd, words)));
	return connected({
		tools: async () => (await client.listTools()).tools,
		call: (input, options, name) => client.callTool({ name, arguments: input }, options as object),
		close: () => client.close(),
	});
}

function connected({
	tools,
	call,
	close,
}: {
	tools: () => Promise<readonly object[]>;
	call: (input: Record<string, unknown>, options: CallOptions, name: string) => Promise<unknown>;
	close: () => Promise<void>;
}): Connected {
	closing.push(close);
	return {
		tools: async () => (await tools()) as readonly Readonly<Record<string, unknown>>[],
		call: async (input, options = {}, name = "safe_shell") => {
			const { isError, content, structuredContent } = (await call(
				input as Record<string, unknown>,
				{ timeout: 100_000, ...options },
				name,
			)) as {
				isError?: boolean;
				content: { text: string }[];
				structuredContent: Record<string, unknown>;
			};
			return { isError: isError === true, text: content[0]?.text ?? "", reply: structuredContent };
		},
		close,
	};
}

/** Waits until something is so. */
async function until(holds: () => boolean): Promise<void> {
	for (let left = 3000; !holds(); left--) {
		if (left === 0) throw new Error("it did not come about");
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
}

const lives = (pid: string): boolean => {
	try {
		return readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.[0] !== "Z";
	} catch {
		return false;
	}
};

/** Done when \`tree\` runs; the value is its processes. */
async function planted(cwd: string): Promise<readonly string[]> {
	const files = ["own.pid", "child.pid"].map((name) => join(cwd, name));
	const read = (): string[] => files.map((file) => (existsSync(file) ? readFileSync(file, "utf8").trim() : ""));
	await until(() => read().every((pid) => pid !== ""));
	const pids = read();
	expect(pids.map(lives)).toEqual([true, true]);
	return pids;
}

const grown = async (pids: readonly string[]): Promise<void> => until(() => !pids.some(lives));

describe.each(Object.entries(clients))("a client: %s", (_, connect) => {
	let client: Connected;
	let cwd: string;
	const asked: string[] = [];
	let person: Person = () => ({ action: "cancel" });
	beforeAll(async () => {
		cwd = workspace();
		const answer: Person = (message) => {
			asked.push(message);
			return person(message);
		};
		client = await connect(cwd, answer, "--audit", "log.jsonl");
	}, 240_000);

	test("is told what the tool is: schemas, and what may come of a call", async () => {
		const [tool, ...others] = await client.tools();
		expect(others).toEqual([]);
		expect(tool).toMatchObject({
			name: "safe_shell",
			inputSchema: { required: ["command"], additionalProperties: false },
			annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
		});
		for (const schema of [tool?.inputSchema, tool?.outputSchema])
			expect(new Ajv2020().validateSchema(schema as object)).toBe(true);
	});

	test("gets what a program printed, as text and as fields that fit the schema", async () => {
		const { isError, text, reply } = await client.call({ command: "echo", args: ["$HOME", "a  b"] });
		expect([isError, text]).toEqual([false, "$HOME a  b"]);
		expect(reply).toEqual({ status: "completed", output: "$HOME a  b\n", exit_code: 0 });
		const [tool] = await client.tools();
		expect(new Ajv2020({ strict: false }).validate(tool?.outputSchema as object, reply)).toBe(true);
	});

	test("gets a program's failure as a result, not as a failure of the tool", async () => {
		const { isError, text } = await client.call({ command: "false" });
		expect([isError, text]).toEqual([false, "Exit code 1."]);
	});

	test.each([
		["denied", { command: "git", args: ["push"] }, "Use the version-control tools."],
		["denied", { command: "rm", args: ["-rf", "/"] }, expect.stringContaining("rm")],
		["nudged", { command: "ls" }, expect.stringContaining("There is a tool for that.")],
		["invalid", {}, expect.stringContaining("command")],
		["invalid", { command: 3 }, expect.stringContaining("command")],
		["invalid", { command: "echo", args: "hi" }, expect.stringContaining("args")],
		["invalid", { command: "echo", shell: true }, expect.stringContaining("shell")],
	])("gets an error with the reason for what is %s: %j", async (status, input, error) => {
		const { isError, text, reply } = await client.call(input);
		expect([isError, reply.status, reply.error]).toEqual([true, status, error]);
		expect(text).toBe(`Error: ${String(reply.error)}`);
	});

	test("is told that there is no such tool", async () => {
		await expect(client.call({ command: "echo" }, {}, "bash")).rejects.toThrow("there is no tool `bash`");
	});

	test("has its person asked, and runs what was approved, once", async () => {
		person = () => ({ action: "accept", content: { run: true } });
		asked.length = 0;
		const { isError, reply } = await client.call({ command: "touch", args: ["new file"] });
		expect([isError, reply.status]).toEqual([false, "completed"]);
		expect(existsSync(join(cwd, "new file"))).toBe(true);
		expect(asked).toEqual([
			expect.stringContaining(
				"\n    touch 'new file'\n\nA person looks at new files. The worst of a yes: `new file` is changed.\nFiles stay.\n",
			),
		]);
		await client.call({ command: "touch", args: ["new file"] });
		expect(asked.length).toBe(2);
	});

	test.each<[string, ReturnType<Person>]>([
		["declines", { action: "decline" }],
		["looks away", { action: "cancel" }],
		["accepts without saying yes", { action: "accept", content: {} }],
		["accepts and says no", { action: "accept", content: { run: false } }],
	])("runs nothing when its person %s", async (_how, answer) => {
		person = () => answer;
		const { isError, text, reply } = await client.call({ command: "touch", args: ["never"] });
		expect([isError, reply.status, reply.error]).toEqual([true, "asked", "A person looks at new files."]);
		expect(text).toMatch(/^Error: A person looks at new files\.\nWarning: the (person|question) /);
		expect(existsSync(join(cwd, "never"))).toBe(false);
	});

	test("runs nothing when what it shows questions with breaks", async () => {
		person = () => {
			throw new Error("no window");
		};
		const outcome = await client.call({ command: "touch", args: ["never"] }).catch(() => undefined);
		expect(outcome?.isError ?? true).toBe(true);
		expect(existsSync(join(cwd, "never"))).toBe(false);
	});

	test("never has its person asked about what is denied or nudged", async () => {
		asked.length = 0;
		person = () => ({ action: "accept", content: { run: true } });
		await client.call({ command: "git", args: ["push"] });
		await client.call({ command: "ls" });
		expect(asked).toEqual([]);
	});

	test("is told of progress, and cancels: what was started is gone", async () => {
		const told: (string | undefined)[] = [];
		const cancel = new AbortController();
		const call = client.call(
			{ command: "./tree", timeout_millis: 30_000 },
			{
				signal: cancel.signal,
				onprogress: ({ progress, message }) => {
					expect(progress).toBe(told.length + 1);
					told.push(message);
				},
			},
		);
		const failed = call.then(
			() => false,
			() => true,
		);
		const pids = await planted(cwd);
		await until(() => told.some((message) => message?.includes("started")));
		cancel.abort();
		expect(await failed).toBe(true);
		await grown(pids);
		expect((await client.call({ command: "echo", args: ["on"] })).text).toBe("on");
	});

	test("leaves a record of every decision", () => {
		const log = readFileSync(join(cwd, "log.jsonl"), "utf8");
		for (const id of ["no-git", "no-ls", "new-files"]) expect(log).toContain(`"${id}"`);
	});
});

test("a yes that comes after the rules have changed counts for nothing", async () => {
	const cwd = workspace();
	const client = await clients.old(cwd, () => {
		writeFileSync(join(cwd, "policy.rules"), policy.replace("ask touch", "deny touch"));
		return { action: "accept", content: { run: true } };
	});
	const { isError, text } = await client.call({ command: "touch", args: ["never"] });
	expect([isError, text]).toEqual([true, expect.stringContaining("the rules have changed")]);
	expect(existsSync(join(cwd, "never"))).toBe(false);
	expect((await client.call({ command: "touch", args: ["never"] })).reply.status).toBe("denied");
	await client.close();
});

describe.each(["old", "new"] as const)("a client whose server's log can't be written: %s", (name) => {
	const policies: readonly (readonly [string, boolean])[] = [
		[policy, false],
		[policy.replace("  limit", "  audit require\n  limit"), true],
	];
	test.each(policies)("is told where the log went, or that nothing runs without it", async (text, isError) => {
		const cwd = workspace(text);
		const client = await clients[name](cwd, undefined, "--audit", join(cwd, "policy.rules", "log.jsonl"));
		const got = await client.call({ command: "echo", args: ["hi"] });
		expect(got.isError).toBe(isError);
		expect(got.text).toMatch(/decision log \S+log\.jsonl can't be written \(ENOTDIR\), so it goes to \S+log\.jsonl/);
		if (!isError) expect(got.reply.warnings).toEqual([expect.stringContaining("so it goes to")]);
		await client.close();
	});
});

describe("a client that shows no questions", () => {
	test.each(["old", "new"] as const)("runs nothing that needs an answer: %s", async (name) => {
		const cwd = workspace();
		const client = await clients[name](cwd, undefined);
		const { isError, text } = await client.call({ command: "touch", args: ["never"] });
		expect([isError, text]).toEqual([
			true,
			"Error: A person looks at new files.\nWarning: nobody can be asked here: the client shows no questions",
		]);
		expect(existsSync(join(cwd, "never"))).toBe(false);
		await client.close();
	});
});

/** The server with bare pipes. */
interface Bare {
	readonly child: ChildProcess;
	readonly send: (message: unknown) => void;
	/** The answer of this id. */
	readonly answer: (id: number) => Promise<Readonly<Record<string, Readonly<Record<string, unknown>>>>>;
	readonly request: (id: number, method: string, params?: object) => ReturnType<Bare["answer"]>;
	readonly ended: Promise<number | string | null>;
	readonly err: () => string;
}

function bare(cwd: string, ...words: string[]): Bare {
	const { command, args } = server(cwd, words);
	const child = spawn(command, args, { cwd, stdio: ["pipe", "pipe", "pipe"] });
	closing.push(() => void child.kill("SIGKILL"));
	const answers: Record<string, unknown>[] = [];
	let out = "";
	let err = "";
	child.stdout.on("data", (data) => {
		out += String(data);
		for (let end = out.indexOf("\n"); end >= 0; end = out.indexOf("\n")) {
			answers.push(JSON.parse(out.slice(0, end)) as Record<string, unknown>);
			out = out.slice(end + 1);
		}
	});
	child.stderr.on("data", (data) => {
		err += String(data);
	});
	child.stdin.on("error", () => {});
	const ended = new Promise<number | string | null>((resolve) =>
		child.on("close", (code, signal) => resolve(code ?? signal)),
	);
	const send = (message: unknown): void => {
		child.stdin.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`);
	};
	const answer: Bare["answer"] = async (id) => {
		await until(() => answers.some((one) => one.id === id));
		return answers.find((one) => one.id === id) as Awaited<ReturnType<Bare["answer"]>>;
	};
	const request: Bare["request"] = (id, method, params = {}) => {
		send({ jsonrpc: "2.0", id, method, params });
		return answer(id);
	};
	return { child, send, answer, request, ended, err: () => err };
}

const hello = {
	protocolVersion: "2025-06-18",
	capabilities: {},
	clientInfo: { name: "bare", version: "1" },
};
const newHello = {
	"io.modelcontextprotocol/protocolVersion": "2026-07-28",
	"io.modelcontextprotocol/clientInfo": { name: "bare", version: "1" },
	"io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
};

const shell = (command: string, ...args: string[]) => ({ name: "safe_shell", arguments: { command, args } });

describe("over bare pipes", () => {
	test("what is no message is answered as what it is, and the next one is read", async () => {
		const { send, request, err, child, ended } = bare(workspace());
		await request(1, "initialize", hello);
		for (const text of ["", "{", "null", "[]", '"x"', '{"jsonrpc":"1.0"}', "\u0000", '{"jsonrpc":"2.0","id":{}}'])
			send(text);
		expect(await request(2, "no/such")).toMatchObject({ error: { code: -32601 } });
		for (const [id, params] of [
			[3, { name: "safe_shell", arguments: [] }],
			[4, { name: 7 }],
			[5, {}],
			[6, { name: "safe_shell", arguments: "rm" }],
		] as const)
			expect(await request(id, "tools/call", params)).toHaveProperty("error.code");
		expect(await request(7, "tools/call", { name: "safe_shell" })).toMatchObject({ result: { isError: true } });
		expect(await request(8, "tools/call", shell("echo", "x".repeat(200_000)))).toHaveProperty("result");
		expect(await request(9, "tools/call", shell("echo", "still here"))).toMatchObject({
			result: { structuredContent: { output: "still here\n" } },
		});
		expect(err()).not.toMatch(/\n\s+at /);
		child.stdin?.end();
		expect(await ended).toBe(0);
	});

	test.each<[string, (child: ChildProcess) => void]>([
		["closes its end", (child) => child.stdin?.end()],
		["is gone", (child) => void [child.stdin, child.stdout, child.stderr].map((stream) => stream?.destroy())],
		["asks it to end", (child) => void child.kill("SIGTERM")],
		["presses Ctrl-C", (child) => void child.kill("SIGINT")],
	])("when the client %s, the server ends, and what it had started is gone", async (_, act) => {
		const cwd = workspace();
		const { child, request, send, ended } = bare(cwd);
		await request(1, "initialize", hello);
		send({
			jsonrpc: "2.0",
			id: 2,
			method: "tools/call",
			params: { name: "safe_shell", arguments: { command: "./tree", timeout_millis: 30_000 } },
		});
		const pids = await planted(cwd);
		act(child);
		expect(await ended).toBe(0);
		await grown(pids);
	});

	test("an approval is for the call that it was asked for, and for one", async () => {
		const cwd = workspace();
		const { request } = bare(cwd);
		const call = (id: number, name: string, more: object = {}) =>
			request(id, "tools/call", { ...shell("touch", name), ...more, _meta: newHello });
		const yes = { approval: { action: "accept", content: { run: true } } };
		const state = async (answer: Promise<unknown>): Promise<unknown> => {
			const got = (await answer) as { result: { resultType: string; requestState: string } };
			expect(got.result.resultType).toBe("input_required");
			return got.result.requestState;
		};
		// A yes to a question that nobody asked.
		await state(call(1, "a", { inputResponses: yes }));
		await state(call(2, "a", { inputResponses: yes, requestState: "guessed" }));
		// A yes to another question.
		const first = await state(call(3, "a"));
		await state(call(4, "b", { inputResponses: yes, requestState: first }));
		expect(existsSync(join(cwd, "b"))).toBe(false);
		// It is used up, also by the wrong call.
		await state(call(5, "a", { inputResponses: yes, requestState: first }));
		expect(existsSync(join(cwd, "a"))).toBe(false);
		const second = await state(call(6, "a"));
		expect(await call(7, "a", { inputResponses: yes, requestState: second })).toMatchObject({
			result: { structuredContent: { status: "completed" } },
		});
		await state(call(8, "a", { inputResponses: yes, requestState: second }));
	});

	test("a yes counts for the question as it was, and not for what the policy has become", async () => {
		const cwd = workspace();
		const { request } = bare(cwd);
		const call = (id: number, more: object = {}) =>
			request(id, "tools/call", { ...shell("touch", "a"), ...more, _meta: newHello });
		const { result } = await call(1);
		writeFileSync(join(cwd, "policy.rules"), policy.replace("ask touch", "deny touch"));
		const answer = { approval: { action: "accept", content: { run: true } } };
		expect(await call(2, { inputResponses: answer, requestState: result?.requestState })).toMatchObject({
			result: { isError: true, structuredContent: { status: "denied" } },
		});
		expect(existsSync(join(cwd, "a"))).toBe(false);
	});
});

describe("the policy", () => {
	test("is the one on the disk; while it is broken nothing runs", async () => {
		const cwd = workspace();
		const client = await clients.old(cwd, undefined);
		const echo = async (): Promise<unknown> => (await client.call({ command: "echo", args: ["x"] })).reply.status;
		expect(await echo()).toBe("completed");
		writeFileSync(join(cwd, "policy.rules"), policy.replace("allow echo,", "allow"));
		expect(await echo()).toBe("denied");
		writeFileSync(join(cwd, "policy.rules"), "agent {");
		expect(await echo()).toBe("denied");
		expect((await client.call({ command: "echo" })).reply.error).toMatch(/^the policy can't be used/);
		writeFileSync(join(cwd, "policy.rules"), policy);
		expect(await echo()).toBe("completed");
		await client.close();
	});

	test.each<[string, string, readonly string[], RegExp]>([
		["that is broken", "agent {", [], /a policy that can't be used allows nothing/],
		["without that agent", policy, ["--agent", "writer"], /the policy has no agent `writer`/],
		["for a folder that is not there", policy, ["--workspace", "nowhere"], /is no folder/],
		["for a tool that is not there", policy, ["--tool", "bash"], /safe_shell/],
	])("%s is complained of, and nothing is served", (_, text, words, complaint) => {
		const { code, out, err } = rules(["mcp", ...words], { cwd: workspace(text) });
		expect([code, out]).toEqual([2, ""]);
		expect(err).toMatch(complaint);
	});
});

test("a command line is a tool too, decided command by command", async () => {
	const cwd = workspace(policy.replace("default deny", "default deny\n  syntax sequences, pipes"));
	const client = await clients.new(cwd, undefined, "--tool", "execute_command");
	const line = async (command: string) => (await client.call({ command }, {}, "execute_command")).reply;
	expect(await line("echo a | cat; echo b")).toMatchObject({ status: "completed", stdout: "a\nb\n" });
	expect(await line("echo a; git push")).toMatchObject({
		status: "denied",
		error: expect.stringContaining("version-control"),
	});
	await client.close();
});
