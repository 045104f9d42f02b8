/** `rules mcp`: a shell by the rules, as a tool over the Model Context Protocol; `rules mcp gateway`: the rules in front of another server. */

import { Argument, Option } from "commander";
import { visible } from "../../language/diagnostic/render-visible.js";
import { didYouMean } from "../../language/diagnostic/suggest.js";
import { version } from "../../runtime/load/package-files.js";
import type { McpServer } from "../../runtime/servers/mcp/server-transport.js";
import type { PolicySource } from "../../runtime/tools/guard.js";
import type { Tool, ToolReply } from "../../runtime/tools/tool.js";
import { knowing } from "../known-values.js";
import { definePolicy, type PolicyOptions } from "../policy/policy-choice.js";
import { servedPolicy } from "../policy/served-policy.js";
import { exit, WrongQuestion } from "../terminal/exit.js";
import { shutdownSignal } from "../terminal/shutdown-signals.js";
import type { Verb } from "../verb.js";

const toolNames = ["safe_shell", "execute_command"] as const;

interface Options extends PolicyOptions {
	readonly tool: (typeof toolNames)[number];
	readonly agent?: string;
	readonly workspace?: string;
	readonly audit?: string;
	readonly name?: string;
	readonly url?: string;
	readonly header?: Readonly<Record<string, string>>;
}

export const mcp: Verb = {
	define: (command) => {
		definePolicy(
			command
				.usage("[gateway] [options] [-- SERVER ARG…]")
				.addArgument(
					knowing(new Argument("[MODE]", "`gateway`: stands in front of an MCP server and decides every call"), () => [
						"gateway",
					]),
				)
				.argument("[SERVER...]", "of `gateway`: the server's command, behind `--`")
				.option("--stdio", "speak over standard input and output, as it always does")
				.addOption(
					new Option("--tool <TOOL>", "one program with its arguments, or a command line")
						.choices(toolNames)
						.default("safe_shell"),
				)
				.option("--agent <AGENT>", "who asks (default: `default`)")
				.option("--workspace <FOLDER>", "where commands run, and what paths are relative to (default: this folder)")
				.option("--audit <FILE>", "append decisions and outcomes to this log")
				.option(
					"--name <NAME>",
					"of `gateway`: the server's name in the rules, `github` in `mcp.github.create_issue` (default: what it calls itself)",
				)
				.option("--url <URL>", "of `gateway`: the address of a server that speaks HTTP, in place of a command")
				.option(
					"--header <NAME:VALUE>",
					"of `gateway`: a header of every request to that address; may be repeated",
					header,
				),
		);
	},
	examples: [
		["rules mcp --rules policy.rules --audit log.jsonl", "what a client starts"],
		["rules mcp gateway --name github -- npx @modelcontextprotocol/server-github", "in front of a server"],
	],
	run: async (command, { terminal, behind = [] }) => {
		const options = command.opts<Options>();
		const server = chosenServer(command.args, behind, options);
		const served = await servedPolicy(options, terminal);
		if (served === undefined) return exit.wrong;
		const { names, workspace, agent } = served;
		const ended = shutdownSignal();
		if (server !== undefined) {
			const { serveGateway } = await import("../mcp/serve-gateway.js");
			return serveGateway(
				{
					server,
					names,
					workspace,
					ended,
					...agent,
					...(options.name === undefined ? {} : { name: options.name }),
					...(options.audit === undefined ? {} : { audit: options.audit }),
				},
				terminal,
			);
		}
		const [{ currentTool }, { answerCalls }, { serveMcp }] = await Promise.all([
			import("../../runtime/servers/mcp/current-tool.js"),
			import("../../runtime/servers/mcp/answer-call.js"),
			import("../../runtime/servers/mcp/serve-mcp.js"),
		]);
		const settings = {
			...agent,
			workspace,
			name: options.tool,
			...(options.audit === undefined ? {} : { audit: options.audit }),
		};
		const serve = async <Reply extends ToolReply>(make: (rules: PolicySource) => Tool<Reply>): Promise<number> => {
			const current = currentTool(names, process.cwd(), make);
			const { now, close } = current;
			try {
				const first = now();
				if ("broken" in first) {
					await terminal.complain(`error: ${visible(first.broken)}\n`);
					return exit.wrong;
				}
				for (const warning of first.tool.guard.auditWarnings) await terminal.complain(`warning: ${visible(warning)}\n`);
				await serveMcp({
					tools: [{ ...first.tool, answer: answerCalls(current) }],
					input: process.stdin,
					output: process.stdout,
					version: version(),
					ended,
					complain: (message) => void terminal.complain(`warning: ${visible(message)}\n`),
				});
				return exit.yes;
			} finally {
				close();
			}
		};
		switch (options.tool) {
			case "safe_shell": {
				const { createSafeShell } = await import("../../runtime/tools/shell-tools/safe-shell.js");
				return serve((rules) => createSafeShell({ ...settings, rules }));
			}
			case "execute_command": {
				const { createExecuteCommand } = await import("../../runtime/tools/shell-tools/execute-command.js");
				return serve((rules) => createExecuteCommand({ ...settings, rules }));
			}
		}
	},
};

/** The server that a gateway stands in front of; undefined without `gateway`. */
function chosenServer(
	[mode, ...rest]: readonly string[],
	behind: readonly string[],
	{ url, header: headers = {}, name, tool }: Options,
): McpServer | undefined {
	const example = "for example `rules mcp gateway --name github -- npx @modelcontextprotocol/server-github`";
	if (mode !== "gateway" || behind.length > rest.length) {
		const gatewayOption = url !== undefined ? "--url" : name !== undefined ? "--name" : undefined;
		if (mode !== undefined)
			throw new WrongQuestion(
				`\`rules mcp\` has no \`${mode}\``,
				didYouMean(mode, ["gateway"]) ?? `there is \`gateway\`: ${example}`,
			);
		if (gatewayOption !== undefined)
			throw new WrongQuestion(`\`${gatewayOption}\` belongs to \`rules mcp gateway\``, example);
		return undefined;
	}
	if (rest.length > behind.length)
		throw new WrongQuestion(`\`${rest[0]}\` stands before \`--\``, `put the server's command behind it: ${example}`);
	if (tool !== "safe_shell")
		throw new WrongQuestion("`--tool` does not belong to `rules mcp gateway`", "its tools are the server's");
	if (url !== undefined) {
		if (behind.length > 0)
			throw new WrongQuestion(
				"there are both a command and an address",
				"leave out `--url`, or what stands behind `--`",
			);
		const address = URL.canParse(url) ? new URL(url) : undefined;
		if (address === undefined || !/^https?:$/.test(address.protocol))
			throw new WrongQuestion(`\`${url}\` is no address`, "it begins with `https://` or `http://`");
		return { url: address, headers };
	}
	const [program, ...args] = behind;
	if (program === undefined) throw new WrongQuestion("it is not said which server", example);
	return { command: program, args };
}

function header(text: string, before: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
	const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):\s*(.*)$/.exec(text) ?? [];
	if (name === undefined || value === undefined)
		throw new WrongQuestion(`\`${text}\` is no header`, "write it as `Authorization: Bearer …`");
	return { ...before, [name]: value };
}
