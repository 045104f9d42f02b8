import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Anthropic from "@anthropic-ai/sdk";
import { afterAll, afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { loadText } from "../../../../src/runtime/load/load.js";
import {
	type AnthropicBash,
	type AnthropicBashOptions,
	anthropicBash,
} from "../../../../src/runtime/tools/frameworks/anthropic-bash.js";

// A loaded machine is slow; nothing here hangs on time.
jest.setTimeout(240_000);

const policy = loadText(
	"policy.rules",
	`agent default {
  default deny
  syntax sequences, redirects, pipes, variables
  allow echo, cat, false, pwd, cd, sleep, export
  allow echo granting write
  ask touch because "A person looks at new files." id new-files
  nudge ls use file.list because "There is a tool for that."
  deny git because "Use the version-control tools."
  deny cat touching other
}
`,
);

interface Block {
	readonly type: string;
	readonly [name: string]: unknown;
}

/** The other side of the API on this machine: it answers with what the model says, and keeps what it was told. */
interface Api {
	readonly client: Anthropic;
	readonly told: {
		readonly tools: unknown;
		readonly messages: readonly { readonly role: string; readonly content: unknown }[];
	}[];
	readonly say: (...turns: readonly (readonly Block[] | string)[]) => void;
}

let server: Server;
let api: Api;
let workspace: string;
const folders: string[] = [];

beforeEach(async () => {
	workspace = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-bash-")));
	folders.push(workspace);
	const told: Api["told"] = [];
	const left: (readonly Block[] | string)[] = [];
	server = createServer((request, response) => {
		let body = "";
		request.on("data", (data) => {
			body += String(data);
		});
		request.on("end", () => {
			told.push(JSON.parse(body) as Api["told"][number]);
			const turn = left.shift() ?? "Done.";
			response.setHeader("content-type", "application/json");
			response.end(
				JSON.stringify({
					id: "msg",
					type: "message",
					role: "assistant",
					model: "made-up",
					content: typeof turn === "string" ? [{ type: "text", text: turn }] : turn,
					stop_reason: typeof turn === "string" ? "end_turn" : "tool_use",
					stop_sequence: null,
					usage: { input_tokens: 1, output_tokens: 1 },
				}),
			);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	const client = new Anthropic({ apiKey: "none", baseURL: `http://127.0.0.1:${port}`, maxRetries: 0 });
	api = { client, told, say: (...turns) => void left.push(...turns) };
});
afterEach(async () => {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
});
afterAll(() => {
	for (const path of folders) rmSync(path, { recursive: true, force: true });
});

const made = (options: Partial<AnthropicBashOptions> = {}): AnthropicBash =>
	anthropicBash({ rules: policy, workspace, audit: join(workspace, "log.jsonl"), ...options });

let calls = 0;
const use = (input: unknown): Block => ({ type: "tool_use", id: `toolu_${++calls}`, name: "bash", input });

/** What the model was told of each of its calls, one call a turn. */
async function play(
	tool: AnthropicBash,
	...inputs: unknown[]
): Promise<readonly (readonly [isError: boolean, text: unknown])[]> {
	return playTurns(tool, ...inputs.map((input) => [use(input)]));
}

async function playTurns(tool: AnthropicBash, ...turns: (readonly Block[])[]) {
	api.say(...turns);
	const last = await api.client.beta.messages.toolRunner({
		model: "made-up",
		max_tokens: 100,
		messages: [{ role: "user", content: "Do it." }],
		tools: [tool],
	});
	expect(last.content).toEqual([expect.objectContaining({ type: "text", text: "Done." })]);
	const results = api.told
		.flatMap(({ messages }) => messages)
		.flatMap(({ content }) => (Array.isArray(content) ? (content as Block[]) : []))
		.filter(({ type }) => type === "tool_result");
	// A request may tell again what an earlier one told.
	const byCall = new Map(results.map((result) => [result.tool_use_id, result]));
	return turns
		.flat()
		.map(({ id }) => byCall.get(id))
		.map((result) => [result?.is_error === true, result?.content] as const);
}

describe("the tool runner", () => {
	test("is given the tool by its type, and nothing of what is ours", async () => {
		await play(made(), { command: "echo hi" });
		expect(api.told[0]?.tools).toEqual([{ type: "bash_20250124", name: "bash" }]);
	});

	test("runs what is allowed, and the loop ends when the model calls no tool", async () => {
		expect(
			await play(made(), { command: "echo one > a; cat a" }, { command: "echo two | cat" }, { command: "false" }),
		).toEqual([
			[false, "one"],
			[false, "two"],
			[false, "Exit code 1."],
		]);
	});

	test.each([
		["git push", "Use the version-control tools."],
		["ls", "There is a tool for that. Use file.list instead."],
		["touch new", "A person looks at new files."],
		["echo a; git push", expect.stringContaining("version-control")],
		["echo 'unclosed", expect.any(String)],
		["", "the command is empty"],
	])("tells the model why `%s` was not run, as an error and without a trace", async (command, reason) => {
		const [[isError, text] = []] = await play(made(), { command });
		expect([isError, String(text).replace(/^Error: /, "")]).toEqual([true, reason]);
		expect(text).not.toMatch(/\bat \S+:\d+/);
		expect(existsSync(join(workspace, "new"))).toBe(false);
		expect(readFileSync(join(workspace, "log.jsonl"), "utf8")).not.toBe("");
	});

	test.each([
		[{}],
		[{ command: 3 }],
		[{ command: "echo", sudo: true }],
		[{ restart: "yes" }],
		[{ restart: false }],
		["echo"],
	])("tells the model what is wrong with %j", async (input) => {
		const [[isError, text] = []] = await play(made(), input);
		expect([isError, text]).toEqual([true, expect.stringMatching(/^Error: .*`(command|restart)`/)]);
	});

	test("ends a command at its time limit", async () => {
		const [[isError, text] = []] = await play(made({ timeout: 500 }), { command: "echo begun; sleep 600" });
		expect([isError, text]).toEqual([true, expect.stringContaining("did not end in time")]);
	});
});

test.each([
	["runs when somebody says yes", () => "Ada", true],
	["does not run when nobody does", () => undefined, false],
	["does not run when asking fails", () => Promise.reject(new Error("no window")), false],
])("a question %s", async (_, approve, runs) => {
	const asked: string[] = [];
	const tool = made({
		approve: (decision) => {
			asked.push(decision.message);
			return approve();
		},
	});
	const [[isError] = []] = await play(tool, { command: "touch new" });
	expect([isError, existsSync(join(workspace, "new")), asked]).toEqual([!runs, runs, ["A person looks at new files."]]);
	// Nobody is asked about what is denied.
	await play(tool, { command: "git push" });
	expect(asked.length).toBe(1);
});

describe("of a shell's state", () => {
	beforeEach(() => {
		mkdirSync(join(workspace, "a b", "c"), { recursive: true });
		mkdirSync(join(workspace, "other"));
	});

	test("the folder is kept, until the shell begins anew", async () => {
		const pwd = { command: "pwd" };
		expect(
			await play(
				made(),
				{ command: "cd 'a b'" },
				pwd,
				{ command: "cd c" },
				pwd,
				{ command: "cd ..; pwd" },
				pwd,
				{ restart: true },
				pwd,
				{ command: "cd nowhere" },
				pwd,
			),
		).toEqual([
			[false, "It printed nothing."],
			[false, join(workspace, "a b")],
			[false, "It printed nothing."],
			[false, join(workspace, "a b", "c")],
			[false, expect.stringContaining("Note: ")],
			[false, join(workspace, "a b", "c")],
			[false, "The shell begins anew."],
			[false, workspace],
			[false, expect.stringContaining("Exit code 1.")],
			[false, workspace],
		]);
	});

	test("paths are decided from the folder that was gone to", async () => {
		const results = await play(made(), { command: "cd other" }, { command: "cat x" });
		expect(results[1]).toEqual([true, expect.stringContaining("cat")]);
		expect((await play(made(), { command: "cat x" }))[0]?.[0]).toBe(false);
	});

	test("a folder outside of the workspace is not kept, behind a link neither", async () => {
		symlinkSync("/", join(workspace, "out"));
		for (const command of ["cd /", "cd out", "cd ../.."]) {
			const [gone, pwd] = await play(made(), { command }, { command: "pwd" });
			if (gone?.[0] === false) expect(gone[1]).toMatch(/Note: .*leads out of the workspace/);
			expect(pwd).toEqual([false, workspace]);
		}
	});

	test("nothing else is kept, and the model is told so", async () => {
		const results = await play(
			made(),
			{ command: "export X=1" },
			{ command: 'echo "x$X"' },
			{ command: "cd other; pwd" },
		);
		if (results[0]?.[0] === false) expect(results[0][1]).toContain("hold for one call");
		expect(results[1]?.[1]).toBe("x");
		expect(results[2]?.[1]).toContain("`cd` alone is kept");
	});

	test("calls of one turn meet it one after the other", async () => {
		const results = await playTurns(made(), [
			use({ command: "cd 'a b'" }),
			use({ command: "pwd" }),
			use({ command: "git push" }),
			use({ command: "pwd" }),
		]);
		expect(results.map(([isError]) => isError)).toEqual([false, false, true, false]);
		expect([results[1]?.[1], results[3]?.[1]]).toEqual([join(workspace, "a b"), join(workspace, "a b")]);
	});
});

test("a runner that is aborted ends what runs", async () => {
	const over = new AbortController();
	const running = made().run({ command: "echo begun > begun; sleep 600" }, { signal: over.signal });
	for (let left = 3000; left > 0 && !existsSync(join(workspace, "begun")); left--)
		await new Promise((resolve) => setTimeout(resolve, 20));
	over.abort();
	await expect(running).rejects.toMatchObject({ name: "NotRunError", status: "cancelled" });
});
