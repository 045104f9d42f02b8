/** An MCP server with two tools over standard input and output: `read_thing` says a word, and `do_it` makes the file that is named by its `path`. */
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const tools = [
	{
		name: "read_thing",
		description: "Reads a thing.",
		inputSchema: { type: "object", properties: { thing: { type: "string" } } },
		annotations: { readOnlyHint: true },
	},
	{
		name: "do_it",
		description: "Runs code.",
		inputSchema: { type: "object", properties: { code: { type: "string" }, path: { type: "string" } } },
	},
];

const answers = {
	initialize: ({ protocolVersion }) => ({
		protocolVersion,
		capabilities: { tools: {} },
		serverInfo: { name: "tiny", version: "1.0.0" },
	}),
	"tools/list": () => ({ tools }),
	"tools/call": ({ name, arguments: given }) => {
		if (name === "do_it") writeFileSync(given.path, "");
		return { content: [{ type: "text", text: name === "do_it" ? "it is done" : "the-thing-itself" }] };
	},
	ping: () => ({}),
};

for await (const line of createInterface({ input: process.stdin })) {
	const { id, method, params } = JSON.parse(line);
	if (id === undefined) continue;
	const answer = answers[method];
	const body =
		answer === undefined ? { error: { code: -32601, message: "no such method" } } : { result: answer(params ?? {}) };
	console.log(JSON.stringify({ jsonrpc: "2.0", id, ...body }));
}
