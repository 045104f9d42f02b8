/** `rules mcp gateway` as clients start it: in front of a process and of an address, with the clients that there are. */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { Client as NewClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as NewTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { folder, program, root, rules } from "../cli.js";

// A loaded machine is slow; nothing here hangs on time.
jest.setTimeout(240_000);

const policy = `agent default {
  default deny
  govern shell, mcp
  deny * touching **/.env because "Secrets stay out of sight."
  allow mcp.tiny.read_thing
  ask mcp.tiny.delete-it because "A person looks at what goes."
}
`;
const script = join(root, "test/cli/mcp/mcp-gateway-server.mjs");

// The first of all tests pays for bundling.
beforeAll(() => void program(), 240_000);
const closing: (() => unknown)[] = [];
afterAll(async () => {
	for (const close of closing.splice(0)) await close();
});

interface Connected {
	readonly names: () => Promise<readonly string[]>;
	readonly call: (
		name: string,
		input: Record<string, unknown>,
	) => Promise<{ readonly text: string; readonly isError: boolean }>;
}

type Person = () => { action: "accept" | "decline"; content?: Record<string, boolean> };
const gateway = (cwd: string, words: readonly string[]) => ({
	command: process.execPath,
	args: [program(), "mcp", "gateway", ...words],
	cwd,
	stderr: "pipe" as const,
});

const resultOf = (result: unknown) => {
	const { content, isError } = result as { content: { text: string }[]; isError?: boolean };
	return { text: content[0]?.text ?? "", isError: isError === true };
};

const clients: Readonly<Record<string, (cwd: string, words: readonly string[], person: Person) => Promise<Connected>>> =
	{
		old: async (cwd, words, person) => {
			const client = new OldClient({ name: "old", version: "1" }, { capabilities: { elicitation: {} } });
			client.setRequestHandler(ElicitRequestSchema, () => person());
			await client.connect(new OldTransport(gateway(cwd, words)));
			closing.push(() => client.close());
			return {
				names: async () => (await client.listTools()).tools.map(({ name }) => name),
				call: async (name, input) => resultOf(await client.callTool({ name, arguments: input })),
			};
		},
		"new, of before 2026": (cwd, words, person) => newClient("legacy", cwd, words, person),
		new: (cwd, words, person) => newClient({ pin: "2026-07-28" }, cwd, words, person),
	};

async function newClient(
	mode: "legacy" | { pin: string },
	cwd: string,
	words: readonly string[],
	person: Person,
): Promise<Connected> {
	const client = new NewClient(
		{ name: "new", version: "1" },
		{ versionNegotiation: { mode }, capabilities: { elicitation: { form: {} } } },
	);
	client.setRequestHandler("elicitation/create", () => person());
	await client.connect(new NewTransport(gateway(cwd, words)));
	closing.push(() => client.close());
	return {
		names: async () => (await client.listTools()).tools.map(({ name }) => name),
		call: async (name, input) => resultOf(await client.callTool({ name, arguments: input })),
	};
}

describe.each(Object.entries(clients))("in front of a process, with a client: %s", (_, connect) => {
	test("calls are decided, and a question is a person's", async () => {
		const cwd = folder({ "policy.rules": policy });
		const answers = [{ action: "accept" as const, content: { run: true } }, { action: "decline" as const }];
		const { names, call } = await connect(
			cwd,
			["--audit", "log.jsonl", "--", process.execPath, script],
			() => answers.shift() ?? { action: "decline" },
		);
		expect(await names()).toEqual(["read_thing", "delete-it"]);
		expect(await call("read_thing", { path: "a" })).toEqual({ text: "read_thing done", isError: false });
		expect(await call("read_thing", { path: "x/.env" })).toEqual({
			text: expect.stringContaining("Secrets stay out of sight."),
			isError: true,
		});
		expect(await call("run_code", { code: "1" })).toMatchObject({ isError: true });
		expect(await call("delete-it", { name: "a" })).toEqual({ text: "delete-it done", isError: false });
		expect(await call("delete-it", { name: "a" })).toMatchObject({ isError: true });
		const { out } = rules(["audit", "tail", "log.jsonl"], { cwd });
		expect(out).toContain("mcp.tiny.read_thing");
		// The policy is the one on the disk.
		writeFileSync(join(cwd, "policy.rules"), policy.replace("allow mcp.tiny.read_thing", ""));
		expect(await call("read_thing", { path: "a" })).toMatchObject({ isError: true });
		writeFileSync(join(cwd, "policy.rules"), "agent default {");
		expect(await call("read_thing", { path: "a" })).toMatchObject({ isError: true });
		expect(await names()).toEqual([]);
	});
});

test("in front of an address", async () => {
	const server = spawn(process.execPath, [script, "http"], { stdio: ["ignore", "pipe", "inherit"] });
	closing.push(() => server.kill());
	const [port] = await new Promise<string[]>((resolve) =>
		createInterface(server.stdout).once("line", (line) => resolve([line])),
	);
	const cwd = folder({ "policy.rules": policy });
	const words = ["--name", "tiny", "--url", `http://127.0.0.1:${port}/mcp`, "--header", "Authorization: Bearer test"];
	const { names, call } = await (clients.old as (typeof clients)[string])(cwd, words, () => ({ action: "decline" }));
	expect(await names()).toEqual(["read_thing"]);
	expect(await call("read_thing", { path: "a" })).toEqual({ text: "read_thing done", isError: false });
	expect(await call("read_thing", { path: ".env" })).toMatchObject({ isError: true });
	expect(await call("run_code", {})).toMatchObject({ isError: true });
});

test.each<[string, readonly string[], string, string]>([
	[
		"a policy that does not govern such calls",
		["--", "true"],
		policy.replace("govern shell, mcp", ""),
		"govern no calls of MCP servers",
	],
	["no server", [], policy, "it is not said which server"],
	["a server before `--`", ["true"], policy, "stands before `--`"],
	["both", ["--url", "http://x.example", "--", "true"], policy, "both a command and an address"],
	["no address", ["--url", "x"], policy, "`x` is no address"],
	["no header", ["--url", "http://x.example", "--header", "x"], policy, "`x` is no header"],
	["a program that is not there", ["--", "./not-there"], policy, "the server can't be started"],
])("a wrong question is said: %s", (_, words, text, why) => {
	const { code, err } = rules(["mcp", "gateway", ...words], { cwd: folder({ "policy.rules": text }) });
	expect([code, err]).toEqual([2, expect.stringContaining(why)]);
	expect(err).not.toMatch(/\n\s+at /);
});
