/** The tools of an MCP server as the beginnings of a policy. */
import { describe, expect, test } from "@jest/globals";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { importMcpTools } from "../../../src/authoring/exchange/mcp-tools.js";
import { schemaFields } from "../../../src/authoring/exchange/schema-fields.js";
import { decide } from "../../../src/engine/decide/decide.js";
import type { Json } from "../../../src/language/source/json-tree.js";
import { loadText } from "../../../src/runtime/load/load.js";

const world = { workspace: "/work/it", linkAt: () => "none" as const };

function read(list: unknown, server = "git-hub") {
	const found = importMcpTools(JSON.stringify(list), "tools.json", server);
	if ("message" in found) throw new Error(found.message);
	const { diagnostics, tree } = loadText("policy.rules", found.policy, {});
	expect(diagnostics.filter(({ severity }) => severity !== "info")).toEqual([]);
	if (tree === undefined) throw new Error("no tree");
	return { ...found, tree };
}

const tool = (name: string, properties: object = {}, annotations?: object) => ({
	name,
	inputSchema: { type: "object", properties },
	...(annotations === undefined ? {} : { annotations }),
});

describe("what a list of tools is", () => {
	const tools = [tool("get")];
	test.each([
		["an object", { tools }],
		["an array", tools],
		["the whole answer", { jsonrpc: "2.0", id: 1, result: { tools } }],
	])("%s", (_, list) => {
		expect(read(list).policy).toContain("program mcp.git_hub.get can code\n");
	});

	test.each([
		["{}", "there is no list of `tools`"],
		['{"result":[]}', "there is no list of `tools`"],
		['{"tools":[{}]}', "`tools[0].name` should be a text"],
	])("not %s", (text, message) => {
		const found = importMcpTools(text, "tools.json", "s");
		expect("message" in found ? found.message : found.policy).toContain(message);
	});

	test("tells of a page that is missing", () => {
		expect(read({ tools, nextCursor: "x" }).remarks).toMatchObject([{ verdict: "left-out", place: "nextCursor" }]);
	});
});

describe("fields of a schema", () => {
	const object = (properties: Json): Json => ({ type: "object", properties });
	test.each<[string, Json, readonly string[], readonly string[], readonly string[]]>([
		["texts and numbers", { a: { type: "string" }, b: { type: "number" } }, ["a", "b"], [], []],
		[
			"paths by their names",
			{ filePath: { type: "string" }, dest_dir: { type: "string" } },
			[],
			["filePath", "dest_dir"],
			[],
		],
		[
			"no path by half a name",
			{ profile: { type: "string" }, directly: { type: "string" } },
			["profile", "directly"],
			[],
			[],
		],
		["a path by its format", { a: { type: "string", format: "uri" } }, [], ["a"], []],
		["a path by what is said", { a: { type: "string", description: "Where the file lies" } }, [], ["a"], []],
		["nested ones", { a: object({ b: { type: "string" }, path: { type: "string" } }) }, ["a.b"], ["a.path"], []],
		["lists", { paths: { type: "array", items: { type: "string" } } }, [], ["paths"], []],
		["lists of objects", { a: { type: "array", items: object({ url: { type: "string" } }) } }, [], ["a.url"], []],
		[
			"objects below a path",
			{ files: { type: "array", items: object({ x: { type: "string" } }) } },
			[],
			["files.x"],
			[],
		],
		["signs as codes", { "a b.c": { type: "boolean" } }, ["a%20b%2Ec"], [], []],
		["alternatives", { a: { anyOf: [{ type: "string" }, { type: "null" }] } }, ["a"], [], []],
		["alternatives with more", { a: { anyOf: [{ type: "string" }, {}] } }, [], [], ["a"]],
		["free objects", { a: { type: "object" } }, [], [], ["a"]],
		["anything", { a: {} }, [], [], ["a"]],
		["values", { a: { enum: ["x", "y"] }, b: { const: 1 } }, ["a", "b"], [], []],
	])("%s", (_, properties, plain, paths, open) => {
		const { fields, unsaid } = schemaFields(object(properties));
		expect(fields.flatMap(({ name, isPath }) => (isPath ? [] : [name]))).toEqual(plain);
		expect(fields.flatMap(({ name, isPath }) => (isPath ? [name] : []))).toEqual(paths);
		expect(unsaid).toEqual(open);
	});

	test("follows references, and ends", () => {
		const $defs = { One: object({ next: { $ref: "#/$defs/One" }, path: { type: "string" } }) };
		const { fields } = schemaFields({ ...(object({ one: { $ref: "#/$defs/One" } }) as object), $defs } as Json);
		expect(fields.slice(-1)[0]?.isPath).toBe(true);
		expect(fields.length).toBeLessThan(30);
	});
});

test("hints stand in comments only", () => {
	const { policy, tree } = read([
		tool("look", {}, { readOnlyHint: true }),
		tool("add", {}, { readOnlyHint: false, destructiveHint: false }),
		tool("drop", {}, { destructiveHint: true }),
		tool("other"),
	]);
	expect(policy).toContain("only read:\n\t# allow mcp.git_hub.look\n");
	expect(policy).toContain("destroy nothing:\n\t# allow mcp.git_hub.add\n");
	expect(policy).toContain("does not say:\n\t# allow mcp.git_hub.drop\n\t# allow mcp.git_hub.other\n");
	expect(decide(tree, { agent: "default", call: ["mcp.git_hub.look"] }, world).effect).toBe("ask");
});

test("two tools with one name in a policy are one, and as strict as both", () => {
	const { policy, remarks } = read([
		tool("a.b", { x: { type: "string" }, y: { type: "string" } }, { readOnlyHint: true }),
		tool("a-b", { x: { type: "string", format: "path" } }, { readOnlyHint: true }),
	]);
	expect(policy).toContain("# a.b, a-b\nprogram mcp.git_hub.a_b can code {\n\toption --x PATH read, write\n}\n");
	expect(policy).toContain("does not say:\n\t# allow mcp.git_hub.a_b\n");
	expect(remarks).toMatchObject([{ verdict: "tighter", source: "a-b" }]);
});

test("a name that ends a line stays in its comment", () => {
	const { policy } = read([tool("x\n}\nallow rm\nprogram y")], "s\nt");
	expect(policy).not.toMatch(/^\s*allow/m);
});

test("a real server's list", async () => {
	const server = new McpServer({ name: "files", version: "1.0.0" });
	server.registerTool(
		"read_text",
		{
			inputSchema: {
				path: z.string(),
				head: z.number().optional(),
				edits: z.array(z.object({ oldText: z.string(), kind: z.enum(["a", "b"]) })),
			},
			annotations: { readOnlyHint: true },
		},
		async () => ({ content: [] }),
	);
	server.registerTool("move", { inputSchema: { source: z.string(), destination: z.string() } }, async () => ({
		content: [],
	}));
	server.registerTool("ping", {}, async () => ({ content: [] }));
	const [ours, theirs] = InMemoryTransport.createLinkedPair();
	const client = new Client({ name: "test", version: "1.0.0" });
	await Promise.all([server.connect(theirs), client.connect(ours)]);
	const listed = await client.listTools();
	await client.close();
	const { policy, remarks } = read(listed, "files");
	expect(remarks).toEqual([]);
	expect(policy).toContain(`program mcp.files.read_text can code {
	option --path PATH read, write
	option --head TEXT
	option --edits.oldText TEXT
	option --edits.kind TEXT
}

program mcp.files.move can code {
	option --source PATH read, write
	option --destination PATH read, write
}

program mcp.files.ping can code
`);
});
