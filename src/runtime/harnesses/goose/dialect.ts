/**
 * Goose: the event `PreToolUse` of a plugin's hooks. It reads the exit code: 2 stops the tool and tells the agent what stands on standard error. Standard output is for
 * decisions alone, and nothing there with 0 lets it run.
 */
import { type Dialect, exitCode, type ToolCall, unasked } from "../dialect/dialect.js";
import { isFields, wrongEvent } from "../dialect/read-tool-call.js";
import { mcpTool } from "../tools/mcp-name.js";
import { tools } from "./tools.js";

export const dialect: Dialect = {
	name: "goose",
	title: "Goose",
	shells: ["developer__shell"],
	folders: [],
	plain: [],
	tools,
	writesUnseen: false,
	read: ({ event, tool_name, tool_input, working_dir }) => {
		if (event !== "PreToolUse") return wrongEvent(event, "PreToolUse");
		if (typeof tool_name !== "string" || tool_name === "") return "it does not say which tool is called (`tool_name`)";
		if (!isFields(tool_input)) return "it does not say what the tool is given (`tool_input`)";
		if (typeof working_dir !== "string") return "it does not say in which folder (`working_dir`)";
		return { ...named(tool_name), input: tool_input, cwd: working_dir };
	},
	named,
	answer: (verdict) => {
		switch (verdict.kind) {
			case "none":
			case "allow":
				return exitCode(0);
			case "ask":
				return exitCode(2, unasked(verdict.reason, dialect.title));
			case "deny":
				return exitCode(2, verdict.reason);
		}
	},
};

/** `EXTENSION__TOOL`: every extension is a server, its own one for developers as well. */
function named(tool: string): Pick<ToolCall, "tool" | "mcp"> {
	if (Object.hasOwn(tools, tool) || dialect.shells.includes(tool)) return { tool };
	const mcp = mcpTool(tool, { before: "", between: "__" });
	return { tool, ...(mcp === undefined ? {} : { mcp }) };
}
