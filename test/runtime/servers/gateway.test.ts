/** A gateway between a real client and a real server of the protocol's SDK: what is decided, and what passes as it is. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "@jest/globals";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import { CreateMessageRequestSchema, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { Transport } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Tree } from "../../../src/engine/decide/tree.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { runGateway } from "../../../src/runtime/servers/mcp/gateway.js";
import { guard } from "../../../src/runtime/tools/guard.js";

const policy = `agent default {
  default deny
  govern all
  deny * touching **/.env because "secrets stay out of sight"
  allow mcp.my-server.read, mcp.my-server.slow, mcp.my-server.think, mcp.my-server.resource, file.read
  ask mcp.my_server.delete_repo because "a person looks at every deletion"
  deny mcp.my_server.run_code use mcp.my_server.read
}
`;

function governing(text: string): Tree {
	const { tree, diagnostics } = loadText("p.rules", text);
	if (tree === undefined) throw new Error(JSON.stringify(diagnostics));
	return tree;
}

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
	for (const close of closing.splice(0)) await close();
});

/** A server that takes down what reaches it, and a client behind the gateway. */
async function connected(person?: (message: string) => object) {
	const heard: unknown[] = [];
	const server = new McpServer({ name: "my-server", version: "1" });
	const done = (name: string) => (input: unknown) => {
		heard.push([name, input]);
		return { content: [{ type: "text" as const, text: `${name} done` }] };
	};
	server.registerTool("read", { inputSchema: { path: z.string() } }, done("read"));
	server.registerTool("run_code", { inputSchema: { code: z.string() } }, done("run_code"));
	server.registerTool("delete-repo", { inputSchema: { repo: z.string() } }, done("delete-repo"));
	server.registerTool("other", {}, done("other"));
	server.registerTool("slow", {}, async ({ signal, sendNotification, _meta }) => {
		await sendNotification({
			method: "notifications/progress",
			params: { progressToken: _meta?.progressToken ?? "", progress: 1, total: 2, message: "half" },
		});
		if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
		heard.push("aborted");
		return { content: [] };
	});
	server.registerTool("think", {}, async () => {
		const { content } = await server.server.createMessage({
			messages: [{ role: "user", content: { type: "text", text: "what now" } }],
			maxTokens: 10,
		});
		return { content: [{ type: "text", text: JSON.stringify(content) }] };
	});
	const resource = (uri: URL) => {
		heard.push(["resource", String(uri)]);
		return { contents: [{ uri: String(uri), text: "x" }] };
	};
	server.registerResource("notes", "file:///ws/notes.md", {}, resource);
	server.registerResource("secret", "file:///ws/.env", {}, resource);
	server.registerResource("thing", new ResourceTemplate("thing://{name}", { list: undefined }), {}, resource);

	const client = new Client(
		{ name: "test", version: "1" },
		{ capabilities: { sampling: {}, ...(person ? { elicitation: {} } : {}) } },
	);
	if (person) client.setRequestHandler(ElicitRequestSchema, ({ params }) => person(params.message) as never);
	client.setRequestHandler(CreateMessageRequestSchema, () => ({
		role: "assistant",
		model: "m",
		content: { type: "text", text: "sampled" },
	}));
	const [clientEnd, gatewayFront] = InMemoryTransport.createLinkedPair();
	const [gatewayBack, serverEnd] = InMemoryTransport.createLinkedPair();
	await server.connect(serverEnd);
	let rules = guard(governing(policy), { workspace: "/ws" });
	const gateway = runGateway({
		client: gatewayFront as unknown as Transport,
		server: gatewayBack as unknown as Transport,
		current: { now: () => ({ tool: rules }), close: () => rules.close() },
		complain: (message) => void heard.push(["complaint", message]),
	});
	await client.connect(clientEnd);
	closing.push(async () => {
		await client.close();
		await gateway;
	});
	return { client, clientEnd, heard, change: (text: string) => (rules = guard(governing(text), { workspace: "/ws" })) };
}

const textOf = (result: unknown) => (result as { content: { text: string }[] }).content[0]?.text;

test("lists hold what may be called", async () => {
	const { client } = await connected();
	const { tools } = await client.listTools();
	expect(tools.map(({ name }) => name)).toEqual(["read", "delete-repo", "slow", "think"]);
	expect(tools[0]?.inputSchema.properties).toHaveProperty("path");
	const { resources } = await client.listResources();
	expect(resources.map(({ uri }) => uri)).toEqual(["file:///ws/notes.md"]);
});

test("a call is decided with its arguments, and the server hears of what is allowed alone", async () => {
	const { client, heard } = await connected();
	const call = (name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args });
	expect(textOf(await call("read", { path: "a" }))).toBe("read done");
	for (const [name, args, why] of [
		["read", { path: ".env" }, "secrets stay out of sight"],
		["read", { path: "a", deep: { list: ["x", "b/.env"] } }, "secrets stay out of sight"],
		["run_code", { code: "1" }, "mcp.my_server.read"],
		["other", {}, "not allowed"],
		["nobody-knows", {}, "not allowed"],
		// Nobody can be asked.
		["delete-repo", { repo: "r" }, "a person looks at every deletion"],
	] as const) {
		const answer = await call(name, args);
		expect([answer.isError, textOf(answer)]).toEqual([true, expect.stringContaining(why)]);
	}
	expect(heard).toEqual([["read", { path: "a" }]]);
});

test("a resource is a file where its address is one", async () => {
	const { client, heard } = await connected();
	await client.readResource({ uri: "file:///ws/notes.md" });
	await client.readResource({ uri: "thing://one" });
	await expect(client.readResource({ uri: "file:///ws/.env" })).rejects.toThrow("secrets stay out of sight");
	await expect(client.readResource({ uri: "file:///ws/a/%2eenv" })).rejects.toThrow("secrets stay out of sight");
	await expect(client.subscribeResource({ uri: "file:///ws/.env" })).rejects.toThrow("secrets stay out of sight");
	await expect(client.readResource({ uri: "https://example.com/a" })).rejects.toThrow("not allowed");
	expect(heard).toEqual([
		["resource", "file:///ws/notes.md"],
		["resource", "thing://one"],
	]);
});

test("a question is put to a person, and only a yes lets the call through", async () => {
	const questions: string[] = [];
	const answers: object[] = [
		{ action: "accept", content: { run: true } },
		{ action: "accept", content: { run: false } },
		{ action: "decline" },
	];
	const { client, heard } = await connected((message) => {
		questions.push(message);
		return answers.shift() ?? {};
	});
	const call = () => client.callTool({ name: "delete-repo", arguments: { repo: "r" } });
	expect(textOf(await call())).toBe("delete-repo done");
	for (const _ of [1, 2]) expect((await call()).isError).toBe(true);
	expect(heard).toEqual([["delete-repo", { repo: "r" }]]);
	expect(questions[0]).toContain("a person looks at every deletion");
	expect(questions[0]).toContain('repo: "r"');
});

test("a yes counts for the rules as they were", async () => {
	const { client, heard, change } = await connected(() => {
		change(policy.replace("ask mcp", "deny mcp"));
		return { action: "accept", content: { run: true } };
	});
	const answer = await client.callTool({ name: "delete-repo", arguments: { repo: "r" } });
	expect([answer.isError, heard]).toEqual([true, []]);
});

test("progress, cancellation and sampling pass as they are", async () => {
	const { client, heard } = await connected();
	const stop = new AbortController();
	const progress: unknown[] = [];
	const slow = client.callTool({ name: "slow" }, undefined, {
		signal: stop.signal,
		onprogress: (one) => {
			progress.push(one);
			stop.abort();
		},
	});
	await expect(slow).rejects.toThrow();
	expect(progress).toEqual([{ progress: 1, total: 2, message: "half" }]);
	expect(textOf(await client.callTool({ name: "think" }))).toContain("sampled");
	expect(heard).toEqual(["aborted"]);
});

test("a call without an id goes nowhere: a careless server would do it", async () => {
	const { clientEnd, heard } = await connected();
	await clientEnd.send({ jsonrpc: "2.0", method: "tools/call", params: { name: "read", arguments: { path: "a" } } });
	await new Promise(setImmediate);
	expect(heard).toEqual([["complaint", "a `tools/call` without an id is no request, so it is not passed on"]]);
});

test("no call is decided before the server said how it is called", async () => {
	const [client, front] = InMemoryTransport.createLinkedPair();
	const [back, server] = InMemoryTransport.createLinkedPair();
	const answers: unknown[] = [];
	const heard: unknown[] = [];
	client.onmessage = (message) => void answers.push(message);
	server.onmessage = (message) => void heard.push(message);
	await client.start();
	await server.start();
	const rules = guard(governing("agent default {\n  default allow\n  govern all\n  deny mcp.my-server.*\n}\n"));
	const gateway = runGateway({
		client: front as unknown as Transport,
		server: back as unknown as Transport,
		current: { now: () => ({ tool: rules }), close: () => rules.close() },
		complain: () => {},
	});
	await new Promise(setImmediate);
	const call = { jsonrpc: "2.0" as const, method: "tools/call", params: { name: "read", arguments: {} } };
	await client.send({ ...call, id: 1 });
	await server.send({ jsonrpc: "2.0", id: 0, result: { serverInfo: { name: "my-server" } } } as never);
	await server.send({ jsonrpc: "2.0", id: 0, result: { serverInfo: { name: "renamed" } } } as never);
	await client.send({ ...call, id: 2 });
	await new Promise((resolve) => setTimeout(resolve, 50));
	expect(heard).toEqual([]);
	expect(answers.map((one) => JSON.stringify(one)).join()).toMatch(
		/has not said yet how it is called.*`mcp.my_server.read` is not allowed/s,
	);
	await client.close();
	await gateway;
});

test("an id that is not answered yet names no other request", async () => {
	let say = (_: object): void => {};
	const person = () => new Promise<object>((resolve) => (say = resolve));
	const { client, clientEnd, heard } = await connected(person as never);
	const call = { jsonrpc: "2.0" as const, id: "one", method: "tools/call" };
	await clientEnd.send({ ...call, params: { name: "delete-repo", arguments: { repo: "a" } } });
	await new Promise((resolve) => setTimeout(resolve, 20));
	// While a person thinks about the first.
	await clientEnd.send({ ...call, params: { name: "read", arguments: { path: "a" } } });
	await clientEnd.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "one" } });
	await new Promise((resolve) => setTimeout(resolve, 20));
	say({ action: "accept", content: { run: true } });
	await new Promise((resolve) => setTimeout(resolve, 20));
	expect(heard).toEqual([
		["complaint", "a request came with the id `one` of one that is not answered yet, so it is not passed on"],
	]);
	// And once it is free, it may be used again.
	await clientEnd.send({ ...call, params: { name: "read", arguments: { path: "a" } } });
	await new Promise((resolve) => setTimeout(resolve, 20));
	expect(heard).toContainEqual(["read", { path: "a" }]);
	await client.ping();
});

test("how a call ended is heard from the server's answer, for rules that ask what happened", async () => {
	const state = mkdtempSync(join(tmpdir(), "gateway-"));
	const before = process.env.XDG_STATE_HOME;
	process.env.XDG_STATE_HOME = state;
	closing.push(async () => {
		if (before === undefined) delete process.env.XDG_STATE_HOME;
		else process.env.XDG_STATE_HOME = before;
		rmSync(state, { recursive: true, force: true });
	});
	const { client, change } = await connected();
	change(`agent default {
  default deny
  govern all
  allow mcp.my-server.read
  allow mcp.my-server.other after mcp.my-server.read since mcp.my-server.other
  allow mcp.my-server.run_code after failed mcp.my-server.read
}
`);
	const call = async (name: string, args: Record<string, unknown> = {}) =>
		textOf(await client.callTool({ name, arguments: args }));
	expect(await call("other")).toContain("not allowed");
	// Its argument is missing: the tool's own fault.
	expect(await call("read")).toContain("path");
	expect(await call("other")).toContain("not allowed");
	expect(await call("run_code", { code: "1" })).toBe("run_code done");
	expect(await call("read", { path: "a" })).toBe("read done");
	expect(await call("other")).toBe("other done");
	expect(await call("other")).toContain("not allowed");
});
