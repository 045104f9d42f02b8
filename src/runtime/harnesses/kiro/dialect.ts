/** Kiro CLI: the event `preToolUse`, which is `PreToolUse` from version 3 on. It reads the exit code: 2 stops the tool and tells the agent what stands on standard error. */
import type { Dialect, ToolCall } from "../dialect/dialect.js";
import { exitCodeAnswer } from "../dialect/exit-codes.js";
import { readToolCall } from "../dialect/read-tool-call.js";
import { mcpTool } from "../tools/mcp-name.js";
import { tools } from "./tools.js";

const title = "Kiro CLI";

export const dialect: Dialect = {
	name: "kiro",
	title,
	shells: ["execute_bash", "shell"],
	folders: ["working_dir"],
	plain: [],
	tools,
	writesUnseen: false,
	read: (input) => {
		const event = input.hook_event_name === "PreToolUse" ? "PreToolUse" : "preToolUse";
		const call = readToolCall(input, event);
		return typeof call === "string" ? call : { ...call, ...named(call.tool) };
	},
	named,
	answer: exitCodeAnswer(title),
};

/** `@SERVER/TOOL`. */
function named(tool: string): Pick<ToolCall, "tool" | "mcp"> {
	const mcp = mcpTool(tool, { before: "@", between: "/" });
	return { tool, ...(mcp === undefined ? {} : { mcp }) };
}
