/** Kiro CLI: the event `preToolUse`. It reads the exit code: 2 stops the tool and tells the agent what stands on standard error. */
import { type Dialect, exitCode, type ToolCall, unasked } from "../dialect/dialect.js";
import { readToolCall } from "../dialect/read-tool-call.js";
import { mcpTool } from "../tools/mcp-name.js";
import { tools } from "./tools.js";

export const dialect: Dialect = {
	name: "kiro",
	title: "Kiro CLI",
	shells: ["execute_bash", "shell"],
	folders: ["working_dir"],
	plain: [],
	tools,
	writesUnseen: false,
	read: (input) => {
		const call = readToolCall(input, "preToolUse");
		return typeof call === "string" ? call : { ...call, ...named(call.tool) };
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

/** `@SERVER/TOOL`. */
function named(tool: string): Pick<ToolCall, "tool" | "mcp"> {
	const mcp = mcpTool(tool, { before: "@", between: "/" });
	return { tool, ...(mcp === undefined ? {} : { mcp }) };
}
