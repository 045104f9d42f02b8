/** `rules mcp`: a shell by the rules, as a tool over the Model Context Protocol. */
import { Option } from "commander";
import { visible } from "../../language/diagnostic/render-visible.js";
import { version } from "../../runtime/load/package-files.js";
import type { PolicySource } from "../../runtime/tools/guard.js";
import type { Tool, ToolReply } from "../../runtime/tools/tool.js";
import { decidingPolicy } from "../policy/deciding-policy.js";
import { chosenPolicy, definePolicy, errorFrames, type PolicyOptions } from "../policy/policy-choice.js";
import { knownAgent, surroundings } from "../policy/request-choice.js";
import { exit } from "../terminal/exit.js";
import { shutdownSignal } from "../terminal/shutdown-signals.js";
import type { Verb } from "../verb.js";

const toolNames = ["safe_shell", "execute_command"] as const;

interface Options extends PolicyOptions {
	readonly tool: (typeof toolNames)[number];
	readonly agent?: string;
	readonly workspace?: string;
	readonly audit?: string;
}

export const mcp: Verb = {
	define: (command) => {
		definePolicy(
			command
				.option("--stdio", "speak over standard input and output, as it always does")
				.addOption(
					new Option("--tool <TOOL>", "one program with its arguments, or a command line")
						.choices(toolNames)
						.default("safe_shell"),
				)
				.option("--agent <AGENT>", "who asks (default: `default`)")
				.option("--workspace <FOLDER>", "where commands run, and what paths are relative to (default: this folder)")
				.option("--audit <FILE>", "append decisions and outcomes to this log"),
		);
	},
	examples: [["rules mcp --rules policy.rules --audit log.jsonl", "what a client starts"]],
	run: async (command, { terminal }) => {
		const options = command.opts<Options>();
		const names = chosenPolicy(options);
		const { workspace } = surroundings(options);
		const deciding = await decidingPolicy(names);
		if ("broken" in deciding) {
			await terminal.complain(errorFrames(deciding.broken, terminal.colour.err));
			return exit.wrong;
		}
		const agent = options.agent === undefined ? {} : { agent: options.agent };
		knownAgent(deciding.decisions, { argv: [""], ...agent });
		const ended = shutdownSignal();
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
				const { createSafeShell } = await import("../../runtime/tools/safe-shell.js");
				return serve((rules) => createSafeShell({ ...settings, rules }));
			}
			case "execute_command": {
				const { createExecuteCommand } = await import("../../runtime/tools/execute-command.js");
				return serve((rules) => createExecuteCommand({ ...settings, rules }));
			}
		}
	},
};
