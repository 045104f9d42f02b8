/**
 * Goose: the event `PreToolUse` of a plugin's hooks. It reads the exit code: 2 stops the tool and tells the agent what stands on standard error. Standard output is for
 * decisions alone, and nothing there with 0 lets it run.
 */
import type { Dialect, ToolCall } from "../dialect/dialect.js";
import { exitCodeAnswer } from "../dialect/exit-codes.js";
import { readToolCall } from "../dialect/read-tool-call.js";
import { mcpTool } from "../tools/mcp-name.js";
import { tools } from "./tools.js";

const title = "Goose";

export const dialect: Dialect = {
	name: "goose",
	title,
	shells: ["developer__shell"],
	folders: [],
	plain: [],
	tools,
	writesUnseen: false,
	read: (input) => {
		const call = readToolCall(input, "PreToolUse", { event: ["event"], folder: ["working_dir"] });
		return typeof call === "string" ? call : { ...call, ...named(call.tool) };
	},
	named,
	answer: exitCodeAnswer(title),
};

/** `EXTENSION__TOOL`: every extension is a server, its own one for developers as well. */
function named(tool: string): Pick<ToolCall, "tool" | "mcp"> {
	if (Object.hasOwn(tools, tool) || dialect.shells.includes(tool)) return { tool };
	const mcp = mcpTool(tool, { before: "", between: "__" });
	return { tool, ...(mcp === undefined ? {} : { mcp }) };
}
