/**
 * VS Code's agent mode: the event `PreToolUse` with the answer of Claude Code. An allow would be in place of the editor's own question, so it is said only where rules are to
 * decide alone.
 */
import { type Dialect, json, type ToolCall } from "../dialect/dialect.js";
import { preToolUseAnswer } from "../dialect/pre-tool-use.js";
import { readToolCall } from "../dialect/read-tool-call.js";
import { tools } from "./tools.js";

export const dialect: Dialect = {
	name: "vs-code",
	title: "VS Code",
	shells: ["run_in_terminal", "runInTerminal", "runTerminalCommand"],
	folders: [],
	plain: [],
	tools,
	writesUnseen: false,
	remark: "systemMessage",
	// Its pages say `hookEventName` and `sessionId`; the program sends `hook_event_name` and `session_id`.
	read: (input) => {
		const call = readToolCall(input, "PreToolUse", { event: ["hookEventName", "hook_event_name"] });
		return typeof call === "string" ? call : { ...call, ...named(call.tool) };
	},
	named,
	answer: (verdict) => (verdict.kind === "allow" && !verdict.alone ? json({}) : preToolUseAnswer(verdict)),
};

/** `mcp_SERVER_TOOL`, where the server is shortened, and nothing says where it ends. */
function named(tool: string): Pick<ToolCall, "tool" | "mcp"> {
	return tool.startsWith("mcp_")
		? { tool, mcp: `\`${tool}\` does not say where the name of its server ends` }
		: { tool };
}
