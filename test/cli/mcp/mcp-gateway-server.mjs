/** An MCP server for the tests of the gateway. `stdio`: over standard input and output, in the revisions before and after 2026; `http`: at a port, which it prints. What is called is a line on standard error. */
import { createServer } from "node:http";
import { McpServer as OldServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

function filled(server) {
	for (const [name, field] of [
		["read_thing", "path"],
		["delete-it", "name"],
		["run_code", "code"],
	])
		server.registerTool(
			name,
			{ description: name, inputSchema: name && z.object({ [field]: z.string() }) },
			(input) => {
				process.stderr.write(`called ${name} ${JSON.stringify(input)}\n`);
				return { content: [{ type: "text", text: `${name} done` }] };
			},
		);
	return server;
}

if (process.argv[2] === "http") {
	const server = new OldServer({ name: "tiny", version: "1" });
	for (const name of ["read_thing", "run_code"])
		server.registerTool(name, { inputSchema: { path: z.string().optional() } }, () => ({
			content: [{ type: "text", text: `${name} done` }],
		}));
	const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => "one" });
	await server.connect(transport);
	const http = createServer((request, response) => {
		if (request.headers.authorization !== "Bearer test") {
			response.writeHead(401).end();
			return;
		}
		void transport.handleRequest(request, response);
	});
	http.listen(0, "127.0.0.1", () => process.stdout.write(`${http.address().port}\n`));
} else serveStdio(() => filled(new McpServer({ name: "tiny", version: "1" })));
