/** Runs a gateway in front of an MCP server, over standard input and output. */
import { governs } from "../../engine/decide/governed.js";
import { visible } from "../../language/diagnostic/render-visible.js";
import { currentTool } from "../../runtime/servers/mcp/current-tool.js";
import { runGateway } from "../../runtime/servers/mcp/gateway.js";
import { messageLines } from "../../runtime/servers/mcp/message-lines.js";
import { type McpServer, serverTransport } from "../../runtime/servers/mcp/server-transport.js";
import { guard } from "../../runtime/tools/guard.js";
import { exit } from "../terminal/exit.js";
import type { Terminal } from "../terminal/terminal.js";

export interface GatewayQuestion {
	readonly server: McpServer;
	/** The policy. */
	readonly names: readonly string[];
	readonly workspace: string;
	readonly agent?: string;
	readonly name?: string;
	readonly audit?: string;
	readonly ended: Promise<void>;
}

/** Serves until the client or the server goes away, or `ended` is done. A policy that governs no calls of MCP servers is a wrong question. */
export async function serveGateway(
	{ server, names, workspace, agent, name, audit, ended }: GatewayQuestion,
	terminal: Terminal,
): Promise<number> {
	const settings = { workspace, ...(agent === undefined ? {} : { agent }), ...(audit === undefined ? {} : { audit }) };
	const current = currentTool(names, process.cwd(), (rules) => guard(rules, settings));
	try {
		const first = current.now();
		if ("broken" in first) {
			await terminal.complain(`error: ${visible(first.broken)}\n`);
			return exit.wrong;
		}
		const asking = agent ?? "default";
		const own = first.tool.tree.agents[asking]?.agent;
		if (own === undefined || !governs(own, "mcp")) {
			await terminal.complain(
				`error: the rules of the agent \`${asking}\` govern no calls of MCP servers, so a gateway would deny them all\nhelp: write \`govern shell, mcp\`, or \`govern all\`, into the agent\n`,
			);
			return exit.wrong;
		}
		for (const warning of first.tool.auditWarnings) await terminal.complain(`warning: ${visible(warning)}\n`);
		await runGateway({
			...(name === undefined ? {} : { name }),
			client: messageLines(process.stdin, process.stdout),
			server: serverTransport(server),
			current,
			ended,
			complain: (message) => void terminal.complain(`warning: ${visible(message)}\n`),
		});
		return exit.yes;
	} catch (error) {
		await terminal.complain(
			`error: the server can't be started: ${visible(error instanceof Error ? error.message : String(error))}\n`,
		);
		return exit.wrong;
	} finally {
		current.close();
	}
}
