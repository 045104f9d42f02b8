/** The way to an MCP server: a process of its own, or an address. */
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Transport } from "@modelcontextprotocol/server";

export type McpServer =
	| { readonly command: string; readonly args: readonly string[] }
	| { readonly url: URL; readonly headers: Readonly<Record<string, string>> };

/** Not opened yet. What a process says on standard error goes to ours, and it gets our variables. */
export function serverTransport(server: McpServer): Transport {
	if ("url" in server)
		return new StreamableHTTPClientTransport(server.url, { requestInit: { headers: server.headers } });
	const env = Object.fromEntries(
		Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
	);
	return new StdioClientTransport({ command: server.command, args: [...server.args], env, stderr: "inherit" });
}
